/* SPDX-License-Identifier: BSD-3-Clause */
/* When a slowly converging number counts as converged, and which tau makes it converge soon. */
#include <math.h>
#include <stdlib.h>

#include "converge.h"
#include "relaxation.h"
#include "suite.h"

static void add(struct lbm_series *s, double value)
{
  lbm_series_add(s, (struct lbm_sample){value, 0});
}

#define NOISE 1e-12

/* The sequences of this file: sample n of each; their limit is 2. */
static double geometric(double ratio, int n)
{
  return 2 - 0.3 * pow(ratio, n);
}

static double swing(double period, double decay, int n)
{
  return 2 + 0.3 * exp(-n * decay) * cos(2 * acos(-1) * n / period);
}

/* The remaining change of a geometric series is never more than the estimate, and the estimate is at most eight times
 * as large. */
LOOP_TEST(geometric_series, 7)
{
  static const double ratios[] = {0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.999};
  struct lbm_series s = {0};
  for (int n = 0; n < 60; n++) {
    double value = geometric(ratios[_i], n), error = fabs(value - 2) / value;
    add(&s, value);
    ck_assert_double_ge(lbm_series_remaining(&s, NOISE) * (1 + 1e-6) + 1e-14, error);
    if (n + 1 >= LBM_SAMPLES && ratios[_i] >= 0.9)
      ck_assert_double_lt(lbm_series_remaining(&s, NOISE), 8 * error);
  }
}

/* Oscillations about the limit with periods of 6 to 40 samples, whose crests look converged; the true error is
 * compared. */
LOOP_TEST(swings, 18)
{
  const double period = 6 + 2 * _i;
  for (double decay = 0.02; decay < 0.5; decay *= 2) {
    struct lbm_series s = {0};
    int n = 0;
    do
      add(&s, swing(period, decay, n));
    while (n++ < 5000 && !(lbm_series_remaining(&s, NOISE) < 1e-5));
    ck_assert_int_lt(n, 5000);
    ck_assert_double_lt(0.3 * exp(-(n - 1) * decay) / 2, 2e-5);
  }
}

/* An oscillation that does not decay never converges. */
TEST(steady_swing)
{
  struct lbm_series s = {0};
  for (int n = 0; n < 400; n++) {
    add(&s, swing(14, 0, n));
    ck_assert_double_gt(lbm_series_remaining(&s, NOISE), 0.05);
  }
}

/* Number of samples until an oscillation is held to be lasting; -1: the number converges before. */
static int lasts(double (*number)(double, double, int), double a, double b, int samples)
{
  struct lbm_series s = {0};
  struct lbm_unrest u = {0};
  for (int n = 0; n < samples; n++) {
    add(&s, number(a, b, n));
    if (lbm_series_remaining(&s, NOISE) < 1e-9)
      return -1;
    if (lbm_unrest_lasts(&u, &s))
      return n + 1;
  }
  return -1;
}

static double approach(double ratio, double unused, int n)
{
  (void)unused;
  return geometric(ratio, n);
}

/* Grows from rest, and oscillates from then on. */
static double awakening(double period, double growth, int n)
{
  return swing(period, 0, n) * fmin(1e-8 * exp(n * growth), 1) + 2;
}

/* A lasting oscillation is found, whatever its period and whenever it began. */
TEST(lasting_swings_are_found)
{
  ck_assert_int_eq(lasts(swing, 8, 0, 10000), 4112);
  for (int period = 5; period < 60; period += 6)
    ck_assert_int_gt(lasts(swing, period + 0.3, 0, 40000), 0);
  for (int n = 1000; n < 10000; n += 1000)
    ck_assert_int_gt(lasts(awakening, 14, 20. / n, 100000), 0);
}

