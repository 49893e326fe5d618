/* SPDX-License-Identifier: BSD-3-Clause */
#include "pulse.h"
#include "wave.h"
#include "surfaces.h"

#include "communicator.h"
#include "flow.h"
#include "fluid.h"
#include "section.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct lbm_wave *wave_of(const struct lbm *l, int patch)
{
  static const struct lbm_wave none;
  return l->setup.course ? &l->setup.course[patch].wave : &none;
}

/* ---- shapes ---------------------------------------------------------------- */

/* What is needed to find the shapes of a patch. shape: [2 places], real and imaginary parts; beside: [places], see
 * lbm_section_solve; carried: what the links carry of the shape before it is scaled. */
struct work {
  struct lbm_cap cap;
  struct lbm_section *section;
  double *rate, *shape, carried;
  struct lbm_section_shape *beside;
};

static void work_free(struct work *w)
{
  lbm_section_free(w->section);
  lbm_cap_free(&w->cap);
  free(w->rate);
  free(w->shape);
  free(w->beside);
}

static int work_make(struct work *w, const struct lbm *l, int patch, struct tile_error *e)
{
  *w = (struct work){0};
  if (lbm_cap_make(&w->cap, l->domain, l->setup.condition, patch, e))
    return e->code;
  w->rate = tile_alloc(w->cap.count, sizeof *w->rate);
  w->shape = tile_alloc(2 * w->cap.count, sizeof *w->shape);
  w->beside = tile_alloc(w->cap.count, sizeof *w->beside);
  if (!w->rate || !w->shape || !w->beside)
    return tile_fail_memory(e, 4 * w->cap.count * sizeof *w->rate, "the flow through a patch");
  for (size_t n = 0; n < w->cap.count; n++)
    w->rate[n] = lbm_cap_rate(l->domain->patch + patch, w->cap.place + n);
  return 0;
}

/* Sets the shape of angular frequency omega and viscosity nu, so that the links carry 1; 0 and 1: of developed flow. */
static int find_shape(struct work *w, const struct lbm *l, int patch, double omega, double nu, struct tile_error *e)
{
  const size_t n = w->cap.count;
  double *re = w->shape, *im = w->shape + n, a = 0, b = 0;
  int code = 0;
  if (!lbm_comm_rank())
    code = (w->section ? 0 : lbm_section_make(&w->section, l->domain, patch, &w->cap, e)) ||
           lbm_section_solve(w->section, omega, nu, re, im, w->beside, e);
  if (lbm_comm_any(code != 0))
    return code ? e->code : tile_fail(e, TILE_FAILED, "the first process could not find the shape of a flow");
  lbm_comm_share(w->shape, 2 * n * sizeof *w->shape, 0);
  lbm_comm_share(w->beside, n * sizeof *w->beside, 0);
  for (size_t i = 0; i < n; i++) {
    a += w->rate[i] * re[i];
    b += w->rate[i] * im[i];
  }
  const double square = a * a + b * b;
  w->carried = sqrt(square);
  for (size_t i = 0; i < n; i++) {
    const double x = re[i], y = im[i];
    re[i] = (x * a + y * b) / square;
    im[i] = (y * a - x * b) / square;
    w->beside[i].slope *= a / square;
    w->beside[i].node *= a / square;
  }
  return 0;
}

static double sum_of(const double *value, size_t count)
{
  double sum = 0;
  for (size_t n = 0; n < count; n++)
    sum += value[n];
  return sum;
}

/* ---- the constant part ----------------------------------------------------- */

static void set_velocity(const struct lbm *l, size_t condition, double speed, const double direction[3])
{
  for (int p = 0; p < lbm_locals(l); p++)
    for (int a = 0; a < 3; a++)
      l->local[p].geometry.condition[condition].velocity[a] = speed * direction[a];
}

/* The volume that comes in through a patch in a time step: of a parabola at an opening that of a round tube whose largest
 * speed is given, a half of it in the mean; of a flow the volume that is given. */
static double volume_through(const struct lbm *l, int patch, const struct work *w)
{
  const struct lbm_condition *c = l->setup.condition + patch;
  const double volume = tile_dot(c->velocity, l->domain->patch[patch].normal), area = l->pulse.lead[patch].area;
  return c->kind == LBM_AT_PARABOLA ? 0.5 * volume * (area > 0 ? area : sum_of(w->rate, w->cap.count)) : volume;
}

