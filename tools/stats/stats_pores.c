/* Measures of pores: what options ask for, and a row each of a table that computes it. */
#include "stats_pores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct stats_pores_asked stats_asked = {.contact_angle = 140};

/* ---- options ------------------------------------------------------------------ */

int stats_faces(void *to, const char *value, struct tile_error *e)
{
  unsigned faces = 0;
  for (const char *at = value; *at; at += *at == ',') {
    const char *axis = strchr("xyz", *at);
    if (!axis || (at[1] != '-' && at[1] != '+') || (at[2] && at[2] != ','))
      return tile_fail(e, TILE_USAGE, "expected faces such as z- or x-,x+");
    faces |= 1U << (axis - strchr("xyz", 'x') + (at[1] == '+' ? 3 : 0));
    at += 2;
    if (*at == ',' && !at[1])
      return tile_fail(e, TILE_USAGE, "expected a face after the comma");
  }
  *(unsigned *)to = faces;
  return faces ? 0 : tile_fail(e, TILE_USAGE, "expected faces such as z- or x-,x+");
}

int stats_phase(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {"pores", "solid"};
  int found;
  if (cli_word(&found, value, names, 2, e))
    return e->code;
  *(bool *)to = found == 1;
  return 0;
}

bool stats_asks_curves(void)
{
  const struct stats_pores_asked *a = &stats_asked;
  return a->thickness || a->intrusion || a->two_point || a->lineal_path || a->rev || a->network;
}

bool stats_asks_pores(void)
{
  return stats_asked.anisotropy || stats_asks_curves();
}

static bool asks_phase(void)
{
  const struct stats_pores_asked *a = &stats_asked;
  return a->thickness || a->intrusion || a->two_point || a->lineal_path || a->anisotropy || a->network;
}

void stats_check_pores(void)
{
  const struct stats_pores_asked *a = &stats_asked;
  if (a->solid && !asks_phase())
    cli_usage("--of names the phase of --thickness, --intrusion, --two-point, --lineal-path, --anisotropy or "
              "--network: give one of them");
  if (a->mask && !a->two_point && !a->lineal_path && !a->rev && !a->anisotropy)
    cli_usage("--mask is for --two-point, --lineal-path, --rev and --anisotropy: give one of them");
  if ((a->trapping || a->tension.given) && !a->intrusion)
    cli_usage("--trapping and --tension belong to --intrusion");
  if (a->tension.given && a->tension.physical && !cli_is(&a->tension, 0, -2, 1))
    cli_usage("--tension %s: expected a surface tension such as 0.48N/m", a->tension.text);
  if (a->tension.given && !(a->tension.value > 0))
    cli_usage("--tension %s: it must be positive", a->tension.text);
  if (!(a->contact_angle >= 0 && a->contact_angle <= 180 && fabs(cos(a->contact_angle * M_PI / 180)) > 1e-6))
    cli_usage("--contact-angle %g: expected 0 to 180 degrees, and not 90, where there is no capillary pressure",
              a->contact_angle);
}

static void check_lag(const char *option, int64_t lag, const int64_t grid[3])
{
  int64_t longest = grid[0] > grid[1] ? grid[0] : grid[1];
  longest = grid[2] > longest ? grid[2] : longest;
  if (lag && lag >= longest)
    cli_usage("%s %lld: the longest side of the image has %lld voxels, and so distances up to %lld", option,
              (long long)lag, (long long)longest, (long long)longest - 1);
}

void stats_check_lags(const struct tile_domain *d)
{
  int64_t grid[3];
  for (int a = 0; a < 3; a++)
    grid[a] = d->grid[a] - d->pad[2 * a] - d->pad[2 * a + 1];
  check_lag("--two-point", stats_asked.two_point, grid);
  check_lag("--lineal-path", stats_asked.lineal_path, grid);
}

/* ---- curves --------------------------------------------------------------------- */

struct stats_curve *stats_add_curve(struct stats_pores *p, int count, struct tile_error *e)
{
  struct stats_curve *c = p->curve + p->curves;
  *c = (struct stats_curve){.count = count, .x = tile_alloc((size_t)count, sizeof *c->x)};
  c->y = tile_alloc((size_t)count, sizeof *c->y);
  if (c->x && c->y) {
    p->curves++;
    return c;
  }
  tile_fail_memory(e, (size_t)count * sizeof *c->x, "a curve");
  free(c->x);
  free(c->y);
  return NULL;
}

