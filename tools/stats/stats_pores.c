/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures of pores: what options ask for, and a row each of a table that computes it. */
#include "stats_pores.h"
#include "bit_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float radius_at(const void *squares, size_t i)
{
  const struct tile_squares *s = squares;
  if (s->mask && !tile_voxel_bit(s->mask, i))
    return NAN;
  return (float)sqrt((double)s->at[i]);
}

static int keep_radii(const struct stats_pores *p, const char *name, const struct tile_squares *s, struct tile_error *e)
{
  return stats_keep(p, name, "voxel", radius_at, s, e);
}

/* ---- thickness ------------------------------------------------------------------- */

static int values_of(const int64_t *count, uint32_t most)
{
  int values = 0;
  for (uint32_t v = 1; v <= most; v++)
    values += count[v] > 0;
  return values;
}

static void summarise(struct stats_pores *p, const struct stats_curve *c)
{
  double below = 0;
  p->mean = 0;
  p->median = (double)NAN;
  for (int i = 0; i < c->count; i++) {
    p->mean += c->x[i] * c->y[i];
    below += c->y[i];
    if (isnan(p->median) && below >= 0.5)
      p->median = c->x[i];
  }
  p->most = c->x[c->count - 1];
}

/* The share of the nodes by their radius. */
static int add_thickness(struct stats_pores *p, const struct tile_squares *s, struct tile_error *e)
{
  int64_t *count;
  if (tile_squares_count(&count, s, e))
    return e->code;
  struct stats_curve *c = stats_add_curve(p, values_of(count, s->most), e);
  int i = 0;
  for (uint32_t v = 1; c && v <= s->most; v++)
    if (count[v]) {
      c->x[i] = sqrt((double)v);
      c->y[i++] = (double)count[v] / (double)s->nodes;
    }
  free(count);
  if (!c)
    return e->code;
  c->measure = "thickness";
  c->part = "";
  c->across = "radius / voxel";
  c->up = "share of the nodes";
  c->distribution = true;
  summarise(p, c);
  return TILE_OK;
}

static int make_thickness(struct stats_pores *p, const struct tile_bits *b, unsigned periodic, struct tile_error *e)
{
  struct tile_squares s;
  if (stats_step(tile_squares_make(&s, b, p->inside->whole, p->options->solid, periodic, e)))
    return e->code;
  const int code = stats_step(tile_squares_cover(&s, e)) || add_thickness(p, &s, e) || keep_radii(p, "thickness", &s, e)
                       ? e->code
                       : TILE_OK;
  tile_squares_free(&s);
  return code;
}

/* ---- intrusion --------------------------------------------------------------------- */

/* The saturation from the largest radius to the smallest. */
static int add_intrusion(struct stats_pores *p, const struct tile_squares *s, struct tile_error *e)
{
  int64_t *count, sum = 0;
  if (tile_squares_count(&count, s, e))
    return e->code;
  struct stats_curve *c = stats_add_curve(p, values_of(count, s->most), e);
  int i = 0;
  for (uint32_t v = s->most; c && v > 0; v--)
    if (count[v]) {
      sum += count[v];
      c->x[i] = sqrt((double)v);
      c->y[i++] = (double)sum / (double)s->nodes;
    }
  free(count);
  if (!c)
    return e->code;
  c->measure = "intrusion";
  c->part = "";
  c->across = "radius / voxel";
  c->up = "saturation";
  return TILE_OK;
}

static int find_critical(struct stats_pores *p, const struct tile_squares *s, struct tile_error *e)
{
  for (int a = 0; a < 3; a++) {
    uint32_t square;
    if (tile_squares_pass(s, a, &square, e))
      return e->code;
    p->critical[a] = sqrt((double)square);
  }
  return TILE_OK;
}

/* The displaced fluid leaves through all other faces of the axes of the inlets. */
static unsigned opposite(unsigned faces)
{
  return ((faces >> 3 | faces << 3) & 63) & ~faces;
}

static int intrude(struct stats_pores *p, struct tile_squares *s, struct tile_error *e)
{
  const unsigned faces = p->options->intrusion;
  if (stats_step(find_critical(p, s, e)) || stats_step(tile_squares_invade(s, faces, e)))
    return e->code;
  if (!s->most)
    return tile_fail(e, TILE_REJECTED, "--intrusion: no pore opens at these faces");
  if (stats_step(tile_squares_cover(s, e)) || (p->options->trapping && tile_squares_trap(s, opposite(faces), e)))
    return e->code;
  return add_intrusion(p, s, e) ? e->code : keep_radii(p, "intrusion", s, e);
}