/* A change that decays, however slowly, is waited for: that of a mean, of oscillations, or of the spread alone. */
TEST(what_fades_is_waited_for)
{
  for (double left = 1e-2; left > 1e-5; left /= 3) {
    ck_assert_int_eq(lasts(approach, 1 - left, 0, 1000000), -1);
    ck_assert_int_eq(lasts(swing, 14, left, 1000000), -1);
  }
}

/* Has almost converged, then leaves for another steady flow, and converges there. */
static double departure(double when, double growth, int n)
{
  return geometric(0.97, n) + 0.3 / (1 + exp((when - n) * growth));
}

TEST(what_finds_another_rest_is_waited_for)
{
  for (int when = 500; when < 15000; when += 500)
    ck_assert_int_eq(lasts(departure, when, 20. / when, 1000000), -1);
}

TEST(a_spread_that_fades_is_waited_for)
{
  struct lbm_series s = {0};
  struct lbm_unrest u = {0};
  for (int n = 0; n < 100000; n++) {
    lbm_series_add(&s, (struct lbm_sample){swing(14, 0, n), pow(0.999, n)});
    ck_assert(!lbm_unrest_lasts(&u, &s));
  }
}

/* A change of tau or of the drive begins a new series. */
TEST(a_new_series_begins_anew)
{
  struct lbm_series s = {0};
  struct lbm_unrest u = {0};
  for (int n = 0; n < 20000; n++) {
    if (n % 4000 == 0)
      lbm_series_clear(&s);
    add(&s, swing(14, 0, n));
    ck_assert(!lbm_unrest_lasts(&u, &s));
  }
}

TEST(cannot_be_told)
{
  struct lbm_series s = {0};
  ck_assert(isinf(lbm_series_remaining(&s, NOISE)));
  for (int n = 0; n < 40; n++)
    add(&s, 1 + pow(1.1, n)); /* grows */
  ck_assert(isinf(lbm_series_remaining(&s, NOISE)));
  lbm_series_clear(&s);
  for (int n = 0; n < 40; n++)
    add(&s, n == 38 ? (double)NAN : 1);
  ck_assert(isinf(lbm_series_remaining(&s, NOISE)));
}

TEST(constant_is_settled)
{
  for (int value = 0; value <= 5; value += 5) {
    struct lbm_series s = {0};
    for (int n = 0; n < LBM_SAMPLES; n++) {
      ck_assert(isinf(lbm_series_remaining(&s, NOISE)));
      add(&s, value);
    }
    ck_assert(lbm_series_remaining(&s, NOISE) == 0);
  }
}

/* Only rounding still moves the number: the ranges do not shrink, and nothing remains. */
TEST(noise_is_settled)
{
  struct lbm_series s = {0};
  for (int n = 0; n < 2 * LBM_SAMPLES; n++)
    add(&s, 1 + 1e-13 * (n * 7919 % 5));
  ck_assert_double_le(lbm_series_remaining(&s, NOISE), NOISE);
  ck_assert(isinf(lbm_series_remaining(&s, 1e-14)));
}

/* A number has not converged while the flux differs from layer to layer. */
TEST(spread_counts)
{
  struct lbm_series s = {0};
  for (int n = 0; n < 2 * LBM_SAMPLES; n++)
    lbm_series_add(&s, (struct lbm_sample){1, 1e-3});
  ck_assert_double_eq(lbm_series_remaining(&s, NOISE), 1e-3);
  for (int n = 0; n < LBM_WINDOW; n++)
    lbm_series_add(&s, (struct lbm_sample){1, 0});
  ck_assert(lbm_series_remaining(&s, NOISE) == 0);
}

/* Reference for the calls below: porosity 0.2, k = 0.06, L = 128 give 17 k / (porosity L) = 0.0398; an estimate from
 * early samples is corrected. */
static void judge(struct lbm_relaxation *r, double tau, double k, double porosity, double length, int64_t now,
                  int64_t steps)
{
  lbm_relaxation_judge(r, &(struct lbm_relaxation_view){tau, k, porosity, length, now, steps, {0}});
}

