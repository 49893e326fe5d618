/* SPDX-License-Identifier: BSD-3-Clause */
/* Non-local means on a GPU against the CPU, bit for bit: radii of search and patch with kernels of their own and others,
 * images that are no multiples of a block, of few slices, with NaN. Skipped without a GPU. */
#include "filter.h"
#include "noise.h"
#include "random.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 71 * 37 * 27 };
static float image[MOST];
static struct tile_error e;
static int64_t reads; /* of slices */

static int read_image(struct source *s, int64_t z, double *values, struct tile_error *why)
{
  (void)why;
  const int64_t count = s->grid[0] * s->grid[1];
  for (int64_t i = 0; i < count; i++)
    values[i] = (double)image[z * count + i];
  reads++;
  return TILE_OK;
}

static void close_image(struct source *s)
{
  (void)s;
}

static struct source open_image(const int64_t grid[3], bool nans)
{
  return (struct source){.grid = {grid[0], grid[1], grid[2]},
                         .nans = nans,
                         .type = "f32",
                         .read = read_image,
                         .close = close_image,
                         .rereadable = true};
}

static void make_image(const int64_t grid[3], bool nans)
{
  struct random r = {7};
  for (int64_t i = 0; i < grid[0] * grid[1] * grid[2]; i++) {
    const int64_t x = i % grid[0], y = i / grid[0] % grid[1], z = i / (grid[0] * grid[1]);
    image[i] = (float)(((x / 5 + y / 4 + z / 3) % 2 ? 9000 : 3000) + 3000 * random_real(&r));
    if (nans && (random_real(&r) < 0.1 || x + y < 9))
      image[i] = NAN;
  }
}

static const struct {
  int64_t grid[3], search, patch;
  double h; /* 0: from the noise */
  bool nans;
} cases[] = {
    {{71, 37, 27}, 3, 1, 900, false}, {{71, 37, 27}, 3, 1, 0, true},  {{64, 16, 16}, 2, 0, 700, false},
    {{40, 33, 13}, 1, 2, 3e3, true},  {{33, 35, 9}, 2, 3, 3e3, true}, {{25, 24, 24}, 16, 8, 5e3, false},
    {{65, 31, 1}, 5, 1, 900, true},   {{65, 31, 1}, 5, 4, 0, false},  {{9, 9, 9}, 4, 2, 900, false},
};

static struct source filtered(int i, int device)
{
  struct source s = open_image(cases[i].grid, cases[i].nans);
  struct nlm_choice how = {cases[i].search, cases[i].patch, cases[i].h, 0, device};
  if (!(how.h > 0)) {
    ck_assert_int_eq(noise_estimate(&s, &how.noise, &e), TILE_OK);
    how.h = 0.8 * how.noise;
  }
  ck_assert_msg(filter_nlm(&s, &how, &e) == TILE_OK, "%s", e.text);
  return s;
}

static void read_slice(struct source *s, int64_t z, double *slice)
{
  ck_assert_msg(s->read(s, z, slice, &e) == TILE_OK, "%s", e.text);
}

static bool same_bits(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

LOOP_TEST(bits_are_those_of_the_cpu, sizeof cases / sizeof *cases)
{
  static double on_cpu[MOST], on_gpu[MOST];
  make_image(cases[_i].grid, cases[_i].nans);
  struct source cpu = filtered(_i, FILTER_ON_CPU), gpu = filtered(_i, FILTER_ON_GPU);
  const int64_t count = cpu.grid[0] * cpu.grid[1];
  double changed = 0;
  for (int64_t n = 0; n < 2 * cpu.grid[2]; n++) { /* twice, as for what needs several passes */
    const int64_t z = n % cpu.grid[2];
    read_slice(&cpu, z, on_cpu);
    read_slice(&gpu, z, on_gpu);
    for (int64_t i = 0; i < count; i++) {
      const double was = (double)image[z * count + i];
      ck_assert_msg(same_bits(on_cpu[i], on_gpu[i]) && isnan(was) == isnan(on_gpu[i]),
                    "case %d, voxel %d of slice %d: %.9g instead of %.9g", _i, (int)i, (int)z, on_gpu[i], on_cpu[i]);
      changed = isnan(was) ? changed : fmax(changed, fabs(on_gpu[i] - was));
    }
  }
  ck_assert_msg(changed > 100, "case %d: nothing was smoothed", _i);
  cpu.close(&cpu);
  gpu.close(&gpu);
}

TEST(slices_are_read_once)
{
  double slice[71 * 37];
  make_image(cases[0].grid, false);
  struct source gpu = filtered(0, FILTER_ON_ANY);
  reads = 0;
  for (int64_t z = 0; z < gpu.grid[2]; z++)
    read_slice(&gpu, z, slice);
  ck_assert_int_eq(reads, gpu.grid[2]);
  gpu.close(&gpu);
}

TEST(there_are_not_so_many)
{
  struct source s = open_image(cases[0].grid, false);
  const struct nlm_choice how = {1, 1, 9, 0, FILTER_ON_GPU + 1000};
  ck_assert_int_eq(filter_nlm(&s, &how, &e), TILE_FAILED);
  ck_assert_ptr_nonnull(strstr(e.text, "numbers start at 0"));
  ck_assert(s.read == read_image);
}

static bool no_card(void)
{
  struct source s = open_image(cases[0].grid, false);
  const struct nlm_choice how = {1, 1, 9, 0, FILTER_ON_GPU};
  const int code = filter_nlm(&s, &how, &e);
  if (code)
    fprintf(stderr, "check_nlm_cuda: skipped: %s\n", e.text);
  s.close(&s);
  return code;
}

int main(void)
{
  if (no_card())
    return 77;
  return run_tests("nlm cuda", 120, CK_NOFORK); /* a CUDA context does not survive a fork */
}
