/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ALONG ((int64_t)1 << 21) /* coordinates along an axis, of 21 bits */

/* Finds the tiles around a tile, across periodic seams too, whatever the size of the domain. */
static void find_near(const struct tile_lookup *lookup, const int64_t span[3], size_t tile, int32_t near[TILE_WAYS])
{
  const struct tile_domain *d = lookup->domain;
  for (int way = 0; way < TILE_WAYS; way++) {
    const int step[3] = {way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1};
    int32_t coord[3];
    for (int a = 0; a < 3; a++) {
      coord[a] = d->coord[tile][a] + step[a];
      if (d->periodic >> a & 1)
        coord[a] = (int32_t)((coord[a] + span[a]) % span[a]);
    }
    near[way] = (int32_t)tile_lookup_tile(lookup, coord);
  }
}

static int send_near(const struct lbm_device *d, struct lbm_tiles *t, const struct tile_domain *domain,
                     struct tile_error *e)
{
  struct tile_lookup lookup = {0};
  int64_t span[3];
  int32_t(*near)[TILE_WAYS] = tile_alloc(domain->tiles, sizeof *near);
  tile_domain_span(domain, span);
  if (!near)
    return tile_fail_memory(e, domain->tiles * sizeof *near, "the equations of the multigrid");
  const int code = tile_lookup_make(&lookup, domain, e);
  if (!code) {
#pragma omp parallel for schedule(static)
    for (size_t tile = 0; tile < domain->tiles; tile++)
      find_near(&lookup, span, tile, near[tile]);
    d->row->send(d->self, t->near, near, domain->tiles * sizeof *near);
  }
  tile_lookup_free(&lookup);
  free(near);
  return code;
}

static int send_tiles(const struct lbm_device *d, struct lbm_tiles *t, const struct tile_domain *domain,
                      const uint32_t *first, struct tile_error *e)
{
  const size_t tiles = t->tiles = domain->tiles;
  for (int a = 0; a < 3; a++) {
    const bool periodic = domain->periodic >> a & 1;
    t->begin[a] = periodic ? 0 : domain->offset[a];
    t->end[a] = t->begin[a] + (int32_t)domain->grid[a];
    t->period[a] = periodic ? (int32_t)domain->grid[a] : 0;
  }
  if (lbm_device_allocate(d, &t->mask, tiles, sizeof *t->mask, e) ||
      lbm_device_allocate(d, &t->near, tiles, sizeof *t->near, e) ||
      lbm_device_allocate(d, &t->coord, tiles, sizeof *t->coord, e) ||
      lbm_device_allocate(d, &t->first, tiles + 1, sizeof *t->first, e))
    return e->code;
  d->row->send(d->self, t->mask, domain->mask, tiles * sizeof *t->mask);
  d->row->send(d->self, t->coord, domain->coord, tiles * sizeof *t->coord);
  d->row->send(d->self, t->first, first, (tiles + 1) * sizeof *t->first);
  return send_near(d, t, domain, e);
}

static void free_tiles(const struct lbm_device *d, struct lbm_tiles *t)
{
  void *const all[] = {t->mask, t->near, t->coord, t->first};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    d->row->release(d->self, all[i]);
  *t = (struct lbm_tiles){0};
}

static int mark_given(const struct lbm_device *d, struct lbm_operation *a, const struct lbm_given *given,
                      struct tile_error *e)
{
  if (lbm_device_allocate(d, &a->node.given, a->g.nodes, 1, e))
    return e->code;
  if (!given || !given->count)
    return 0;
  if (lbm_device_allocate(d, &a->node.list, given->count, sizeof *given->list, e))
    return e->code;
  d->row->send(d->self, a->node.list, given->list, given->count * sizeof *given->list);
  d->row->loop(d->self, LBM_OPERATION_mark_given, a, given->count);
  d->row->release(d->self, a->node.list);
  a->node.list = NULL;
  return 0;
}

static int link_nodes(const struct lbm_device *d, struct lbm_operation *a, struct tile_error *e)
{
  size_t rows;
  if (lbm_device_allocate(d, &a->parts.degree, a->g.nodes, sizeof *a->parts.degree, e))
    return e->code;
  d->row->loop(d->self, LBM_OPERATION_count_links, a, 64 * a->tiles.tiles);
  if (lbm_graph_slices(d, &a->g, a->parts.degree, &rows, e) || lbm_graph_rows(d, &a->g, rows, e) ||
      lbm_device_allocate(d, &a->g.at, a->g.nodes, sizeof *a->g.at, e))
    return e->code;
  d->row->loop(d->self, LBM_OPERATION_link_nodes, a, 64 * a->tiles.tiles);
  return 0;
}

static int find_faces(const struct lbm_device *d, struct lbm_operation *a, struct tile_error *e)
{
  if (lbm_device_allocate(d, &a->node.face, a->g.nodes, sizeof *a->node.face, e))
    return e->code;
  d->row->loop(d->self, LBM_OPERATION_find_faces, a, 64 * a->tiles.tiles);
  return 0;
}

int lbm_graph_make(const struct lbm_device *d, struct lbm_operation *a, const struct tile_domain *domain,
                   const uint32_t *first, const struct lbm_given *given, struct tile_error *e)
{
  *a = (struct lbm_operation){.g = {.nodes = first[domain->tiles], .axial = !given, .faces = given}};
  for (int axis = 0; axis < 3; axis++)
    if (domain->grid[axis] >= MOST_ALONG - 4)
      return tile_fail(e, TILE_FAILED, "the domain is too long for the equations of the multigrid");
  const int code = send_tiles(d, &a->tiles, domain, first, e) || mark_given(d, a, given, e) || link_nodes(d, a, e) ||
                           (given && find_faces(d, a, e))
                       ? e->code
                       : 0;
  free_tiles(d, &a->tiles);
  d->row->release(d->self, a->parts.degree);
  a->parts.degree = NULL;
  return code;
}
