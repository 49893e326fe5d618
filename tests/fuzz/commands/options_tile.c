#define asked tile_asked /* each program has one */
#include "../../tools/tile/tile_options.c"

#include "options.h"

#include <stdlib.h>

static void forget(void)
{
  free(asked.patch);
  asked.patch = NULL;
  asked.patches = 0;
}

const struct fuzz_options fuzz_options_tile = {"tile", options, forget};
