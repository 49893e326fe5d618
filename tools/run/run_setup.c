/* SPDX-License-Identifier: BSD-3-Clause */
/* From options and header to the parameters of a flow. */
#include "run_setup.h"

#include "course.h"
#include "estimate.h"
#include "keys.h"
#include "loop.h"
#include "opening.h"
#include "tile_make.h"

#include <math.h>
#include <string.h>

/* ---- units -------------------------------------------------------------- */

static double time_step(const struct cli_quantity *q)
{
  if (!cli_is(q, 0, 1, 0) || !(q->value > 0))
    cli_usage("--time-step: expected a value such as 1us, not '%s'", q->text);
  return q->value;
}

static bool is_tau_given(const struct run_options *o)
{
  return o->tau > 0 || o->time_step.given || (o->viscosity.given && !o->viscosity.physical);
}

/* May tau be chosen for speed? Not where velocities are set: a change of tau scales those of the flow. */
static bool tau_is_free(const struct run_options *o, const struct lbm_parameters *p)
{
  return !is_tau_given(o) && o->axis >= 0 && !o->sets.count && !lbm_depends_on_tau(&p->setup) &&
         p->setup.equilibrium == LBM_STOKES;
}

/* The default of --forchheimer: the Reynolds number at the largest Mach number is higher at a lower viscosity. */
#define INERTIAL_TAU 0.55

/* A bare number is a slip more often than a choice of tau, which --tau would be. */
static void say_of_viscosity(const struct run_options *o, const struct lbm_parameters *p)
{
  struct run_options without = *o;
  static bool said; /* once for several axes */
  without.viscosity.given = false;
  if (!said && tau_is_free(&without, p))
    cli_say("--viscosity %s is in lattice units and sets tau; without it tau is chosen for speed, and k is the same; a "
            "physical viscosity has a unit, as 1e-6m2/s",
            o->viscosity.text);
  said = true;
}

/* Called before the drive is set: a flow that was not driven along this axis yet is new. */
static void choose_tau(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  bool begins = o->axis >= 0 && !(p->drive && p->axis == o->axis), is_free = tau_is_free(o, p);
  if (o->tau_auto && !is_free)
    cli_usage(
        "--tau auto is for --permeability with the stokes equilibrium and a collision and walls with which k does not "
        "depend on tau (trt, not linear), without --set");
  if (begins && is_free) {
    p->relaxation = lbm_relaxation_begin((double)d->grid[o->axis]);
    p->setup.tau = LBM_FIRST_TAU;
  }
  p->relaxation.automatic = p->relaxation.automatic && is_free;
  if (begins && o->axis >= 0 && !o->forchheimer && o->viscosity.given && !o->viscosity.physical)
    say_of_viscosity(o, p);
}

/* Openings with a physical speed set the time step: their peak is PEAK_SPEED voxels a step, unless tau would be above
 * MOST_TAU or below LEAST_TAU. */
#define PEAK_SPEED 0.05
#define MOST_TAU 1.
#define LEAST_TAU 0.5005
/* In rigid walls a beat is a flow without sound: it crosses the longest side of the grid in this part of a period, unless
 * tau would fall below SOUND_TAU for it. */
#define CROSSING (1. / 50)
#define SOUND_TAU 0.501

/* Physical, or 0. */
static double given_viscosity(const struct run_options *o, const struct lbm_units *u)
{
  if (o->blood.given)
    return lbm_blood_reference(&o->blood) / u->density;
  return o->viscosity.physical ? cli_viscosity(&o->viscosity, u->density, "--viscosity") : 0;
}

/* At PEAK_SPEED, the lattice viscosity falls as the voxels grow. */
static void refuse_voxels(double tau, double dx)
{
  char text[TILE_REAL_TEXT];
  if (tau < LEAST_TAU)
    cli_usage("the voxels are too large for this speed: tau would be %.6g, and no flow is stable there: voxelize "
              "--voxel with %s or less, or give --les smagorinsky:0.1 for the eddies between voxels",
              tau, cli_length_text(text, dx * lbm_viscosity_of_tau(tau) / lbm_viscosity_of_tau(LEAST_TAU)));
}

