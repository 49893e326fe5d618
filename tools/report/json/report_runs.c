/* SPDX-License-Identifier: BSD-3-Clause */
/* Reports of tessera-run --json: what no file of the flow has, such as the error of --refine and the speed. */
#include <config.h>

#include "json_value.h"
#include "report.h"
#include "report_json.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static const double density_much = 0.01, flux_much = 0.01, missing_much = 0.01;

/* ---- cells ---- */

static void add(char cell[REPORT_RUN_CELL], const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(char cell[REPORT_RUN_CELL], const char *format, ...)
{
  const size_t length = strlen(cell);
  va_list values;
  va_start(values, format);
  vsnprintf(cell + length, REPORT_RUN_CELL - length, format, values);
  va_end(values);
}

static bool is_true(const char *value, const char *name)
{
  return json_is(json_member(value, name), "true");
}

static bool is_false(const char *value, const char *name)
{
  return json_is(json_member(value, name), "false");
}

static const char *text(char to[REPORT_CELL], const char *value, const char *name)
{
  return json_string(to, REPORT_CELL, json_member(value, name));
}

static const char *between(const char *cell)
{
  return *cell ? "; " : "";
}

static void fill_number(char *cell, const char *value, const char *name, const char *format)
{
  const double v = json_number_of(value, name);
  if (isfinite(v))
    snprintf(cell, REPORT_RUN_CELL, format, v);
}

/* ---- rows: of each report, the whole document ---- */

static void fill_device(char *cell, const char *r)
{
  char device[REPORT_CELL];
  snprintf(cell, REPORT_RUN_CELL, "%s", text(device, r, "device"));
}

static void fill_steps(char *cell, const char *r)
{
  fill_number(cell, r, "steps", "%.0f");
}

static void fill_converged(char *cell, const char *r)
{
  const char *all = json_member(r, "diffusion"), *of = all ? json_first(all) : r;
  snprintf(cell, REPORT_RUN_CELL, "%s", is_true(of, "converged") ? "yes" : is_false(of, "converged") ? "no" : "");
}

static void fill_remaining(char *cell, const char *r)
{
  fill_number(cell, r, "remaining", "%.2g");
}

/* The interval of a result; an object without `value`, of earlier versions, has its middle and half of it under other names. */
static struct cli_result interval_of(const char *interval, const char *middle, const char *error)
{
  struct cli_result r = cli_result_about(json_number_of(interval, "value"), (double)NAN, "");
  if (!isfinite(r.value))
    return cli_result_about(json_number_of(interval, middle), json_number_of(interval, error), "");
  r.low = json_number_of(interval, "low");
  r.high = json_number_of(interval, "high");
  return r;
}

/* "z: 1.23e-10 ± 4.5e-12 m² (3.7 %)" */
static void add_measure(char *cell, const char *of, double plain, const struct cli_result *is, const char *unit)
{
  char axis[REPORT_CELL], measure[REPORT_MEASURE];
  text(axis, of, "axis");
  if (isfinite(plain))
    add(cell, "%s%s%s%s", between(cell), axis, *axis ? ": " : "", report_measure(measure, plain, is, unit));
}

static struct cli_result permeability_in(const char *k)
{
  const bool si = isfinite(json_number_of(k, "m2"));
  return interval_of(json_member(k, "interval"), si ? "m2" : "voxel2", si ? "error_m2" : "error_voxel2");
}

static void add_permeabilities(char *cell, const char *all)
{
  for (const char *k = json_first(all); k; k = json_next(k)) {
    const bool si = isfinite(json_number_of(k, "m2"));
    const struct cli_result is = permeability_in(k);
    add_measure(cell, k, json_number_of(k, si ? "m2" : "voxel2"), &is, si ? "m²" : "voxel²");
  }
}

static void fill_permeability(char *cell, const char *r)
{
  add_permeabilities(cell, json_member(r, "permeability"));
}

static void fill_principal(char *cell, const char *r)
{
  add_permeabilities(cell, json_member(json_member(r, "tensor"), "principal"));
}

static void fill_diffusivity(char *cell, const char *r)
{
  const char *d, *all = json_member(r, "diffusion");
  for (d = json_first(all); d; d = json_next(d)) {
    const struct cli_result is = interval_of(json_member(d, "interval"), "relative", "error");
    add_measure(cell, d, json_number_of(d, "relative"), &is, "");
  }
}

/* The parts of the error, relative. */
static void add_terms(char *cell, const char *of)
{
  static const char *const parts[] = {"discretisation", "walls", "convergence"};
  const char *interval = json_member(of, "interval");
  char axis[REPORT_CELL];
  if (!isfinite(json_number_of(interval, parts[0])))
    return;
  add(cell, "%s%s:", between(cell), text(axis, of, "axis"));
  for (int i = 0; i < 3; i++)
    add(cell, "%s %s %.2g %%", i ? "," : "", parts[i], 100 * json_number_of(interval, parts[i]));
}

static void fill_terms(char *cell, const char *r)
{
  const char *of, *k = json_member(r, "permeability"), *all = k ? k : json_member(r, "diffusion");
  for (of = json_first(all); of; of = json_next(of))
    add_terms(cell, of);
}

static void fill_inertia(char *cell, const char *r)
{
  const char *f = json_member(r, "forchheimer");
  if (isfinite(json_number_of(f, "k")))
    add(cell, "k %.4g m²", json_number_of(f, "k"));
  if (isfinite(json_number_of(f, "beta")))
    add(cell, "%sβ %.4g ± %.2g 1/m", between(cell), json_number_of(f, "beta"), json_number_of(f, "beta_error"));
}

static void fill_inflow(char *cell, const char *r)
{
  const char *p, *all = json_member(json_member(r, "patch_flux"), "patches");
  char name[REPORT_CELL];
  for (p = json_first(all); p; p = json_next(p)) {
    const double si = json_number_of(p, "flux_m3_s");
    add(cell, "%s%s %.4g%s", between(cell), text(name, p, "patch"), isfinite(si) ? si : json_number_of(p, "flux"),
        isfinite(si) ? " m³/s" : "");
  }
}

static void fill_residence(char *cell, const char *r)
{
  char unit[REPORT_CELL];
  const char *t = json_member(r, "residence");
  if (isfinite(json_number_of(t, "mean")))
    add(cell, "volume / flow %.4g %s, where fluid leaves %.4g, at most %.4g", json_number_of(t, "mean"),
        text(unit, t, "unit"), json_number_of(t, "leaving"), json_number_of(t, "largest"));
}

/* Whole beats, and the largest change from one to the next. */
static void fill_beats(char *cell, const char *r)
{
  static const char *const parts[] = {"pressure", "flow", "tawss"}, *const shown[] = {"pressure", "flow", "TAWSS"};
  const char *b = json_member(r, "beat"), *change = json_member(b, "change");
  fill_number(cell, b, "beats", "%.0f");
  for (int i = 0; i < 3 && isfinite(json_number_of(change, parts[i])); i++)
    add(cell, "%s %s %.2g %%", i ? "," : "; change of", shown[i], 100 * json_number_of(change, parts[i]));
  if (json_member(b, "periodic"))
    add(cell, "; %s", is_true(b, "periodic") ? "periodic" : "not periodic");
}

static void fill_shear(char *cell, const char *r)
{
  const char *w = json_member(json_member(r, "beat"), "wall");
  const bool si = isfinite(json_number_of(w, "tawss_mean_pa"));
  fill_number(cell, w, si ? "tawss_mean_pa" : "tawss_mean", si ? "TAWSS %.4g Pa" : "TAWSS %.4g");
  if (*cell)
    add(cell, ", at most %.4g; OSI %.3g, above 0.2 on %.3g %%", json_number_of(w, si ? "tawss_max_pa" : "tawss_max"),
        json_number_of(w, "osi_mean"), 100 * json_number_of(w, "osi_high"));
  const char *inner = json_member(w, "without_ends");
  if (*cell && isfinite(json_number_of(inner, "tawss_mean")))
    add(cell, "; without ends TAWSS %.4g, at most %.4g; OSI %.3g",
        json_number_of(inner, si ? "tawss_mean_pa" : "tawss_mean"),
        json_number_of(inner, si ? "tawss_max_pa" : "tawss_max"), json_number_of(inner, "osi_mean"));
}

static void fill_speed(char *cell, const char *r)
{
  const double bandwidth = json_number_of(r, "bandwidth");
  fill_number(cell, r, "mflups", "%.4g MFLUPS");
  if (*cell && isfinite(bandwidth))
    add(cell, ", %.4g GB/s", bandwidth);
}

static void fill_foretold(char *cell, const char *r)
{
  const double foretold = json_number_of(r, "predicted_with_corrections"), reached = json_number_of(r, "mflups");
  fill_number(cell, r, "predicted_with_corrections", "%.4g MFLUPS");
  if (*cell && isfinite(reached))
    add(cell, ", of which %.0f %% are reached", 100 * reached / foretold);
}

static void fill_seconds(char *cell, const char *r)
{
  const double foretold = json_number_of(json_member(r, "estimate"), "seconds");
  fill_number(cell, r, "seconds", "%.4g s");
  if (isfinite(foretold))
    add(cell, "%s%.4g s foretold", *cell ? ", " : "", foretold);
}

/* Foretold from the values at the openings. */
static void fill_inlet(char *cell, const char *r)
{
  const char *of = json_member(r, "estimate");
  fill_number(cell, of, "reynolds", "Reynolds number %.4g");
  if (isfinite(json_number_of(of, "womersley")))
    add(cell, "%sWomersley number %.4g", *cell ? ", " : "", json_number_of(of, "womersley"));
}

static const struct {
  const char *name;
  void (*fill)(char *cell, const char *r);
} rows[REPORT_RUN_ROWS] = {{"Device", fill_device},
                           {"Steps", fill_steps},
                           {"Converged", fill_converged},
                           {"Change that may remain", fill_remaining},
                           {"Permeability", fill_permeability},
                           {"Principal permeability", fill_principal},
                           {"Effective diffusivity, D_eff / D", fill_diffusivity},
                           {"Parts of the error", fill_terms},
                           {"Inertia", fill_inertia},
                           {"At the inlet", fill_inlet},
                           {"Flux inwards", fill_inflow},
                           {"Residence time", fill_residence},
                           {"Beats", fill_beats},
                           {"Walls over a beat", fill_shear},
                           {"Speed", fill_speed},
                           {"Speed foretold", fill_foretold},
                           {"Time of the steps", fill_seconds}};

/* ---- warnings ---- */

enum { WARNING = 2048 };

/* Whether the program warned of what contains `like`. */
static bool has_warned(const char *r, const char *like)
{
  char said[WARNING];
  for (const char *w = json_first(json_member(r, "warnings")); w; w = json_next(w))
    if (strstr(json_string(said, WARNING, w), like))
      return true;
  return false;
}

static void warn_state(struct report *to, const char *name, const char *r)
{
  const char *t = json_member(r, "residence"), *beat = json_member(r, "beat");
  if (is_false(beat, "complete") && !has_warned(r, "a part of a beat"))
    report_warn_of(to, name, "the averages are those of a part of a beat");
  if (is_false(beat, "periodic") && !has_warned(r, "not periodic"))
    report_warn_of(to, name, "the flow is not periodic");
  else if (!is_false(beat, "periodic") && is_false(r, "converged") && !has_warned(r, "not converged"))
    report_warn_of(to, name, "the flow has not converged");
  if (is_false(t, "converged") && !has_warned(r, "--residence"))
    report_warn_of(to, name, "the residence time has not converged");
}

static void warn_values(struct report *to, const char *name, const char *r)
{
  const double balance = json_number_of(json_member(r, "patch_flux"), "balance"),
               missing = json_number_of(json_member(r, "residence"), "missing");
  if (json_number_of(r, "mach") > LBM_MACH_MUCH && !has_warned(r, "Mach number"))
    report_warn_of(to, name, "Mach number %.4g: above %g compressibility is visible", json_number_of(r, "mach"),
                   LBM_MACH_MUCH);
  if (json_number_of(r, "tau") < LBM_TAU_LITTLE && !has_warned(r, "is close to 0.5"))
    report_warn_of(to, name, "tau %g is close to 0.5", json_number_of(r, "tau"));
  if (json_number_of(r, "density_range") > density_much && !has_warned(r, "the density differs"))
    report_warn_of(to, name, "the density differs by %.2g along the flow, which makes the permeability too low",
                   json_number_of(r, "density_range"));
  if (fabs(balance) > flux_much)
    report_warn_of(to, name, "the mass changes by %.2g of the inflow a step", balance);
  if (missing > missing_much)
    report_warn_of(to, name, "%.3g %% of the nodes have no residence time", 100 * missing);
}

/* Of an axis of a permeability or of diffusion. */
static void warn_axis(struct report *to, const char *name, const char *r, const char *of)
{
  char axis[REPORT_CELL], why[REPORT_CELL];
  text(axis, of, "axis");
  if (is_false(of, "converged") && !has_warned(r, "not converged"))
    report_warn_of(to, name, "not converged along %s", axis);
  if (*text(why, json_member(of, "interval"), "none"))
    report_warn_of(to, name, "no interval along %s: %s", axis, why);
}

static void warn(struct report *to, const char *name, const char *r)
{
  static const char *const lists[] = {"permeability", "diffusion"};
  const char *of;
  report_warnings_json(to, name, "tessera-run", r);
  warn_state(to, name, r);
  warn_values(to, name, r);
  for (int l = 0; l < 2; l++)
    for (of = json_first(json_member(r, lists[l])); of; of = json_next(of))
      warn_axis(to, name, r, of);
}

/* ---- main numbers ---- */

static void add_permeability(struct report *to, enum report_quantity of, const char *k)
{
  const bool si = isfinite(json_number_of(k, "m2"));
  const struct cli_result is = permeability_in(k);
  char axis[REPORT_CELL], part[REPORT_PART];
  report_interval(to, of, report_along(part, text(axis, k, "axis")), json_number_of(k, si ? "m2" : "voxel2"), &is,
                  si ? "m2" : "voxel2");
}

static void add_principal(struct report *to, const char *r)
{
  int i = 1;
  for (const char *k = json_first(json_member(json_member(r, "tensor"), "principal")); k && i < 4;
       k = json_next(k), i++) {
    const bool si = isfinite(json_number_of(k, "m2"));
    const char *x = json_first(json_member(k, "direction")), *y = x ? json_next(x) : NULL, *z = y ? json_next(y) : NULL;
    char part[REPORT_PART];
    snprintf(part, sizeof part, "%d, along (%.2f, %.2f, %.2f)", i, json_number(x), json_number(y), json_number(z));
    report_result(to, QUANTITY_PRINCIPAL, part, json_number_of(k, si ? "m2" : "voxel2"), (double)NAN,
                  si ? "m2" : "voxel2");
  }
}

static void add_diffusion(struct report *to, const char *list, const char *where)
{
  static const struct {
    enum report_quantity of;
    const char *plain, *interval;
  } of[] = {{QUANTITY_DIFFUSIVITY, "relative", "interval"},
            {QUANTITY_TORTUOSITY_FACTOR, "tortuosity_factor", "tortuosity_factor_interval"},
            {QUANTITY_FORMATION, "formation_factor", "formation_factor_interval"}};
  for (const char *d = json_first(list); d; d = json_next(d)) {
    char axis[REPORT_CELL], part[REPORT_PART];
    const size_t used = strlen(report_along(part, text(axis, d, "axis")));
    snprintf(part + used, sizeof part - used, "%s", where);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
      const struct cli_result is = interval_of(json_member(d, of[i].interval), "relative", "error");
      report_interval(to, of[i].of, part, json_number_of(d, of[i].plain), &is, "");
    }
  }
}

