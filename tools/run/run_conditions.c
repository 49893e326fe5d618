/* SPDX-License-Identifier: BSD-3-Clause */
/* The conditions of patches: --set NAME:wall=U,V,W | velocity=U,V,W | parabola=U,V,W, and those of opening.h. */
#include "course.h"
#include "run_setup.h"

#include "inflow.h"
#include "boundary.h"
#include "nodes.h"
#include "opening.h"
#include "vectors.h"

#include <math.h>
#include <string.h>

/* The patch of NAME:...; -1: there is none. */
static int patch_of(const struct tile_domain *d, const char *set)
{
  const char *colon = strchr(set, ':');
  return colon ? tile_patch_find(d->patch, d->patches, set, (size_t)(colon - set)) : -1;
}

static void parse_values(const char *set, char *text, struct cli_quantity *q, int count)
{
  struct tile_error e;
  char *rest = text, *word;
  int found = 0;
  while ((word = strsep(&rest, ",")) && found < count)
    if (cli_quantity(&q[found++], word, &e))
      cli_usage("--set %s: %s", set, e.text);
  if (word || found < count)
    cli_usage("--set %s: expected three components U,V,W", set);
}

/* At higher velocities rounding loses the 1 in the 1 - u of Zou and He, and a plane acts as a wall. */
static void refuse_fast(const char *set, double velocity)
{
  const double most = 1e3;
  if (!(fabs(velocity) <= most))
    cli_usage("--set %s: %g voxels a step: no flow can be that fast, at most %g", set, velocity, most);
}

static void set_value(const char *set, const char *value, struct lbm_condition *c, const struct lbm_units *u)
{
  struct cli_quantity q[3];
  char text[256];
  if ((size_t)snprintf(text, sizeof text, "%s", value) >= sizeof text)
    cli_usage("--set %.*s: value too long", (int)(value - set), set);
  parse_values(set, text, q, 3);
  for (int a = 0; a < 3; a++) {
    c->velocity[a] = run_lattice(q + a, LBM_VELOCITY, 1, -1, 0, u, "--set");
    refuse_fast(set, c->velocity[a]);
  }
}

static void refuse_name(const char *set, int length, const struct tile_domain *d)
{
  char names[512] = "";
  size_t end = 0;
  for (int i = 0; i < d->patches && end < sizeof names; i++)
    end += (size_t)snprintf(names + end, sizeof names - end, "%s%s", i ? ", " : "", d->patch[i].name);
  cli_usage("--set %s: the domain has no patch '%.*s'; it has %s%s", set, length, set, *names ? names : "none",
            end < sizeof names ? "" : " ...");
}

/* Returns the number of the patch. */
static int set_patch(const char *set, struct lbm_parameters *p, const struct tile_domain *d, bool stretches)
{
  const char *colon = strchr(set, ':');
  const int patch = patch_of(d, set);
  if (colon && patch < 0)
    refuse_name(set, (int)(colon - set), d);
  if (colon && opening_set(set, colon + 1, p, d, patch, stretches))
    return patch;
  for (int k = LBM_AT_WALL; colon && k < LBM_CONDITIONS; k++) {
    size_t length = strlen(lbm_condition_names[k]);
    if (k == LBM_AT_PRESSURE || lbm_is_flow((enum lbm_condition_kind)k) ||
        strncmp(colon + 1, lbm_condition_names[k], length) || colon[1 + length] != '=')
      continue;
    p->setup.condition[patch] = (struct lbm_condition){.kind = (enum lbm_condition_kind)k};
    set_value(set, colon + length + 2, p->setup.condition + patch, &p->units);
    return patch;
  }
  cli_usage("--set %s: expected NAME:wall=U,V,W, or velocity, parabola, flow, pressure, resistance, rcr or split in "
            "its place",
            set);
}

double run_peak_speed(double *period, const struct run_options *o, const struct tile_domain *d, double viscosity)
{
  double most = 0;
  bool opens = false;
  for (size_t i = 0; i < o->sets.count; i++) {
    const char *set = o->sets.value[i], *colon = strchr(set, ':');
    const int patch = patch_of(d, set);
    if (patch < 0)
      continue;
    opens = opens || tile_patch_opens(d->patch + patch);
    most = fmax(most, opening_peak(period, set, colon + 1, d, patch, viscosity));
  }
  return opens ? most : 0;
}

