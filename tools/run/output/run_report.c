/* SPDX-License-Identifier: BSD-3-Clause */
/* The report of a run, as text and as JSON. */
#include "run_report.h"

#include "opening.h"

#include <math.h>

static double bytes_per_update(const struct run_report *r)
{
  return lbm_update_bytes(r->flow);
}

static double mflups_of(const struct run_report *r, double seconds)
{
  return seconds > 0 ? (double)lbm_nonsolid(r->flow) / seconds * 1e-6 : (double)NAN;
}

static double mflups(const struct run_report *r)
{
  if (r->bench->done)
    return mflups_of(r, r->bench->timing[2].median);
  return r->loop->steps ? mflups_of(r, r->loop->seconds / (double)r->loop->steps) : (double)NAN;
}

static double mach(const struct run_report *r)
{
  return lbm_mach(r->totals.fastest);
}

/* ---- text --------------------------------------------------------------- */

/* The law of the viscosity, and what it makes of it. */
static void print_fluid(FILE *out, const struct run_report *r)
{
  const struct lbm_parameters *p = r->parameters;
  const struct lbm_viscosities *v = &r->viscosities;
  const double unit = lbm_unit(&p->units, LBM_VISCOSITY) * p->units.density;
  if (p->blood.given) {
    fprintf(out, "  %-28s", "blood");
    lbm_blood_print(out, &p->blood);
    fputc('\n', out);
  }
  if (p->setup.fluid.kind != LBM_NEWTONIAN && v->nodes)
    report_line(out, "", "%.4g ... %.4g Pa.s; at a bound (tau %g or %g) in %.3g %% of the nodes", v->least * unit,
                v->most * unit, LBM_LEAST_TAU, LBM_MOST_TAU, 100 * (double)v->clamped / (double)v->nodes);
  if (p->setup.fluid.smagorinsky > 0 && v->nodes)
    report_line(out, "eddies", "smagorinsky %g: at most %.3g of the viscosity of the fluid", p->setup.fluid.smagorinsky,
                v->eddies > 0 ? v->eddies / v->eddies_at : 0);
}

static void print_physics(FILE *out, const struct run_report *r)
{
  const struct lbm_parameters *p = r->parameters;
  report_line(out, "collision", "%s, %s equilibrium, %s, %s", lbm_collision_names[p->setup.collision],
              lbm_equilibrium_names[p->setup.equilibrium], lbm_precision_names[p->setup.precision],
              p->setup.lattice == LBM_LATTICE_D3Q19 ? lbm_layout_names[p->setup.layout]
                                                    : lbm_lattice_names[p->setup.lattice]);
  if (p->walls >= 0)
    report_line(out, "walls", "%s", lbm_walls_names[p->walls]);
  report_line(out, "tau", "%.6g%s (viscosity %.6g)", p->setup.tau, p->relaxation.automatic ? ", chosen for speed" : "",
              lbm_viscosity_of_tau(p->setup.tau));
  if (p->units.dt > 0 && p->units.dx > 0)
    report_line(out, "time step", "%.6g s (viscosity %.6g m2/s)", p->units.dt,
                lbm_viscosity_of_tau(p->setup.tau) * lbm_unit(&p->units, LBM_VISCOSITY));
  print_fluid(out, r);
  if (p->setup.ramp)
    report_line(out, "ramp", "values of patches rise in %lld steps", (long long)p->setup.ramp);
  report_line(out, "Mach number", "%.3g (fastest node)", mach(r));
  if (p->axis >= 0)
    report_line(out, "mean velocity", "%.6g along %c, over the whole box", r->superficial, 'x' + p->axis);
}

static struct cli_permeability in_units(const struct lbm_permeability *k, const struct run_drive *d)
{
  return (struct cli_permeability){k->voxel2, k->m2, k->darcy, d->viscosity,
                                   lbm_creeping_gradient(k->m2, d->viscosity, d->density)};
}

static void print_permeability(FILE *out, const struct run_drive *d)
{
  const struct cli_permeability k = in_units(&d->k, d);
  char darcy[TILE_REAL_TEXT];
  report_line(out, "permeability", "%.6g voxel2 along %c", k.voxel2, 'x' + d->k.axis);
  if (isfinite(k.m2))
    report_line(out, "", "%.6g m2 = %s", k.m2, cli_darcy_text(darcy, k.darcy));
  report_conductivity(out, &k);
}

