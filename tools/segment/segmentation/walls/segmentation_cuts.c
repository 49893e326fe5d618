/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the walls between voxels, after all voxels, for a source that knows those of a slice. */
#include "segmentation_cuts.h"

#include "cli.h"
#include "segmentation_parts.h"
#include "wall_writer.h"
#include "surfaces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 32 }; /* slices per batch; the result does not depend on it */

struct batch {
  struct tile_wall_at *wall[BATCH];
  size_t count[BATCH];
  struct tile_error error[BATCH];
};

static void get_batch(const struct source *s, int64_t begin, int64_t count, struct batch *b)
{
#pragma omp parallel for schedule(dynamic, 1)
  for (int64_t i = 0; i < count; i++)
    b->error[i].code = s->walls.slice(s->walls.of, begin + i, &b->wall[i], &b->count[i], &b->error[i]);
}

/* Removes the walls of voxels outside the mask, because these are solid. */
static int drop_outside(struct segmentation *p, int64_t z, struct tile_wall_at *wall, size_t *count,
                        struct tile_error *e)
{
  const uint64_t first = (uint64_t)z * segmentation_slice_count(p);
  size_t kept = 0;
  if (!p->mask)
    return TILE_OK;
  if (p->mask->read(p->mask, z, p->inside, e))
    return e->code;
  for (size_t i = 0; i < *count; i++)
    if (segmentation_is_inside(p, (size_t)(wall[i].voxel - first)))
      wall[kept++] = wall[i];
  *count = kept;
  return TILE_OK;
}

static int put_batch(struct wall_writer *w, struct batch *b, int64_t begin, int64_t count, struct tile_error *e)
{
  int code = TILE_OK;
  for (int64_t i = 0; i < count; i++) {
    if (!code && b->error[i].code)
      code = tile_fail(e, b->error[i].code, "%s", b->error[i].text);
    if (!code)
      code = drop_outside(w->pass, begin + i, b->wall[i], &b->count[i], e);
    if (!code)
      code = wall_writer_add(w, begin + i, b->wall[i], b->count[i], e);
    if (!code)
      code = wall_writer_put(w, begin + i, e);
    free(b->wall[i]);
  }
  return code;
}

static int put_all(const struct source *s, struct batch *b, struct wall_writer *w, struct tile_error *e)
{
  const int64_t nz = s->grid[2];
  struct cli_progress bar;
  int code = TILE_OK;
  cli_progress_begin(&bar, "walls", (double)nz, "slices", 1e-6 * (double)(s->grid[0] * s->grid[1]), "Mvoxel/s");
  for (int64_t z = 0; z < nz && !code; z += BATCH) {
    const int64_t count = nz - z < BATCH ? nz - z : BATCH;
    get_batch(s, z, count, b);
    code = put_batch(w, b, z, count, e);
    cli_progress_at(&bar, (double)(z + count));
  }
  cli_progress_end(&bar);
  return code;
}

int cuts_put(struct segmentation *p, struct tile_voxels_writer *out, struct tile_error *e)
{
  struct wall_writer w;
  if (!p->source->walls.slice || !out)
    return TILE_OK;
  struct batch *b = tile_alloc(1, sizeof *b);
  if (!b)
    return tile_fail_memory(e, sizeof *b, "walls");
  int code = wall_writer_begin(&w, p, out, e);
  if (!code)
    code = put_all(p->source, b, &w, e);
  if (!code)
    code = wall_writer_end(&w, e);
  wall_writer_free(&w);
  free(b);
  return code;
}

/* Converts the positions of openings to the voxels of the output. */
static int move_openings(struct tile_surfaces *to, const struct source *s, const struct pads *pads,
                         struct tile_error *e)
{
  const struct tile_surfaces *from = s->walls.surfaces;
  *to = *from;
  to->opening = tile_alloc((size_t)from->openings + 1, sizeof *to->opening);
  if (!to->opening)
    return tile_fail_memory(e, sizeof *to->opening, "openings");
  for (int i = 0; i < from->openings; i++) {
    to->opening[i] = from->opening[i];
    for (int a = 0; a < 3; a++)
      to->opening[i].centre[a] += (double)pads_below(pads, a) * s->dx;
  }
  return TILE_OK;
}

int cuts_set_header(struct tile_header *h, const struct source *s, const struct pads *pads, struct tile_error *e)
{
  struct tile_surfaces moved;
  if (!s->walls.slice)
    return TILE_OK;
  int code = move_openings(&moved, s, pads, e);
  if (!code)
    code = tile_surfaces_set(&moved, h, e);
  free(moved.opening);
  return code ? code : tile_header_set(h, e, "wall-distances", "yes");
}
