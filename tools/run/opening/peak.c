/* SPDX-License-Identifier: BSD-3-Clause */
#include "boundary.h"
#include "course.h"
#include "words.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The largest speed by the mean: of developed flow in a round opening, and of one that oscillates slowly in it. */
#define DEVELOPED 2.

/* ---- what --set asks for ------------------------------------------------------------- */

/* In these units a physical value is what it is in SI units. */
static const struct lbm_units si = {.dx = 1, .dt = 1, .density = 1};

/* Of a curve, in seconds. */
static double period_of(const struct curve *c)
{
  return (c->time[c->points - 1] - c->time[0]) * (c->unit[0].given ? c->unit[0].value : 1);
}

static double largest(double *period, const struct opening *o)
{
  struct curve c;
  double most = 0;
  opening_read_curve(o, &c);
  for (int n = 0; opening_is_physical(o, &c) && n < c.points; n++)
    most = fmax(most, fabs(c.value[n] * opening_factor(o, &c)));
  if (most > 0 && c.points > 1)
    *period = period_of(&c);
  curve_free(&c);
  return most;
}

/* The value of one quantity, or the largest one of a curve; 0 without a unit. */
static double value_of(double *period, const struct opening *o)
{
  struct cli_quantity q;
  struct tile_error e;
  if (!cli_quantity(&q, o->word[0], &e))
    return q.physical ? fabs(opening_value(o, &q, o->kind)) : 0;
  return opening_is_file(o) ? largest(period, o) : 0;
}

static double length_of(const struct opening *o)
{
  double square = 0;
  for (int a = 0; a < o->words; a++) {
    struct cli_quantity q;
    struct tile_error e;
    if (!cli_quantity(&q, o->word[a], &e) && q.physical && cli_is(&q, 1, -1, 0))
      square += q.value * q.value;
  }
  return sqrt(square);
}

double opening_peak(double *period, const char *set, const char *text, const struct tile_domain *d, int patch,
                    double viscosity)
{
  static const double fastest[PROFILES] = {1, 1, DEVELOPED, DEVELOPED};
  static const char parabola[] = "parabola=";
  struct opening o = {.set = set,
                      .kind = opening_kind(text),
                      .units = &si,
                      .domain = d,
                      .patch = patch,
                      .area = opening_area(d, patch) * d->dx * d->dx,
                      .viscosity = viscosity};
  const bool is_parabola = !strncmp(text, parabola, sizeof parabola - 1);
  if (!is_parabola && (!o.kind || o.kind == opening_kinds + PRESSURE))
    return 0;
  opening_split(&o, text + strcspn(text, "=") + 1);
  if (is_parabola)
    return length_of(&o);
  opening_take_uses(&o);
  if (opening_has_components(&o))
    return length_of(&o);
  return fastest[o.profile] * value_of(period, &o) / (o.kind == opening_kinds + FLOW ? o.area : 1);
}

/* Between the points of a curve, along straight lines. */
static void pressures_of_curve(double at[OPENING_PHASES], const struct curve *c, double factor)
{
  const double *t = c->time, length = t[c->points - 1] - t[0];
  for (int i = 0, n = 0; i < OPENING_PHASES; i++) {
    const double now = t[0] + length * i / OPENING_PHASES;
    while (n + 2 < c->points && t[n + 1] <= now)
      n++;
    at[i] = factor * (c->value[n] + (c->value[n + 1] - c->value[n]) * (now - t[n]) / (t[n + 1] - t[n]));
  }
}

static bool read_pressures(double at[OPENING_PHASES], double *period, const struct opening *o)
{
  struct curve c;
  opening_read_curve(o, &c);
  const bool known = opening_is_physical(o, &c) && c.points > 1;
  if (known)
    pressures_of_curve(at, &c, opening_factor(o, &c));
  if (known)
    *period = period_of(&c);
  curve_free(&c);
  return known;
}

bool opening_pressures(double at[OPENING_PHASES], double *period, const char *set, const char *text)
{
  struct opening o = {.set = set, .kind = opening_kind(text), .units = &si};
  struct cli_quantity q;
  struct tile_error e;
  if (o.kind != opening_kinds + PRESSURE)
    return false;
  opening_split(&o, text + strcspn(text, "=") + 1);
  opening_take(&o, "reflecting");
  opening_take(&o, "absorbing");
  opening_take_uses(&o);
  if (cli_quantity(&q, o.word[0], &e))
    return opening_is_file(&o) && read_pressures(at, period, &o);
  for (int i = 0; i < OPENING_PHASES; i++)
    at[i] = opening_value(&o, &q, o.kind);
  return q.physical || q.value == 0;
}

/* ---- what is set --------------------------------------------------------------------- */

/* The flow through the links of a patch whose places have one velocity, or the speeds of a parabola, half of the largest in
 * the mean. */
static double carried(const struct lbm_parameters *p, const struct tile_domain *d, int patch)
{
  const struct lbm_condition *c = p->setup.condition + patch;
  const bool opens = tile_patch_opens(d->patch + patch);
  struct lbm_cap cap;
  struct tile_error e;
  double sum = 0;
  if (c->kind == LBM_AT_PARABOLA && opens)
    return tile_dot(c->velocity, d->patch[patch].normal) * opening_area(d, patch) / DEVELOPED;
  check_or_exit(lbm_cap_make(&cap, d, p->setup.condition, patch, &e), &e);
  for (size_t n = 0; n < cap.count; n++)
    sum += lbm_cap_rate(d->patch + patch, cap.place + n);
  lbm_cap_free(&cap);
  return sum * tile_dot(c->velocity, d->patch[patch].normal) / (c->kind == LBM_AT_PARABOLA ? DEVELOPED : 1);
}

double opening_flow(const struct lbm_parameters *p, const struct tile_domain *d, int patch)
{
  const struct lbm_condition *c = p->setup.condition + patch;
  const struct lbm_outlet *o = &p->setup.course[patch].outlet;
  if (o->kind == LBM_OUTLET_FLOW)
    return -o->number[0];
  if (!lbm_sets_velocity(c->kind))
    return 0;
  return lbm_is_flow(c->kind) ? tile_dot(c->velocity, d->patch[patch].normal) : carried(p, d, patch);
}

double opening_mean(const struct lbm_parameters *p, int patch)
{
  const struct lbm_wave *w = &p->setup.course[patch].wave;
  return w->points ? curve_mean_of(w) : 1;
}

double opening_fastest(const struct lbm_parameters *p, const struct tile_domain *d, int patch)
{
  const struct lbm_condition *c = p->setup.condition + patch;
  if (p->setup.course[patch].outlet.kind == LBM_OUTLET_FLOW)
    return DEVELOPED * fabs(opening_flow(p, d, patch)) / opening_area(d, patch);
  if (!lbm_sets_velocity(c->kind))
    return 0;
  return lbm_is_flow(c->kind) ? fabs(tile_dot(c->velocity, d->patch[patch].normal)) / opening_area(d, patch) *
                                    (lbm_is_developed(c->kind) ? DEVELOPED : 1)
                              : tile_length(c->velocity);
}
