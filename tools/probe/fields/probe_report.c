/* SPDX-License-Identifier: BSD-3-Clause */
#include "probe.h"

#include <math.h>
#include <stdarg.h>

void probe_section(struct probe_report *r, const char *format, ...)
{
  if (r->form != PROBE_JSON && r->begun)
    putc('\n', r->out);
  r->begun = true;
  if (r->form != PROBE_TEXT)
    return;
  va_list list;
  va_start(list, format);
  vfprintf(r->out, format, list);
  va_end(list);
  putc('\n', r->out);
}

void probe_table(const struct table *t, struct probe_report *r, const char *key)
{
  if (r->form == PROBE_JSON)
    table_json(t, &r->json, key);
  else if (r->form == PROBE_CSV)
    table_csv(t, r->out);
  else
    table_text(t, r->out);
}

void probe_quantity(struct probe_report *r, const char *label, double value, const struct lbm_units *u,
                    enum lbm_quantity q)
{
  double unit = lbm_unit(u, q);
  if (isfinite(unit))
    report_line(r->out, label, "%.6g lattice = %.6g %s", value, value * unit, lbm_unit_symbol(q));
  else
    report_line(r->out, label, "%.6g lattice", value);
}