/* The permeability of a region of the box; prints nothing where there is no such region. */
static void print_inner(FILE *out, const char *label, const struct lbm_permeability *inner, const struct run_drive *d)
{
  const struct cli_permeability k = in_units(inner, d);
  char darcy[TILE_REAL_TEXT];
  if (isfinite(k.m2))
    report_line(out, label, "%.6g voxel2 = %.6g m2 = %s", k.voxel2, k.m2, cli_darcy_text(darcy, k.darcy));
  else if (isfinite(k.voxel2))
    report_line(out, label, "%.6g voxel2", k.voxel2);
  report_conductivity(out, &k);
}

/* The speed if steps took as long as predicted, and corrections as long as they did. */
static double with_corrections(const struct run_report *r)
{
  const double nodes = (double)lbm_nonsolid(r->flow) * 1e-6, predicted = r->bench->predicted;
  return r->bench->done || !r->loop->steps ? predicted
                                           : nodes / (nodes / predicted + r->correcting / (double)r->loop->steps);
}

static void print_prediction(FILE *out, const struct run_report *r)
{
  const struct run_bench *b = r->bench;
  const double all = with_corrections(r);
  char corrected[64] = "";
  if (!(b->predicted > 0))
    return;
  if (r->correcting > 0 && !b->done)
    snprintf(corrected, sizeof corrected, " for time steps alone, %.2f with corrections", all);
  report_line(out, "predicted", "%.2f MFLUPS at the copy bandwidth of %.2f GB/s%s; %.3f of that is reached",
              b->predicted, b->copy * 1e-9, corrected, mflups(r) / all);
}

/* Of all steps in all of the time; few steps between corrections look slow. */
static void print_speed(FILE *out, const struct run_report *r)
{
  char corrected[64] = "";
  if (r->correcting > 0)
    snprintf(corrected, sizeof corrected, "; %.0f %% of the time are corrections",
             100 * r->correcting / r->loop->seconds);
  report_line(out, "speed", "%.2f MFLUPS, %.2f GB/s%s", mflups(r), mflups(r) * bytes_per_update(r) * 1e-3, corrected);
}

static void print_bench(FILE *out, const struct run_report *r)
{
  const struct run_bench *b = r->bench;
  double bytes = bytes_per_update(r);
  report_line(out, "copy bandwidth", "%.2f GB/s, read and written", b->copy * 1e-9);
  for (int i = 0; i < 3; i++) {
    const struct lbm_timing *t = &b->timing[i];
    double speed = mflups_of(r, t->median);
    report_line(out, t->what, "%.2f MFLUPS (%.2f ... %.2f), %.2f GB/s, %.3f of copy", speed, mflups_of(r, t->most),
                mflups_of(r, t->least), speed * bytes * 1e-3, t->share);
  }
  print_prediction(out, r);
}

#define COMPRESSED 0.01 /* range of the density from which the permeability is visibly too low */

static void warn_compressed(const struct run_report *r)
{
  if (r->density_range > COMPRESSED)
    cli_warn("the density differs by %.2g along the flow, which makes the permeability up to about %.2g too low, "
             "relatively: reduce the drive, or use --equilibrium incompressible",
             r->density_range, r->density_range / 2);
}

void run_warn(const struct run_report *r)
{
  if (r->bench->done)
    return;
  if (mach(r) > LBM_MACH_MUCH)
    cli_warn("Mach number %.4g: above %g (velocity 0.1) compressibility is visible; reduce the drive", mach(r),
             LBM_MACH_MUCH);
  warn_compressed(r);
  if (r->parameters->setup.tau < LBM_TAU_LITTLE && !r->parameters->relaxation.automatic)
    cli_warn("tau %g is close to 0.5: expect noise, or refine the grid", r->parameters->setup.tau);
}