/* The pressures of openings, at times of the period. */
struct pressed {
  double least[OPENING_PHASES], most[OPENING_PHASES];
  double area; /* of the largest opening, voxels^2 */
};

/* False: the pressure of a patch is not known, or a flow is given. */
static bool add_pressure(struct pressed *x, double *period, const char *set, const struct tile_domain *d)
{
  const char *colon = strchr(set, ':');
  const int patch = patch_of(d, set);
  double at[OPENING_PHASES];
  if (patch < 0 || !opening_pressures(at, period, set, colon + 1))
    return false;
  for (int i = 0; i < OPENING_PHASES; i++) {
    x->least[i] = fmin(x->least[i], at[i]);
    x->most[i] = fmax(x->most[i], at[i]);
  }
  if (tile_patch_opens(d->patch + patch))
    x->area = fmax(x->area, opening_area(d, patch));
  return true;
}

double run_pressed_speed(double *period, const struct run_options *o, const struct tile_domain *d, double viscosity,
                         double density)
{
  const double longest = fmax((double)d->grid[0], fmax((double)d->grid[1], (double)d->grid[2]));
  struct pressed x = {.area = 0};
  double drop = 0;
  for (int i = 0; i < OPENING_PHASES; i++) {
    x.least[i] = (double)INFINITY;
    x.most[i] = -(double)INFINITY;
  }
  for (size_t i = 0; i < o->sets.count; i++)
    if (!add_pressure(&x, period, o->sets.value[i], d))
      return 0;
  for (int i = 0; i < OPENING_PHASES && x.area > 0; i++)
    drop = fmax(drop, x.most[i] - x.least[i]);
  const double viscous = drop * x.area / acos(-1) * d->dx / (4 * viscosity * density * longest);
  return fmin(sqrt(2 * drop / density), viscous);
}

/* --permeability and --pressure-drop set the pressures on their two faces themselves. A pressure drive of the input ends
 * when --set gives a patch on its faces a condition. */
static void keep_drive(const char *set, const struct run_options *o, struct lbm_parameters *p,
                       const struct tile_patch *patch)
{
  if (p->drive != LBM_PRESSURE_DRIVE || patch->face[0] != 'x' + p->axis)
    return;
  if (o->axis >= 0 || o->drop.given)
    cli_usage("--set %s: %s sets patch '%s' itself", set,
              o->forchheimer ? "--forchheimer"
              : o->axis >= 0 ? "--permeability"
                             : "--pressure-drop",
              patch->name);
  p->drive = LBM_UNDRIVEN;
  p->axis = -1;
}

static void need_conditions(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (p->setup.condition[i].kind == LBM_AT_REST)
      cli_usage("patch '%s' (face %s) has no condition: give --set %s:wall|velocity|parabola|flow|pressure=...%s",
                d->patch[i].name, d->patch[i].face, d->patch[i].name,
                o->axis >= 0 ? "" : ", --pressure-drop P or --permeability AXIS");
}

static bool is_set(const struct run_options *o, const struct tile_domain *d, int patch)
{
  for (size_t i = 0; i < o->sets.count; i++)
    if (patch_of(d, o->sets.value[i]) == patch)
      return true;
  return false;
}

static bool lets_in(const struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++) {
    const double *u = p->setup.condition[i].velocity;
    if (p->setup.course[i].outlet.kind == LBM_OUTLET_FLOW ||
        (lbm_sets_velocity(p->setup.condition[i].kind) && (u[0] != 0 || u[1] != 0 || u[2] != 0)))
      return true;
  }
  return false;
}

/* A steady flow with inertia becomes steady sooner if sound leaves through its outlets. Without a flow that is given
 * the outlets, whose pressures move together, would absorb nothing. A GPU with one copy of the populations cannot. */
static void choose_absorbing(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  if (p->setup.equilibrium == LBM_STOKES || p->period > 0 || lbm_courses_vary(p->setup.course, d->patches) ||
      o->copies == 1 || !lets_in(p, d))
    return;
  for (size_t n = 0; n < o->sets.count; n++) {
    const char *set = o->sets.value[n];
    const int i = patch_of(d, set);
    struct lbm_outlet *outlet = &p->setup.course[i].outlet;
    if (p->setup.condition[i].kind == LBM_AT_PRESSURE && tile_patch_opens(d->patch + i) &&
        outlet->kind == LBM_OUTLET_FIXED)
      outlet->absorbing = !opening_reflects(set);
  }
}

