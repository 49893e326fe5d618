/* SPDX-License-Identifier: BSD-3-Clause */
/* What the links of D3Q19 connect: against a flood fill from node to node that records displacements. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "bits_made.h"
#include "suite.h"

struct flood {
  const struct tile_bits *bits;
  unsigned periodic;
  bool *reached;
  int64_t (*image)[3]; /* displacement in periods from the first node's cell */
  size_t *stack, top;
  unsigned winds, touches;
};

static void reach(struct flood *f, const int64_t at[3], const int64_t image[3])
{
  const struct tile_bits *b = f->bits;
  size_t i = (size_t)(at[0] + b->grid[0] * (at[1] + b->grid[1] * at[2]));
  if (!tile_bit(b, at[0], at[1], at[2]))
    return;
  for (int a = 0; a < 3; a++) {
    if (f->reached[i])
      f->winds |= f->image[i][a] != image[a] ? 1u << a : 0;
    if (!(f->periodic >> a & 1))
      f->touches |= (at[a] == 0 ? 1u << a : 0) | (at[a] == b->grid[a] - 1 ? 8u << a : 0);
  }
  if (f->reached[i])
    return;
  f->reached[i] = true;
  memcpy(f->image[i], image, sizeof f->image[i]);
  f->stack[f->top++] = i;
}

static void follow_link(struct flood *f, size_t i, const signed char link[3])
{
  const int64_t *n = f->bits->grid;
  int64_t at[3] = {(int64_t)i % n[0], (int64_t)i / n[0] % n[1], (int64_t)i / n[0] / n[1]}, image[3];
  memcpy(image, f->image[i], sizeof image);
  for (int a = 0; a < 3; a++) {
    at[a] += link[a];
    int64_t beyond = at[a] < 0 ? -1 : at[a] >= n[a] ? 1 : 0;
    if (beyond && !(f->periodic >> a & 1))
      return;
    at[a] -= beyond * n[a];
    image[a] += beyond;
  }
  reach(f, at, image);
}

static struct tile_paths flooded(const struct tile_bits *b, unsigned periodic)
{
  const size_t nodes = (size_t)(b->grid[0] * b->grid[1] * b->grid[2]);
  struct flood f = {
      b, periodic, calloc(nodes, sizeof(bool)), calloc(nodes, 3 * sizeof(int64_t)), calloc(nodes, sizeof(size_t)), 0,
      0, 0};
  struct tile_paths p = {0};
  for (size_t i = 0; i < nodes; i++) {
    const int64_t at[3] = {(int64_t)i % b->grid[0], (int64_t)i / b->grid[0] % b->grid[1],
                           (int64_t)i / b->grid[0] / b->grid[1]};
    f.winds = f.touches = 0;
    if (!f.reached[i])
      reach(&f, at, (const int64_t[]){0, 0, 0});
    while (f.top) {
      size_t k = f.stack[--f.top];
      for (int link = 1; link < TILE_LINKS; link++)
        follow_link(&f, k, tile_link[link]);
    }
    for (int face = 0; face < 6; face++)
      p.joins[face] |= f.touches >> face & 1 ? f.touches : 0;
    for (int a = 0; a < 3; a++)
      p.through[a] |= (f.winds | (f.touches & f.touches >> 3)) >> a & 1;
  }
  free(f.reached);
  free(f.image);
  free(f.stack);
  return p;
}

static struct tile_paths found(const struct tile_bits *b, unsigned periodic, const int offset[3])
{
  struct tile_make how = {.edge = TILE_EDGE, .periodic = periodic, .offset = {offset[0], offset[1], offset[2]}};
  struct tile_domain d;
  struct tile_paths p;
  struct tile_error e = {0};
  ck_assert_msg(tile_domain_make(&d, b, &how, NULL, &e) == 0, "%s", e.text);
  ck_assert_msg(tile_paths_make(&p, &d, &e) == 0, "%s", e.text);
  tile_domain_free(&d);
  return p;
}

static void check_against_flood(const struct tile_bits *b, unsigned periodic, const int offset[3])
{
  const struct tile_paths is = found(b, periodic, offset), must = flooded(b, periodic);
  for (int a = 0; a < 3; a++)
    ck_assert_int_eq(is.through[a], must.through[a]);
  for (int face = 0; face < 6; face++)
    ck_assert_uint_eq(is.joins[face], must.joins[face]);
}