/* Prints nothing where there is one subdomain. */
static void print_division(FILE *out, const struct run_report *r)
{
  const struct lbm_division d = lbm_division_of(r->flow);
  if (d.parts > 1)
    report_line(out, "parts",
                "%d, the largest %.3f of the mean (processes: %d); %.3g MB exchanged a step (%s), %.1f %% of the time "
                "in messages",
                d.parts, d.largest, d.processes, (double)d.bytes * 1e-6, d.by,
                r->loop->seconds > 0 ? 100 * d.waited / r->loop->seconds : 0);
}

/* Prints nothing where no openings were watched. */
static void print_openings(FILE *out, const struct lbm_run *loop)
{
  if (isnan(loop->opening_remaining))
    return;
  if (isfinite(loop->opening_remaining))
    report_line(out, "openings",
                "fluxes at most %.2g away from their limits; the mass changes by %.2g of the inflow a step",
                loop->opening_remaining, loop->growth);
  else
    report_line(out, "openings", "fluxes not known to settle");
}

static void print_convergence(FILE *out, const struct run_report *r)
{
  const char *what = r->parameters->axis >= 0 ? "velocity" : "speed";
  const double rest = r->loop->remaining;
  if (isfinite(rest))
    report_line(out, "converged",
                r->parameters->converged ? "yes: mean %s within %.1g of its limit (at most %.2g away)"
                                         : "no: mean %s not within %.1g (at most %.2g away)",
                what, r->bound, rest);
  else
    report_line(out, "converged", "no: mean %s not known to be within %.1g of its limit", what, r->bound);
  print_openings(out, r->loop);
}

/* What a permeability run left out, and the corrections that it made. */
static void print_corrections(FILE *out, const struct lbm_run *loop)
{
  if (*loop->uncorrected)
    report_line(out, "pressure", "not corrected: %s", loop->uncorrected);
  else if (loop->corrections)
    report_line(out, "pressure", "corrected %lld times", (long long)loop->corrections);
  if (*loop->undamped)
    report_line(out, "alternation", "not taken out of the momentum: %s", loop->undamped);
}

static void print_results(FILE *out, const struct run_report *r)
{
  for (int i = 0; i < r->drives; i++) {
    print_permeability(out, r->drive + i);
    print_inner(out, "  inside the mask", &r->drive[i].inside, r->drive + i);
    print_inner(out, "  of the sample", &r->drive[i].sample, r->drive + i);
    run_print_interval(out, r->drive + i, r->domain->dx);
  }
  for (size_t i = 0; i < r->forces; i++)
    report_force(out, r->force + i);
  if (r->flux.of)
    report_fluxes(out, &r->flux);
  if (r->residence)
    residence_print(out, r->residence);
}

static void print_snapshots(FILE *out, const struct run_report *r)
{
  if (r->snapshots)
    report_line(out, "snapshots", "%zu in %s", snapshots_listed(r->snapshots), snapshots_list(r->snapshots));
}

void run_print(FILE *out, const struct run_report *r)
{
  fprintf(out, "Run\n");
  report_line(out, "device", "%s, %.1f MiB", lbm_backend_name(r->flow), (double)lbm_memory(r->flow) / 1048576);
  report_line(out, "nodes", "%zu non-solid", lbm_nonsolid(r->flow));
  if (*r->fit)
    report_line(out, "memory", "%s", r->fit);
  print_division(out, r);
  if (r->bench->done) {
    print_bench(out, r);
    return;
  }
  report_line(out, "steps", "%lld", (long long)r->parameters->step);
  if (r->to_converge)
    print_convergence(out, r);
  print_corrections(out, r->loop);
  print_physics(out, r);
  opening_print(out, r->parameters, r->domain);
  if (r->beats.beat)
    beat_print(out, &r->beats);
  print_snapshots(out, r);
  print_results(out, r);
  if (r->loop->steps)
    print_speed(out, r);
  print_prediction(out, r);
}

/* ---- JSON --------------------------------------------------------------- */

static void json_bench(struct json *j, const struct run_report *r)
{
  const struct run_bench *b = r->bench;
  static const char *const keys[3] = {"read_write", "propagation", "step"};
  if (!b->done) {
    json_text(j, "benchmark", NULL);
    return;
  }
  json_open(j, "benchmark", '{');
  for (int i = 0; i < 3; i++) {
    const struct lbm_timing *t = &b->timing[i];
    double speed = mflups_of(r, t->median);
    json_open(j, keys[i], '{');
    json_real(j, "mflups", speed);
    json_real(j, "min", mflups_of(r, t->most));
    json_real(j, "max", mflups_of(r, t->least));
    json_real(j, "share_of_copy", t->share);
    json_close(j, '}');
  }
  json_close(j, '}');
}

