/* --walls: where between two voxels the wall lies, from the grey levels or the shape itself.
 *
 * Between the centres of voxels the grey level is taken to be linear along each axis. Along a link that crosses a face of
 * a cell of eight centres diagonally it is then a parabola, of the four at the corners of that face. */
#include "pass_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FLUID = 1, KEPT = 2, SOME = 1 << 14 };

struct layer {
  double *value;        /* of shapes: none */
  unsigned char *state; /* FLUID by its value; KEPT: by the mask, too */
};

struct walls {
  struct pass *pass;
  struct tile_voxels_writer *writer;
  struct layer layer[3];   /* slice z at z % 3 */
  unsigned char *together; /* of a column of nine rows: FLUID where all are */
  double threshold;
  int64_t below[3]; /* layers that --pad puts before the image */
  struct tile_wall_at *wall;
  size_t count;
};

/* ---- the grey level along a link ---- */

/* Where a parabola that is `from` <= 0 at 0 and `to` >= 0 at 1 rises through 0: once, for it changes sign. `mean` is that of
 * the two other corners of the face: a t^2 + b t + from. Of the two ways to write the root, that without cancellation. */
static double rise(double from, double mean, double to)
{
  const double a = from - 2 * mean + to, b = 2 * (mean - from), root = sqrt(fmax(b * b - 4 * a * from, 0));
  return b >= 0 ? -2 * from / (b + root) : (root - b) / (2 * a);
}

/* How far above the threshold, on the side of the solid. */
static double over(const struct walls *w, double value)
{
  return w->pass->rule.kind == RULE_ABOVE ? w->threshold - value : value - w->threshold;
}

static const struct layer *layer_at(const struct walls *w, int64_t z)
{
  return &w->layer[(z + 3) % 3];
}

static double value_at(const struct walls *w, const int64_t at[3])
{
  const int64_t *n = w->pass->source->grid;
  return over(w, layer_at(w, at[2])->value[at[1] * n[0] + at[0]]);
}

/* Half the sum at the two other corners of the face that a diagonal link crosses; of an axis between its ends. */
static double mean_beside(const struct walls *w, const int64_t at[3], const signed char link[3], double middle)
{
  double sum = 0;
  int axes = 0;
  for (int a = 0; a < 3; a++)
    if (link[a]) {
      int64_t beside[3] = {at[0], at[1], at[2]};
      beside[a] += link[a];
      sum += value_at(w, beside);
      axes++;
    }
  return axes == 2 && isfinite(sum) ? sum / 2 : middle;
}

/* False: one of the values is not a number. */
static bool grey_cut(const struct walls *w, const int64_t at[3], const signed char link[3], double *q)
{
  const int64_t to[3] = {at[0] + link[0], at[1] + link[1], at[2] + link[2]};
  const double first = value_at(w, at), last = value_at(w, to);
  *q = rise(first, mean_beside(w, at, link, (first + last) / 2), last);
  return first <= 0 && last >= 0;
}

/* ---- links ---- */

static bool shape_cut(const struct walls *w, const int64_t at[3], const signed char link[3], double *q)
{
  const struct source_walls *s = &w->pass->source->walls;
  double from[3], to[3];
  for (int a = 0; a < 3; a++) {
    from[a] = (double)at[a] + s->begin[a];
    to[a] = from[a] + link[a];
  }
  return s->cut(s->of, from, to, q);
}

/* 1: fluid, 0: solid, -1: beyond the grid. */
static int state_at(const struct walls *w, const int64_t at[3], const signed char link[3])
{
  const int64_t *n = w->pass->source->grid, x = at[0] + link[0], y = at[1] + link[1], z = at[2] + link[2];
  if (x < 0 || x >= n[0] || y < 0 || y >= n[1] || z < 0 || z >= n[2])
    return -1;
  return layer_at(w, z)->state[y * n[0] + x] & FLUID;
}

/* Solid voxels of a shape are beyond its wall, whatever was rounded. */
static bool is_cut(const struct walls *w, const int64_t at[3], const signed char link[3], double *q)
{
  const struct source *s = w->pass->source;
  const int state = state_at(w, at, link);
  if (state == 1 || (state < 0 && !(s->walls.cut && s->walls.beyond && !w->pass->pads.count)))
    return false;
  if (!s->classified)
    return grey_cut(w, at, link, q);
  return shape_cut(w, at, link, q) || (state == 0 && (*q = 1, true));
}

static int flush(struct walls *w, struct tile_error *e)
{
  const size_t count = w->count;
  w->count = 0;
  w->pass->cut += (int64_t)count;
  return tile_voxels_put_walls(w->writer, w->wall, count, e);
}

