#include "pulse.h"

#include "communicator.h"
#include "flow.h"
#include "section.h"

#include <stdlib.h>
#include <string.h>

static const struct lbm_wave *wave_of(const struct lbm *l, int patch)
{
  static const struct lbm_wave none;
  return l->setup.course ? &l->setup.course[patch].wave : &none;
}

/* ---- shapes ---------------------------------------------------------------- */

/* What is needed to find the shapes of a patch. shape: [2 nodes], real and imaginary parts. */
struct work {
  struct lbm_cap cap;
  struct lbm_section *section;
  double *rate, *shape;
};

static void work_free(struct work *w)
{
  lbm_section_free(w->section);
  lbm_cap_free(&w->cap);
  free(w->rate);
  free(w->shape);
}

static int work_make(struct work *w, const struct lbm *l, int patch, struct tile_error *e)
{
  *w = (struct work){0};
  if (lbm_cap_make(&w->cap, l->domain, patch, e))
    return e->code;
  w->rate = tile_alloc(w->cap.count, sizeof *w->rate);
  w->shape = tile_alloc(2 * w->cap.count, sizeof *w->shape);
  if (!w->rate || !w->shape)
    return tile_fail_memory(e, 3 * w->cap.count * sizeof *w->rate, "the flow through a patch");
  lbm_cap_rates(w->rate, &w->cap, l->domain, l->setup.condition, patch);
  return 0;
}

/* Sets the shape of angular frequency omega, so that the links carry 1; omega 0: of developed flow. */
static int find_shape(struct work *w, const struct lbm *l, int patch, double omega, struct tile_error *e)
{
  const size_t n = w->cap.count;
  double *re = w->shape, *im = w->shape + n, a = 0, b = 0;
  const double nu = omega > 0 ? (l->setup.tau - 0.5) / 3 : 1;
  int code = 0;
  if (!lbm_comm_rank())
    code = (w->section ? 0 : lbm_section_make(&w->section, l->domain, patch, &w->cap, e)) ||
           lbm_section_solve(w->section, omega, nu, re, im, e);
  if (lbm_comm_any(code != 0))
    return code ? e->code : tile_fail(e, TILE_FAILED, "the first process could not find the shape of a flow");
  lbm_comm_share(w->shape, 2 * n * sizeof *w->shape, 0);
  for (size_t i = 0; i < n; i++) {
    a += w->rate[i] * re[i];
    b += w->rate[i] * im[i];
  }
  const double square = a * a + b * b;
  for (size_t i = 0; i < n; i++) {
    const double x = re[i], y = im[i];
    re[i] = (x * a + y * b) / square;
    im[i] = (y * a - x * b) / square;
  }
  return 0;
}

static double volume_of(const struct lbm_condition *c, const struct tile_patch *p)
{
  return c->velocity[0] * p->normal[0] + c->velocity[1] * p->normal[1] + c->velocity[2] * p->normal[2];
}

/* ---- the constant part ----------------------------------------------------- */

static void set_speed(const struct lbm *l, int patch, size_t condition, double speed)
{
  for (int p = 0; p < lbm_locals(l); p++)
    for (int a = 0; a < 3; a++)
      l->local[p].geometry.condition[condition].velocity[a] = speed * l->domain->patch[patch].normal[a];
}

static int set_constant(const struct lbm *l, int patch, struct work *w, struct tile_error *e)
{
  const struct lbm_condition *c = l->setup.condition + patch;
  const double volume = volume_of(c, l->domain->patch + patch);
  const size_t first = l->local->geometry.profile[patch];
  double sum = 0;
  for (size_t n = 0; n < w->cap.count; n++)
    sum += w->rate[n];
  if (!(sum > 0))
    return tile_fail(e, TILE_USAGE, "patch '%s': no link lets a flow through", l->domain->patch[patch].name);
  set_speed(l, patch, (size_t)patch, volume / sum);
  if (!lbm_has_cap(c->kind))
    return 0;
  if (find_shape(w, l, patch, 0, e))
    return e->code;
  for (size_t n = 0; n < w->cap.count; n++)
    set_speed(l, patch, first + n, volume * w->shape[n]);
  return 0;
}

/* ---- harmonics ------------------------------------------------------------- */

static int harmonics_make(struct lbm_harmonics *h, size_t nodes, struct tile_error *e)
{
  h->nodes = nodes;
  h->re = tile_alloc(LBM_HARMONICS * nodes, sizeof *h->re);
  h->im = tile_alloc(LBM_HARMONICS * nodes, sizeof *h->im);
  h->flow_re = tile_alloc(LBM_HARMONICS, sizeof *h->flow_re);
  h->flow_im = tile_alloc(LBM_HARMONICS, sizeof *h->flow_im);
  if (!h->re || !h->im || !h->flow_re || !h->flow_im)
    return tile_fail_memory(e, 2 * LBM_HARMONICS * nodes * sizeof *h->re, "the harmonics of a flow");
  h->count = LBM_HARMONICS;
  return 0;
}

