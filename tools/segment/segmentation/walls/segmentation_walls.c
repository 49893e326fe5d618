/* SPDX-License-Identifier: BSD-3-Clause */
/* --walls: finds where the wall between two voxels is, from the grey levels or from the shape. */
#include "wall_link.h"
#include "wall_writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 16 };

struct walls {
  struct slab slab;
  double seen[FEW + 1]; /* the first different values, except NaN */
  int kinds;
  struct wall_writer writer;
  unsigned char *together;   /* for each column of nine rows: WALL_FLUID if all are fluid */
  struct tile_wall_at *wall; /* walls of a row */
};

/* ---- links ---- */

/* Finds the neighbours of a voxel; false at a face of the grid, where it does not have all of them. */
static bool get_around(const struct slab *s, const int64_t at[3], const unsigned char *around[3])
{
  const int64_t *n = s->pass->source->grid;
  for (int a = 0; a < 3; a++)
    if (at[a] == 0 || at[a] == n[a] - 1)
      return false;
  for (int64_t k = 0; k < 3; k++)
    around[k] = slab_layer(s, at[2] + k - 1)->state + at[1] * n[0] + at[0];
  return true;
}

static size_t add_node(const struct slab *s, const int64_t at[3], struct tile_wall_at *to)
{
  const int64_t *n = s->pass->source->grid;
  const uint64_t voxel = (uint64_t)(at[0] + n[0] * (at[1] + n[1] * at[2]));
  const unsigned char *around[3];
  const bool within = get_around(s, at, around);
  size_t count = 0;
  double q;
  for (int i = 1; i < TILE_LINKS; i++) {
    const signed char *c = tile_link[i];
    if (within && around[c[2] + 1][c[1] * n[0] + c[0]] & WALL_FLUID)
      continue;
    if (wall_cuts(s, at, c, &q))
      to[count++] = (struct tile_wall_at){voxel, tile_wall_number(q), (uint8_t)i, 0};
  }
  return count;
}

/* ---- slices ---- */

/* Sets together[x + 1] to WALL_FLUID if the nine voxels x of the rows around y, z are fluid; not at the faces of the
 * grid. */
static void join_rows(struct walls *w, int64_t y, int64_t z)
{
  const int64_t *n = w->slab.pass->source->grid, nx = n[0];
  memset(w->together, 0, (size_t)nx + 2);
  if (y == 0 || y == n[1] - 1 || z == 0 || z == n[2] - 1)
    return;
  memset(w->together + 1, WALL_FLUID, (size_t)nx);
  for (int64_t k = z - 1; k <= z + 1; k++)
    for (int64_t j = y - 1; j <= y + 1; j++) {
      const unsigned char *row = slab_layer(&w->slab, k)->state + j * nx;
      for (int64_t x = 0; x < nx; x++)
        w->together[x + 1] &= row[x];
    }
}

static int add_row(struct walls *w, int64_t y, int64_t z, struct tile_error *e)
{
  const int64_t nx = w->slab.pass->source->grid[0];
  const unsigned char *state = slab_layer(&w->slab, z)->state + y * nx, *t = w->together;
  size_t count = 0;
  join_rows(w, y, z);
  for (int64_t x = 0; x < nx; x++)
    if (state[x] & WALL_KEPT && !(t[x] & t[x + 1] & t[x + 2]))
      count += add_node(&w->slab, (int64_t[]){x, y, z}, w->wall + count);
  return wall_writer_add(&w->writer, z, w->wall, count, e);
}

static int add_slice(struct walls *w, int64_t z, struct tile_error *e)
{
  for (int64_t y = 0; z >= 0 && y < w->slab.pass->source->grid[1]; y++)
    if (add_row(w, y, z, e))
      return e->code;
  return z < 0 ? TILE_OK : wall_writer_put(&w->writer, z, e);
}

/* Converts values to the distance from the threshold, positive on the solid side. */
static void level(const struct segmentation *p, double *value, size_t count)
{
  const double threshold = (double)p->rule.threshold, sign = p->rule.kind == RULE_ABOVE ? -1 : 1;
  for (size_t i = 0; i < count; i++)
    value[i] = sign * (value[i] - threshold);
}

static void note(struct walls *w, double value)
{
  int i = 0;
  while (i < w->kinds && w->seen[i] != value)
    i++;
  if (i == w->kinds && !isnan(value))
    w->seen[w->kinds++] = value;
}

/* Counts the different values, up to FEW + 1. */
static void note_values(struct walls *w, const double *value, size_t count)
{
  for (size_t i = 0; i < count && w->kinds <= FEW; i++)
    if (!i || value[i] != value[i - 1])
      note(w, value[i]);
}

/* Finds the walls of slice z - 1, whose neighbours are now complete. */
static int use_slice(struct segmentation *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  struct walls *w = with;
  const struct layer *l = slab_layer(&w->slab, z);
  const size_t count = (size_t)(p->source->grid[0] * p->source->grid[1]);
  if (l->value) {
    slices_widen(&p->slices, slice, l->value);
    note_values(w, l->value, count);
    level(p, l->value, count);
  }
  for (size_t i = 0; i < count && l->value; i++)
    l->value[i] = segmentation_is_inside(p, i) ? l->value[i] : (double)NAN; /* no wall is found by what is outside */
  for (size_t i = 0; i < count; i++) {
    const bool fluid = slice->classes[i] == TILE_FLUID;
    l->state[i] = (unsigned char)(fluid ? segmentation_is_inside(p, i) ? WALL_FLUID | WALL_KEPT : WALL_FLUID : 0);
  }
  return add_slice(w, z - 1, e);
}

/* ---- the whole grid ---- */

static int make_buffers(struct walls *w, struct tile_error *e)
{
  const struct source *s = w->slab.pass->source;
  const size_t count = (size_t)(s->grid[0] * s->grid[1]);
  bool made = true;
  for (int i = 0; i < 3; i++) {
    w->slab.layer[i].state = tile_alloc(count, 1);
    w->slab.layer[i].value = s->classified ? NULL : tile_alloc(count, sizeof(double));
    made &= w->slab.layer[i].state && (s->classified || w->slab.layer[i].value);
  }
  w->together = tile_alloc((size_t)s->grid[0] + 2, 1);
  w->wall = tile_alloc((size_t)s->grid[0], (TILE_LINKS - 1) * sizeof *w->wall);
  return made && w->together && w->wall ? TILE_OK
                                        : tile_fail_memory(e, 3 * count * (1 + sizeof(double)), "three slices");
}

static void free_buffers(struct walls *w)
{
  for (int i = 0; i < 3; i++) {
    free(w->slab.layer[i].state);
    free(w->slab.layer[i].value);
  }
  free(w->together);
  free(w->wall);
  wall_writer_free(&w->writer);
}

int segmentation_walls(struct segmentation *p, struct tile_voxels_writer *writer, struct tile_error *e)
{
  struct walls w = {.slab.pass = p};
  const struct source_walls *s = &p->source->walls;
  int code = wall_writer_begin(&w.writer, p, writer, e);
  if (!code && p->source->classified)
    code = s->prepare(s->of, e);
  if (!code)
    code = make_buffers(&w, e);
  if (!code)
    code = segmentation_every_slice(p, "walls", SLICE_CLASSES, use_slice, &w, e);
  slices_end(&p->slices);
  if (!code)
    code = add_slice(&w, p->source->grid[2] - 1, e);
  p->few = w.kinds <= FEW ? w.kinds : 0;
  if (!code)
    code = wall_writer_end(&w.writer, e);
  free_buffers(&w);
  return code;
}
