/* SPDX-License-Identifier: BSD-3-Clause */
/* volume_columns: uncompressed values with z fastest and x slowest, as in Fortran arrays. Several slices are gathered
 * at a time, so that the file is read a few times and not once for each slice. */
#include "volume_data.h"

#include <stdlib.h>
#include <string.h>

enum { GATHERED = 64 << 20, READ = 8 << 20 }; /* bytes */

struct columns {
  size_t plane, slice;  /* bytes of all values with one x, or with one z */
  int64_t begin, end;   /* slices that are in `gathered` */
  int64_t most, planes; /* slices for which there is room; planes in `read` */
  char *gathered, *read;
};

/* ---- transposition ---- */

/* Copies the planes x ... x + count - 1 to their positions. */
#define SCATTER(type)                                                                                        \
  static void scatter_##type(const struct volume_data *d, const struct columns *c, int64_t x, int64_t count) \
  {                                                                                                          \
    const int64_t *n = d->grid;                                                                              \
    for (int64_t y = 0; y < n[1]; y++)                                                                       \
      for (int64_t z = c->begin; z < c->end; z++) {                                                          \
        type *to = (type *)(void *)c->gathered + ((z - c->begin) * n[1] + y) * n[0] + x;                     \
        const type *from = (const type *)(const void *)c->read + y * n[2] + z;                               \
        for (int64_t i = 0; i < count; i++)                                                                  \
          to[i] = from[i * n[1] * n[2]];                                                                     \
      }                                                                                                      \
  }
SCATTER(uint8_t)
SCATTER(uint16_t)
SCATTER(uint32_t)
SCATTER(uint64_t)

static void scatter(const struct volume_data *d, int64_t x, int64_t count)
{
  static void (*const by_bytes[])(const struct volume_data *, const struct columns *, int64_t, int64_t) = {
      [1] = scatter_uint8_t, [2] = scatter_uint16_t, [4] = scatter_uint32_t, [8] = scatter_uint64_t};
  by_bytes[d->type->bits / 8](d, d->state, x, count);
}

/* ---- slices ---- */

/* Gathers the slices from z on; if the caller goes back, those up to z. */
static int gather(struct volume_data *d, int64_t z, struct tile_error *e)
{
  struct columns *c = d->state;
  const bool back = z < c->begin;
  c->begin = back ? (z + 1 > c->most ? z + 1 - c->most : 0) : z;
  c->end = c->begin + c->most < d->grid[2] ? c->begin + c->most : d->grid[2];
  for (int64_t x = 0, count; x < d->grid[0]; x += count) {
    count = d->grid[0] - x < c->planes ? d->grid[0] - x : c->planes;
    if (volume_data_plain(d, (uint64_t)x * c->plane, c->read, (size_t)count * c->plane, e)) {
      c->begin = c->end = 0;
      return e->code;
    }
    scatter(d, x, count);
  }
  return TILE_OK;
}

static int read_columns(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e)
{
  struct columns *c = d->state;
  const int64_t z = (int64_t)(at / c->slice);
  int code = z >= c->begin && z < c->end ? TILE_OK : gather(d, z, e);
  if (!code)
    memcpy(to, c->gathered + (size_t)(z - c->begin) * c->slice, bytes);
  return code;
}

static int64_t fitting(size_t room, size_t bytes, int64_t most)
{
  const int64_t count = (int64_t)(room / bytes);
  return count < 1 ? 1 : count > most ? most : count;
}

static int open_columns(struct volume_data *d, uint64_t file, struct tile_error *e)
{
  struct columns *c = d->state;
  const int64_t *n = d->grid;
  const size_t bytes = (size_t)d->type->bits / 8;
  int code = volume_data_fit(d, file, e); /* before anything is allocated */
  if (code)
    return code;
  c->plane = (size_t)(n[1] * n[2]) * bytes;
  c->slice = (size_t)(n[0] * n[1]) * bytes;
  c->most = fitting(GATHERED, c->slice, n[2]);
  c->planes = fitting(READ, c->plane, n[0]);
  c->gathered = tile_alloc((size_t)c->most, c->slice);
  c->read = tile_alloc((size_t)c->planes, c->plane);
  return c->gathered && c->read ? TILE_OK
                                : tile_fail_memory(e, (size_t)c->most * c->slice, "slices of a Fortran array");
}

static void close_columns(struct volume_data *d)
{
  struct columns *c = d->state;
  free(c->gathered);
  free(c->read);
}

const struct volume_coding volume_columns = {sizeof(struct columns), false, open_columns, read_columns, close_columns};