static void add_wall(struct report *to, const char *r)
{
  const char *w = json_member(json_member(r, "beat"), "wall");
  const bool si = isfinite(json_number_of(w, "tawss_mean_pa"));
  report_result(to, QUANTITY_TAWSS, "", json_number_of(w, si ? "tawss_mean_pa" : "tawss_mean"), (double)NAN,
                si ? "Pa" : "lattice units");
  report_result(to, QUANTITY_TAWSS_MOST, "", json_number_of(w, si ? "tawss_max_pa" : "tawss_max"), (double)NAN,
                si ? "Pa" : "lattice units");
  report_result(to, QUANTITY_OSI, "", json_number_of(w, "osi_mean"), (double)NAN, "");
}

/* Of a vessel: where a permeability was asked for, it says more. */
static void add_flows(struct report *to, const char *r)
{
  if (json_first(json_member(r, "permeability")))
    return;
  for (const char *p = json_first(json_member(json_member(r, "patch_flux"), "patches")); p; p = json_next(p)) {
    char name[REPORT_CELL], part[REPORT_PART];
    snprintf(part, sizeof part, "at %.30s", text(name, p, "patch"));
    report_result(to, QUANTITY_INFLOW, part, json_number_of(p, "flux_m3_s"), (double)NAN, "m3/s");
  }
}