/* Young and Laplace: 2 tension |cos(angle)| / radius. */
static double pressure_of_voxel(const struct stats_options *o, double dx)
{
  const struct cli_quantity *t = &o->tension;
  if (!t->given || !(dx > 0))
    return (double)NAN;
  return 2 * t->value * fabs(cos(o->contact_angle * M_PI / 180)) / dx;
}

static int make_intrusion(struct stats_pores *p, const struct tile_bits *b, unsigned periodic, struct tile_error *e)
{
  struct tile_squares s;
  p->pressure = pressure_of_voxel(p->options, p->dx);
  if (p->options->tension.given && isnan(p->pressure))
    return tile_fail(e, TILE_REJECTED, "--tension: the size of a voxel is not known (voxelize --voxel)");
  if (p->options->trapping && !opposite(p->options->intrusion))
    return tile_fail(e, TILE_USAGE, "--trapping: all faces opposite to those of --intrusion are inlets too");
  const unsigned inlets = p->options->intrusion; /* the fluid does not come around their axes */
  if (stats_step(tile_squares_make(&s, b, p->inside->whole, p->options->solid, periodic & ~(inlets | inlets >> 3), e)))
    return e->code;
  const int code = intrude(p, &s, e);
  tile_squares_free(&s);
  return code;
}

/* ---- correlations --------------------------------------------------------------------- */

static int add_correlation(struct stats_pores *p, const char *measure, int axis, const double *value, int64_t lags,
                           struct tile_error *e)
{
  struct stats_curve *c = stats_add_curve(p, (int)lags + 1, e);
  if (!c)
    return e->code;
  for (int i = 0; i <= lags; i++) {
    c->x[i] = i;
    c->y[i] = value[i];
  }
  c->measure = measure;
  c->part = cli_axis_names[axis];
  c->across = "distance / voxel";
  c->up = "probability";
  return TILE_OK;
}

static int make_correlations(struct stats_pores *p, struct tile_error *e)
{
  const int64_t two_point = p->options->two_point, lineal = p->options->lineal_path;
  struct tile_correlation c;
  if (stats_step(tile_correlation_make(&c, p->inside->bits, p->inside->mask, p->options->solid,
                                       (int)(two_point > lineal ? two_point : lineal), e)))
    return e->code;
  int code = TILE_OK;
  for (int a = 0; a < 3 && !code; a++) {
    if (two_point)
      code = add_correlation(p, "two_point", a, c.two_point[a], two_point, e);
    if (lineal && !code)
      code = add_correlation(p, "lineal_path", a, c.lineal[a], lineal, e);
  }
  tile_correlation_free(&c);
  return code;
}

/* Those of the whole image, and those of the sample. */
static int make_all(struct stats_pores *p, const struct tile_bits *b, unsigned periodic, struct tile_error *e)
{
  const struct {
    bool asked;
    int (*make)(struct stats_pores *p, const struct tile_bits *b, unsigned periodic, struct tile_error *e);
    int (*make_inside)(struct stats_pores *p, struct tile_error *e);
  } measures[] = {{p->options->thickness, make_thickness, NULL},
                  {p->options->intrusion, make_intrusion, NULL},
                  {p->options->two_point || p->options->lineal_path, NULL, make_correlations},
                  {p->options->rev, NULL, stats_windows_make},
                  {p->options->anisotropy, NULL, stats_directions_make},
                  {p->options->network, stats_network_make, NULL}};
  for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
    if (measures[i].asked && (measures[i].make ? measures[i].make(p, b, periodic, e) : measures[i].make_inside(p, e)))
      return e->code;
  return TILE_OK;
}

int stats_pores_make(struct stats_pores *p, const struct stats_options *o, const struct tile_bits *b,
                     const struct stats_inside *inside, unsigned periodic, double dx, struct node_values *values,
                     struct tile_error *e)
{
  *p = (struct stats_pores){.options = o, .dx = dx, .pressure = (double)NAN, .values = values, .inside = inside};
  memcpy(p->grid, b->grid, sizeof p->grid);
  const int code = make_all(p, b, periodic, e);
  if (code)
    stats_pores_free(p);
  return code;
}

void stats_pores_free(struct stats_pores *p)
{
  for (int i = 0; i < p->curves; i++) {
    free(p->curve[i].x);
    free(p->curve[i].y);
    free(p->curve[i].spread);
  }
  free(p->window);
  p->window = NULL;
  p->curves = p->windows = 0;
  tile_network_free(&p->network);
}
