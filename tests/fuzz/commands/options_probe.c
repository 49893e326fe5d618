/* SPDX-License-Identifier: BSD-3-Clause */
#include "../../tools/probe/probe_options.c"

#include "options.h"

#include <stdlib.h>

static void forget(void)
{
  free(given.points.value);
  free(given.lines.value);
  free(given.forces.value);
  given.points = given.lines = given.forces = (struct cli_values){0};
}

const struct fuzz_options fuzz_options_probe = {"probe", options, forget};
