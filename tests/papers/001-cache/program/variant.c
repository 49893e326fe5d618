/* SPDX-License-Identifier: BSD-3-Clause */
#include "variant.h"

#include <stdio.h>
#include <string.h>

const struct kernel kernels[] = {
    {"A", false, TWO, update_a_sc},
    {"A", true, TWO, update_a_cs},
    {"B", false, TWO, update_b_sc},
    {"B", true, TWO, update_b_cs},
    {"C", false, TWO, update_c_sc},
    {"C", true, TWO, update_c_cs},
    {"B-unrolled", false, TWO, update_unrolled_sc},
    {"B-unrolled", true, TWO, update_unrolled_cs},
    {"B-merged", false, MERGED, update_merged_sc},
    {"B-merged", true, MERGED, update_merged_cs},
    {"B-heads", false, FIXED, update_heads_sc},
    {"B-eight", false, FIXED, update_eight_sc},
    {"C-line", false, LINE, update_line_sc},
    {"C-line", true, LINE, update_line_cs},
    {"R", false, ROWS, update_rows},
};
const int kernel_count = sizeof kernels / sizeof *kernels;

bool can_move(const struct kernel *k)
{
  return k->grid == TWO || k->grid == ROWS;
}

static int blocks_of(struct blocks *b, const char *text, bool moving)
{
  const int edge = moving ? 16 : 8;
  if (!strcmp(text, "1"))
    *b = (struct blocks){.times = 1};
  else if (!strcmp(text, "3") || !strcmp(text, "4"))
    *b = (struct blocks){{edge, edge, edge}, *text == '3' ? 1 : 4};
  else
    return sscanf(text, "%dx%dx%dx%d", &b->size[0], &b->size[1], &b->size[2], &b->times) != 4 || b->times < 1;
  return 0;
}

int variant_of(struct variant *v, const char *name)
{
  char access[16], order[4], grid[8], blocks[32];
  if (sscanf(name, "%15[^.].%3[^.].%7[^.].%31s", access, order, grid, blocks) != 4)
    return 1;
  const bool moving = !strcmp(grid, "gc");
  if ((!moving && strcmp(grid, "two") != 0) || blocks_of(&v->blocks, blocks, moving))
    return 1;
  for (v->kernel = kernels; v->kernel < kernels + kernel_count; v->kernel++)
    if (!strcmp(v->kernel->name, access) && !strcmp(order, v->kernel->pushes ? "cs" : "sc")) {
      v->grid = !moving ? v->kernel->grid : v->kernel->grid == ROWS ? ROWS_MOVING : MOVING;
      /* one loop covers whole layers */
      return (moving && !can_move(v->kernel)) || (v->grid == LINE && v->blocks.size[0]);
    }
  return 1;
}

int variant_open(const struct variant *v, struct cavity *c, int side)
{
  return cavity_open(c, v->grid, side, v->blocks.times);
}
