/* The permeability a run measures, from its fields and header keys alone. */
#include "probe.h"

#include <math.h>

struct result {
  struct lbm_drive drive;
  struct lbm_permeability k;
  struct cli_permeability told;
  double superficial, reynolds;
};

static const char *const axis_name[] = {"x", "y", "z"};

static void permeability_text(const struct cli_permeability *k, FILE *out)
{
  char darcy[TILE_REAL_TEXT];
  if (isfinite(k->m2))
    report_line(out, "permeability", "%.6g m2 = %s = %.6g voxel2", k->m2, cli_darcy_text(darcy, k->darcy), k->voxel2);
  else
    report_line(out, "permeability", "%.6g voxel2 (voxel size unknown: no m2)", k->voxel2);
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
  probe_section(r, "permeability along %s", axis_name[m->k.axis]);
  permeability_text(&m->told, r->out);
  probe_quantity(r, "superficial velocity", m->superficial, &f->units, LBM_VELOCITY);
  report_line(r->out, "", "(mean over the whole box, where solid counts as zero)");
  drive_text(f, &m->drive, r);
  report_line(r->out, "Reynolds number", "%.3g (superficial velocity, root of k)", m->reynolds);
  probe_run_text(f, speed, r);
}

static void print_json(const struct fields *f, const struct result *m, double speed, struct json *j)
{
  json_open(j, "permeability", '[');
  json_open(j, NULL, '{');
  json_text(j, "axis", axis_name[m->k.axis]);
  json_permeability(j, &m->told);
  json_close(j, '}');
  json_close(j, ']');
  json_text(j, "drive", m->drive.force ? "force" : "pressure");
  json_real(j, "superficial_velocity", m->superficial);
  json_real(j, "superficial_velocity_m_s", m->superficial * lbm_unit(&f->units, LBM_VELOCITY));
  json_real(j, "pressure_drop", m->drive.drop);
  json_real(j, "pressure_drop_pa", m->drive.drop * lbm_unit(&f->units, LBM_PRESSURE));
  json_real(j, "length", m->drive.length);
  json_real(j, "reynolds", m->reynolds);
  probe_run_json(f, speed, j);
}

static void print_csv(const struct fields *f, const struct result *m, FILE *out)
{
  const double value[] = {m->k.voxel2, m->k.m2, m->k.darcy, m->superficial,
                          m->superficial * lbm_unit(&f->units, LBM_VELOCITY), m->k.darcy * 1e3,
                          cli_conductivity(&m->told)};
  fprintf(out,
          "axis,voxel2,m2,darcy,superficial_velocity,superficial_velocity_m_s,millidarcy,hydraulic_conductivity\n%s",
          axis_name[m->k.axis]);
  for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
    char text[TILE_REAL_TEXT];
    fprintf(out, ",%s", isfinite(value[i]) ? tile_real_text(text, value[i]) : "");
  }
  putc('\n', out);
}

int probe_permeability(const struct fields *f, double viscosity, struct probe_report *r, struct tile_error *e)
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
  m.told = (struct cli_permeability){m.k.voxel2, m.k.m2, m.k.darcy, viscosity};
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
