/* SPDX-License-Identifier: BSD-3-Clause */
/* The permeability of a run, from its fields and header keys. */
#include "probe.h"
#include "sample.h"

#include <math.h>

struct result {
  struct lbm_drive drive;
  struct lbm_permeability k;
  struct cli_permeability told, inside, sample; /* of the whole domain; of the nodes inside a mask; without added
                                                 * layers; NaN if there is no mask, or no layers */
  struct cli_result interval, inside_interval;  /* in m2 where that is known, else in voxel2 */
  double superficial, reynolds;
};

/* That of --refine, as the file has it. */
static void add_intervals(struct result *m, const struct fields *f)
{
  struct cli_result r;
  if (!cli_result_get(&f->domain.header, CLI_PERMEABILITY_KEY, m->k.axis, &r))
    r = cli_result_about(m->k.voxel2, (double)NAN, "voxel2");
  m->interval = cli_result_in_m2(&r, f->units.dx);
  m->inside_interval = cli_result_times(&m->interval, m->inside.voxel2 / m->told.voxel2, m->interval.unit);
}

static struct cli_permeability told_of(const struct lbm_permeability *k, double viscosity, double density)
{
  return (struct cli_permeability){k->voxel2, k->m2, k->darcy, viscosity,
                                   lbm_creeping_gradient(k->m2, viscosity, density)};
}

static void permeability_text(const char *label, const struct cli_permeability *k, FILE *out)
{
  char darcy[TILE_REAL_TEXT];
  if (isfinite(k->m2))
    report_line(out, label, "%.6g m2 = %s = %.6g voxel2", k->m2, cli_darcy_text(darcy, k->darcy), k->voxel2);
  else if (isfinite(k->voxel2))
    report_line(out, label, "%.6g voxel2 (voxel size unknown: no m2)", k->voxel2);
  report_conductivity(out, k);
}

static void drive_text(const struct fields *f, const struct lbm_drive *d, struct probe_report *r)
{
  if (d->force) {
    probe_quantity(r, "driven by a body force", d->drop / d->length, &f->units, LBM_PRESSURE_GRADIENT);
    return;
  }
  probe_quantity(r, "driven by a pressure drop", d->drop, &f->units, LBM_PRESSURE);
  probe_quantity(r, "over a length of", d->length, &f->units, LBM_LENGTH);
}

static void print_text(const struct fields *f, const struct result *m, double speed, struct probe_report *r)
{
  char text[CLI_RESULT_TEXT];
  probe_section(r, "permeability along %s", cli_axis_names[m->k.axis]);
  permeability_text("permeability", &m->told, r->out);
  if (cli_has_interval(&m->interval))
    report_line(r->out, "  interval", "k = %s %s", cli_result_text(text, &m->interval), m->interval.unit);
  permeability_text("  inside the mask", &m->inside, r->out);
  permeability_text("  of the sample", &m->sample, r->out);
  probe_quantity(r, "superficial velocity", m->superficial, &f->units, LBM_VELOCITY);
  report_line(r->out, "", "(mean over the whole box, where solid counts as zero)");
  drive_text(f, &m->drive, r);
  report_line(r->out, "Reynolds number", "%.3g (superficial velocity, root of k)", m->reynolds);
  probe_run_text(f, speed, r);
}

static void json_along(struct json *j, const char *key, const char *axis, const struct cli_permeability *k,
                       const struct cli_result *interval)
{
  json_open(j, key, '[');
  json_open(j, NULL, '{');
  json_text(j, "axis", axis);
  json_permeability(j, k);
  json_interval(j, "interval", interval);
  json_close(j, '}');
  json_close(j, ']');
}

static void json_part(struct json *j, const char *key, const char *axis, const struct cli_permeability *k,
                      const struct cli_result *interval)
{
  if (isfinite(k->voxel2))
    json_along(j, key, axis, k, interval);
  else
    json_text(j, key, NULL);
}

