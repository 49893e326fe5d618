/* SPDX-License-Identifier: BSD-3-Clause */
#include "beat_run.h"
#include "numbers.h"
#include "surfaces.h"

#include "cap.h"
#include "communicator.h"

#include <math.h>
#include <stdlib.h>

static const struct lbm_beat_record *record_of(const struct beat_report *r)
{
  return &r->beat->parameters->beat;
}

static bool is_periodic(const struct beat_report *r)
{
  return r->goal->periodic > 0 && r->beat->parameters->converged;
}

/* ---- curves of openings ------------------------------------------------------------- */

struct extent {
  double mean, least, most;
};

static struct extent extent_of(const struct lbm_beat_record *r, int patch, enum lbm_curve_kind kind, double unit)
{
  struct extent c = {0, (double)INFINITY, -(double)INFINITY};
  for (int i = 0; i < r->taken; i++) {
    const double value = *lbm_beat_curve(r, LBM_THIS_BEAT, patch, kind, i) * unit;
    c.mean += value / r->taken;
    c.least = fmin(c.least, value);
    c.most = fmax(c.most, value);
  }
  return c;
}

static void print_opening(FILE *out, const struct beat_report *r, int patch)
{
  const struct lbm_units *u = &r->beat->parameters->units;
  const double flow = lbm_unit(u, LBM_FLUX) * 1e6, pressure = lbm_unit(u, LBM_PRESSURE) / TILE_MMHG;
  const bool physical = isfinite(flow) && isfinite(pressure);
  const struct extent q = extent_of(record_of(r), patch, LBM_CURVE_FLOW, physical ? flow : 1),
                      p = extent_of(record_of(r), patch, LBM_CURVE_PRESSURE, physical ? pressure : 1);
  report_line(out, r->beat->domain->patch[patch].name, "%.5g (%.4g ... %.4g) %s in at %.5g (%.4g ... %.4g)%s", q.mean,
              q.least, q.most, physical ? "mL/s" : "voxels3 a step", p.mean, p.least, p.most, physical ? " mmHg" : "");
}

static void json_curve(struct json *j, const char *key, const struct lbm_beat_record *r, int patch,
                       enum lbm_curve_kind kind, double unit)
{
  json_open(j, key, '[');
  for (int i = 0; i < r->taken; i++)
    json_real(j, NULL, *lbm_beat_curve(r, LBM_THIS_BEAT, patch, kind, i) * unit);
  json_close(j, ']');
}

static void json_openings(struct json *j, const struct beat_report *r)
{
  const struct lbm_units *u = &r->beat->parameters->units;
  const double flow = lbm_unit(u, LBM_FLUX), pressure = lbm_unit(u, LBM_PRESSURE);
  json_open(j, "openings", '[');
  for (int p = 0; p < record_of(r)->patches; p++) {
    if (!lbm_patch_opens(&r->beat->parameters->setup, p))
      continue;
    json_open(j, NULL, '{');
    json_text(j, "name", r->beat->domain->patch[p].name);
    json_curve(j, "flow", record_of(r), p, LBM_CURVE_FLOW, 1);
    json_curve(j, "pressure", record_of(r), p, LBM_CURVE_PRESSURE, 1);
    json_curve(j, "flow_m3_s", record_of(r), p, LBM_CURVE_FLOW, flow);
    json_curve(j, "pressure_pa", record_of(r), p, LBM_CURVE_PRESSURE, pressure);
    json_close(j, '}');
  }
  json_close(j, ']');
}

/* ---- the wall --------------------------------------------------------------------------- */

/* Means over the area of walls; swings: the share with an OSI above 0.2. */
struct wall {
  double area, judged, tawss, most, osi, swings;
};

static void add_node(struct wall *w, double area, double tawss, double osi)
{
  w->area += area;
  w->tawss += area * tawss;
  w->most = fmax(w->most, tawss);
  w->judged += isfinite(osi) ? area : 0;
  w->osi += isfinite(osi) ? area * osi : 0;
  w->swings += osi > 0.2 ? area : 0;
}

static void finish(struct wall *w)
{
  w->tawss /= w->area;
  w->osi /= w->judged;
  w->swings /= w->judged;
}

/* The openings of a surface through which fluid passes: flow is not developed there, and no vessel is where it was
 * prolonged. */
