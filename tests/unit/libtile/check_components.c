/* SPDX-License-Identifier: BSD-3-Clause */
/* Connected components against a flood fill, and winding around periodic axes. */
#include <stdlib.h>
#include <string.h>

#include "bits_made.h"
#include "suite.h"

static struct tile_components found(const struct tile_bits *b, unsigned periodic)
{
  struct tile_components c;
  struct tile_error e = {0};
  ck_assert_msg(tile_components_make(&c, b, periodic, &e) == 0, "%s", e.text);
  return c;
}

/* ---- reference: a flood fill from node to node that records displacements ---- */

struct flood {
  const struct tile_bits *bits;
  unsigned periodic;
  int *label;          /* 0: not reached */
  int64_t (*image)[3]; /* displacement in periods from the first node's cell */
  size_t *stack, top;
  unsigned winds, low, high;
  int64_t size;
};

static size_t place(const struct tile_bits *b, const int64_t at[3])
{
  return (size_t)(at[0] + b->grid[0] * (at[1] + b->grid[1] * at[2]));
}

static void reach(struct flood *f, int label, const int64_t at[3], const int64_t image[3])
{
  size_t i = place(f->bits, at);
  if (!tile_bit(f->bits, at[0], at[1], at[2]))
    return;
  if (f->label[i]) {
    for (int a = 0; a < 3; a++)
      f->winds |= f->image[i][a] != image[a] ? 1u << a : 0;
    return;
  }
  f->label[i] = label;
  memcpy(f->image[i], image, sizeof f->image[i]);
  f->stack[f->top++] = i;
}

static void step(struct flood *f, int label, size_t i, int axis, int by)
{
  const int64_t *n = f->bits->grid;
  int64_t at[3] = {(int64_t)i % n[0], (int64_t)i / n[0] % n[1], (int64_t)i / n[0] / n[1]}, image[3];
  memcpy(image, f->image[i], sizeof image);
  at[axis] += by;
  f->low |= at[axis] < 0 ? 1u << axis : 0;
  f->high |= at[axis] >= n[axis] ? 1u << axis : 0;
  if (at[axis] < 0 || at[axis] >= n[axis]) {
    if (!(f->periodic >> axis & 1))
      return;
    image[axis] += by;
    at[axis] -= by * n[axis];
  }
  reach(f, label, at, image);
}

static void fill(struct flood *f, int label, const int64_t at[3])
{
  f->size = 0;
  f->winds = f->low = f->high = 0;
  reach(f, label, at, (const int64_t[]){0, 0, 0});
  while (f->top) {
    size_t i = f->stack[--f->top];
    f->size++;
    for (int a = 0; a < 3; a++)
      for (int by = -1; by < 2; by += 2)
        step(f, label, i, a, by);
  }
}

static uint32_t component_at(const struct tile_components *c, const struct tile_bits *b, const int64_t at[3])
{
  size_t i = c->row_begin[at[1] + b->grid[1] * at[2]];
  while (c->run[i].end <= at[0])
    i++;
  ck_assert_int_le(c->run[i].begin, at[0]);
  return c->run[i].component;
}

/* Components are in the order of their first node, as are the labels of the flood fill. */
static void check_against_flood(const struct tile_bits *b, unsigned periodic)
{
  struct tile_components c = found(b, periodic);
  size_t nodes = (size_t)(b->grid[0] * b->grid[1] * b->grid[2]);
  struct flood f = {b,
                    periodic,
                    calloc(nodes, sizeof(int)),
                    calloc(nodes, 3 * sizeof(int64_t)),
                    calloc(nodes, sizeof(size_t)),
                    0,
                    0,
                    0,
                    0,
                    0};
  int labels = 0;
  for (size_t i = 0; i < nodes; i++) {
    int64_t at[3] = {(int64_t)i % b->grid[0], (int64_t)i / b->grid[0] % b->grid[1],
                     (int64_t)i / b->grid[0] / b->grid[1]};
    if (!tile_bit(b, at[0], at[1], at[2]))
      continue;
    if (!f.label[i]) {
      fill(&f, ++labels, at);
      ck_assert_int_le(labels, c.count);
      ck_assert_int_eq(c.size[labels - 1], f.size);
      ck_assert_uint_eq(c.spans[labels - 1], (f.winds & periodic) | (f.low & f.high & ~periodic));
    }
    ck_assert_uint_eq(component_at(&c, b, at) + 1, (unsigned)f.label[i]);
  }
  ck_assert_int_eq(c.count, labels);
  free(f.label);
  free(f.image);
  free(f.stack);
  tile_components_free(&c);
}

static const int64_t grids[][3] = {{1, 1, 1}, {5, 7, 6}, {64, 3, 2}, {1, 9, 9}, {130, 5, 1}, {9, 9, 9}};

TEST(same_as_flood_fill)
{
  for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
    for (unsigned periodic = 0; periodic < 8; periodic++)
      for (int share = 0; share <= 10; share++) {
        struct tile_bits b = random_bits(grids[i], 0.1 * share, (unsigned)(i * 11 + (size_t)share));
        check_against_flood(&b, periodic);
        tile_bits_free(&b);
      }
}

