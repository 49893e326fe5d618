/* SPDX-License-Identifier: BSD-3-Clause */
#include "surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FINEST = 20, SPAN = 29 }; /* a voxel is at most 2^20 units wide, the grid at most 2^29 */

static int check_side(double voxels, int axis, struct tile_error *e)
{
  return voxels < 1 << FINEST ? TILE_OK
                              : tile_fail(e, TILE_USAGE, "%.4g voxels along %c: at most %d: make voxels larger", voxels,
                                          "xyz"[axis], 1 << FINEST);
}

int surface_place_check(const struct surface_place *p, struct tile_error *e)
{
  double all = 1;
  for (int a = 0; a < 3; a++) {
    all *= (double)p->grid[a];
    if (check_side((double)p->grid[a], a, e))
      return e->code;
    if (!(all < (a < 2 ? 0x1p31 : 0x1p43)))
      return tile_fail(e, TILE_USAGE, "%.4g voxels are too many: make voxels larger", all);
  }
  return TILE_OK;
}

/* Returns its longest side. */
static double find_box(const struct mesh *m, double low[3], double high[3])
{
  double most = 0;
  for (int a = 0; a < 3; a++) {
    low[a] = INFINITY;
    high[a] = -INFINITY;
  }
  for (size_t i = 0; i < m->triangles; i++)
    for (int k = 0; k < 9; k++) {
      const double at = m->vertex[m->triangle[i][k / 3]][k % 3];
      low[k % 3] = fmin(low[k % 3], at);
      high[k % 3] = fmax(high[k % 3], at);
    }
  for (int a = 0; a < 3; a++)
    most = fmax(most, high[a] - low[a]);
  return most;
}

double surface_span(const struct mesh *m)
{
  double low[3], high[3];
  return find_box(m, low, high);
}

int surface_place(struct surface_place *p, const struct mesh *m, double width, int64_t longest, int64_t layers,
                  struct tile_error *e)
{
  double low[3], high[3];
  const double most = find_box(m, low, high);
  p->width = width > 0 ? width : most / (double)longest;
  if (!(p->width > 0 && isfinite(most)))
    return tile_fail(e, TILE_REJECTED, "the surface is a single point, or its size is no finite number");
  for (int a = 0; a < 3; a++) {
    const double sides = ceil((high[a] - low[a]) / p->width * (1 - 1e-12)), voxels = fmax(sides, 1);
    if (check_side(voxels, a, e))
      return e->code;
    p->grid[a] = (int64_t)voxels + 2 * layers;
    p->origin[a] = (low[a] + high[a]) / 2 - p->width * ((double)p->grid[a] - 1) / 2;
  }
  p->reserve = 0;
  return surface_place_check(p, e);
}

static int shift_of(const struct surface_place *p)
{
  int shift = FINEST;
  for (int a = 0; a < 3; a++)
    while ((p->grid[a] + 2 * p->reserve) >> (SPAN - shift))
      shift--;
  return shift;
}

/* ---- vertices ---- */

static int weld_vertices(struct surface *s, struct mesh *m, const struct surface_place *p, struct tile_error *e)
{
  struct weld w = {.bytes = sizeof *s->vertex};
  uint32_t *moved = tile_alloc(m->vertices, sizeof *moved);
  int code = moved ? TILE_OK : tile_fail_memory(e, m->vertices * sizeof *moved, "the vertices of a surface");
  for (size_t i = 0; i < m->vertices && !code; i++) {
    int32_t at[3];
    for (int a = 0; a < 3; a++) /* vertices that no triangle uses may be outside */
      at[a] = (int32_t)llrint(fmin(fmax((m->vertex[i][a] - p->origin[a]) / p->width, -1), (double)p->grid[a]) *
                              (double)(1 << s->shift));
    code = weld_point(&w, at, &moved[i], e);
  }
  for (size_t i = 0; i < m->triangles && !code; i++)
    for (int k = 0; k < 3; k++)
      m->triangle[i][k] = moved[m->triangle[i][k]];
  free(moved);
  s->vertices = w.count;
  s->vertex = weld_take(&w);
  free(m->vertex);
  m->vertex = NULL;
  return code;
}

/* ---- triangles ---- */

