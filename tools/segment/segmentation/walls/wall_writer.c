/* SPDX-License-Identifier: BSD-3-Clause */
#include "wall_writer.h"

#include <stdlib.h>
#include <string.h>

struct kept_wall {
  uint32_t voxel; /* number in its slice */
  uint16_t q;
  uint8_t link, surface;
};

static void reverse_links(unsigned char mirrored[TILE_LINKS], unsigned axes)
{
  for (int i = 0; i < TILE_LINKS; i++)
    for (int k = 0; k < TILE_LINKS; k++) {
      bool same = true;
      for (int a = 0; a < 3; a++)
        same = same && tile_link[k][a] == (axes >> a & 1 ? -tile_link[i][a] : tile_link[i][a]);
      if (same)
        mirrored[i] = (unsigned char)k;
    }
}

int wall_writer_begin(struct wall_writer *w, struct segmentation *p, struct tile_voxels_writer *to,
                      struct tile_error *e)
{
  const int64_t *n = p->source->grid;
  *w = (struct wall_writer){.pass = p, .to = to, .flat = p->size[2] == 1};
  for (unsigned axes = 0; axes < 8; axes++)
    reverse_links(w->mirrored[axes], axes);
  if (!(p->mirror & 4))
    return TILE_OK;
  if (n[0] * n[1] > UINT32_MAX)
    return tile_fail(e, TILE_FAILED, "slices are too large for --walls with --mirror z");
  w->end = tile_alloc((size_t)n[2], sizeof *w->end);
  return w->end ? TILE_OK : tile_fail_memory(e, (size_t)n[2] * sizeof *w->end, "walls");
}

void wall_writer_free(struct wall_writer *w)
{
  free(w->moved);
  free(w->kept);
  free(w->end);
}

static int make_room(struct wall_writer *w, size_t more, struct tile_error *e)
{
  return tile_reserve(&w->moved, &w->room, w->filled + more, sizeof *w->moved, "cut links of a slice", e);
}

/* Converts a wall to the voxels of the output: that of the mirror image of a source voxel along `axes`, or of itself (0). */
static struct tile_wall_at move(const struct wall_writer *w, const struct tile_wall_at *wall, unsigned axes)
{
  const struct segmentation *p = w->pass;
  const uint64_t nx = (uint64_t)p->source->grid[0], ny = (uint64_t)p->source->grid[1];
  int64_t at[3] = {(int64_t)(wall->voxel % nx), (int64_t)(wall->voxel / nx % ny), (int64_t)(wall->voxel / nx / ny)};
  for (int a = 0; a < 3; a++)
    at[a] = pads_below(&p->pads, a) + (axes >> a & 1 ? p->mirrored[a] - 1 - at[a] : at[a]);
  return (struct tile_wall_at){(uint64_t)(at[0] + p->size[0] * (at[1] + p->size[1] * at[2])), wall->q,
                               w->mirrored[axes][wall->link], wall->surface};
}

static int compare(const void *a, const void *b)
{
  const struct tile_wall_at *one = a, *other = b;
  if (one->voxel != other->voxel)
    return one->voxel < other->voxel ? -1 : 1;
  return (one->link > other->link) - (one->link < other->link);
}

static int put_moved(struct wall_writer *w, struct tile_error *e)
{
  const size_t count = w->filled;
  w->filled = 0;
  w->pass->cut += (int64_t)count;
  if ((w->pass->mirror || w->flat) && count)
    qsort(w->moved, count, sizeof *w->moved, compare);
  return tile_voxels_put_walls(w->to, w->moved, count, e);
}

static int keep(struct wall_writer *w, int64_t z, const struct tile_wall_at *wall, size_t count, struct tile_error *e)
{
  const uint64_t first = (uint64_t)z * (uint64_t)(w->pass->source->grid[0] * w->pass->source->grid[1]);
  if (tile_reserve(&w->kept, &w->kept_room, w->count + count, sizeof *w->kept, "cut links, for their mirror image", e))
    return e->code;
  for (size_t i = 0; i < count; i++)
    w->kept[w->count++] =
        (struct kept_wall){(uint32_t)(wall[i].voxel - first), wall[i].q, wall[i].link, wall[i].surface};
  return TILE_OK;
}

