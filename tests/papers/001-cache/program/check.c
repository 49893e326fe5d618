/* SPDX-License-Identifier: BSD-3-Clause */
/* Cells have the bits of C.sc.two.1, rows those of R.sc.two.1. Collide-stream leaves out the last streaming, after the
 * first from a cavity at rest that changes nothing: population i of a cell is that of the neighbour that sends it. */
#include "lattice.h"
#include "variant.h"

#include <stdio.h>
#include <string.h>

enum { SIDE = 26, STEPS = 12 };

struct result {
  struct cavity cavity;
  struct state state;
};

static int make(struct result *r, const struct variant *v)
{
  if (variant_open(v, &r->cavity, SIDE))
    return 1;
  const struct sweep w = {&r->cavity, v->kernel->update, v->blocks};
  r->state = (struct state){r->cavity.grid[0], 0};
  for (int n = 0; n < STEPS; n += v->blocks.times)
    r->state = sweep_pass(&w, r->state);
  return 0;
}

/* Populations that differ. A flow at rest would prove nothing: then all do. */
static long differences(const struct result *have, const struct result *want, bool pushed)
{
  long differ = 0, moved = 0;
  for (int z = 0; z < SIDE; z++)
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++)
        for (int i = 0; i < LBM_Q && cavity_inside(&have->cavity, x, y, z); i++) {
          const double a = cavity_value(&have->cavity, have->state, x, y, z, i);
          const double b =
              pushed ? cavity_value(&want->cavity, want->state, x - lbm_c[i][0], y - lbm_c[i][1], z - lbm_c[i][2], i)
                     : cavity_value(&want->cavity, want->state, x, y, z, i);
          differ += memcmp(&a, &b, sizeof a) != 0;
          moved += a != 0;
        }
  return moved ? differ : -1;
}

static int compare(const struct kernel *k, const char *grid, const char *blocks, const struct result *want)
{
  char name[64];
  struct variant v;
  struct result have;
  snprintf(name, sizeof name, "%s.%s.%s.%s", k->name, k->pushes ? "cs" : "sc", grid, blocks);
  if (variant_of(&v, name) || make(&have, &v))
    return printf("%s: cannot be made\n", name) > 0;
  const long differ = differences(&have, want, k->pushes);
  cavity_close(&have.cavity);
  return differ && printf("%s: %ld populations differ\n", name, differ) > 0;
}

static int compare_kernel(const struct kernel *k, const struct result *want)
{
  static const char *const blocks[] = {"1", "0x0x0x2", "3", "0x8x8x1", "4", "0x16x16x4", "5x7x6x3"};
  int wrong = 0;
  for (size_t n = 0; n < sizeof blocks / sizeof *blocks; n++) {
    const bool whole = blocks[n][0] == '1' || blocks[n][0] == '0';
    if (k->grid != LINE || (whole && n < 2))
      wrong += compare(k, "two", blocks[n], want);
    if (can_move(k))
      wrong += compare(k, "gc", blocks[n], want);
  }
  return wrong;
}

int check_all(void)
{
  struct variant cells, rows;
  struct result cell_result, row_result;
  if (variant_of(&cells, "C.sc.two.1") || variant_of(&rows, "R.sc.two.1") || make(&cell_result, &cells) ||
      make(&row_result, &rows))
    return 1;
  int wrong = 0;
  for (const struct kernel *k = kernels; k < kernels + kernel_count; k++)
    wrong += compare_kernel(k, k->grid == ROWS ? &row_result : &cell_result);
  cavity_close(&cell_result.cavity);
  cavity_close(&row_result.cavity);
  return wrong;
}