static void add_others(struct report *to, const char *r)
{
  const char *f = json_member(r, "forchheimer"), *t = json_member(r, "residence");
  char unit[REPORT_CELL], axis[REPORT_CELL], part[REPORT_PART];
  report_along(part, text(axis, f, "axis"));
  report_result(to, QUANTITY_PERMEABILITY, part, json_number_of(f, "k"), (double)NAN, "m2");
  report_result(to, QUANTITY_INERTIA, "", json_number_of(f, "beta"), json_number_of(f, "beta_error"), "1/m");
  report_result(to, QUANTITY_RESIDENCE, "", json_number_of(t, "mean"), (double)NAN, text(unit, t, "unit"));
}

void report_results_json(struct report *to, const char *r)
{
  static const struct {
    const char *list;
    enum report_quantity of;
  } lists[] = {{"permeability", QUANTITY_PERMEABILITY},
               {"permeability_mask", QUANTITY_INSIDE},
               {"permeability_sample", QUANTITY_SAMPLE}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    for (const char *k = json_first(json_member(r, lists[i].list)); k; k = json_next(k))
      add_permeability(to, lists[i].of, k);
  add_principal(to, r);
  add_diffusion(to, json_member(r, "diffusion"), "");
  add_diffusion(to, json_member(r, "diffusion_mask"), ", " REPORT_INSIDE);
  add_wall(to, r);
  report_result(to, QUANTITY_SHEAR, "", json_number_of(json_member(json_member(r, "wall_shear"), "pa"), "mean"),
                (double)NAN, "Pa");
  add_flows(to, r);
  add_others(to, r);
}

/* ---- methods ---- */

static void add_methods(struct report *to, const char *r)
{
  const char *k = json_first(json_member(r, "permeability")), *d = json_first(json_member(r, "diffusion"));
  if (isfinite(json_number_of(json_member(k, "interval"), "error_voxel2")))
    report_method(to, STAGE_ERROR, REPORT_PERMEABILITY_ERROR);
  if (d)
    report_method(to, STAGE_DIFFUSION, REPORT_DIFFUSION);
  if (isfinite(json_number_of(json_member(d, "interval"), "error")))
    report_method(to, STAGE_DIFFUSION, REPORT_DIFFUSION_ERROR);
}

/* ---- all ---- */

bool report_is_run(const char *r)
{
  return json_member(r, "mflups") || json_member(r, "diffusion") || json_member(r, "forchheimer");
}

void report_run(struct report *to, const char *name, const char *r)
{
  struct report_run *run = to->run + to->runs++;
  run->name = name;
  for (int row = 0; row < REPORT_RUN_ROWS; row++) {
    to->run_row[row] = rows[row].name;
    rows[row].fill(run->cell[row], r);
  }
  report_results_json(to, r);
  add_methods(to, r);
  warn(to, name, r);
}
