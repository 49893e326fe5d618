/* SPDX-License-Identifier: BSD-3-Clause */
/* Solid spheres of a list, or random ones that may overlap, added until the porosity is as low as requested. The number
 * of spheres depends on the voxels that they cover, so the volume is kept in memory, at one bit per voxel.
 *
 * Centres are uniformly distributed: in the box if it is periodic, otherwise in the box widened by a radius on every
 * side, so that faces are like any other section. */
#include "random.h"
#include "sphere_grid.h"
#include "volume.h"

#include <math.h>
#include <stdlib.h>

struct pack {
  struct tile_bits solid;
  double radius;
  bool periodic;
  int64_t listed, drawn;    /* spheres of the list, or random ones */
  struct sphere_grid walls; /* the listed spheres; after prepare, all */
};

struct range {
  int64_t begin, end; /* end excluded; may be outside a periodic box */
};

/* Range of voxel centres nearer than `half` to `centre`, clipped to the box unless it is periodic. */
static struct range span(const struct pack *p, double centre, double half, int64_t size)
{
  double low = floor(centre - half) + 1, high = ceil(centre + half);
  if (!p->periodic) {
    low = fmax(low, 0);
    high = fmin(high, (double)size);
  }
  return (struct range){(int64_t)low, (int64_t)high};
}

static int64_t wrap(int64_t i, int64_t size)
{
  return (i % size + size) % size;
}

static int64_t fill_row(struct pack *p, struct range x, int64_t y, int64_t z)
{
  int64_t nx = p->solid.grid[0];
  if (x.begin >= x.end)
    return 0;
  if (x.end - x.begin >= nx)
    return volume_fill(&p->solid, 0, nx, y, z);
  int64_t begin = wrap(x.begin, nx), end = begin + x.end - x.begin;
  if (end <= nx)
    return volume_fill(&p->solid, begin, end, y, z);
  return volume_fill(&p->solid, begin, nx, y, z) + volume_fill(&p->solid, 0, end - nx, y, z);
}

/* Returns how many voxels the sphere covers that no other did. */
static int64_t add_sphere(struct pack *p, const double centre[3])
{
  const int64_t *n = p->solid.grid;
  int64_t fresh = 0;
  struct range zs = span(p, centre[2], p->radius, n[2]), ys = span(p, centre[1], p->radius, n[1]);
  for (int64_t z = zs.begin; z < zs.end; z++)
    for (int64_t y = ys.begin; y < ys.end; y++) {
      double dz = (double)z - centre[2], dy = (double)y - centre[1];
      double square = p->radius * p->radius - dz * dz - dy * dy;
      if (square > 0)
        fresh += fill_row(p, span(p, centre[0], sqrt(square), n[0]), wrap(y, n[1]), wrap(z, n[2]));
    }
  return fresh;
}

static void draw_centre(const struct pack *p, struct random *r, double centre[3])
{
  const double margin = p->periodic ? 0 : p->radius;
  for (int a = 0; a < 3; a++)
    centre[a] = random_real(r) * ((double)p->solid.grid[a] + 2 * margin) - margin - 0.5;
}

static void fill_box(struct pack *p, double porosity, struct random *r)
{
  const int64_t *n = p->solid.grid;
  double all = (double)n[0] * (double)n[1] * (double)n[2], fluid = all, centre[3];
  for (; fluid > porosity * all; p->drawn++) {
    draw_centre(p, r, centre);
    fluid -= (double)add_sphere(p, centre);
  }
}

/* ---- a list ---- */

static int add_listed(void *self, const struct sphere *one, struct tile_error *e)
{
  struct pack *p = self;
  if (!(one->diameter > 0) || one->diameter > 1e9)
    return tile_fail(e, TILE_REJECTED, "d=%g: must be above 0, and at most 10^9 voxels", one->diameter);
  for (int a = 0; a < 3; a++) {
    if (fabs(one->centre[a]) > 1e9)
      return tile_fail(e, TILE_REJECTED, "%c=%g: must be a place in voxels", "xyz"[a], one -> centre[a]);
    if (p->periodic && one->diameter > (double)p->solid.grid[a])
      return tile_fail(e, TILE_REJECTED, "d=%g is wider than the periodic box (%lld voxels along %c)", one->diameter,
                       (long long)p->solid.grid[a], "xyz"[a]);
  }
  p->radius = one->diameter / 2;
  add_sphere(p, one->centre);
  p->listed++;
  return sphere_grid_add(&p->walls, one, e);
}

