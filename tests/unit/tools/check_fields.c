/* SPDX-License-Identifier: BSD-3-Clause */
/* Fields in memory: every node appears once and in its place, for any offset, period and order; sampling between nodes;
 * and the hydraulic tortuosity. */
#include "fields.h"
#include "probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bits_made.h"
#include "suite.h"

static struct tile_error e;

/* Linear in the coordinates, so that trilinear interpolation is exact. */
static void expected(const double at[3], double value[FIELDS])
{
  value[FIELD_DENSITY] = at[0] - 2 * at[1] + 0.5 * at[2];
  value[FIELD_UX] = at[0];
  value[FIELD_UY] = at[1];
  value[FIELD_UZ] = at[2];
  memset(value + FIELD_SHEAR, 0, 3 * sizeof *value);
}

static void fill(struct fields *f)
{
  size_t place = 0;
  for (size_t tile = 0; tile < f->domain.tiles; tile++)
    for (int node = 0; node < 64; node++) {
      int64_t at[3];
      if (!(f->domain.mask[tile] >> node & 1))
        continue;
      ck_assert(tile_domain_node(&f->domain, tile, node, at));
      double value[FIELDS];
      expected((double[]){(double)at[0], (double)at[1], (double)at[2]}, value);
      memcpy((double *)f->block.data + LBM_FIELDS * place++, value, LBM_FIELDS * sizeof *value);
    }
}

static void make(struct fields *f, const struct tile_bits *b, const int offset[3], unsigned periodic)
{
  struct tile_header header = {0};
  struct tile_make how = {.edge = 4, .periodic = periodic, .order = TILE_HILBERT};
  memcpy(how.offset, offset, sizeof how.offset);
  *f = (struct fields){.flow = true};
  ck_assert_int_eq(tile_header_set(&header, &e, "grid", "%d %d %d", (int)b->grid[0], (int)b->grid[1], (int)b->grid[2]),
                   0);
  ck_assert_int_eq(tile_domain_make(&f->domain, b, &how, &header, &e), 0);
  ck_assert_int_eq(tile_block_make(&f->block, &f->domain, LBM_FIELDS * sizeof(double), &e), 0);
  ck_assert_int_eq(tile_lookup_make(&f->lookup, &f->domain, &e), 0);
  fill(f);
  tile_header_free(&header);
}

struct seen {
  const struct tile_bits *bits;
  int axis;
  int64_t slice, count;
};

static void see(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct seen *s = self;
  double want[FIELDS];
  s->count++;
  ck_assert(tile_bit(s->bits, at[0], at[1], at[2]));
  ck_assert(s->axis < 0 || at[s->axis] == s->slice);
  expected((double[]){(double)at[0], (double)at[1], (double)at[2]}, want);
  ck_assert_mem_eq(value, want, FIELD_VALUES * sizeof *want);
}

static void check_slices(const struct fields *f, const struct tile_bits *b, int axis)
{
  struct fields_slices s;
  int64_t total = 0;
  ck_assert_int_eq(fields_slices_make(&s, f, axis, &e), 0);
  for (int64_t k = 0; k < b->grid[axis]; k++) {
    struct seen seen = {b, axis, k, 0};
    fields_slice_visit(&s, k, see, &seen);
    total += seen.count;
  }
  ck_assert_int_eq(total, tile_bits_count(b));
  fields_slices_free(&s);
}

static void check_nodes(const struct fields *f, const struct tile_bits *b)
{
  for (int64_t z = 0; z < b->grid[2]; z++)
    for (int64_t y = 0; y < b->grid[1]; y++)
      for (int64_t x = 0; x < b->grid[0]; x++) {
        double value[FIELDS] = {1, 1, 1, 1}, want[FIELDS] = {0};
        bool flow = fields_node(f, (int64_t[]){x, y, z}, value);
        ck_assert(flow == tile_bit(b, x, y, z));
        if (flow)
          expected((double[]){(double)x, (double)y, (double)z}, want);
        ck_assert_mem_eq(value, want, FIELD_VALUES * sizeof *want);
      }
}

