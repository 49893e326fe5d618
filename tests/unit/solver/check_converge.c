/* When a slowly settling number counts as settled. */
#include <math.h>
#include <stdlib.h>

#include "converge.h"
#include "suite.h"

static double remaining_after(struct lbm_series *s, int samples, double limit, double size, double ratio)
{
  for (int n = 0; n < samples; n++)
    lbm_series_add(s, limit + size * pow(ratio, n));
  return lbm_series_remaining(s);
}

/* A geometric series is foreseen exactly (Aitken 1926): what remains is
 * size ratio^n over the latest sample; 1e-9 is the loss of digits in differences. */
START_TEST(geometric)
{
  static const double ratios[] = {0.1, 0.5, 0.9, 0.99};
  for (int r = 0; r < 4; r++)
    for (int samples = 3; samples < 9; samples++) {
      struct lbm_series s = {0};
      double rest = -0.3 * pow(ratios[r], samples - 1);
      ck_assert_double_eq_tol(remaining_after(&s, samples, 2, -0.3, ratios[r]), fabs(rest) / (2 + rest), 1e-9);
    }
}
END_TEST

/* The slower it settles the more remains: a small last change is no convergence. */
START_TEST(slow_is_not_settled)
{
  struct lbm_series s = {0};
  bool settled = false;
  for (int n = 0; n < 100; n++)
    settled |= lbm_series_settled(&s, 1 - 0.5 * pow(0.999, n), 1e-3);
  ck_assert(!settled); /* steps of 5e-4, 0.45 to go */
}
END_TEST

/* Alternating: the limit lies between the last two, so their distance bounds what remains. */
START_TEST(oscillating)
{
  struct lbm_series s = {0};
  double now = 1 + 0.2 * pow(-0.8, 6), remaining = remaining_after(&s, 7, 1, 0.2, -0.8);
  ck_assert_double_ge(remaining, fabs(now - 1) / now);
  ck_assert_double_lt(remaining, 3 * fabs(now - 1) / now);
}
END_TEST

START_TEST(cannot_be_told)
{
  struct lbm_series s = {0};
  ck_assert(isinf(lbm_series_remaining(&s)));
  ck_assert(isinf(remaining_after(&s, 2, 1, 1, 0.5)));
  lbm_series_clear(&s);
  ck_assert(isinf(remaining_after(&s, 5, 1, 1, 1.5))); /* grows */
  lbm_series_clear(&s);
  ck_assert(isinf(remaining_after(&s, 5, (double)NAN, 1, 0.5)));
}
END_TEST

START_TEST(constant_is_settled)
{
  struct lbm_series s = {0};
  ck_assert(remaining_after(&s, 3, 5, 0, 0.5) == 0);
  lbm_series_clear(&s);
  ck_assert(remaining_after(&s, 3, 0, 0, 0.5) == 0);
}
END_TEST

/* Two samples either side of the crest of a sound wave are equal: nothing
 * seems to remain, once. */
START_TEST(crest_is_not_the_end)
{
  struct lbm_series s = {0};
  bool once = false;
  for (int n = 0; n < 200; n++) {
    ck_assert(!lbm_series_settled(&s, 1 + 0.01 * sin(acos(-1) * (n + 0.5) / 20), 1e-6));
    once |= s.held == 1;
  }
  ck_assert(once);
}
END_TEST

START_TEST(settles_in_the_end)
{
  struct lbm_series s = {0};
  int n = 0;
  while (n < 1000 && !lbm_series_settled(&s, 3 + pow(0.9, n), 1e-6))
    n++;
  ck_assert_int_lt(n, 1000);
  ck_assert_double_lt(pow(0.9, n) / 3, 1e-6);
  ck_assert_double_gt(pow(0.9, n) / 3, 0.5e-6); /* and not much later than it could */
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("converge");
  TCase *t = tcase_create("converge");
  tcase_add_test(t, geometric);
  tcase_add_test(t, slow_is_not_settled);
  tcase_add_test(t, oscillating);
  tcase_add_test(t, cannot_be_told);
  tcase_add_test(t, constant_is_settled);
  tcase_add_test(t, crest_is_not_the_end);
  tcase_add_test(t, settles_in_the_end);
  suite_add_tcase(suite, t);
  return run_suite(suite, CK_FORK_GETENV);
}