static int set_constant(const struct lbm *l, int patch, struct work *w, struct tile_error *e)
{
  const enum lbm_condition_kind kind = l->setup.condition[patch].kind;
  const struct tile_patch *p = l->domain->patch + patch;
  const double volume = volume_through(l, patch, w), sum = sum_of(w->rate, w->cap.count);
  const size_t first = l->local->geometry.profile[patch];
  if (!(sum > 0))
    return tile_fail(e, TILE_USAGE, "patch '%s': no link lets a flow through", p->name);
  set_velocity(l, (size_t)patch, volume / sum, p->normal);
  for (size_t n = 0; n < w->cap.count && lbm_has_cap(kind, p); n++)
    set_velocity(l, first + n, volume * w->shape[n], p->normal);
  return 0;
}

/* ---- the lead of an opening: what lies between its plane and its links --------- */

/* Where the opening of a patch is: its centre, or the middle of its links where the header does not say. */
static int find_centre(struct lbm_lead *lead, const struct lbm *l, int patch, const struct work *w,
                       struct tile_error *e)
{
  struct tile_opening o;
  double point[3];
  if (lbm_opening_of(&o, l->domain, patch, e))
    return e->code;
  lead->area = o.area;
  memcpy(lead->centre, o.centre, sizeof lead->centre);
  for (size_t n = 0; n < w->cap.count && !(o.area > 0); n++) {
    lbm_cap_point(point, w->cap.place + n);
    for (int a = 0; a < 3; a++)
      lead->centre[a] += point[a] / (double)w->cap.count;
  }
  return 0;
}

static double height_over(const struct lbm_lead *lead, const double normal[3], const double at[3])
{
  double height = 0;
  for (int a = 0; a < 3; a++)
    height += normal[a] * (at[a] - lead->centre[a]);
  return height;
}

/* The mean height of the nodes, each counted once. */
static double mean_height(const struct lbm_lead *lead, const double normal[3], const struct lbm_cap *cap)
{
  double sum = 0;
  int64_t nodes = 0;
  for (size_t n = 0; n < cap->count; n++) {
    const int64_t *at = cap->place[n].at;
    if (n && !memcmp(at, cap->place[n - 1].at, sizeof cap->place->at))
      continue;
    sum += height_over(lead, normal, (const double[]){(double)at[0], (double)at[1], (double)at[2]});
    nodes++;
  }
  return nodes ? sum / (double)nodes : 0;
}

static void find_lead(const struct lbm *l, int patch, const struct work *w)
{
  struct lbm_lead *lead = l->pulse.lead + patch;
  const double *normal = l->domain->patch[patch].normal, area = sum_of(w->rate, w->cap.count);
  lead->drag = w->carried > 0 ? 1 / w->carried : 0;
  lead->mass = area > 0 ? 1 / area : 0;
  lead->height = mean_height(lead, normal, &w->cap);
}

