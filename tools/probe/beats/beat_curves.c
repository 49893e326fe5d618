/* SPDX-License-Identifier: BSD-3-Clause */
/* The curves of openings over the last beat of a run. */
#include "beats.h"

#include "keys.h"

#include <math.h>
#include <stdlib.h>

static const struct {
  const char *name, *unit, *symbol; /* of the column, in a name and in a title */
  enum lbm_quantity quantity;
  double scale; /* of the SI unit */
  enum lbm_curve_kind curve;
} quantities[BEAT_COLUMNS] = {[BEAT_PRESSURE] = {"pressure", "pa", "Pa", LBM_PRESSURE, 1, LBM_CURVE_PRESSURE},
                              [BEAT_FLOW] = {"flow", "ml_s", "mL/s", LBM_FLUX, 1e6, LBM_CURVE_FLOW}};

bool beat_curves_has(const struct fields *f)
{
  return lbm_key_text(&f->domain, LBM_KEY_BEAT_CURVES);
}

void beat_curves_free(struct beat_curves *c)
{
  table_free(&c->table);
  free(c->opening);
  free(c->column);
  free(c->text);
  lbm_parameters_free(&c->parameters);
}

/* ---- columns ------------------------------------------------------------------ */

static void name_time(struct beat_curves *c, bool known)
{
  c->column[0] = known ? (struct table_column){"time_s", "time (s)", false}
                       : (struct table_column){"time_steps", "time (steps)", false};
}

static void name_column(struct beat_curves *c, int opening, enum beat_column column, bool known)
{
  const size_t at = beat_curves_column(opening, column);
  char(*text)[64] = c->text[at];
  const char *name = c->opening[opening], *what = quantities[column].name;
  if (known) {
    snprintf(text[0], sizeof text[0], "%s_%s_%s", name, what, quantities[column].unit);
    snprintf(text[1], sizeof text[1], "%s: %s (%s)", name, what, quantities[column].symbol);
  } else {
    snprintf(text[0], sizeof text[0], "%s_%s", name, what);
    snprintf(text[1], sizeof text[1], "%s: %s (lattice)", name, what);
  }
  c->column[at] = (struct table_column){text[0], text[1], false};
}

static int make_columns(struct beat_curves *c, const struct fields *f, struct tile_error *e)
{
  const size_t patches = (size_t)f->domain.patches, most = 1 + BEAT_COLUMNS * patches;
  c->opening = tile_alloc(patches + 1, sizeof *c->opening);
  c->column = tile_alloc(most, sizeof *c->column);
  c->text = tile_alloc(most, sizeof *c->text);
  if (!c->opening || !c->column || !c->text)
    return tile_fail_memory(e, most * sizeof *c->text, "the curves of a beat");
  for (int p = 0; p < f->domain.patches; p++)
    if (lbm_patch_opens(&c->parameters.setup, p))
      c->opening[c->openings++] = f->domain.patch[p].name;
  name_time(c, isfinite(lbm_unit(&f->units, LBM_TIME)));
  for (int o = 0; o < c->openings; o++)
    for (enum beat_column i = 0; i < BEAT_COLUMNS; i++)
      name_column(c, o, i, isfinite(lbm_unit(&f->units, quantities[i].quantity)));
  return 0;
}

/* ---- rows ----------------------------------------------------------------------- */

static double unit_of(const struct fields *f, enum lbm_quantity q, double scale)
{
  const double unit = lbm_unit(&f->units, q);
  return isfinite(unit) ? unit * scale : 1;
}

static void fill(struct beat_curves *c, const struct fields *f, int opening, int patch)
{
  for (enum beat_column i = 0; i < BEAT_COLUMNS; i++) {
    const double unit = unit_of(f, quantities[i].quantity, quantities[i].scale);
    for (size_t row = 0; row < c->table.rows; row++)
      c->table.value[row * c->table.width + beat_curves_column(opening, i)] =
          unit * *lbm_beat_curve(&c->parameters.beat, LBM_THIS_BEAT, patch, quantities[i].curve, (int)row);
  }
}

static int make_rows(struct beat_curves *c, const struct fields *f, struct tile_error *e)
{
  const double step = c->parameters.period / LBM_BEAT_SAMPLES * unit_of(f, LBM_TIME, 1);
  const size_t rows = (size_t)c->parameters.beat.taken;
  if (table_make(&c->table, c->column, beat_curves_column(c->openings, 0), rows, e))
    return e->code;
  for (size_t row = 0; row < rows; row++)
    c->table.value[row * c->table.width] = (double)(row + 1) * step;
  for (int p = 0, opening = 0; p < f->domain.patches; p++)
    if (lbm_patch_opens(&c->parameters.setup, p))
      fill(c, f, opening++, p);
  return 0;
}

int beat_curves_make(struct beat_curves *c, const struct fields *f, struct tile_error *e)
{
  *c = (struct beat_curves){0};
  if (lbm_parameters_read(&c->parameters, &f->domain, e))
    return e->code;
  if (!c->parameters.beat.curve[LBM_THIS_BEAT] || !c->parameters.beat.taken)
    return tile_fail(e, TILE_REJECTED, "%s: has no curves of a beat, which `tessera run --beats` and --average find",
                     f->name);
  return make_columns(c, f, e) || make_rows(c, f, e) ? e->code : 0;
}

/* ---- --table -------------------------------------------------------------------- */

static void print(const struct beat_curves *c, struct probe_report *r)
{
  struct probe_report as_csv = *r;
  as_csv.form = PROBE_CSV;
  probe_section(&as_csv, "beat");
  r->begun = as_csv.begun;
  table_csv(&c->table, r->out);
}

/* Curves of all openings are in one chart of the pressure and one of the flow. */
static int plot(const struct beat_curves *c, const struct fields *f, struct plot *to, struct tile_error *e)
{
  char name[BEAT_COLUMNS][40];
  for (enum beat_column i = 0; i < BEAT_COLUMNS; i++)
    snprintf(name[i], sizeof name[i], "%s (%s)", i == BEAT_FLOW ? "flow rate" : quantities[i].name,
             isfinite(lbm_unit(&f->units, quantities[i].quantity)) ? quantities[i].symbol : "lattice");
  for (int o = 0; o < c->openings; o++)
    for (enum beat_column i = 0; i < BEAT_COLUMNS; i++)
      if (plot_add(to, c->opening[o], c->column[0].title, name[i], &c->table, 0, beat_curves_column(o, i), e))
        return e->code;
  return 0;
}

int beat_curves_print(const struct fields *f, struct probe_report *r, struct tile_error *e)
{
  struct beat_curves c;
  const int code = beat_curves_make(&c, f, e) || (r->plot && plot(&c, f, r->plot, e)) ? e->code : 0;
  if (!code && r->form == PROBE_JSON)
    table_json(&c.table, &r->json, "table");
  if (!code && r->form != PROBE_JSON)
    print(&c, r);
  beat_curves_free(&c);
  return code;
}
