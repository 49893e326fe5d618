/* SPDX-License-Identifier: BSD-3-Clause */
/* Gaps, seams and faces against their definitions, node by node. */
#include <stdlib.h>

#include "bits_made.h"
#include "suite.h"

static const int64_t sizes[][3] = {{7, 6, 5}, {64, 3, 4}, {65, 4, 3}, {63, 2, 2}, {130, 5, 1}, {1, 9, 8}, {2, 1, 70}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static bool holds(const struct tile_bits *b, unsigned open, unsigned periodic, const int64_t from[3])
{
  int64_t at[3];
  for (int a = 0; a < 3; a++) {
    int64_t n = b->grid[a];
    at[a] = periodic >> a & 1 ? (from[a] % n + n) % n : from[a];
    if (at[a] < 0 || at[a] >= n)
      return open >> (at[a] < 0 ? a : a + 3) & 1;
  }
  return tile_bit(b, at[0], at[1], at[2]);
}

/* Along every axis, do three open nodes in a row include this node? */
static bool wide(const struct tile_bits *b, unsigned open, unsigned periodic, const int64_t at[3])
{
  for (int a = 0; a < 3; a++) {
    bool found = false;
    for (int begin = -2; begin <= 0; begin++) {
      bool all = true;
      for (int k = begin; k < begin + 3; k++) {
        int64_t place[3] = {at[0], at[1], at[2]};
        place[a] += k;
        all = all && holds(b, open, periodic, place);
      }
      found = found || all;
    }
    if (!found)
      return false;
  }
  return true;
}

LOOP_TEST(gaps_are_counted, SIZES)
{
  struct tile_error e;
  for (unsigned run = 0; run < 40; run++) {
    struct tile_bits b = random_bits(sizes[_i], 0.5 + 0.01 * run, run);
    unsigned open = run * 37 % 64, periodic = run % 8;
    open &= ~(periodic | periodic << 3);
    int64_t expected = 0, found = -1;
    for (int64_t z = 0; z < b.grid[2]; z++)
      for (int64_t y = 0; y < b.grid[1]; y++)
        for (int64_t x = 0; x < b.grid[0]; x++)
          expected += tile_bit(&b, x, y, z) && !wide(&b, open, periodic, (int64_t[]){x, y, z});
    ck_assert_int_eq(tile_count_narrow(&b, open, periodic, &found, &e), TILE_OK);
    ck_assert_msg(found == expected, "size %d, run %u: %lld instead of %lld", _i, run, (long long)found,
                  (long long)expected);
    tile_bits_free(&b);
  }
}

LOOP_TEST(layers_are_compared, SIZES)
{
  struct tile_bits b = random_bits(sizes[_i], 0.4, 5);
  const int64_t *n = b.grid;
  struct tile_seam seam[3];
  int64_t at[3] = {0}, inside[3] = {0};
  for (int64_t i = 0; i < n[0] * n[1] * n[2]; i++)
    for (int a = 0; a < 3; a++) {
      int64_t p[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]}, q[3] = {p[0], p[1], p[2]};
      q[a] = (q[a] + 1) % n[a];
      *(q[a] ? &inside[a] : &at[a]) += tile_bit(&b, p[0], p[1], p[2]) != tile_bit(&b, q[0], q[1], q[2]);
    }
  tile_find_seams(&b, seam);
  for (int a = 0; a < 3; a++) {
    double face = (double)(n[0] * n[1] * n[2] / n[a]);
    ck_assert_double_eq_tol(seam[a].seam, (double)at[a] / face, 1e-12);
    ck_assert_double_eq_tol(seam[a].inside, n[a] > 1 ? (double)inside[a] / face / (double)(n[a] - 1) : 0, 1e-12);
  }
  tile_bits_free(&b);
}

TEST(faces_are_counted)
{
  struct tile_bits b = box_bits((int64_t[]){70, 5, 4}, (int64_t[]){0, 1, 1}, (int64_t[]){66, 5, 3});
  static const struct {
    char face[3];
    int64_t nodes;
  } faces[] = {{"x-", 8}, {"x+", 0}, {"y-", 0}, {"y+", 132}, {"z-", 0}, {"z+", 0}};
  for (int i = 0; i < 6; i++)
    ck_assert_int_eq(tile_face_nodes(&b, faces[i].face), faces[i].nodes);
  tile_bits_free(&b);
}

int main(void)
{
  return run_tests("lint", 60, CK_FORK_GETENV);
}
