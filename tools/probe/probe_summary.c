/* SPDX-License-Identifier: BSD-3-Clause */
/* A summary of the result, printed if no other report is requested. */
#include "probe.h"

#include "keys.h"

#include <assert.h>
#include <math.h>

/* ---- text ---- */

static void domain_text(const struct fields *f, const struct probe_total *t, FILE *out)
{
  const int64_t *grid = f->domain.grid;
  char length[TILE_REAL_TEXT];
  report_line(out, "grid", "%lld x %lld x %lld", (long long)grid[0], (long long)grid[1], (long long)grid[2]);
  if (f->units.dx > 0)
    report_line(out, "voxel size", "%s", cli_length_text(length, f->units.dx));
  report_line(out, "non-solid nodes", "%lld of %lld", (long long)t->nonsolid, (long long)t->nodes);
  report_line(out, "porosity", "%.6f", (double)t->nonsolid / (double)t->nodes);
}

static void keys_text(const struct fields *f, FILE *out)
{
  static const enum lbm_key keys[] = {LBM_KEY_STEP, LBM_KEY_COLLISION, LBM_KEY_EQUILIBRIUM, LBM_KEY_PRECISION};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const char *value = lbm_key_text(&f->domain, keys[i]);
    if (value)
      report_line(out, lbm_key_name(keys[i]), "%s", value);
  }
  if (f->units.dt > 0)
    report_line(out, "time step", "%.6g s", f->units.dt);
}

/* With a second line in physical units if they are known. */
static void three_text(const char *label, const double v[3], double unit, const char *symbol, FILE *out)
{
  char x[REPORT_REAL], y[REPORT_REAL], z[REPORT_REAL];
  report_line(out, label, "%s  %s  %s lattice", report_real(x, 6, v[0]), report_real(y, 6, v[1]),
              report_real(z, 6, v[2]));
  if (isfinite(unit))
    report_line(out, "", "%s  %s  %s %s", report_real(x, 6, v[0] * unit), report_real(y, 6, v[1] * unit),
                report_real(z, 6, v[2] * unit), symbol);
}

static void summary_text(const struct fields *f, const struct probe_total *t, struct probe_report *r)
{
  double velocity = lbm_unit(&f->units, LBM_VELOCITY), mean[3];
  report_trim(mean, t->velocity, 3);
  probe_section(r, "flow");
  domain_text(f, t, r->out);
  keys_text(f, r->out);
  three_text("speed: least, mean, largest", t->speed, velocity, "m/s", r->out);
  three_text("superficial velocity", mean, velocity, "m/s", r->out);
  if (t->along >= 0)
    report_line(r->out, "hydraulic tortuosity", "%.6g along %c", t->tortuosity, 'x' + t->along);
  three_text("density: least, mean, largest", t->density, lbm_unit(&f->units, LBM_DENSITY), "kg/m3", r->out);
  probe_run_text(f, t->speed[2], r);
}

/* ---- JSON ---- */

static void three_json(struct json *j, const char *key, const double v[3], double unit)
{
  json_open(j, key, '[');
  for (int i = 0; i < 3; i++)
    json_real(j, NULL, v[i] * unit);
  json_close(j, ']');
}

static void range_json(struct json *j, const char *key, const double range[3], double unit)
{
  json_open(j, key, '{');
  json_real(j, "min", range[0] * unit);
  json_real(j, "mean", range[1] * unit);
  json_real(j, "max", range[2] * unit);
  json_close(j, '}');
}

static double or_unknown(double value)
{
  return value > 0 ? value : (double)NAN;
}

static void summary_json(const struct fields *f, const struct probe_total *t, struct json *j)
{
  double velocity = lbm_unit(&f->units, LBM_VELOCITY);
  json_open(j, "grid", '[');
  for (int a = 0; a < 3; a++)
    json_int(j, NULL, f->domain.grid[a]);
  json_close(j, ']');
  json_real(j, "voxel_size", or_unknown(f->units.dx));
  json_real(j, "time_step", or_unknown(f->units.dt));
  json_real(j, "step", probe_run_of(f).step);
  json_int(j, "nodes", t->nodes);
  json_int(j, "nonsolid", t->nonsolid);
  json_real(j, "porosity", (double)t->nonsolid / (double)t->nodes);
  range_json(j, "speed", t->speed, 1);
  range_json(j, "speed_m_s", t->speed, velocity);
  three_json(j, "superficial_velocity", t->velocity, 1);
  three_json(j, "superficial_velocity_m_s", t->velocity, velocity);
  json_real(j, "hydraulic_tortuosity", t->tortuosity);
  json_text(j, "flow_axis", t->along >= 0 ? cli_axis_names[t->along] : NULL);
  range_json(j, "density", t->density, 1);
  probe_run_json(f, t->speed[2], j);
}

