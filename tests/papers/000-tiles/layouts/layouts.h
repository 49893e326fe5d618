/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrangements of the nodes of a tile in the blocks of its populations (Tomczak & Szafran, section 3.2, table 5): the
 * three mapping functions of arrangement.h, and for each population one of them. Tiles of 4 x 4 x 4 nodes fill a box,
 * which is periodic or has half-way walls; population i of a node is at tile * 1216 + i * 64 + place. */
#ifndef LAYOUTS_H
#define LAYOUTS_H

#include "arrangement.h"
#include "physics.h"

#include <stddef.h>

/* X(name, title): the five rows of the paper, and two functions alone. Read/write only does not depend on it. */
#define LAYOUTS_ROWS(X)                   \
  X(LAYOUTS_XYZ, "XYZ")                   \
  X(LAYOUTS_XYZ_ZIGZAG, "XYZ + zigzagNE") \
  X(LAYOUTS_XYZ_YXZ, "XYZ + YXZ")         \
  X(LAYOUTS_ALL, "all three")             \
  X(LAYOUTS_YXZ, "YXZ for all")           \
  X(LAYOUTS_ZIGZAG, "zigzagNE for all")
#define LAYOUTS_NAME(name, title) name,
enum layouts_arrangement { LAYOUTS_ROWS(LAYOUTS_NAME) LAYOUTS };
#define LAYOUTS_NODES 64
#define LAYOUTS_VALUES (LBM_Q * LAYOUTS_NODES)

LBM_ARRANGEMENT int layouts_place(int arrangement, int i, int node)
{
  const int all = lbm_slot(i, node), zigzag = i == 7 || i == 9;
  switch (arrangement) {
  case LAYOUTS_XYZ:
    return node;
  case LAYOUTS_XYZ_ZIGZAG:
    return zigzag ? all : node;
  case LAYOUTS_XYZ_YXZ:
    return zigzag ? node : all;
  case LAYOUTS_YXZ:
    return lbm_slot_yxz(node);
  case LAYOUTS_ZIGZAG:
    return lbm_slot_zigzag(node);
  default:
    return all;
  }
}

/* A pass over all tiles: near holds the neighbours of each tile, -1 beyond a wall. */
struct layouts_pass {
  const void *from;
  void *to;
  const int32_t (*near)[TILE_WAYS];
  uint32_t tiles;
  struct lbm_rates rates;
};

/* Neighbours in a box of that many tiles along each axis. */
static inline void layouts_neighbours(int32_t (*near)[TILE_WAYS], const int tiles[3], bool closed)
{
  int32_t t = 0;
  for (int z = 0; z < tiles[2]; z++)
    for (int y = 0; y < tiles[1]; y++)
      for (int x = 0; x < tiles[0]; x++, t++)
        for (int way = 0; way < TILE_WAYS; way++) {
          const int at[3] = {x + way % 3 - 1, y + way / 3 % 3 - 1, z + way / 9 - 1};
          int32_t there = 0;
          for (int a = 2; a >= 0; a--) {
            const bool out = at[a] < 0 || at[a] >= tiles[a];
            there = there < 0 || (out && closed) ? -1 : there * tiles[a] + (at[a] + tiles[a]) % tiles[a];
          }
          near[t][way] = there;
        }
}

#endif
