/* SPDX-License-Identifier: BSD-3-Clause */
#include "../../tools/tile/tile_options.c"

#include "options.h"

#include <stdlib.h>

static void forget(void)
{
  free(given.patch);
  given.patch = NULL;
  given.patches = 0;
}

const struct fuzz_options fuzz_options_tile = {"tile", options, forget};
