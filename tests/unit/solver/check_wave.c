/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves in time: their values, harmonics and faults. */
#include "suite.h"
#include "wave.h"

#include <math.h>

static struct tile_error e;
#define PI 3.14159265358979323846

/* value(t) = 0.3 + cos(2 pi t / T) - 0.5 sin(4 pi t / T) at uneven times */
static double smooth(double t)
{
  return 0.3 + cos(2 * PI * t) - 0.5 * sin(4 * PI * t);
}

static struct lbm_wave smooth_wave(int points, double begin, double period)
{
  struct lbm_wave w;
  ck_assert_int_eq(lbm_wave_make(&w, points, &e), 0);
  for (int n = 0; n < points; n++) {
    const double t = (double)n / (points - 1), at = t + 0.02 * sin(2 * PI * t);
    w.time[n] = begin + period * at;
    w.value[n] = smooth(at);
  }
  w.value[points - 1] = w.value[0];
  return w;
}

/* The curve comes closer to a smooth function with more points. */
START_TEST(curve_is_smooth)
{
  double most[2] = {0, 0};
  for (int k = 0; k < 2; k++) {
    struct lbm_curve c;
    struct lbm_wave w = smooth_wave(k ? 129 : 65, 10, 200);
    ck_assert(!lbm_wave_fault(&w));
    ck_assert_int_eq(lbm_curve_make(&c, &w, &e), 0);
    for (int n = 0; n < w.points; n++)
      ck_assert(fabs(lbm_curve_at(&c, w.time[n]) - w.value[n]) < 1e-13);
    for (double t = -300; t < 700; t += 0.37)
      most[k] = fmax(most[k], fabs(lbm_curve_at(&c, t) - smooth((t - 10) / 200)));
    lbm_curve_free(&c);
    lbm_wave_free(&w);
  }
  ck_assert_msg(most[0] < 5e-5 && most[1] < most[0] / 3, "%g, %g", most[0], most[1]);
}
END_TEST

START_TEST(harmonics_of_a_curve)
{
  const double wanted[][2] = {{0.3, 0}, {1, 0}, {0, 0.5}, {0, 0}};
  double re[4], im[4];
  struct lbm_curve c;
  struct lbm_wave w = smooth_wave(129, 0, 100);
  ck_assert_int_eq(lbm_curve_make(&c, &w, &e), 0);
  lbm_curve_harmonics(&c, re, im, 4);
  for (int k = 0; k < 4; k++)
    ck_assert_msg(fabs(re[k] - wanted[k][0]) < 1e-4 && fabs(im[k] - wanted[k][1]) < 1e-4, "%d: %g, %g", k, re[k],
                  im[k]);
  lbm_curve_free(&c);
  lbm_wave_free(&w);
}
END_TEST

/* 0.6 + b cos(2 pi k t / T): the rms of the cosine is b / sqrt 2, and the harmonics hold it up to k = 20. */
START_TEST(harmonics_leave_out_the_rest)
{
  enum { POINTS = 1001 };
  for (int k = 19; k < 23; k++) {
    struct lbm_curve c;
    struct lbm_wave w;
    const double b = 0.4, left = k > 20 ? b / sqrt(2) / sqrt(0.36 + b * b / 2) : 0;
    ck_assert_int_eq(lbm_wave_make(&w, POINTS, &e), 0);
    for (int n = 0; n < POINTS; n++) {
      w.time[n] = 50. * n / (POINTS - 1);
      w.value[n] = 0.6 + b * cos(2 * PI * k * n / (POINTS - 1));
    }
    ck_assert_int_eq(lbm_curve_make(&c, &w, &e), 0);
    ck_assert_msg(fabs(lbm_curve_missed(&c) - left) < 1e-3, "%d: %g", k, lbm_curve_missed(&c));
    lbm_curve_free(&c);
    lbm_wave_free(&w);
  }
}
END_TEST

START_TEST(curve_stays_between_a_jump)
{
  double time[] = {0, 1, 2, 3, 4, 5}, value[] = {0, 0, 0, 1, 1, 0};
  const struct lbm_wave w = {6, time, value};
  struct lbm_curve c;
  ck_assert_int_eq(lbm_curve_make(&c, &w, &e), 0);
  for (double t = 0; t < 5; t += 0.01)
    ck_assert(lbm_curve_at(&c, t) > -1e-12 && lbm_curve_at(&c, t) < 1 + 1e-12);
  lbm_curve_free(&c);
}
END_TEST

START_TEST(faults_of_waves)
{
  double time[] = {0, 1, 2, 3}, value[] = {1, 2, 0, 1};
  struct lbm_wave w = {4, time, value};
  ck_assert(!lbm_wave_fault(&w));
  value[3] = 1.1;
  ck_assert(strstr(lbm_wave_fault(&w), "does not end"));
  value[3] = 1;
  value[1] = NAN;
  ck_assert(strstr(lbm_wave_fault(&w), "gap"));
  value[1] = 2;
  time[2] = 1;
  ck_assert(strstr(lbm_wave_fault(&w), "increase"));
  w.points = 2;
  ck_assert(strstr(lbm_wave_fault(&w), "three"));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("wave");
  TCase *t = tcase_create("wave");
  tcase_add_test(t, curve_is_smooth);
  tcase_add_test(t, harmonics_of_a_curve);
  tcase_add_test(t, harmonics_leave_out_the_rest);
  tcase_add_test(t, curve_stays_between_a_jump);
  tcase_add_test(t, faults_of_waves);
  suite_add_tcase(suite, t);
  return run_suite(suite, CK_FORK_GETENV);
}
