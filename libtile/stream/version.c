/* SPDX-License-Identifier: BSD-3-Clause */
#include "tile.h"

int tile_version(void)
{
  return TILE_VERSION;
}
