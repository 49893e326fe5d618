/* SPDX-License-Identifier: BSD-3-Clause */
/* layouts_count check: compares what a GPU thread does, compiled for the CPU, with a naive step. layouts_count: for each
 * arrangement and precision the transactions of 32 bytes with which the two warps of a tile gather its populations, the
 * least number, and the sectors that come from the memory through the L2 cache of a GTX Titan (1.5 MB, 224 tiles at a
 * time) and of an H100 (50 MB, of which one half is near a multiprocessor; 2112 tiles at a time), in a box of 100^3. */
#include "layouts_count.h"

#include <stdio.h>
#include <string.h>

static const char *const titles[] = {
#define TITLE(name, title) title,
    LAYOUTS_ROWS(TITLE)
#undef TITLE
};

/* Is every place of a block taken once? */
static int bijective(int arrangement)
{
  for (int i = 0; i < LBM_Q; i++) {
    uint64_t taken = 0;
    for (int node = 0; node < LAYOUTS_NODES; node++)
      taken |= UINT64_C(1) << layouts_place(arrangement, i, node);
    if (~taken)
      return 0;
  }
  return 1;
}

static int check(void)
{
  int wrong = 0;
  for (int a = 0; a < LAYOUTS; a++) {
    wrong += !bijective(a);
    for (int mode = LBM_STEP; mode <= LBM_READ_WRITE; mode++)
      for (int closed = 0; closed < 2; closed++)
        wrong += layouts_check_fp64(a, mode, closed) + layouts_check_fp32(a, mode, closed);
    printf("%s: %s\n", titles[a], wrong ? "wrong" : "good");
  }
  return wrong != 0;
}

/* Distinct sectors that a warp, half of the tile, reads of population i. */
static int sectors_of(int arrangement, int bytes, int i, int half)
{
  uint64_t seen[TILE_WAYS] = {0};
  int count = 0;
  for (int node = 32 * half; node < 32 * half + 32; node++) {
    const int x = (node & 3) - lbm_c[i][0], y = (node >> 2 & 3) - lbm_c[i][1], z = (node >> 4) - lbm_c[i][2];
    const uint64_t sector = UINT64_C(1) << layouts_place(arrangement, i, lbm_node(x, y, z)) * bytes / 32;
    count += !(seen[lbm_way(x, y, z)] & sector);
    seen[lbm_way(x, y, z)] |= sector;
  }
  return count;
}

static int transactions(int arrangement, int bytes)
{
  int count = 0;
  for (int i = 0; i < LBM_Q; i++)
    count += sectors_of(arrangement, bytes, i, 0) + sectors_of(arrangement, bytes, i, 1);
  return count;
}

int main(int count, char **word)
{
  if (count == 2 && !strcmp(word[1], "check"))
    return check();
  enum { SECTORS_A_MB = 1000000 / 32 };
  puts("arrangement,precision,transactions,least,titan,hopper");
  for (int bytes = 8; bytes >= 4; bytes /= 2)
    for (int a = 0; a < LAYOUTS; a++)
      printf("%s,%s,%d,%d,%.1f,%.1f\n", titles[a], bytes == 8 ? "fp64" : "fp32", transactions(a, bytes),
             LAYOUTS_VALUES * bytes / 32, layouts_cached(a, bytes, 25, SECTORS_A_MB * 3 / 2, 224),
             layouts_cached(a, bytes, 25, SECTORS_A_MB * 25, 2112));
  return 0;
}