TEST(tau_of_a_rock)
{
  struct lbm_relaxation r = lbm_relaxation_begin(128);
  judge(&r, LBM_FIRST_TAU, 0.06, 0.2, 128, 32, 32);
  ck_assert(r.tau == 0); /* too early */
  judge(&r, LBM_FIRST_TAU, 0.06, 0.2, 128, 64, 32);
  ck_assert_double_eq_tol(r.tau, 0.5 + 17 * 0.06 / (0.2 * 128), 1e-4);
  double tau = r.tau;
  r.tau = 0;
  judge(&r, tau, 0.063, 0.2, 128, 200, 32);
  ck_assert(r.tau == 0); /* the gain is too small */
}

TEST(tau_of_a_flow_that_begins)
{
  struct lbm_relaxation r = lbm_relaxation_begin(96);
  const double k = 2, porosity = 0.5, viscous = 48 * (LBM_FIRST_TAU - 0.5) / 3;
  judge(&r, LBM_FIRST_TAU, k * (1 - exp(-porosity * viscous / k)), porosity, 96, 48, 48);
  ck_assert_double_eq_tol(r.tau, 0.5 + 17 * k / (porosity * 96), 0.01);
}

/* Samples of a sequence that approaches 2, with this spread at the last of them. */
static struct lbm_trend trend(double value(double, double, int), double a, double b, double spread)
{
  struct lbm_series s = {0};
  for (int n = 0; n < LBM_SAMPLES; n++)
    lbm_series_add(&s, (struct lbm_sample){value(a, b, n), spread});
  return lbm_series_trend(&s);
}
static double decay(double ratio, double unused, int n)
{
  (void)unused;
  return geometric(ratio, n);
}

TEST(trends)
{
  struct lbm_trend t = trend(decay, 0.9, 0, 0.01);
  ck_assert(t.known && t.turns == 0 && !t.lasting);
  ck_assert_double_eq_tol(t.change, t.balance * 0.01, 1e-12);
  ck_assert_double_eq_tol(t.balance, 0.3 * (1 - pow(0.9, LBM_SAMPLES - 1)) / t.mean / 0.01, 1e-9);
  t = trend(swing, 8, 0, 0.01);
  ck_assert(t.known && t.turns >= 3 && t.lasting);
  ck_assert(!trend(swing, 8, 0.2, 0.01).lasting);
  ck_assert(!trend(decay, 0.9, 0, 0).known);
}

/* 0: tau is not changed */
static double tau_after(struct lbm_trend t)
{
  struct lbm_relaxation r = lbm_relaxation_begin(128);
  const double tau = 0.5 + 17 * 0.06 / (0.2 * 128);
  r.viscous = 1e6;
  lbm_relaxation_judge(&r, &(struct lbm_relaxation_view){tau, 0.06, 0.2, 128, 1000, 32, t});
  return r.tau > 0 ? (r.tau - 0.5) / (tau - 0.5) : 0;
}

TEST(tau_of_what_lags)
{
  ck_assert(tau_after((struct lbm_trend){true, 0.06, 0.01, 2.5, 0, false}) == 0);
  ck_assert(tau_after((struct lbm_trend){true, 0.06, 0.01, 1, 0, false}) == 0);
  ck_assert(tau_after((struct lbm_trend){true, 0.06, 1e-6, 0.1, 0, false}) == 0); /* already converged */
  double pressure = tau_after((struct lbm_trend){true, 0.06, 0.01, 0.1, 0, false});
  double momentum = tau_after((struct lbm_trend){true, 0.06, 0.01, 100, 0, false});
  double ringing = tau_after((struct lbm_trend){true, 0.06, 0.01, 0.1, 4, true});
  ck_assert(pressure > 0 && pressure < 0.8);
  ck_assert(momentum > 1.2);
  ck_assert(ringing > 1.4);
}

int main(void)
{
  return run_tests("converge", 0, CK_FORK_GETENV);
}