static int find_harmonics(struct lbm *l, int patch, struct work *w, struct tile_error *e)
{
  struct lbm_harmonics *h = l->pulse.harmonics + patch;
  const struct lbm_curve *curve = l->pulse.curve + patch;
  const double volume = volume_of(l->setup.condition + patch, l->domain->patch + patch);
  if (harmonics_make(h, w->cap.count, e))
    return e->code;
  lbm_curve_harmonics(curve, h->flow_re, h->flow_im, LBM_HARMONICS);
  for (int k = 0; k < LBM_HARMONICS; k++) {
    const double a = volume * h->flow_re[k], b = volume * h->flow_im[k];
    if (find_shape(w, l, patch, 2 * acos(-1) * k / lbm_curve_period(curve), e))
      return e->code;
    for (size_t n = 0; n < h->nodes; n++) {
      const double x = w->shape[n], y = w->shape[h->nodes + n];
      h->re[(size_t)k * h->nodes + n] = a * x - b * y;
      h->im[(size_t)k * h->nodes + n] = a * y + b * x;
    }
  }
  return 0;
}

/* Fluid that comes in through an outlet lowers its pressure by beta u^2 / 2, so that it does not come faster and faster
 * (Esmaily Moghadam et al., Comput. Mech. 48 (2011) 277). */
static void damp_backflow(const struct lbm *l, int patch)
{
  const double beta = 0.2;
  if (l->setup.condition[patch].kind == LBM_AT_PRESSURE && l->setup.course &&
      lbm_damps_backflow(l->setup.course + patch, l->pulse.waves))
    set_speed(l, patch, (size_t)patch, sqrt(beta));
}

static int open_patch(struct lbm *l, int patch, struct tile_error *e)
{
  const enum lbm_condition_kind kind = l->setup.condition[patch].kind;
  struct work w = {0};
  damp_backflow(l, patch);
  if (lbm_curve_make(l->pulse.curve + patch, wave_of(l, patch), e))
    return e->code;
  if (!lbm_is_flow(kind))
    return 0;
  int code = work_make(&w, l, patch, e) || set_constant(l, patch, &w, e);
  if (!code && kind == LBM_AT_FLOW_WOMERSLEY && wave_of(l, patch)->points)
    code = find_harmonics(l, patch, &w, e);
  work_free(&w);
  return code ? e->code : 0;
}

/* ---- the schedule ------------------------------------------------------------ */

static void fill_schedule(struct lbm *l, uint16_t *patch, double (*normal)[3], struct lbm_shape *shape)
{
  struct lbm_schedule *s = &l->pulse.schedule;
  const struct lbm_geometry *g = &l->local->geometry;
  for (int c = 0; c < s->conditions; c++)
    patch[c] = (uint16_t)lbm_patch_of(g, (uint16_t)c);
  for (int p = 0; p < s->patches; p++) {
    const struct lbm_harmonics *h = l->pulse.harmonics + p;
    memcpy(normal[p], l->domain->patch[p].normal, sizeof normal[p]);
    shape[p] = (struct lbm_shape){h->count, (int)g->profile[p], (int)h->nodes, s->length, h->re, h->im};
    s->length += h->count ? 2 + 2 * h->count : 0;
  }
}

static int make_schedule(struct lbm *l, struct tile_error *e)
{
  struct lbm_schedule *s = &l->pulse.schedule;
  const struct lbm_geometry *g = &l->local->geometry;
  const size_t patches = (size_t)l->domain->patches;
  uint16_t *patch = tile_alloc(g->conditions, sizeof *patch);
  double(*normal)[3] = tile_alloc(patches, sizeof *normal);
  struct lbm_shape *shape = tile_alloc(patches, sizeof *shape);
  *s = (struct lbm_schedule){(int)g->conditions, (int)patches, (int)patches, g->condition, patch, normal, shape};
  if (!patch || !normal || !shape)
    return tile_fail_memory(e, patches * sizeof *shape, "conditions");
  fill_schedule(l, patch, normal, shape);
  l->pulse.rows = tile_alloc(LBM_MOST_ROWS * (size_t)s->length, sizeof *l->pulse.rows);
  return l->pulse.rows ? 0 : tile_fail_memory(e, LBM_MOST_ROWS * (size_t)s->length * sizeof(double), "conditions");
}

static void free_schedule(struct lbm *l)
{
  const struct lbm_schedule *s = &l->pulse.schedule;
  free((void *)s->patch);
  free((void *)s->normal);
  free((void *)s->shape);
  free(l->pulse.rows);
}

int lbm_pulse_open(struct lbm *l, struct tile_error *e)
{
  const size_t patches = (size_t)l->domain->patches;
  l->pulse.curve = tile_alloc(patches, sizeof *l->pulse.curve);
  l->pulse.harmonics = tile_alloc(patches, sizeof *l->pulse.harmonics);
  if (!l->pulse.curve || !l->pulse.harmonics)
    return tile_fail_memory(e, patches * sizeof *l->pulse.curve, "conditions");
  l->pulse.waves = l->setup.course && lbm_courses_vary(l->setup.course, l->domain->patches);
  for (int p = 0; p < l->domain->patches; p++)
    if (open_patch(l, p, e))
      return e->code;
  return make_schedule(l, e) || lbm_outlets_open(l, e) ? e->code : 0;
}