/* How many images of a voxel there are in its slice, itself included. */
static size_t images(const struct wall_writer *w)
{
  const unsigned mirror = w->pass->mirror;
  return (mirror & 1 ? 2u : 1u) * (mirror & 2 ? 2u : 1u);
}

/* Whether a link of the output ends in a layer of --pad beside a mirrored volume: beyond the face there is no mirror
 * image then. */
static bool into_layer(const struct segmentation *p, const struct tile_wall_at *moved)
{
  const uint64_t nx = (uint64_t)p->size[0], ny = (uint64_t)p->size[1];
  const int64_t at[] = {(int64_t)(moved->voxel % nx), (int64_t)(moved->voxel / nx % ny),
                        (int64_t)(moved->voxel / nx / ny)};
  for (int a = 0; a < 3; a++) {
    const int64_t to = at[a] + tile_link[moved->link][a], below = pads_below(&p->pads, a);
    if (p->mirror >> a & 1 && to >= 0 && to < p->size[a] && (to < below || to >= below + p->mirrored[a]))
      return true;
  }
  return false;
}

/* Adds a wall and its images in the same slice, or (z: 4) their images along z. */
static void add(struct wall_writer *w, const struct tile_wall_at *wall, unsigned z)
{
  for (unsigned axes = 0; axes < 4; axes++) {
    if (axes & ~w->pass->mirror)
      continue;
    const struct tile_wall_at moved = move(w, wall, axes | z);
    if (!into_layer(w->pass, &moved))
      w->moved[w->filled++] = moved;
  }
}

/* A single slice is repeated along z: links that leave it are cut like those within it. */
static void add_repeated(struct wall_writer *w, struct tile_wall_at wall)
{
  const signed char *link = tile_link[wall.link];
  if (link[2])
    return;
  for (int i = 1; i < TILE_LINKS; i++)
    if (tile_link[i][0] == link[0] && tile_link[i][1] == link[1]) {
      wall.link = (uint8_t)i;
      add(w, &wall, 0);
    }
}

int wall_writer_add(struct wall_writer *w, int64_t z, const struct tile_wall_at *wall, size_t count,
                    struct tile_error *e)
{
  if (make_room(w, count * images(w) * (w->flat ? 3 : 1), e) || (w->end && keep(w, z, wall, count, e)))
    return e->code;
  for (size_t i = 0; i < count; i++)
    if (w->flat)
      add_repeated(w, wall[i]);
    else
      add(w, wall + i, 0);
  return TILE_OK;
}

int wall_writer_put(struct wall_writer *w, int64_t z, struct tile_error *e)
{
  if (w->end)
    w->end[z] = w->count;
  return put_moved(w, e);
}

static int put_image(struct wall_writer *w, int64_t z, struct tile_error *e)
{
  const size_t begin = z ? w->end[z - 1] : 0;
  const uint64_t first = (uint64_t)z * (uint64_t)(w->pass->source->grid[0] * w->pass->source->grid[1]);
  if (make_room(w, (w->end[z] - begin) * images(w), e))
    return e->code;
  for (size_t i = begin; i < w->end[z]; i++) {
    const struct kept_wall *k = &w->kept[i];
    add(w, &(struct tile_wall_at){first + k->voxel, k->q, k->link, k->surface}, 4);
  }
  return put_moved(w, e);
}

int wall_writer_end(struct wall_writer *w, struct tile_error *e)
{
  int code = TILE_OK;
  for (int64_t z = w->pass->source->grid[2] - 1; z >= 0 && w->end && !code; z--)
    code = put_image(w, z, e);
  return code;
}