/* In seconds; 0: it is not given, or in steps. */
static double period_of(const struct cli_quantity *q)
{
  return !q->given ? 0 : cli_is(q, 0, 1, 0) ? q->value : cli_is(q, 0, -1, 0) ? 1 / q->value : 0;
}

static double time_step_of_tau(double tau, double nu, double dx)
{
  return lbm_viscosity_of_tau(tau) * dx * dx / nu;
}

/* The largest time step in which sound is fast enough. */
static double time_step_of_sound(const struct tile_domain *d, double period, double nu)
{
  const double longest = fmax((double)d->grid[0], fmax((double)d->grid[1], (double)d->grid[2]));
  return fmax(period * CROSSING / (longest * LBM_MACH), time_step_of_tau(SOUND_TAU, nu, d->dx));
}

/* Where pressures drive the flow. */
static double guess_speed(double *period, const struct run_options *o, const struct lbm_parameters *p,
                          const struct tile_domain *d, double nu)
{
  const double speed = run_pressed_speed(period, o, d, nu, p->units.density);
  if (speed > 0)
    cli_say("the time step is for a speed of %.3g m/s, estimated from the pressures: if the flow is faster, give "
            "--time-step",
            speed);
  return speed;
}

/* A flow that has begun keeps its time step. A period is a whole number of steps. */
static void choose_time_step(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  const double nu = given_viscosity(o, &p->units), dx = p->units.dx;
  if (is_tau_given(o) || o->axis >= 0 || lbm_key_text(d, LBM_KEY_TAU) || !(nu > 0 && dx > 0))
    return;
  double period = period_of(&o->period), of_curve = 0;
  double peak = run_peak_speed(&of_curve, o, d, nu);
  if (!(peak > 0))
    peak = guess_speed(&of_curve, o, p, d, nu);
  if (!(peak > 0))
    return;
  double dt = fmin(PEAK_SPEED / peak * dx, time_step_of_tau(MOST_TAU, nu, dx));
  period = period > 0 ? period : of_curve;
  if (period > 0)
    dt = fmin(dt, time_step_of_sound(d, period, nu));
  if (period > 0)
    dt = period / ceil(period / dt * (1 - 1e-6));
  p->setup.tau = lbm_tau_of_viscosity(nu * dt / (dx * dx));
  if (!(o->smagorinsky > 0))
    refuse_voxels(p->setup.tau, dx);
}

/* A physical viscosity and the time step give tau; without the time step, it and tau give the time step. */
static void set_viscosity(const struct run_options *o, struct lbm_parameters *p)
{
  double nu = cli_viscosity(&o->viscosity, p->units.density, "--viscosity"), dx = p->units.dx;
  if (!(dx > 0))
    cli_usage("--viscosity %s needs the voxel size, which this domain does not have: tessera voxelize --voxel 5um",
              o->viscosity.text);
  if (o->time_step.given)
    p->setup.tau = lbm_tau_of_viscosity(nu * p->units.dt / (dx * dx));
  else
    p->units.dt = lbm_time_step(lbm_viscosity_of_tau(p->setup.tau), nu, dx);
}

/* The viscosity that belongs to tau, and the time step give tau, or tau gives the time step. */
static void set_blood(const struct run_options *o, struct lbm_parameters *p)
{
  const double nu = lbm_blood_reference(&p->blood) / p->units.density, dx = p->units.dx;
  if (!(dx > 0))
    cli_usage("--blood needs the voxel size, which this domain does not have: tessera voxelize --voxel 0.1mm");
  if (o->tau > 0 && o->time_step.given)
    cli_usage("--blood, --tau and --time-step: two of them determine the third");
  if (o->time_step.given)
    p->setup.tau = lbm_tau_of_viscosity(nu * p->units.dt / (dx * dx));
  else
    p->units.dt = lbm_time_step(lbm_viscosity_of_tau(p->setup.tau), nu, dx);
}