void lbm_pulse_close(struct lbm *l)
{
  lbm_outlets_close(l);
  lbm_sites_close(&l->pulse.patches);
  lbm_sites_close(&l->pulse.walls);
  for (int p = 0; p < l->domain->patches; p++) {
    if (l->pulse.curve)
      lbm_curve_free(l->pulse.curve + p);
    if (!l->pulse.harmonics)
      continue;
    const struct lbm_harmonics *h = l->pulse.harmonics + p;
    free(h->re);
    free(h->im);
    free(h->flow_re);
    free(h->flow_im);
  }
  free_schedule(l);
  free(l->pulse.curve);
  free(l->pulse.harmonics);
}

/* ---- the next time step ---------------------------------------------------- */

static double ramp_at(const struct lbm *l, int64_t step)
{
  const int64_t ramp = l->setup.ramp;
  return step >= ramp ? 1 : 0.5 - 0.5 * cos(acos(-1) * (double)step / (double)ramp);
}

double lbm_ramp_factor(const struct lbm *l)
{
  return ramp_at(l, l->step + 1);
}

bool lbm_conditions_vary(const struct lbm *l)
{
  return l->pulse.waves || l->pulse.outlets || l->step + 1 < l->setup.ramp;
}

/* The numbers of the harmonics of a patch in a time step. */
static void fill_harmonics(const struct lbm *l, int patch, int64_t step, double ramp, double *row)
{
  const struct lbm_harmonics *h = l->pulse.harmonics + patch;
  const struct lbm_curve *curve = l->pulse.curve + patch;
  const double period = lbm_curve_period(curve), turn = 2 * acos(-1) * fmod((double)step, period) / period -
                                                        2 * acos(-1) * fmod(curve->wave->time[0], period) / period;
  row[0] = ramp;
  row[1] = lbm_curve_at(curve, (double)step);
  for (int k = 0; k < h->count; k++) {
    const double re = cos(k * turn), im = sin(k * turn);
    row[1] -= h->flow_re[k] * re - h->flow_im[k] * im;
    row[2 + 2 * k] = re;
    row[3 + 2 * k] = im;
  }
}

static void fill_row(const struct lbm *l, int64_t step, double *row)
{
  const double ramp = ramp_at(l, step);
  for (int p = 0; p < l->domain->patches; p++) {
    const struct lbm_shape *h = l->pulse.schedule.shape + p;
    row[p] = ramp * lbm_curve_at(l->pulse.curve + p, (double)step);
    if (h->count)
      fill_harmonics(l, p, step, ramp, row + h->place);
  }
}

void lbm_conditions_next(const struct lbm *l, struct lbm_condition *to)
{
  const struct lbm_schedule *s = &l->pulse.schedule;
  double *row = l->pulse.rows;
  fill_row(l, l->step + 1, row);
  for (int c = 0; c < s->conditions; c++)
    to[c] = lbm_condition_at(s, row, c);
}

/* ---- the next time steps ----------------------------------------------------- */

static bool backend_finds(const struct lbm *l)
{
  return l->backend->varies && l->parts == 1;
}

/* Tells the backend the conditions of `count` time steps. */
static void tell(struct lbm *l, int64_t count)
{
  struct lbm_pulse *pulse = &l->pulse;
  for (int64_t n = 0; n < count; n++)
    fill_row(l, l->step + 1 + n, pulse->rows + n * pulse->schedule.length);
  pulse->varying = (struct lbm_varying){count, &pulse->schedule, pulse->rows, lbm_outlets_coupling(l)};
  l->task.varying = &pulse->varying;
}

static void set_next(struct lbm *l)
{
  lbm_conditions_next(l, l->local->varied);
  for (struct lbm_local *p = l->local + 1; p < l->local + lbm_locals(l); p++)
    memcpy(p->varied, l->local->varied, p->geometry.conditions * sizeof *p->varied);
  lbm_outlets_due(l);
}

int64_t lbm_ramp(struct lbm *l, int64_t most)
{
  const bool varies = lbm_conditions_vary(l), told = varies && backend_finds(l),
             ramps = !l->pulse.waves && !l->pulse.outlets;
  for (struct lbm_local *p = l->local; p < l->local + lbm_locals(l); p++)
    p->condition = varies && !told ? p->varied : p->geometry.condition;
  if (!varies)
    return most;
  if (!told) {
    set_next(l);
    return 1;
  }
  most = most < LBM_MOST_ROWS ? most : LBM_MOST_ROWS;
  if (ramps && most > l->setup.ramp - 1 - l->step)
    most = l->setup.ramp - 1 - l->step;
  tell(l, most);
  return most;
}

void lbm_ramp_end(struct lbm *l)
{
  if (l->task.varying && l->task.varying->coupling)
    lbm_outlets_end(l);
  l->task.varying = NULL;
}