static int add_node(struct walls *w, const int64_t at[3], struct tile_error *e)
{
  const int64_t *n = w->pass->size;
  const uint64_t voxel = (uint64_t)(at[0] + w->below[0] + n[0] * (at[1] + w->below[1] + n[1] * (at[2] + w->below[2])));
  double q;
  for (int i = 1; i < TILE_LINKS; i++)
    if (is_cut(w, at, tile_link[i], &q))
      w->wall[w->count++] = (struct tile_wall_at){voxel, tile_wall_number(q), (uint8_t)i, 0};
  return w->count + TILE_LINKS > SOME ? flush(w, e) : TILE_OK;
}

/* ---- slices ---- */

/* FLUID in together[x + 1] where the nine voxels x of the rows around y, z are; not at the faces of the grid. */
static void join_rows(struct walls *w, int64_t y, int64_t z)
{
  const int64_t *n = w->pass->source->grid, nx = n[0];
  memset(w->together, 0, (size_t)nx + 2);
  if (y == 0 || y == n[1] - 1 || z == 0 || z == n[2] - 1)
    return;
  memset(w->together + 1, FLUID, (size_t)nx);
  for (int64_t k = z - 1; k <= z + 1; k++)
    for (int64_t j = y - 1; j <= y + 1; j++) {
      const unsigned char *row = layer_at(w, k)->state + j * nx;
      for (int64_t x = 0; x < nx; x++)
        w->together[x + 1] &= row[x];
    }
}

static int add_row(struct walls *w, int64_t y, int64_t z, struct tile_error *e)
{
  const int64_t nx = w->pass->source->grid[0];
  const unsigned char *state = layer_at(w, z)->state + y * nx, *t = w->together;
  join_rows(w, y, z);
  for (int64_t x = 0; x < nx; x++)
    if (state[x] & KEPT && !(t[x] & t[x + 1] & t[x + 2]) && add_node(w, (int64_t[]){x, y, z}, e))
      return e->code;
  return TILE_OK;
}

static int add_slice(struct walls *w, int64_t z, struct tile_error *e)
{
  for (int64_t y = 0; z >= 0 && y < w->pass->source->grid[1]; y++)
    if (add_row(w, y, z, e))
      return e->code;
  return TILE_OK;
}

/* The walls of slice z - 1, whose neighbours are known now. */
static int use_slice(struct pass *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  struct walls *w = with;
  const struct layer *l = layer_at(w, z);
  const size_t count = (size_t)(p->source->grid[0] * p->source->grid[1]);
  if (l->value)
    slices_widen(&p->slices, slice, l->value);
  for (size_t i = 0; i < count; i++) {
    const bool fluid = slice->classes[i] == TILE_FLUID;
    l->state[i] = (unsigned char)(fluid ? pass_is_inside(p, i) ? FLUID | KEPT : FLUID : 0);
  }
  return add_slice(w, z - 1, e);
}

/* ---- all of it ---- */

static int make_buffers(struct walls *w, struct tile_error *e)
{
  const struct source *s = w->pass->source;
  const size_t count = (size_t)(s->grid[0] * s->grid[1]);
  bool made = true;
  for (int i = 0; i < 3; i++) {
    w->layer[i].state = tile_alloc(count, 1);
    w->layer[i].value = s->classified ? NULL : tile_alloc(count, sizeof(double));
    made &= w->layer[i].state && (s->classified || w->layer[i].value);
  }
  w->together = tile_alloc((size_t)s->grid[0] + 2, 1);
  w->wall = tile_alloc(SOME, sizeof *w->wall);
  return made && w->together && w->wall ? TILE_OK
                                        : tile_fail_memory(e, 3 * count * (1 + sizeof(double)), "three slices");
}

static void free_buffers(struct walls *w)
{
  for (int i = 0; i < 3; i++) {
    free(w->layer[i].state);
    free(w->layer[i].value);
  }
  free(w->together);
  free(w->wall);
}

int pass_walls(struct pass *p, struct tile_voxels_writer *writer, struct tile_error *e)
{
  struct walls w = {.pass = p, .writer = writer, .threshold = (double)p->rule.threshold};
  const struct source_walls *s = &p->source->walls;
  for (int a = 0; a < 3; a++)
    w.below[a] = pads_below(&p->pads, a);
  int code = p->source->classified ? s->prepare((void *)s->of, e) : TILE_OK;
  if (!code)
    code = make_buffers(&w, e);
  if (!code)
    code = pass_every_slice(p, "walls", SLICE_CLASSES, use_slice, &w, e);
  slices_end(&p->slices);
  if (!code)
    code = add_slice(&w, p->source->grid[2] - 1, e) ? e->code : flush(&w, e);
  free_buffers(&w);
  return code;
}