static void choose_fluid(const struct run_options *o, struct lbm_parameters *p)
{
  const bool changes = o->blood.given || o->tau > 0 || o->time_step.given || o->density.given;
  if (o->blood.given)
    p->blood = o->blood;
  else if (o->viscosity.given)
    p->blood.given = false;
  if (o->smagorinsky > 0)
    p->setup.fluid.smagorinsky = o->smagorinsky;
  if (p->blood.given && changes)
    set_blood(o, p);
  lbm_blood_fluid(&p->setup.fluid, &p->blood, &p->units);
  if (o->axis >= 0 && lbm_fluid_varies(&p->setup.fluid))
    cli_usage("--permeability is for one viscosity: leave out --blood and --les");
}

/* All that the file of a flow holds is in its lattice units: conditions, curves, outlets, averages and the fields. It keeps
 * them, and another viscosity or law changes tau. */
static void keep_units(const struct run_options *o, struct lbm_parameters *p, double tau, const struct lbm_units *u)
{
  const double dx = u->dx, nu = lbm_viscosity_of_tau(p->setup.tau) * dx * dx / p->units.dt;
  const bool other_step = fabs(p->units.dt - u->dt) > 1e-9 * u->dt;
  if (p->units.density != u->density)
    cli_usage(
        "--density %s: the flow that goes on has %.6g kg/m3, in which its pressures are counted: leave it out, or "
        "start from the domain",
        o->density.text, u->density);
  if (other_step && is_tau_given(o))
    cli_usage(
        "%s: the flow that goes on has a time step of %.6g s, in which all that its file holds is counted: leave it "
        "out (another viscosity then changes tau), or start from the domain",
        o->time_step.given ? "--time-step" : "--tau", u->dt);
  p->units.dt = u->dt;
  if (other_step)
    p->setup.tau = lbm_tau_of_viscosity(nu * u->dt / (dx * dx));
  else if (!is_tau_given(o) || fabs(p->setup.tau - tau) < 1e-12)
    p->setup.tau = tau;
  lbm_blood_fluid(&p->setup.fluid, &p->blood, &p->units);
}

/* Of tau, viscosity and time step, two and the voxel size give the third. */
static void set_times(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  double *tau = &p->setup.tau;
  bool physical = o->viscosity.given && o->viscosity.physical;
  if (o->tau > 0 && o->viscosity.given && o->time_step.given)
    cli_usage("--tau, --viscosity and --time-step: give two of them, which determine the third");
  if (o->tau > 0 && o->viscosity.given && !physical)
    cli_usage("--viscosity in lattice units and --tau are equivalent: give one of them");
  choose_time_step(o, p, d);
  if (o->tau > 0)
    *tau = o->tau;
  if (o->time_step.given)
    p->units.dt = time_step(&o->time_step);
  if (o->viscosity.given && !physical)
    *tau = lbm_tau_of_viscosity(o->viscosity.value);
  if (physical)
    set_viscosity(o, p);
  choose_fluid(o, p);
}

/* ---- the drive ---------------------------------------------------------- */

static void set_force(const struct run_options *o, struct lbm_parameters *p)
{
  int along = 0;
  if (!cli_given("force"))
    return;
  for (int a = 0; a < 3; a++) {
    p->setup.force[a] = run_lattice(&o->force[a], LBM_PRESSURE_GRADIENT, -2, -2, 1, &p->units, "--force");
    if (p->setup.force[a] != 0) {
      along++;
      p->axis = a;
    }
  }
  p->drive = along ? LBM_FORCE_DRIVE : LBM_UNDRIVEN;
  if (along != 1)
    p->axis = -1;
}