/* A triangle whose corners are three different points on a line is kept: without it the surface may be open. */
static bool is_degenerate(const uint32_t corner[3])
{
  return corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0];
}

/* The corners, beginning with the least: the same for duplicates, whichever way they face unless `directed`. */
static void key_of(uint32_t to[3], const uint32_t from[3], bool directed)
{
  const int first = from[0] < from[1] ? from[0] < from[2] ? 0 : 2 : from[1] < from[2] ? 1 : 2;
  for (int k = 0; k < 3; k++)
    to[k] = from[(first + k) % 3];
  if (!directed && to[1] > to[2]) {
    const uint32_t swap = to[1];
    to[1] = to[2];
    to[2] = swap;
  }
}

static int keep_triangles(struct surface *s, const struct mesh *m, bool directed, struct tile_error *e)
{
  struct weld known = {.bytes = 3 * sizeof(uint32_t)};
  int code = TILE_OK;
  s->triangles = s->report.degenerate = s->report.twice = 0;
  for (size_t i = 0; i < m->triangles && !code; i++) {
    uint32_t key[3], index;
    const size_t before = known.count;
    if (is_degenerate(m->triangle[i])) {
      s->report.degenerate++;
      continue;
    }
    key_of(key, m->triangle[i], directed);
    code = weld_point(&known, key, &index, e);
    if (!code && known.count == before)
      s->report.twice++;
    else if (!code)
      code = surface_add_triangle(s, m->triangle[i], m->surface ? m->surface[i] : 0, e);
  }
  weld_free(&known);
  return code;
}

int surface_add_triangle(struct surface *s, const uint32_t corner[3], int name, struct tile_error *e)
{
  if (mesh_reserve(&s->triangle, &s->name_of, &s->room, s->triangles + 1, e))
    return e->code;
  memcpy(s->triangle[s->triangles], corner, sizeof *s->triangle);
  s->name_of[s->triangles++] = (unsigned char)name;
  return TILE_OK;
}

/* Two closed parts that touch each other have their common face twice, once in each direction. But if the surface is
 * then not closed, such pairs are duplicates, too, and triangles may have to be turned. */
static int join_triangles(struct surface *s, const struct mesh *m, struct tile_error *e)
{
  if (keep_triangles(s, m, true, e) || surface_find_open(s, e))
    return e->code;
  surface_measure(s);
  if ((s->open || !(s->report.volume > 1e-6 * s->report.area)) && keep_triangles(s, m, false, e))
    return e->code;
  return surface_join(s, e) ? e->code : surface_find_open(s, e);
}

/* Welds the nearest vertices first, lest one goes with another that is near but no copy of it. */
static int close_seams(struct surface *s, struct mesh *m, struct tile_error *e)
{
  int code = TILE_OK;
  for (double part = SURFACE_WELD / 1000; s->open && part < 2 * SURFACE_WELD && !code; part *= 10) {
    const size_t before = s->report.welded;
    code = surface_weld(s, m, part, e);
    if (code || s->report.welded == before)
      continue;
    s->report.shells = s->report.flipped = 0;
    code = join_triangles(s, m, e);
  }
  return code;
}

int surface_make(struct surface *s, struct mesh *m, const struct surface_place *p, struct tile_error *e)
{
  *s = (struct surface){.names = m->names, .name = m->name, .report.triangles = m->triangles};
  m->name = NULL;
  memcpy(s->grid, p->grid, sizeof s->grid);
  s->shift = shift_of(p);
  int code = weld_vertices(s, m, p, e);
  if (!code)
    code = join_triangles(s, m, e);
  if (!code)
    code = close_seams(s, m, e);
  mesh_free(m);
  if (!code && !s->triangles)
    code = tile_fail(e, TILE_REJECTED, "the surface has no triangle with an area: are the voxels too large?");
  s->report.open = s->open;
  if (!code)
    surface_measure(s);
  else
    surface_free(s);
  return code;
}

void surface_free(struct surface *s)
{
  free(s->vertex);
  free(s->triangle);
  free(s->name_of);
  free(s->name);
  free(s->open_edge);
  free(s->cap);
  free(s->end);
  free(s->rim);
  *s = (struct surface){0};
}