/* The tilts of the links of an opening with a pressure, see lbm_outlet_tilt. */
static void set_tilts(const struct lbm *l, int patch, const struct work *w)
{
  const struct lbm_lead *lead = l->pulse.lead + patch;
  const double *normal = l->domain->patch[patch].normal;
  const size_t first = l->local->geometry.profile[patch];
  for (size_t n = 0; n < w->cap.count; n++) {
    const struct lbm_cap_place *place = w->cap.place + n;
    const signed char *c = lbm_c[place->link];
    const double along = c[0] * normal[0] + c[1] * normal[1] + c[2] * normal[2];
    double point[3];
    lbm_cap_point(point, place);
    const double height = height_over(lead, normal, point);
    for (int p = 0; p < lbm_locals(l); p++) {
      double *tilt = l->local[p].geometry.condition[first + n].tilt;
      tilt[0] = height * lead->drag + 3 * along * w->beside[n].slope;
      tilt[1] = height * lead->mass;
    }
    set_velocity(l, first + n, w->shape[n] - w->beside[n].node, normal);
  }
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

/* That of the fluid for the root of the mean square of a flow, of whose developed shape the links carry w->carried. */
static double viscosity_of(const struct lbm *l, const struct lbm_harmonics *h, double volume, const struct work *w)
{
  const struct lbm_lead lead = {.drag = 1 / w->carried, .mass = 1 / sum_of(w->rate, w->cap.count)};
  double square = h->flow_re[0] * h->flow_re[0];
  for (int k = 1; k < h->count; k++)
    square += 0.5 * (h->flow_re[k] * h->flow_re[k] + h->flow_im[k] * h->flow_im[k]);
  return lbm_fluid_developed(&l->setup.fluid, l->setup.tau, fabs(volume) * sqrt(square) / lbm_lead_cube(&lead));
}

/* The shape of developed flow was found last. */
static int find_harmonics(struct lbm *l, int patch, struct work *w, struct tile_error *e)
{
  struct lbm_harmonics *h = l->pulse.harmonics + patch;
  const struct lbm_curve *curve = l->pulse.curve + patch;
  const double volume = tile_dot(l->setup.condition[patch].velocity, l->domain->patch[patch].normal);
  if (harmonics_make(h, w->cap.count, e))
    return e->code;
  lbm_curve_harmonics(curve, h->flow_re, h->flow_im, LBM_HARMONICS);
  const double nu = viscosity_of(l, h, volume, w);
  for (int k = 0; k < LBM_HARMONICS; k++) {
    const double a = volume * h->flow_re[k], b = volume * h->flow_im[k];
    if (find_shape(w, l, patch, 2 * acos(-1) * k / lbm_curve_period(curve), k ? nu : 1, e))
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
    set_velocity(l, (size_t)patch, sqrt(beta), l->domain->patch[patch].normal);
}

static int open_work(struct lbm *l, int patch, struct work *w, struct tile_error *e)
{
  const enum lbm_condition_kind kind = l->setup.condition[patch].kind;
  const struct tile_patch *p = l->domain->patch + patch;
  const bool opens = tile_patch_opens(p);
  if (work_make(w, l, patch, e) || (opens && find_centre(l->pulse.lead + patch, l, patch, w, e)) ||
      ((opens || lbm_has_cap(kind, p)) && w->cap.count && find_shape(w, l, patch, 0, 1, e)))
    return e->code;
  if (opens)
    find_lead(l, patch, w);
  if (opens && kind == LBM_AT_PRESSURE)
    set_tilts(l, patch, w);
  if ((lbm_is_flow(kind) || (opens && kind == LBM_AT_PARABOLA)) && set_constant(l, patch, w, e))
    return e->code;
  return kind == LBM_AT_FLOW_WOMERSLEY && wave_of(l, patch)->points ? find_harmonics(l, patch, w, e) : 0;
}

static int open_patch(struct lbm *l, int patch, struct tile_error *e)
{
  const enum lbm_condition_kind kind = l->setup.condition[patch].kind;
  struct work w = {0};
  damp_backflow(l, patch);
  if (lbm_curve_make(l->pulse.curve + patch, wave_of(l, patch), e))
    return e->code;
  const bool works = lbm_is_flow(kind) || (tile_patch_opens(l->domain->patch + patch) &&
                                           (lbm_sets_velocity(kind) || kind == LBM_AT_PRESSURE));
  const int code = works ? open_work(l, patch, &w, e) : 0;
  work_free(&w);
  return code ? e->code : 0;
}

/* ---- the schedule ------------------------------------------------------------ */

static void fill_schedule(struct lbm *l, uint16_t *patch, double (*normal)[3], struct lbm_shape *shape)
{
  struct lbm_schedule *s = &l->pulse.schedule;
  const struct lbm_geometry *g = &l->local->geometry;
  for (int c = 0; c < s->conditions; c++)
    patch[c] = (uint16_t)lbm_patch_of(g, (uint32_t)c);
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
  l->pulse.lead = tile_alloc(patches, sizeof *l->pulse.lead);
  if (!l->pulse.curve || !l->pulse.harmonics || !l->pulse.lead)
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
  free(l->pulse.lead);
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

double lbm_flow_growth(const struct lbm *l, int patch)
{
  const struct lbm_curve *curve = l->pulse.curve + patch;
  if (!lbm_is_flow(l->setup.condition[patch].kind))
    return 0;
  return tile_dot(l->setup.condition[patch].velocity, l->domain->patch[patch].normal) *
         (ramp_at(l, l->step + 2) * lbm_curve_at(curve, (double)(l->step + 2)) -
          ramp_at(l, l->step) * lbm_curve_at(curve, (double)l->step)) /
         2;
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

int64_t lbm_conditions_begin(struct lbm *l, int64_t most)
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

void lbm_conditions_end(struct lbm *l)
{
  if (l->task.varying && l->task.varying->coupling)
    lbm_outlets_end(l);
  l->task.varying = NULL;
}