struct ends {
  int count;
  struct tile_opening opening[TILE_SURFACES_LIMIT];
};

static void find_ends(struct ends *s, const struct lbm_beat *b)
{
  struct tile_error e;
  s->count = 0;
  for (int p = 0; p < b->domain->patches && s->count < TILE_SURFACES_LIMIT; p++) {
    if (!lbm_patch_opens(&b->parameters->setup, p) || !tile_patch_opens(b->domain->patch + p))
      continue;
    check_or_exit(lbm_opening_of(s->opening + s->count, b->domain, p, &e), &e);
    s->count += s->opening[s->count].area > 0;
  }
}

static bool is_at_end(const struct ends *s, const int64_t place[3])
{
  const double at[3] = {(double)place[0], (double)place[1], (double)place[2]};
  for (int i = 0; i < s->count; i++)
    if (lbm_opening_is_beside(s->opening + i, at))
      return true;
  return false;
}

/* All of the wall, and what is left of it without the ends; no area: there are no such openings, or nothing is left. */
struct walls {
  struct wall all, without;
};

struct measured {
  const struct lbm_beat *beat;
  float *tawss, *osi; /* [nodes] */
  struct ends ends;
};

static void add_walls(void *of_measured, void *of_walls)
{
  const struct measured *m = of_measured;
  struct walls *w = of_walls;
  for (size_t i = 0; i < m->beat->map.walls.count; i++) {
    const struct lbm_wall_node *node = m->beat->map.walls.node + i;
    const size_t n = m->beat->map.row[i].own;
    add_node(&w->all, node->area, (double)m->tawss[n], (double)m->osi[n]);
    if (m->ends.count && !is_at_end(&m->ends, node->place.at))
      add_node(&w->without, node->area, (double)m->tawss[n], (double)m->osi[n]);
  }
}

static bool measure_walls(struct walls *w, struct lbm_beat *b)
{
  const size_t nodes = b->map.nodes;
  struct measured m = {b, tile_alloc(nodes, sizeof *m.tawss), tile_alloc(nodes, sizeof *m.osi), {0}};
  *w = (struct walls){0};
  find_ends(&m.ends, b);
  if (!lbm_comm_any(!m.tawss || !m.osi)) {
    lbm_beat_index(m.tawss, b, LBM_INDEX_TAWSS);
    lbm_beat_index(m.osi, b, LBM_INDEX_OSI);
    lbm_comm_ordered_reduce(w, sizeof *w, add_walls, &m);
  }
  finish(&w->all);
  finish(&w->without);
  free(m.tawss);
  free(m.osi);
  return w->all.area > 0 && w->all.judged > 0;
}

/* ---- forms --------------------------------------------------------------------------------- */

static void print_changes(FILE *out, const struct beat_report *r)
{
  const struct lbm_beat_record *b = record_of(r);
  char periodic[64] = "";
  if (r->goal->periodic > 0)
    snprintf(periodic, sizeof periodic, ": %speriodic after %lld beats", is_periodic(r) ? "" : "not ",
             (long long)b->beats);
  if (isfinite(lbm_beat_record_change(b)))
    report_line(out, "change from beat to beat", "pressure %.2g, flow %.2g, TAWSS %.2g; %.2g remains%s", b->change[0],
                b->change[1], b->change[2], lbm_beat_remaining(r->beat->parameters, b->patches), periodic);
}

/* extra: what follows the name of a line. */
static void print_wall(FILE *out, const struct wall *w, double pascal, const char *extra)
{
  const bool si = isfinite(pascal);
  const char *unit = si ? " Pa" : "";
  char name[2][40];
  snprintf(name[0], sizeof name[0], "TAWSS%s", extra);
  snprintf(name[1], sizeof name[1], "OSI%s", extra);
  report_line(out, name[0], "mean %.5g%s, largest %.5g%s", si ? w->tawss * pascal : w->tawss, unit,
              si ? w->most * pascal : w->most, unit);
  report_line(out, name[1], "mean %.4f; above 0.2 on %.3g %% of the wall", w->osi, 100 * w->swings);
}

static void print_walls(FILE *out, const struct beat_report *r)
{
  const double pascal = lbm_unit(&r->beat->parameters->units, LBM_PRESSURE);
  struct walls w;
  if (!measure_walls(&w, r->beat))
    return;
  print_wall(out, &w.all, pascal, "");
  if (!(w.without.judged > 0))
    return;
  print_wall(out, &w.without, pascal, " without ends");
  report_line(out, "ends", "%.3g %% of the wall: up to a radius before each opening, and all behind it",
              100 * (1 - w.without.area / w.all.area));
}

