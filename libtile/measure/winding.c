/* SPDX-License-Identifier: BSD-3-Clause */
#include "winding.h"

#include <string.h>

struct piece *pieces_make(uint32_t count)
{
  struct piece *p = tile_alloc(count, sizeof *p);
  for (uint32_t i = 0; p && i < count; i++)
    p[i].parent = i;
  return p;
}

uint32_t piece_find(struct piece *p, uint32_t i, int64_t shift[3])
{
  memset(shift, 0, 3 * sizeof *shift);
  while (p[i].parent != i) {
    uint32_t up = p[i].parent;
    if (p[up].parent != up) {
      for (int a = 0; a < 3; a++)
        p[i].shift[a] += p[up].shift[a];
      p[i].parent = p[up].parent;
    }
    for (int a = 0; a < 3; a++)
      shift[a] += p[i].shift[a];
    i = p[i].parent;
  }
  return i;
}

void piece_join(struct piece *p, uint32_t i, uint32_t j, const int step[3])
{
  int64_t from[3], to[3];
  uint32_t a = piece_find(p, i, from), b = piece_find(p, j, to);
  for (int k = 0; k < 3; k++) {
    int64_t apart = from[k] + step[k] - to[k];
    if (a != b)
      p[b].shift[k] = apart;
    else if (apart)
      p[a].winds |= 1u << k;
  }
  if (a == b)
    return;
  p[b].parent = a;
  p[a].winds |= p[b].winds;
}