/* The nodes that a permeability is of. */
enum region { BOX, MASK, SAMPLE };

static const struct lbm_permeability *permeability_of(const struct run_drive *d, enum region region)
{
  return region == BOX ? &d->k : region == MASK ? &d->inside : &d->sample;
}

/* The flow inside a mask is that through the box; that without layers has another drop of the pressure. */
static void json_part(struct json *j, const struct run_drive *d, enum region region, double dx)
{
  const struct cli_result box = run_result_of(d),
                          voxel2 = cli_result_times(&box, region == MASK ? d->inside.voxel2 / d->k.voxel2 : (double)NAN,
                                                    "voxel2"),
                          told = cli_result_in_m2(&voxel2, dx);
  json_interval(j, "interval", &told);
}

static void json_drive(struct json *j, const struct run_drive *d, enum region region, double dx)
{
  const struct lbm_permeability *k = permeability_of(d, region);
  const struct cli_permeability values = in_units(k, d);
  json_open(j, NULL, '{');
  json_text(j, "axis", cli_axis_names[k->axis]);
  json_permeability(j, &values);
  if (region == BOX)
    run_json_interval(j, d, dx);
  else
    json_part(j, d, region, dx);
  json_close(j, '}');
}

/* A list with one permeability for each drive; null without drives, and where there is no such region. */
static void json_drives(struct json *j, const char *key, const struct run_report *r, enum region region)
{
  if (!r->drives || (region != BOX && !isfinite(permeability_of(r->drive, region)->voxel2))) {
    json_text(j, key, NULL);
    return;
  }
  json_open(j, key, '[');
  for (int i = 0; i < r->drives; i++)
    json_drive(j, r->drive + i, region, r->domain->dx);
  json_close(j, ']');
}

static void json_division(struct json *j, const struct run_report *r)
{
  const struct lbm_division d = lbm_division_of(r->flow);
  json_open(j, "division", '{');
  json_int(j, "processes", d.processes);
  json_int(j, "parts", d.parts);
  json_real(j, "largest_by_mean", d.largest);
  json_open(j, "nodes_of_parts", '[');
  for (int p = 0; p < d.parts; p++)
    json_int(j, NULL, (int64_t)lbm_subdomain_nodes(r->flow, p));
  json_close(j, ']');
  json_int(j, "bytes_a_step", (int64_t)d.bytes);
  json_text(j, "by", d.by);
  json_real(j, "waited", d.waited);
  json_close(j, '}');
}

static void json_convergence(struct json *j, const struct run_report *r)
{
  if (r->to_converge)
    json_bool(j, "converged", r->parameters->converged);
  else
    json_text(j, "converged", NULL);
  json_real(j, "remaining", r->to_converge && isfinite(r->loop->remaining) ? r->loop->remaining : (double)NAN);
}

static void json_openings(struct json *j, const struct run_report *r)
{
  const struct lbm_run *loop = r->loop;
  if (!r->to_converge || isnan(loop->opening_remaining)) {
    json_text(j, "openings", NULL);
    return;
  }
  json_open(j, "openings", '{');
  json_real(j, "remaining", loop->opening_remaining);
  json_real(j, "growth", loop->growth);
  json_close(j, '}');
}

/* null where tau may not be chosen. */
static void json_corrections(struct json *j, const struct run_report *r)
{
  const struct lbm_run *loop = r->loop;
  if (!*loop->uncorrected && !loop->corrections)
    json_text(j, "pressure_correction", NULL);
  else {
    json_open(j, "pressure_correction", '{');
    json_int(j, "corrections", loop->corrections);
    json_text(j, "left_out", *loop->uncorrected ? loop->uncorrected : NULL);
    json_close(j, '}');
  }
  json_text(j, "alternation_left", *loop->undamped ? loop->undamped : NULL);
}