/* ---- values of nodes --------------------------------------------------------------- */

int stats_keep(const struct stats_pores *p, const char *name, const char *unit, stats_value *of, const void *from,
               struct tile_error *e)
{
  float *column;
  if (!p->values)
    return TILE_OK;
  if (node_values_add(p->values, name, unit, &column, e))
    return e->code;
  const struct tile_domain *d = p->values->domain;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (size_t w = 0; w < d->words; w++)
      for (uint64_t left = d->mask[tile * d->words + w]; left; left &= left - 1) {
        int64_t at[3];
        if (tile_domain_node(d, tile, (int)w * 64 + __builtin_ctzll(left), at))
          *column = of(from, (size_t)(at[0] + p->grid[0] * (at[1] + p->grid[1] * at[2])));
        column++;
      }
  return TILE_OK;
}

static float radius_at(const void *squares, size_t i)
{
  const struct tile_squares *s = squares;
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
  if (tile_squares_make(&s, b, stats_asked.solid, periodic, e))
    return e->code;
  const int code =
      tile_squares_cover(&s, e) || add_thickness(p, &s, e) || keep_radii(p, "thickness", &s, e) ? e->code : TILE_OK;
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
  const unsigned faces = stats_asked.intrusion;
  if (find_critical(p, s, e) || tile_squares_invade(s, faces, e))
    return e->code;
  if (!s->most)
    return tile_fail(e, TILE_REJECTED, "--intrusion: no pore opens at these faces");
  if (tile_squares_cover(s, e) || (stats_asked.trapping && tile_squares_trap(s, opposite(faces), e)))
    return e->code;
  return add_intrusion(p, s, e) ? e->code : keep_radii(p, "intrusion", s, e);
}

/* Young and Laplace: 2 tension |cos(angle)| / radius. */
static double pressure_of_voxel(double dx)
{
  const struct cli_quantity *t = &stats_asked.tension;
  if (!t->given || !(dx > 0))
    return (double)NAN;
  return 2 * t->value * fabs(cos(stats_asked.contact_angle * M_PI / 180)) / dx;
}

static int make_intrusion(struct stats_pores *p, const struct tile_bits *b, unsigned periodic, struct tile_error *e)
{
  struct tile_squares s;
  p->pressure = pressure_of_voxel(p->dx);
  if (stats_asked.tension.given && isnan(p->pressure))
    return tile_fail(e, TILE_REJECTED, "--tension: the size of a voxel is not known (voxelize --voxel)");
  if (stats_asked.trapping && !opposite(stats_asked.intrusion))
    return tile_fail(e, TILE_USAGE, "--trapping: all faces opposite to those of --intrusion are inlets too");
  const unsigned inlets = stats_asked.intrusion; /* the fluid does not come around their axes */
  if (tile_squares_make(&s, b, stats_asked.solid, periodic & ~(inlets | inlets >> 3), e))
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
  const int64_t two_point = stats_asked.two_point, lineal = stats_asked.lineal_path;
  struct tile_correlation c;
  if (tile_correlation_make(&c, p->inside->bits, stats_mask_of(p->inside), stats_asked.solid,
                            (int)(two_point > lineal ? two_point : lineal), e))
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
  } measures[] = {{stats_asked.thickness, make_thickness, NULL},
                  {stats_asked.intrusion, make_intrusion, NULL},
                  {stats_asked.two_point || stats_asked.lineal_path, NULL, make_correlations},
                  {stats_asked.rev, NULL, stats_windows_make},
                  {stats_asked.anisotropy, NULL, stats_directions_make},
                  {stats_asked.network, stats_network_make, NULL}};
  for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
    if (measures[i].asked && (measures[i].make ? measures[i].make(p, b, periodic, e) : measures[i].make_inside(p, e)))
      return e->code;
  return TILE_OK;
}

int stats_pores_make(struct stats_pores *p, const struct tile_bits *b, const struct stats_inside *inside,
                     unsigned periodic, double dx, struct node_values *values, struct tile_error *e)
{
  *p = (struct stats_pores){.dx = dx, .pressure = (double)NAN, .values = values, .inside = inside};
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
