/* SPDX-License-Identifier: BSD-3-Clause */
/* Streamlines through analytic flows; seeds spread over nodes, and read from a file. */
#include "seeds.h"
#include "streamline.h"
#include "suite.h"

#include <math.h>

static struct tile_error e;

/* Solid-body rotation about the z axis with angular velocity 0.01, which drifts along z; the flow ends at z = 20, and a wall
 * is at x = -15. */
#define TURN 0.01
static double drift;

static enum streamline_place rotate(void *self, const double at[3], double u[3])
{
  (void)self;
  u[0] = -TURN * at[1];
  u[1] = TURN * at[0];
  u[2] = drift;
  return at[0] < -15 ? STREAMLINE_WALL : at[2] > 20 ? STREAMLINE_OUTSIDE : STREAMLINE_FLOW;
}

static const struct streamline_field whirl = {rotate, NULL, 1e-12, 200};

/* Reference: a helix, whose radius is that of the seed, with the angle TURN t and the height drift t. */
TEST(helix)
{
  struct streamlines s = {0};
  drift = 0.02;
  ck_assert_int_eq(streamlines_add(&s, &whirl, (double[]){10, 0, 5}, &e), 0);
  ck_assert_uint_eq(s.count, 1);
  ck_assert_int_eq(s.end[0], (int64_t)s.points);
  ck_assert_uint_eq(s.ended[STREAMLINE_LEFT], 1);
  size_t seeds = 0;
  for (size_t i = 0; i < s.points; i++) {
    const struct streamline_point *p = s.point + i;
    ck_assert_double_le(fabs(hypot(p->at[0], p->at[1]) - 10), 1e-3);
    ck_assert_double_le(fabs(p->at[0] - 10 * cos(TURN * p->time)), 1e-3);
    ck_assert_double_le(fabs(p->at[1] - 10 * sin(TURN * p->time)), 1e-3);
    ck_assert_double_le(fabs(p->at[2] - 5 - drift * p->time), 1e-9);
    ck_assert(i == 0 || p->time > p[-1].time);
    seeds += p->time == 0;
  }
  ck_assert_uint_eq(seeds, 1);
  const struct streamline_point *last = s.point + s.points - 1;
  ck_assert(last->at[2] <= 20 && last->at[2] > 19.998);
  streamlines_free(&s);
}

/* A closed circle ends at the longest length in each direction; one that meets the wall ends there. */
TEST(ends)
{
  struct streamlines s = {0};
  drift = 0;
  ck_assert_int_eq(streamlines_add(&s, &whirl, (double[]){10, 0, 5}, &e), 0);
  ck_assert_uint_eq(s.ended[STREAMLINE_TOO_LONG], 1);
  const double radians = TURN * (s.point[s.points - 1].time - s.point[0].time);
  ck_assert(radians * 10 >= 2 * whirl.longest && radians * 10 < 2 * whirl.longest + 1.01);
  ck_assert_int_eq(streamlines_add(&s, &whirl, (double[]){0, 16, 5}, &e), 0);
  ck_assert_uint_eq(s.ended[STREAMLINE_AT_WALL], 1);
  ck_assert_double_le(fabs(s.point[s.points - 1].at[0] + 15), 2e-3);
  ck_assert_int_eq(streamlines_add(&s, &whirl, (double[]){0, 0, 5}, &e), 0);   /* at rest */
  ck_assert_int_eq(streamlines_add(&s, &whirl, (double[]){-16, 0, 5}, &e), 0); /* in the wall */
  ck_assert_uint_eq(s.count, 2);
  ck_assert_int_eq(s.end[1], (int64_t)s.points);
  streamlines_free(&s);
}

static int read_text(struct seeds *s, const char *text)
{
  FILE *in = fmemopen((char *)text, strlen(text), "r");
  ck_assert_ptr_nonnull(in);
  const int code = seeds_read(s, in, "seeds", &e);
  fclose(in);
  return code;
}

TEST(file)
{
  static const char *const wrong[] = {"1 2\n",    "1 2 3 4\n", "a\n",      "1;2;3\n", "1 2 3\n4 5 inf\n",
                                      "# only\n", "\n",        "1 2 nan\n"};
  struct seeds s;
  ck_assert_int_eq(read_text(&s, "# x y z\n1 2 3\n\n 4.5,\t-0.25, 1e1\r\n7 8 9"), 0);
  ck_assert_uint_eq(s.count, 3);
  ck_assert(s.at[0][0] == 1 && s.at[1][0] == 4.5 && s.at[1][1] == -0.25 && s.at[1][2] == 10 && s.at[2][2] == 9);
  seeds_free(&s);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    ck_assert_int_eq(read_text(&s, wrong[i]), TILE_REJECTED);
  ck_assert_int_eq(read_text(&s, "1 2 3\n4 5\n"), TILE_REJECTED);
  ck_assert_str_eq(e.text, "seeds, line 2: expected a point X Y Z in voxels, or in lengths such as 12mm 3mm 40mm");
}

/* 16 seeds over 8 x 8 nodes: one in each block of 2 x 2; in any order of the nodes. 400 over 4 nodes: 100 in each. */
TEST(spread)
{
  int64_t node[64][3];
  struct seeds s;
  int count[64] = {0};
  for (int i = 0; i < 64; i++) {
    const int n = i * 37 % 64;
    node[i][0] = n % 8;
    node[i][1] = 5;
    node[i][2] = n / 8;
  }
  ck_assert_int_eq(seeds_spread(&s, 16, node, 64, 1, &e), 0);
  for (size_t i = 0; i < s.count; i++) {
    ck_assert(s.at[i][1] == 5);
    count[(int)s.at[i][0] / 2 + 4 * ((int)s.at[i][2] / 2)]++;
  }
  for (int i = 0; i < 16; i++)
    ck_assert_int_eq(count[i], 1);
  seeds_free(&s);
  memset(count, 0, sizeof count);
  ck_assert_int_eq(seeds_spread(&s, 400, node, 4, 1, &e), 0);
  for (size_t i = 0; i < s.count; i++)
    count[(int)floor(s.at[i][0] + 0.5) + 2 * (int)floor(s.at[i][2] + 0.5)]++;
  for (int i = 0; i < 4; i++)
    ck_assert_int_eq(count[i], 100);
  seeds_free(&s);
}

int main(void)
{
  return run_tests("streamlines", 0, CK_FORK_GETENV);
}