/* Whole and cut tiles, thin and long grids. */
static const int64_t grids[][3] = {{1, 1, 1}, {4, 4, 4},  {5, 7, 6}, {8, 3, 12},
                                   {1, 9, 8}, {13, 5, 1}, {9, 8, 9}, {2, 16, 3}};

LOOP_TEST(same_as_flood, sizeof grids / sizeof *grids)
{
  static const int offsets[][3] = {{0, 0, 0}, {1, 2, 3}, {3, 0, 1}};
  const size_t g = (size_t)_i;
  for (unsigned periodic = 0; periodic < 8; periodic++)
    for (int share = 0; share <= 10; share++)
      for (int o = 0; o < 3; o++) {
        struct tile_bits b = random_bits(grids[g], 0.08 * share, (unsigned)(g * 11 + (size_t)share));
        check_against_flood(&b, periodic, offsets[o]);
        tile_bits_free(&b);
      }
}

/* Threads connect runs of tiles, and these with each other, where there are many tiles. */
TEST(many_tiles_by_threads)
{
  omp_set_num_threads(3);
  for (unsigned periodic = 0; periodic < 8; periodic += 7) {
    struct tile_bits b = random_bits((const int64_t[]){68, 72, 67}, 0.13, 5);
    check_against_flood(&b, periodic, (const int[]){1, 0, 2});
    tile_bits_free(&b);
  }
}

/* Flow passes between two nodes that share an edge, not between two that share a corner. */
TEST(edges_but_no_corners)
{
  for (int dz = 0; dz < 2; dz++) {
    struct tile_bits b = empty_bits((const int64_t[]){2, 2, 2});
    set_bit(&b, 0, 0, 0);
    set_bit(&b, 1, 1, dz);
    const struct tile_paths p = found(&b, 0, (const int[]){0, 0, 0});
    ck_assert_int_eq(p.through[0], dz == 0);
    ck_assert_int_eq(p.through[1], dz == 0);
    ck_assert_int_eq(p.through[2], 0);
    tile_bits_free(&b);
  }
}

/* Both faces of a period are touched, but the path does not close there. */
TEST(a_staircase_winds_when_it_closes)
{
  static const int offset[3];
  struct tile_bits b = empty_bits((const int64_t[]){9, 9, 1});
  for (int i = 0; i < 9; i++)
    set_bit(&b, i, i / 2, 0);
  ck_assert(!found(&b, TILE_X | TILE_Z, offset).through[0] && found(&b, TILE_Z, offset).through[0]);
  for (int i = 0; i < 9; i++)
    set_bit(&b, 8, i, 0);
  ck_assert(found(&b, TILE_X | TILE_Z, offset).through[0] && found(&b, TILE_X | TILE_Z, offset).through[1]);
  tile_bits_free(&b);
}

/* A pillar, a pocket that touches it at a corner alone, and a pocket at its side. */
TEST(what_winds_is_counted)
{
  struct tile_bits b = empty_bits((const int64_t[]){6, 6, 10});
  struct tile_make how = {.edge = TILE_EDGE, .periodic = TILE_Z, .offset = {0, 0, 3}};
  struct tile_domain d;
  struct tile_error e = {0};
  int64_t nodes[3] = {0}, sets;
  for (int z = 0; z < 10; z++)
    set_bit(&b, 1, 1, z);
  set_bit(&b, 2, 2, 4); /* connected across an edge */
  set_bit(&b, 4, 4, 4);
  ck_assert_int_eq(tile_domain_make(&d, &b, &how, NULL, &e), 0);
  ck_assert_msg(tile_paths_wind(&d, 2, nodes, &sets, &e) == 0, "%s", e.text);
  ck_assert_int_eq(sets, 1);
  /* with an offset of 3, z = 4 lies in the second layer */
  ck_assert(nodes[0] == 4 && nodes[1] == 5 && nodes[2] == 2);
  tile_domain_free(&d);
  tile_bits_free(&b);
}

TEST(other_edges_are_refused)
{
  struct tile_domain d = {.edge = 8};
  struct tile_paths p;
  struct tile_error e = {0};
  ck_assert_int_eq(tile_paths_make(&p, &d, &e), TILE_USAGE);
}

int main(void)
{
  return run_tests("paths", 0, CK_FORK_GETENV);
}
