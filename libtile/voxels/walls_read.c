/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks and reads the walls that follow the slices of a voxel stream (WALL). */
#include "stream.h"
#include "tile_domain.h"

#include <string.h>

const char *tile_wall_fault(const struct tile_wall_at *w, const int64_t grid[3], int surfaces,
                            struct tile_wall_at *last)
{
  if (w->voxel >= (uint64_t)(grid[0] * grid[1] * grid[2]))
    return "no such voxel";
  if (w->link < 1 || w->link >= TILE_LINKS)
    return "links are 1 ... 18";
  if (w->surface > surfaces)
    return "no such surface";
  if (w->voxel < last->voxel || (w->voxel == last->voxel && w->link <= last->link))
    return "not in order of voxel, link";
  *last = *w;
  return NULL;
}

void tile_digest_walls_end(struct tile_digest *d, int64_t *z)
{
  if (*z >= 0)
    tile_digest_end(d);
  *z = -1;
}

void tile_digest_walls(struct tile_digest *d, int64_t *z, const int64_t grid[3], const struct tile_wall_at *wall,
                       size_t count)
{
  const uint64_t slice = (uint64_t)(grid[0] * grid[1]);
  for (size_t i = 0; i < count; i++) {
    const int64_t mine = (int64_t)(wall[i].voxel / slice);
    if (mine != *z) {
      tile_digest_walls_end(d, z);
      tile_digest_begin(d, "WALL", (int32_t[]){0, 0, (int32_t)mine});
      *z = mine;
    }
    tile_digest_add(d, &wall[i], TILE_WALL_BYTES);
  }
}

/* Reads the next record of walls, or verifies the end. */
static int next_walls(struct tile_voxels_reader *v, struct tile_error *e)
{
  struct tile_record record;
  if (tile_reader_record(v->reader, "VOXLWALLinptwarn", &record, e))
    return e->code;
  if (memcmp(record.tag, "WALL", 4)) {
    tile_digest_walls_end(v->digest, &v->wall_z);
    return tile_voxels_last(v, record, e);
  }
  if (record.length % TILE_WALL_BYTES)
    return tile_reader_reject(v->reader, e, "%zu bytes are not whole entries of %d", record.length, TILE_WALL_BYTES);
  v->data = record.data;
  v->left = record.length;
  return TILE_OK;
}

static int begin_walls(struct tile_voxels_reader *v, struct tile_error *e)
{
  if (v->z != v->grid[2])
    return tile_fail(e, TILE_USAGE, "walls come after the last slice");
  if (v->left && !v->walls)
    return tile_reader_reject(v->reader, e, "%zu bytes of voxels beyond the last slice", v->left);
  v->walls = true;
  return TILE_OK;
}

static int check_walls(struct tile_voxels_reader *v, const struct tile_wall_at *wall, size_t count,
                       struct tile_error *e)
{
  for (size_t i = 0; i < count; i++) {
    const char *why = tile_wall_fault(&wall[i], v->grid, v->surfaces, &v->last);
    if (why)
      return tile_reader_reject(v->reader, e, "wall at voxel %llu link %u surface %u: %s",
                                (unsigned long long)wall[i].voxel, wall[i].link, wall[i].surface, why);
  }
  tile_digest_walls(v->digest, &v->wall_z, v->grid, wall, count);
  return TILE_OK;
}

int tile_voxels_get_walls(struct tile_voxels_reader *v, struct tile_wall_at *wall, size_t room, size_t *count,
                          struct tile_error *e)
{
  *count = 0;
  if (v->ended || (!v->distances && v->z == v->grid[2]))
    return TILE_OK;
  if (begin_walls(v, e) || (!v->left && next_walls(v, e)))
    return e->code;
  v->ended = !v->left;
  *count = v->left / TILE_WALL_BYTES < room ? v->left / TILE_WALL_BYTES : room;
  if (!*count)
    return TILE_OK;
  memcpy(wall, v->data, *count * TILE_WALL_BYTES);
  v->data += *count * TILE_WALL_BYTES;
  v->left -= *count * TILE_WALL_BYTES;
  return check_walls(v, wall, *count, e);
}