void beat_print(FILE *out, const struct beat_report *r)
{
  const struct lbm_beat_record *b = record_of(r);
  const double time = lbm_unit(&r->beat->parameters->units, LBM_TIME);
  if (!b->taken)
    return;
  report_line(out, "beats", "%lld complete, of %.6g steps%s", (long long)b->beats, r->beat->parameters->period,
              b->taken < LBM_BEAT_SAMPLES ? "; the last one is not complete" : "");
  if (isfinite(time))
    report_line(out, "period", "%.6g s", r->beat->parameters->period * time);
  print_changes(out, r);
  for (int p = 0; p < b->patches; p++)
    if (lbm_patch_opens(&r->beat->parameters->setup, p))
      print_opening(out, r, p);
  print_walls(out, r);
}

static void json_wall(struct json *j, const struct wall *w, double pascal)
{
  json_real(j, "tawss_mean", w->tawss);
  json_real(j, "tawss_max", w->most);
  json_real(j, "tawss_mean_pa", w->tawss * pascal);
  json_real(j, "tawss_max_pa", w->most * pascal);
  json_real(j, "osi_mean", w->osi);
  json_real(j, "osi_high", w->swings);
}

static void json_walls(struct json *j, struct lbm_beat *b, double pascal)
{
  struct walls w;
  if (!measure_walls(&w, b)) {
    json_text(j, "wall", NULL);
    return;
  }
  json_open(j, "wall", '{');
  json_wall(j, &w.all, pascal);
  if (w.without.judged > 0) {
    json_open(j, "without_ends", '{');
    json_real(j, "share", w.without.area / w.all.area);
    json_wall(j, &w.without, pascal);
    json_close(j, '}');
  } else
    json_text(j, "without_ends", NULL);
  json_close(j, '}');
}

void beat_json(struct json *j, const struct beat_report *r)
{
  static const char *const change[LBM_BEAT_CHANGES] = {"pressure", "flow", "tawss"};
  if (!r->beat) {
    json_text(j, "beat", NULL);
    return;
  }
  const struct lbm_beat_record *b = record_of(r);
  const struct lbm_units *u = &r->beat->parameters->units;
  json_open(j, "beat", '{');
  json_int(j, "beats", b->beats);
  json_bool(j, "complete", b->taken == LBM_BEAT_SAMPLES);
  json_real(j, "period", r->beat->parameters->period);
  json_real(j, "period_s", r->beat->parameters->period * lbm_unit(u, LBM_TIME));
  json_open(j, "change", '{');
  for (int i = 0; i < LBM_BEAT_CHANGES; i++)
    json_real(j, change[i], b->change[i] < 0 ? (double)NAN : b->change[i]);
  json_close(j, '}');
  json_real(j, "remaining", lbm_beat_remaining(r->beat->parameters, b->patches));
  if (r->goal->periodic > 0)
    json_bool(j, "periodic", is_periodic(r));
  else
    json_text(j, "periodic", NULL);
  json_openings(j, r);
  json_walls(j, r->beat, lbm_unit(u, LBM_PRESSURE));
  json_close(j, '}');
}

void beat_warn(const struct beat_report *r)
{
  const struct lbm_beat_record *b = record_of(r);
  const struct lbm_parameters *p = r->beat->parameters;
  const double memory = lbm_beat_memory(p, b->patches), remaining = lbm_beat_remaining(p, b->patches);
  if (b->taken && b->taken < LBM_BEAT_SAMPLES)
    cli_warn("the averages are those of a part of a beat: %d of %d samples", b->taken, LBM_BEAT_SAMPLES);
  if (!isfinite(remaining) && memory > (double)p->step)
    cli_warn(
        "an outlet settles with the time R C = %.3g steps, longer than this run of %lld: whether it has settled two "
        "beats tell",
        memory, (long long)p->step);
  else if (isfinite(remaining) && remaining > 0.01 && remaining > lbm_beat_record_change(b))
    cli_warn("an outlet settles with the time R C = %.3g beats: up to about %.2g of the pressure or the flow is left "
             "to change",
             memory / p->period, remaining);
}
