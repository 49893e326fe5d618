#include "tile.h"

int tile_version(void)
{
  return TILE_VERSION;
}
