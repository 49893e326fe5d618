/* SPDX-License-Identifier: BSD-3-Clause */
/* Shards: files of several chunks, with an index of where each lies. */
#include "zarr.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ENTRY = 16 }; /* bytes: begin and length */

static uint64_t chunks_of(const struct zarr_array *a)
{
  uint64_t count = 1;
  for (int i = 0; i < a->axes; i++)
    count *= a->shard[i];
  return count;
}

/* With its checksums, which are all that may be added to it. */
static uint64_t index_bytes(const struct zarr_array *a)
{
  return chunks_of(a) * ENTRY + 4 * (uint64_t)a->index.count;
}

static bool read_at(int file, uint64_t begin, void *to, size_t bytes)
{
  return pread(file, to, bytes, (off_t)begin) == (ssize_t)bytes;
}

static uint64_t number_at(const unsigned char *from, bool swap)
{
  uint64_t number = 0;
  for (int i = 0; i < 8; i++)
    number = number << 8 | from[swap ? i : 7 - i];
  return number;
}

static enum zarr_where get_entry(const struct zarr_array *a, const unsigned char *entry, uint64_t size,
                                 struct zarr_part *p)
{
  p->begin = number_at(entry, a->index.swap);
  p->bytes = number_at(entry + 8, a->index.swap);
  if (p->begin == UINT64_MAX && p->bytes == UINT64_MAX)
    return ZARR_MISSING;
  return p->begin <= size && p->bytes <= size - p->begin ? ZARR_THERE : ZARR_DAMAGED;
}

enum zarr_where zarr_part_of(const struct zarr_array *a, int file, uint64_t size, uint64_t number, struct zarr_part *p)
{
  unsigned char entry[ENTRY];
  const uint64_t index = index_bytes(a);
  if (size < index || !read_at(file, (a->index_first ? 0 : size - index) + number * ENTRY, entry, ENTRY))
    return ZARR_DAMAGED;
  return get_entry(a, entry, size, p);
}

/* Whether chunk `number` of the shard lies in the array; at: of the shard, in shards. */
static bool is_inside(const struct zarr_array *a, const uint64_t at[ZARR_AXES], uint64_t number)
{
  bool inside = true;
  for (int i = a->axes; i-- > 0; number /= a->shard[i])
    inside = inside && (at[i] * a->shard[i] + number % a->shard[i]) * a->chunk[i] < a->shape[i];
  return inside;
}

static enum zarr_where count_parts(struct zarr_array *a, const unsigned char *index, uint64_t size,
                                   const uint64_t at[ZARR_AXES])
{
  struct zarr_part p;
  for (uint64_t i = 0; i < chunks_of(a); i++) {
    const enum zarr_where where = get_entry(a, index + i * ENTRY, size, &p);
    if (where == ZARR_DAMAGED)
      return where;
    const bool there = where == ZARR_THERE && is_inside(a, at, i);
    a->written += there;
    if (there && p.bytes > a->largest)
      a->largest = p.bytes;
  }
  return ZARR_THERE;
}

static const char *check_index(struct zarr_array *a, unsigned char *index, int file, uint64_t size,
                               const uint64_t at[ZARR_AXES])
{
  const uint64_t bytes = index_bytes(a);
  struct zarr_bytes b = {index, bytes, NULL, 0};
  const char *why = read_at(file, a->index_first ? 0 : size - bytes, index, bytes) ? NULL : "it cannot be read";
  for (int i = a->index.count; i-- > 0 && !why;)
    why = a->index.codec[i]->unpack(&b);
  return !why && count_parts(a, index, size, at) == ZARR_DAMAGED ? "a chunk lies beyond its end" : why;
}

int zarr_check_shard(struct zarr_array *a, const char *path, int file, uint64_t size, const uint64_t at[ZARR_AXES],
                     struct tile_error *e)
{
  const uint64_t bytes = index_bytes(a);
  if (size < bytes)
    return tile_fail(e, TILE_REJECTED, "%s: is a shard that is damaged or cut off (it is shorter than its index)",
                     path);
  unsigned char *index = tile_alloc(bytes, 1);
  if (!index)
    return tile_fail_memory(e, bytes, path);
  const char *why = check_index(a, index, file, size, at);
  free(index);
  return why ? tile_fail(e, TILE_REJECTED, "%s: is a shard whose index is damaged or cut off (%s)", path, why)
             : TILE_OK;
}