static int set_drive(const struct run_options *o, struct lbm_parameters *p, struct tile_domain *d,
                     struct lbm_drive *drive, struct tile_error *e)
{
  set_force(o, p);
  if (o->drop.given &&
      lbm_drive_pressure(p, d, run_lattice(&o->drop, LBM_PRESSURE, -1, -2, 1, &p->units, "--pressure-drop"), e))
    return e->code;
  if (o->axis < 0)
    return 0;
  if (p->drive && p->axis == o->axis) { /* the flow continues with the drive that it had */
    int code = lbm_drive_of(drive, d, e);
    drive->viscosity = lbm_viscosity_of_tau(p->setup.tau);
    return code;
  }
  if (p->drive == LBM_PRESSURE_DRIVE)
    cli_usage("--permeability %c: pressures already drive this flow along %c; start from the domain it was made of",
              'x' + o->axis, 'x' + p->axis);
  p->axis = o->axis;
  lbm_parameters_clear_samples(p);
  memset(p->setup.force, 0, sizeof p->setup.force);
  return lbm_drive_permeability(p, d, drive, e);
}

static void say_line(const char *line)
{
  cli_say("%s", line);
}

static void choose_kernel(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  if (o->collision >= 0)
    p->setup.collision = (enum lbm_collision)o->collision;
  if (o->equilibrium >= 0)
    p->setup.equilibrium = (enum lbm_equilibrium)o->equilibrium;
  else if (o->axis >= 0 && !lbm_key_text(d, LBM_KEY_EQUILIBRIUM))
    p->setup.equilibrium = o->forchheimer ? LBM_INCOMPRESSIBLE : LBM_STOKES;
  if (o->precision >= 0)
    p->setup.precision = (enum lbm_precision)o->precision;
  if (o->layout >= 0)
    p->setup.layout = (enum lbm_layout)o->layout;
  p->setup.copies = o->copies;
  p->setup.addressing = o->addressing;
}

/* Without --walls, a domain with wall distances has interpolated walls. */
static void choose_walls(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  if (o->walls >= 0)
    p->walls = o->walls;
  if (p->walls > LBM_WALLS_HALFWAY && !d->wall_begin)
    cli_usage("--walls %s: this domain has no wall distances", lbm_walls_names[p->walls]);
  if (p->walls < 0 && d->wall_begin)
    p->walls = LBM_WALLS_INTERPOLATED;
  p->setup.walls = p->walls < 0 ? LBM_WALLS_HALFWAY : (enum lbm_walls)p->walls;
}

/* Nodes; a flow of fewer nodes is fast enough without the advice to use d2q9. */
enum { SMALL = 65536 };

/* Called when all other parameters are set. */
static void choose_lattice(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  static bool said; /* once for several axes */
  const bool along_z = o->axes & TILE_Z;
  if (o->lattice >= 0)
    p->setup.lattice = (enum lbm_lattice)o->lattice;
  if (p->setup.lattice == LBM_LATTICE_D2Q9 && along_z)
    cli_usage("--%s z: lattice d2q9 has no flow along z", o->forchheimer ? "forchheimer" : "permeability");
  if (said || o->lattice >= 0 || p->setup.lattice == LBM_LATTICE_D2Q9 || along_z || tile_domain_nonsolid(d) <= SMALL ||
      p->setup.collision == LBM_MRT || lbm_not_flat(d, &p->setup))
    return;
  said = true;
  cli_say("one slice: --lattice d2q9 computes the same flow faster");
}

/* With inertia and a tau below this bound TRT and BGK diverge beside the openings of a vessel (TRT at 0.515 after 7600 steps,
 * in a tube of 12 nodes). The regularised collision runs from 0.501 on (tests/validate/vessels/openings.py). */
