/* SPDX-License-Identifier: BSD-3-Clause */
#include "../../tools/run/options/run_options.c"

#include "options.h"

static void forget(void)
{
  free(given.sets.value);
  free(given.walls_of.value);
  free(given.watched.value);
  given.sets = given.walls_of = given.watched = (struct cli_values){0};
}

const struct fuzz_options fuzz_options_run = {"run", table, forget};