/* The inflows of a result fit already. */
static void fit_inflows(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  struct tile_error e;
  for (int i = 0; i < d->patches; i++)
    if (is_set(o, d, i))
      check_or_exit(lbm_fit_inflow(p->setup.condition, d, i, &e), &e);
}

/* The angle between a velocity and the normal of its patch, 0 to 90 degrees; 0 also for a velocity of 0, or one that lies
 * in a face, as that of a lid does. */
static double degrees_from_normal(const struct lbm_condition *c, const struct tile_patch *patch)
{
  const double speed = tile_length(c->velocity), across = fabs(tile_dot(c->velocity, patch->normal));
  const bool lid = c->kind == LBM_AT_VELOCITY && across == 0 && !tile_patch_opens(patch);
  return speed > 0 && !lid ? acos(fmin(across / speed, 1)) * (45 / atan(1)) : 0;
}

void run_warn_of_inflows(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d)
{
  const double most = 80;
  for (int i = 0; i < d->patches; i++) {
    const struct lbm_condition *c = p->setup.condition + i;
    if (!lbm_sets_velocity(c->kind) || !is_set(o, d, i))
      continue;
    const double degrees = degrees_from_normal(c, d->patch + i);
    if (degrees > most)
      cli_warn("patch '%s': its velocity is %.0f degrees from the normal, so little flows through it", d->patch[i].name,
               degrees);
  }
}

/* A flow that has begun keeps its ramp. Flow through faces begins at once, so that results of earlier versions stay. */
static void set_ramp(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  enum { STEPS = 200 };
  if (o->ramp >= 0)
    p->setup.ramp = o->ramp;
  else if (!p->step)
    p->setup.ramp = lbm_vessel_opens(&p->setup, d) ? STEPS : 0;
}

/* A patch has one condition. */
static void refuse_second(const struct run_options *o, size_t i)
{
  const size_t length = strcspn(o->sets.value[i], ":");
  for (size_t k = 0; k < i; k++)
    if (strcspn(o->sets.value[k], ":") == length && !strncmp(o->sets.value[k], o->sets.value[i], length))
      cli_usage("--set %s: patch '%.*s' has a condition already: %s", o->sets.value[i], (int)length, o->sets.value[i],
                o->sets.value[k] + length + 1);
}

/* Patches without a condition on the faces of the other axes of --permeability are walls at rest in this drive. */
static void rest_sides(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++) {
    struct lbm_condition *c = p->setup.condition + i;
    const int axis = tile_patch_opens(&d->patch[i]) ? -1 : d->patch[i].face[0] - 'x';
    if (c->kind == LBM_AT_REST && axis >= 0 && axis != o->axis && o->axes >> axis & 1)
      *c = (struct lbm_condition){.kind = LBM_AT_WALL};
  }
}

static bool all_set(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (p->setup.condition[i].kind == LBM_AT_PRESSURE && !is_set(o, d, i))
      return false;
  return true;
}

/* A flow that has begun keeps what was taken off. */
static void take_common(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  double *common = &p->setup.common_pressure;
  if (!p->step && *common == 0 && all_set(o, p, d))
    *common = opening_common_pressure(p, d);
  for (int i = 0; i < d->patches && *common != 0; i++)
    if (is_set(o, d, i))
      opening_lower(p, i, *common);
  opening_check_pressures(p, d);
}

void run_set_conditions(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  if (o->period.given)
    opening_period(&o->period, p);
  for (size_t i = 0; i < o->sets.count; i++) {
    keep_drive(o->sets.value[i], o, p, d->patch + set_patch(o->sets.value[i], p, d, o->period.given));
    refuse_second(o, i);
  }
  fit_inflows(o, p, d);
  opening_let_out(p, d);
  choose_absorbing(o, p, d);
  p->setup.steady = o->converge > 0;
  opening_check(p, d);
  take_common(o, p, d);
  set_ramp(o, p, d);
  if (run_several(o))
    rest_sides(o, p, d);
  if (!o->benchmark)
    need_conditions(o, p, d);
}