#define STABLE_TAU 0.52
/* TRT runs there, too, and has the wall shear at an angle to the grid right (tests/validate/vessels/womersley.py), where
 * u/nu of a voxel is small: it diverged from 10 on, and a narrow place is faster than the openings. */
#define CALM_VOXEL 1

int run_plane_of_pressure(const struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (p->setup.condition[i].kind == LBM_AT_PRESSURE && !tile_patch_opens(d->patch + i))
      return i;
  return -1;
}

static void refuse_planes(const struct lbm_parameters *p, const struct tile_domain *d)
{
  const int plane = p->setup.collision == LBM_REGULARISED ? run_plane_of_pressure(p, d) : -1;
  if (plane >= 0)
    cli_usage(
        "--collision regularised: the flow would be wrong beside the pressure of patch '%s', which is on a face of "
        "the grid: use trt or mrt",
        d->patch[plane].name);
}

/* Is the flow that slow? Not known of pressures that differ. */
static bool is_calm(const struct lbm_parameters *p, const struct tile_domain *d)
{
  double fastest = 0, pressure = (double)NAN;
  for (int i = 0; i < d->patches; i++) {
    const struct lbm_condition *c = p->setup.condition + i;
    fastest = fmax(fastest, opening_fastest(p, d, i));
    if (p->setup.course[i].outlet.kind == LBM_OUTLET_FLOW)
      continue;
    if (c->kind == LBM_AT_PRESSURE &&
        (p->setup.course[i].wave.points || c->density != (isnan(pressure) ? c->density : pressure)))
      return false;
    pressure = c->kind == LBM_AT_PRESSURE ? c->density : pressure;
  }
  return fastest > 0 && fastest < CALM_VOXEL * lbm_viscosity_of_tau(p->setup.tau);
}

/* A flow that has begun keeps its collision. */
static void choose_collision(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  const struct lbm_setup *s = &p->setup;
  if (o->collision >= 0 || lbm_key_text(d, LBM_KEY_COLLISION) || s->equilibrium == LBM_STOKES ||
      !(s->tau < STABLE_TAU) || !lbm_vessel_opens(&p->setup, d) || is_calm(p, d))
    return;
  const bool served = s->precision == LBM_FP64 || s->precision == LBM_FP32 || lbm_fluid_varies(&s->fluid);
  p->setup.collision = served ? LBM_REGULARISED : LBM_MRT;
  cli_say("tau %.4g is below %g: the collision is %s, as trt diverges beside openings there", s->tau, STABLE_TAU,
          lbm_collision_names[s->collision]);
}

static void check_estimate(const struct lbm_parameters *p, const struct tile_domain *d)
{
  struct estimate x;
  estimate_make(&x, p, d);
  estimate_check(&x, p);
}

int run_set_parameters(const struct run_options *o, struct lbm_parameters *p, struct tile_domain *d,
                       struct lbm_drive *drive, struct tile_error *e)
{
  choose_kernel(o, p, d);
  choose_walls(o, p, d);
  p->setup.threads = (int)o->threads;
  p->setup.device = o->device;
  p->setup.say = say_line;
  choose_tau(o, p, d);
  if (o->forchheimer && !is_tau_given(o))
    p->setup.tau = INERTIAL_TAU;
  const struct lbm_units before = p->units;
  const double tau = p->setup.tau;
  if (o->density.given)
    p->units.density = cli_density(&o->density, "--density");
  set_times(o, p, d);
  if (before.dt > 0 && o->axis < 0)
    keep_units(o, p, tau, &before);
  if (!(p->setup.tau > 0.5))
    cli_usage("tau is %g and must be greater than 0.5: viscosity is (tau - 1/2)/3", p->setup.tau);
  if (set_drive(o, p, d, drive, e))
    return e->code;
  run_set_conditions(o, p, d);
  check_estimate(p, d);
  choose_collision(o, p, d);
  refuse_planes(p, d);
  choose_lattice(o, p, d);
  return lbm_keys_check(p, d, e);
}
