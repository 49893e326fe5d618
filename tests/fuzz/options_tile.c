#include "../../tools/tile_options.c"

#include "options.h"

#include <stdlib.h>

static void forget(void)
{
  free(tile_asked.patch);
  tile_asked.patch = NULL;
  tile_asked.patches = 0;
}

const struct fuzz_options fuzz_options_tile = { "tile", options, forget };