static void print_json(const struct fields *f, const struct result *m, double speed, struct json *j)
{
  const char *axis = cli_axis_names[m->k.axis];
  const struct cli_result none = cli_result_about(m->sample.voxel2, (double)NAN, "voxel2");
  json_along(j, "permeability", axis, &m->told, &m->interval);
  json_part(j, "permeability_mask", axis, &m->inside, &m->inside_interval);
  json_part(j, "permeability_sample", axis, &m->sample, &none);
  json_text(j, "drive", m->drive.force ? "force" : "pressure");
  json_real(j, "superficial_velocity", m->superficial);
  json_real(j, "superficial_velocity_m_s", m->superficial * lbm_unit(&f->units, LBM_VELOCITY));
  json_real(j, "pressure_drop", m->drive.drop);
  json_real(j, "pressure_drop_pa", m->drive.drop * lbm_unit(&f->units, LBM_PRESSURE));
  json_real(j, "length", m->drive.length);
  json_real(j, "reynolds", m->reynolds);
  probe_run_json(f, speed, j);
}

static void csv_values(FILE *out, const double *value, int count)
{
  for (int i = 0; i < count; i++) {
    char text[TILE_REAL_TEXT];
    fprintf(out, ",%s", isfinite(value[i]) ? tile_real_text(text, value[i]) : "");
  }
}

/* The last columns are printed only with an interval, with a mask, or with layers. */
static void print_csv(const struct fields *f, const struct result *m, FILE *out)
{
  const struct {
    const char *suffix;
    const struct cli_permeability *k;
  } part[] = {{"mask", &m->inside}, {"sample", &m->sample}};
  const double told[] = {m->k.voxel2,
                         m->k.m2,
                         m->k.darcy,
                         m->superficial,
                         m->superficial * lbm_unit(&f->units, LBM_VELOCITY),
                         m->k.darcy * 1e3,
                         cli_conductivity(&m->told)};
  fputs("axis,voxel2,m2,darcy,superficial_velocity,superficial_velocity_m_s,millidarcy,hydraulic_conductivity", out);
  for (int i = 0; i < 2; i++)
    if (isfinite(part[i].k->voxel2))
      fprintf(out, ",voxel2_%s,m2_%s,darcy_%s", part[i].suffix, part[i].suffix, part[i].suffix);
  if (cli_has_interval(&m->interval))
    fprintf(out, ",middle_%s,low_%s,high_%s", m->interval.unit, m->interval.unit, m->interval.unit);
  fprintf(out, "\n%s", cli_axis_names[m->k.axis]);
  csv_values(out, told, sizeof told / sizeof *told);
  for (int i = 0; i < 2; i++)
    if (isfinite(part[i].k->voxel2))
      csv_values(out, (const double[]){part[i].k->voxel2, part[i].k->m2, part[i].k->darcy}, 3);
  if (cli_has_interval(&m->interval))
    csv_values(out, (const double[]){m->interval.value, m->interval.low, m->interval.high}, 3);
  putc('\n', out);
}

static void add_node(void *self, const int64_t at[3], const double value[FIELDS])
{
  lbm_region_add(self, at, value);
}

static struct lbm_permeability sample_permeability(const struct fields *f, const struct lbm_drive *drive)
{
  struct lbm_region r = lbm_sample_region(&f->domain, drive->axis);
  if (lbm_has_layers(&f->domain))
    fields_visit(f, add_node, &r);
  return lbm_permeability_sample(drive, &r, &f->domain);
}

int probe_permeability(const struct fields *f, double viscosity, double density, struct probe_report *r,
                       struct tile_error *e)
{
  struct result m;
  struct tile_error why;
  if (lbm_drive_of(&m.drive, &f->domain, &why))
    return tile_fail(e, why.code, "%s: %s", f->name, why.text);
  struct probe_total t = probe_total_of(f);
  m.superficial = t.velocity[m.drive.axis];
  m.k = lbm_permeability_of(&m.drive, m.superficial, f->units.dx);
  if (!(viscosity > 0))
    viscosity = m.drive.viscosity * lbm_unit(&f->units, LBM_VISCOSITY);
  m.told = told_of(&m.k, viscosity, density);
  const struct lbm_permeability inside = lbm_permeability_inside(&m.k, &f->domain);
  m.inside = told_of(&inside, viscosity, density);
  const struct lbm_permeability sample = sample_permeability(f, &m.drive);
  m.sample = told_of(&sample, viscosity, density);
  add_intervals(&m, f);
  m.reynolds = fabs(m.superficial) * sqrt(fabs(m.k.voxel2)) / m.drive.viscosity;
  if (r->form == PROBE_JSON)
    print_json(f, &m, t.speed[2], &r->json);
  else if (r->form == PROBE_TEXT)
    print_text(f, &m, t.speed[2], r);
  else {
    probe_section(r, "permeability");
    print_csv(f, &m, r->out);
  }
  return 0;
}