static void json_speed(struct json *j, const struct run_report *r)
{
  const struct run_bench *b = r->bench;
  json_real(j, "seconds", r->loop->seconds);
  json_real(j, "mflups", mflups(r));
  json_real(j, "bandwidth", mflups(r) * 1e6 * bytes_per_update(r) * 1e-9);
  json_real(j, "copy_bandwidth", b->copy > 0 ? b->copy * 1e-9 : (double)NAN);
  json_real(j, "traffic", b->copy > 0 ? b->traffic : (double)NAN);
  json_real(j, "predicted_mflups", b->copy > 0 ? b->predicted : (double)NAN);
  json_real(j, "correction_seconds", b->done ? (double)NAN : r->correcting);
  json_real(j, "predicted_with_corrections", b->copy > 0 ? with_corrections(r) : (double)NAN);
}

static void json_physics(struct json *j, const struct run_report *r)
{
  json_real(j, "tau", r->parameters->setup.tau);
  json_int(j, "ramp", r->parameters->setup.ramp);
  json_real(j, "mach", r->bench->done ? (double)NAN : mach(r));
  json_text(j, "walls", lbm_walls_names[r->parameters->setup.walls]);
  json_real(j, "density_range", r->density_range);
}

static void json_fluid(struct json *j, const struct run_report *r)
{
  const struct lbm_parameters *p = r->parameters;
  const struct lbm_viscosities *v = &r->viscosities;
  const double unit = lbm_unit(&p->units, LBM_VISCOSITY) * p->units.density;
  json_text(j, "collision", lbm_collision_names[p->setup.collision]);
  if (p->blood.given) {
    json_open(j, "blood", '{');
    json_text(j, "law", lbm_fluid_names[p->blood.kind]);
    json_real(j, "least", v->nodes ? v->least * unit : (double)NAN);
    json_real(j, "most", v->nodes ? v->most * unit : (double)NAN);
    json_real(j, "clamped", v->nodes ? (double)v->clamped / (double)v->nodes : (double)NAN);
    json_close(j, '}');
  } else
    json_text(j, "blood", NULL);
  json_real(j, "eddy_viscosity", v->nodes && v->eddies > 0 ? v->eddies / v->eddies_at : (double)NAN);
}

static void json_device(struct json *j, const struct run_report *r)
{
  json_text(j, "device", lbm_backend_name(r->flow));
  json_text(j, "lattice", lbm_lattice_names[r->parameters->setup.lattice]);
  json_int(j, "copies", lbm_copies(r->flow));
  json_text(j, "addressing", lbm_addressing_names[lbm_addressing_of(r->flow)]);
  json_int(j, "memory", (int64_t)lbm_memory(r->flow));
  json_text(j, "memory_choice", *r->fit ? r->fit : NULL);
  json_division(j, r);
}

static void json_snapshots(struct json *j, const struct run_report *r)
{
  if (!r->snapshots) {
    json_text(j, "snapshots", NULL);
    return;
  }
  json_open(j, "snapshots", '{');
  json_int(j, "count", (int64_t)snapshots_listed(r->snapshots));
  json_text(j, "list", snapshots_list(r->snapshots));
  json_close(j, '}');
}

void run_print_json(FILE *out, const struct run_report *r)
{
  struct json j = json_begin(out);
  json_text(&j, "digest", r->digest);
  json_int(&j, "steps", r->parameters->step);
  json_convergence(&j, r);
  json_openings(&j, r);
  opening_json(&j, r->parameters, r->domain);
  beat_json(&j, &r->beats);
  json_snapshots(&j, r);
  estimate_json(&j, r->estimate);
  json_corrections(&j, r);
  json_speed(&j, r);
  json_physics(&j, r);
  json_fluid(&j, r);
  json_device(&j, r);
  json_drives(&j, "permeability", r, BOX);
  json_drives(&j, "permeability_mask", r, MASK);
  json_drives(&j, "permeability_sample", r, SAMPLE);
  run_json_tensor(&j, r);
  json_forces(&j, r->force, r->forces);
  json_fluxes(&j, r->flux.of ? &r->flux : NULL);
  residence_json(&j, r->residence);
  json_bench(&j, r);
  json_warnings(&j);
  json_close(&j, '}');
}