static int add_list(struct pack *p, const char *path, struct tile_error *e)
{
  int code = shape_list_read(path, add_listed, p, e);
  return code || p->listed ? code : tile_fail(e, TILE_REJECTED, "%s: contains no sphere: lines must be x y z d", path);
}

/* ---- both ---- */

/* A list replaces the keys of random spheres, so both together are an error. */
static int check_list(const struct shape *s, struct tile_error *e)
{
  static const struct {
    enum shape_key key;
    const char *name;
  } random[] = {{SHAPE_POROSITY, "porosity"}, {SHAPE_DIAMETER, "d"}, {SHAPE_SEED, "seed"}};
  for (int i = 0; i < 3; i++) {
    if (s->list && shape_given(s, random[i].key))
      return tile_fail(e, TILE_USAGE,
                       "--shape spheres: list= says where spheres are and how large: leave out %s=", random[i].name);
    if (!s->list && random[i].key != SHAPE_SEED && !shape_given(s, random[i].key))
      return tile_fail(e, TILE_USAGE, "--shape spheres: needs %s=, or list=", random[i].name);
  }
  return TILE_OK;
}

static int check_keys(const struct shape *s, struct tile_error *e)
{
  double porosity = s->key[SHAPE_POROSITY], d = s->key[SHAPE_DIAMETER];
  if (porosity <= 0 || porosity >= 1)
    return tile_fail(e, TILE_USAGE, "--shape spheres: porosity=%g: must lie between 0 and 1", porosity);
  if (d < 1 || d > 1e9)
    return tile_fail(e, TILE_USAGE, "--shape spheres: d=%g: must be one to 10^9 voxels", d);
  for (int a = 0; a < 3; a++)
    if (s->key[SHAPE_PERIODIC] == 1 && d > (double)s->grid[a])
      return tile_fail(e, TILE_USAGE, "--shape spheres: d=%g is wider than the periodic box (%lld voxels along %c)", d,
                       (long long)s->grid[a], "xyz"[a]);
  return TILE_OK;
}

static struct random seed_of(const struct shape *s)
{
  return (struct random){shape_given(s, SHAPE_SEED) ? (uint64_t)s->key[SHAPE_SEED] : 1};
}

int shape_spheres_make(struct shape *s, struct tile_error *e)
{
  int code = check_list(s, e);
  if (!code && !s->list)
    code = check_keys(s, e);
  if (code)
    return code;
  struct pack *p = s->state = tile_alloc(1, sizeof *p);
  if (!p)
    return tile_fail_memory(e, sizeof *p, "a shape");
  p->radius = s->key[SHAPE_DIAMETER] / 2;
  p->periodic = s->beyond = s->key[SHAPE_PERIODIC] == 1;
  code = volume_make(&p->solid, s->grid, e);
  if (code || s->list)
    return code ? code : add_list(p, s->list, e);
  struct random r = seed_of(s);
  fill_box(p, s->key[SHAPE_POROSITY], &r);
  return TILE_OK;
}

void shape_spheres_slice(const struct shape *s, int64_t z, unsigned char *values)
{
  const struct pack *p = s->state;
  for (int64_t y = 0; y < s->grid[1]; y++)
    for (int64_t x = 0; x < s->grid[0]; x++)
      *values++ = tile_bit(&p->solid, x, y, z) ? TILE_SOLID : TILE_FLUID;
}

void shape_spheres_empty(struct shape *s)
{
  struct pack *p = s->state;
  if (!p)
    return;
  free(p->solid.word);
  sphere_grid_free(&p->walls);
}

/* ---- walls ---- */

/* Draws the random spheres a second time: to keep all from the first time, small ones would need more memory than the
 * volume. */
int shape_spheres_prepare(struct shape *s, struct tile_error *e)
{
  struct pack *p = s->state;
  struct random r = seed_of(s);
  struct sphere one = {.diameter = s->key[SHAPE_DIAMETER]};
  for (int64_t i = 0; i < p->drawn; i++) {
    draw_centre(p, &r, one.centre);
    if (sphere_grid_add(&p->walls, &one, e))
      return e->code;
  }
  return sphere_grid_sort(&p->walls, s->grid, p->periodic, e);
}

bool shape_spheres_cut(const struct shape *s, const double from[3], const double to[3], double *q)
{
  const struct pack *p = s->state;
  return sphere_grid_cut(&p->walls, from, to, q);
}