TEST(every_node_once)
{
  static const int64_t grids[][3] = {{1, 1, 1}, {2, 3, 1}, {5, 7, 6}, {3, 2, 17}, {13, 8, 4}};
  static const int offsets[][3] = {{0, 0, 0}, {1, 2, 3}, {3, 3, 3}};
  for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
    for (size_t o = 0; o < sizeof offsets / sizeof *offsets; o++)
      for (unsigned periodic = 0; periodic < 8; periodic++) {
        struct tile_bits b = random_bits(grids[g], 0.6, (unsigned)g + 1);
        int offset[3];
        for (int a = 0; a < 3; a++)
          offset[a] = periodic >> a & 1 ? (int)(offsets[o][a] % grids[g][a]) : offsets[o][a];
        struct fields f;
        struct seen seen = {&b, -1, 0, 0};
        make(&f, &b, offset, periodic);
        fields_visit(&f, see, &seen);
        ck_assert_int_eq(seen.count, tile_bits_count(&b));
        check_nodes(&f, &b);
        for (int axis = 0; axis < 3; axis++)
          check_slices(&f, &b, axis);
        fields_free(&f);
        tile_bits_free(&b);
      }
}

static void check_sample(const struct fields *f, const double at[3], const double from[3])
{
  double value[FIELDS], want[FIELDS];
  ck_assert(fields_sample(f, at, value));
  expected(from, want);
  for (int i = 0; i < FIELD_VALUES; i++)
    ck_assert_double_le(fabs(value[i] - want[i]), 1e-14);
}

/* All nodes are fluid, except 2, 2, 2. */
TEST(between_nodes)
{
  static const int64_t grid[3] = {6, 5, 4};
  struct tile_bits b = random_bits(grid, 1, 1);
  b.word[(2 * 5 + 2) * b.row] &= ~UINT64_C(4);
  struct fields f;
  make(&f, &b, (int[]){2, 1, 3}, 0);
  double value[FIELDS];
  check_sample(&f, (double[]){3.25, 1, 0}, (double[]){3.25, 1, 0});
  check_sample(&f, (double[]){4.5, 3.75, 0.125}, (double[]){4.5, 3.75, 0.125});
  check_sample(&f, (double[]){5, 4, 3}, (double[]){5, 4, 3});
  check_sample(&f, (double[]){2.75, 2, 2}, (double[]){3, 2, 2});     /* next to solid: nearest node */
  check_sample(&f, (double[]){5.4, 3.6, -0.5}, (double[]){5, 4, 0}); /* outside the nodes: nearest node */
  check_sample(&f, (double[]){2, 3, 2}, (double[]){2, 3, 2});        /* at a node its neighbours do not count */
  ck_assert(!fields_sample(&f, (double[]){2.25, 2, 1.75}, value));
  ck_assert(value[FIELD_UX] == 0);
  ck_assert(fields_inside(&f, (double[]){-0.5, 4.5, 3.5}));
  ck_assert(!fields_inside(&f, (double[]){-0.51, 0, 0}));
  ck_assert(!fields_inside(&f, (double[]){0, 4.51, 0}));
  ck_assert(!fields_inside(&f, (double[]){0, NAN, 0}));
  fields_free(&f);
  tile_bits_free(&b);
}

/* The velocity at node x, y, z is x, y, z: the sums of its components over 4 x 5 x 6 nodes are 180, 240 and 300, and the
 * sum of the speed is 489.44177243479111 (added up in decimal by another program). */
TEST(tortuosity)
{
  struct tile_bits b = random_bits((int64_t[]){4, 5, 6}, 1, 1);
  struct fields f;
  make(&f, &b, (int[]){0, 0, 0}, 0);
  struct probe_total t = probe_total_of(&f);
  ck_assert_int_eq(t.along, 2);
  ck_assert_double_le(fabs(t.tortuosity - 489.44177243479111 / 300), 1e-14);
  ck_assert_int_eq(tile_header_set(&f.domain.header, &e, "axis", "x"), 0);
  t = probe_total_of(&f);
  ck_assert_int_eq(t.along, 0);
  ck_assert_double_le(fabs(t.tortuosity - 489.44177243479111 / 180), 1e-14);
  fields_free(&f);
  tile_bits_free(&b);
}

int main(void)
{
  return run_tests("fields", 0, CK_FORK_GETENV);
}