/* ---- CSV: one row ---- */

static const struct table_column columns[] = {
    {"nodes", "", false},         {"nonsolid", "", false},      {"porosity", "", false},
    {"step", "", false},          {"tau", "", false},           {"speed_min", "", false},
    {"speed_mean", "", false},    {"speed_max", "", false},     {"superficial_x", "", false},
    {"superficial_y", "", false}, {"superficial_z", "", false}, {"density_min", "", false},
    {"density_mean", "", false},  {"density_max", "", false},   {"hydraulic_tortuosity", "", false},
};

static void summary_csv(const struct fields *f, const struct probe_total *t, struct probe_report *r)
{
  struct probe_run run = probe_run_of(f);
  double row[] = {
      (double)t->nodes,
      (double)t->nonsolid,
      (double)t->nonsolid / (double)t->nodes,
      run.step,
      run.tau,
      t->speed[0],
      t->speed[1],
      t->speed[2],
      t->velocity[0],
      t->velocity[1],
      t->velocity[2],
      t->density[0],
      t->density[1],
      t->density[2],
      t->tortuosity,
  };
  static_assert(sizeof row / sizeof *row == sizeof columns / sizeof *columns, "one value a column");
  table_csv(&(struct table){columns, sizeof row / sizeof *row, 1, row}, r->out);
}

/* ---- what tessera-run --diffusion has found ---- */

/* D_eff / D, tortuosity factor and formation factor. */
struct diffused {
  double plain[3]; /* on this grid */
  struct cli_result in[3];
};

/* False: not along this axis, or in a file of an earlier version. */
static bool read_diffused(struct diffused *d, const struct tile_header *h, int axis)
{
  struct cli_result plain;
  if (!cli_result_get(h, "diffusion", axis, &plain) || !cli_result_get(h, CLI_DIFFUSION_KEY, axis, d->in) ||
      !cli_result_get(h, CLI_TORTUOSITY_KEY, axis, d->in + 1))
    return false;
  d->in[2] = cli_result_under(1, d->in, "1");
  d->plain[0] = plain.value;
  d->plain[1] = d->in[1].value * d->in[0].value / d->plain[0];
  d->plain[2] = 1 / d->plain[0];
  return true;
}

static void diffused_text(int axis, const struct diffused *d, FILE *out)
{
  static const char *const labels[3] = {"D_eff / D", "tortuosity factor", "formation factor"};
  char label[40], text[CLI_RESULT_TEXT];
  for (int i = 0; i < 3; i++) {
    snprintf(label, sizeof label, "%s along %c", labels[i], 'x' + axis);
    if (cli_has_interval(d->in + i))
      report_line(out, label, "%s; on this grid %.6g", cli_result_text(text, d->in + i), d->plain[i]);
    else
      report_line(out, label, "%.6g", d->plain[i]);
  }
}

static void diffused_json(int axis, const struct diffused *d, struct json *j)
{
  static const char *const keys[3][2] = {{"relative", "interval"},
                                         {"tortuosity_factor", "tortuosity_factor_interval"},
                                         {"formation_factor", "formation_factor_interval"}};
  json_open(j, NULL, '{');
  json_text(j, "axis", cli_axis_names[axis]);
  for (int i = 0; i < 3; i++) {
    json_real(j, keys[i][0], d->plain[i]);
    json_interval(j, keys[i][1], d->in + i);
  }
  json_close(j, '}');
}

static void diffusion(const struct fields *f, struct probe_report *r)
{
  const struct tile_header *h = &f->domain.header;
  struct diffused d;
  if (r->form == PROBE_CSV || !tile_header_get(h, CLI_DIFFUSION_KEY))
    return;
  if (r->form == PROBE_JSON)
    json_open(&r->json, "diffusion", '[');
  for (int axis = 0; axis < 3; axis++) {
    if (!read_diffused(&d, h, axis))
      continue;
    if (r->form == PROBE_JSON)
      diffused_json(axis, &d, &r->json);
    else
      diffused_text(axis, &d, r->out);
  }
  if (r->form == PROBE_JSON)
    json_close(&r->json, ']');
}

int probe_summary(const struct fields *f, struct probe_report *r, struct tile_error *e)
{
  (void)e;
  diffusion(f, r);
  if (!f->flow) {
    probe_values(f, r);
    return 0;
  }
  struct probe_total t = probe_total_of(f);
  if (r->form == PROBE_JSON)
    summary_json(f, &t, &r->json);
  else if (r->form == PROBE_CSV)
    summary_csv(f, &t, r);
  else
    summary_text(f, &t, r);
  if (f->values.count && r->form != PROBE_CSV)
    probe_values(f, r);
  return 0;
}
