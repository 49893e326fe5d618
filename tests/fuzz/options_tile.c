#define main tile_main
int tile_main(int argc, char **argv);
#include "../../tools/tile.c"

#include "options.h"

static void forget(void)
{
  free(patches.patch);
  patches.patch = NULL;
  patches.count = 0;
}

const struct fuzz_options fuzz_options_tile = { "tile", options, forget };