TEST(nothing_has_no_component)
{
  struct tile_bits b = empty_bits((const int64_t[]){4, 4, 4});
  struct tile_components c = found(&b, 7);
  ck_assert_int_eq(c.count, 0);
  ck_assert_int_eq(c.largest, -1);
  ck_assert(!c.percolates[0] && !c.percolates[1] && !c.percolates[2]);
  tile_components_free(&c);
  tile_bits_free(&b);
}

TEST(largest_and_percolation)
{
  struct tile_bits b = empty_bits((const int64_t[]){8, 4, 4});
  for (int x = 0; x < 8; x++)
    set_bit(&b, x, 0, 0);
  for (int z = 0; z < 4; z++)
    for (int y = 2; y < 4; y++)
      for (int x = 3; x < 5; x++)
        set_bit(&b, x, y, z);
  struct tile_components c = found(&b, 0);
  ck_assert_int_eq(c.count, 2);
  ck_assert_int_eq(c.largest, 1);
  ck_assert_int_eq(c.size[1], 16);
  ck_assert(c.percolates[0] && !c.percolates[1] && c.percolates[2]);
  tile_components_free(&c);
  tile_bits_free(&b);
}

/* A staircase that leaves through x+ one row higher than it entered winds around x only if its rows also close around
 * y. */
TEST(staircase_winds_when_it_closes)
{
  struct tile_bits b = empty_bits((const int64_t[]){4, 4, 1});
  for (int i = 0; i < 4; i++) {
    set_bit(&b, i, i, 0);
    set_bit(&b, (i + 1) % 4, i, 0);
  }
  struct tile_components c = found(&b, TILE_X | TILE_Y);
  ck_assert_int_eq(c.count, 1);
  ck_assert_uint_eq(c.spans[0], TILE_X | TILE_Y | TILE_Z); /* z: the one slice touches both faces */
  tile_components_free(&c);
  c = found(&b, TILE_X);
  ck_assert_uint_eq(c.spans[0], TILE_Y | TILE_Z);
  tile_components_free(&c);
  tile_bits_free(&b);
}

/* A component that touches both faces of a periodic axis, at places that do not meet, does not wind. */
TEST(faces_that_do_not_meet)
{
  struct tile_bits b = empty_bits((const int64_t[]){6, 4, 3});
  for (int x = 0; x < 6; x++)
    set_bit(&b, x, x < 3 ? 0 : 2, 1);
  for (int y = 0; y < 3; y++)
    set_bit(&b, 2, y, 1);
  struct tile_components c = found(&b, TILE_X);
  ck_assert_int_eq(c.count, 1);
  ck_assert_uint_eq(c.spans[0], 0);
  tile_components_free(&c);
  c = found(&b, 0);
  ck_assert_uint_eq(c.spans[0], TILE_X);
  tile_components_free(&c);
  tile_bits_free(&b);
}

/* ---- keeping some components ---- */

/* A bar along x that spans; a wider one along z; and a single node on z+. */
static struct tile_bits bars(void)
{
  struct tile_bits b = empty_bits((const int64_t[]){100, 6, 5});
  for (int x = 0; x < 100; x++)
    set_bit(&b, x, 0, 0);
  for (int z = 0; z < 5; z++)
    for (int x = 40; x < 90; x++)
      set_bit(&b, x, 2, z);
  set_bit(&b, 99, 4, 4);
  return b;
}

static const struct {
  struct tile_keep keep;
  int64_t components, nodes; /* removed */
} choices[] = {
    {{TILE_KEEP_ALL, 0, 0}, 0, 0},
    {{TILE_KEEP_LARGEST, 0, 0}, 2, 101},
    {{TILE_KEEP_PERCOLATING, 0, 7}, 1, 1},
    {{TILE_KEEP_PERCOLATING, 0, TILE_X}, 2, 251},
    {{TILE_KEEP_PERCOLATING, TILE_Z, 7}, 2, 101},
    {{TILE_KEEP_PERCOLATING, TILE_X | TILE_Z, 7}, 3, 351},
};

TEST(some_are_kept)
{
  for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
    struct tile_bits b = bars();
    struct tile_components c = found(&b, 0);
    struct tile_share removed;
    struct tile_error e;
    ck_assert_int_eq(tile_keep(&b, &c, &choices[i].keep, &removed, &e), 0);
    ck_assert_int_eq(removed.components, choices[i].components);
    ck_assert_int_eq(removed.nodes, choices[i].nodes);
    ck_assert_int_eq(tile_bits_count(&b), 351 - choices[i].nodes);
    tile_components_free(&c);
    tile_bits_free(&b);
  }
}

TEST(what_no_flow_reaches)
{
  enum { X_LOW = 1, Z_HIGH = 32 };
  struct tile_bits b = bars();
  struct tile_components c = found(&b, 0);
  ck_assert_int_eq(tile_unreachable(&c, 0, 0).nodes, 1);
  ck_assert_int_eq(tile_unreachable(&c, X_LOW, 0).nodes, 251);
  ck_assert_int_eq(tile_unreachable(&c, Z_HIGH, 0).nodes, 100);
  tile_components_free(&c);
  c = found(&b, TILE_Z);
  ck_assert_int_eq(tile_unreachable(&c, 0, TILE_Z).nodes, 101);
  ck_assert_int_eq(tile_unreachable(&c, X_LOW, TILE_Z).components, 1);
  tile_components_free(&c);
  tile_bits_free(&b);
}

int main(void)
{
  return run_tests("components", 60, CK_FORK_GETENV);
}
