/* SPDX-License-Identifier: BSD-3-Clause */
/* The report of forces on walls, used by run and probe. */
#include "cli.h"

#include <math.h>

static void report_vector(FILE *out, const char *label, const double of[3], double unit, const char *symbol)
{
  double v[3];
  report_trim(v, of, 3);
  if (isfinite(unit))
    report_line(out, label, "%.9g  %.9g  %.9g lattice = %.9g  %.9g  %.9g %s", v[0], v[1], v[2], v[0] * unit,
                v[1] * unit, v[2] * unit, symbol);
  else
    report_line(out, label, "%.9g  %.9g  %.9g lattice", v[0], v[1], v[2]);
}

void report_force(FILE *out, const struct cli_force *f)
{
  report_line(out, "flow on", "%s, %lld links", f->name, (long long)f->links);
  report_vector(out, "  force x, y, z", f->force, f->newton, "N");
  report_vector(out, "  torque x, y, z", f->torque, f->newton_metre, "Nm");
}

static void json_vector(struct json *j, const char *key, const double v[3], double unit)
{
  if (!isfinite(unit)) {
    json_text(j, key, NULL);
    return;
  }
  json_open(j, key, '[');
  for (int a = 0; a < 3; a++)
    json_real(j, NULL, v[a] * unit);
  json_close(j, ']');
}

static void json_force(struct json *j, const struct cli_force *f)
{
  json_open(j, NULL, '{');
  json_text(j, "walls", f->name);
  json_int(j, "links", f->links);
  json_vector(j, "force", f->force, 1);
  json_vector(j, "force_n", f->force, f->newton);
  json_vector(j, "torque", f->torque, 1);
  json_vector(j, "torque_nm", f->torque, f->newton_metre);
  json_vector(j, "about", f->about, 1);
  json_close(j, '}');
}

void json_forces(struct json *j, const struct cli_force *f, size_t count)
{
  if (!count) {
    json_text(j, "forces", NULL);
    return;
  }
  json_open(j, "forces", '[');
  for (size_t i = 0; i < count; i++)
    json_force(j, f + i);
  json_close(j, ']');
}
