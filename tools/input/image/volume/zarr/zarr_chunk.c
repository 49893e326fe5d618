/* SPDX-License-Identifier: BSD-3-Clause */
/* The chunks of an array: where they are, and their values. */
#include "zarr.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t zarr_files(const struct zarr_array *a, int axis)
{
  return (a->shape[axis] - 1) / (a->chunk[axis] * a->shard[axis]) + 1;
}

bool zarr_path(char path[PATH_MAX], const struct zarr_array *a, const uint64_t file[ZARR_AXES])
{
  int length = snprintf(path, PATH_MAX, "%s/%s", a->folder, a->prefixed ? "c" : "");
  for (int i = 0; i < a->axes && length < PATH_MAX; i++) {
    const char separator[2] = {i || a->prefixed ? a->separator : 0, 0};
    length += snprintf(path + length, (size_t)(PATH_MAX - length), "%s%llu", separator, (unsigned long long)file[i]);
  }
  if (length >= PATH_MAX)
    errno = ENAMETOOLONG;
  return length < PATH_MAX;
}

/* ---- one chunk ---- */

static const unsigned char *fill(const struct zarr_array *a, unsigned char *to, size_t bytes)
{
  const size_t value = a->slab.value;
  for (size_t i = 0; i < bytes; i += value)
    memcpy(to + i, a->fill, value);
  return to;
}

static int reject(const char *path, const char *why, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: is a chunk that is damaged or cut off (%s)", path, why);
}

/* Reads the part of an open file. */
static int read_part(const char *path, int file, const struct zarr_part *p, unsigned char *to, size_t room,
                     struct tile_error *e)
{
  if (p->bytes > room)
    return reject(path, "it is longer than its values", e);
  for (size_t done = 0; done < p->bytes;) {
    const ssize_t got = pread(file, to + done, p->bytes - done, (off_t)(p->begin + done));
    if (got < 0 && errno != EINTR)
      return tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
    if (got == 0)
      return reject(path, "it has become shorter", e);
    done += got > 0 ? (size_t)got : 0;
  }
  return TILE_OK;
}

/* Whether the chunk is there, and where in the file. */
static enum zarr_where find_part(const struct zarr_array *a, int file, uint64_t number, struct zarr_part *p)
{
  struct stat status;
  if (fstat(file, &status) || !S_ISREG(status.st_mode))
    return ZARR_DAMAGED;
  *p = (struct zarr_part){0, (uint64_t)status.st_size};
  return a->sharded ? zarr_part_of(a, file, p->bytes, number, p) : ZARR_THERE;
}

static const unsigned char *read_chunk(const struct zarr_array *a, const char *path, int file, uint64_t number,
                                       unsigned char *buffer[CHUNK_BUFFERS], struct tile_error *e)
{
  const size_t bytes = a->bytes, room = zarr_most(bytes);
  const char *why = NULL;
  struct zarr_part p;
  const enum zarr_where where = find_part(a, file, number, &p);
  if (where == ZARR_MISSING)
    return fill(a, buffer[0], bytes);
  if (where == ZARR_DAMAGED)
    reject(path, "its place in the file is unknown", e);
  else if (read_part(path, file, &p, buffer[0], room, e) == TILE_OK) {
    const unsigned char *values = zarr_unpack(&a->codecs, buffer, room, (size_t)p.bytes, bytes, &why);
    if (values)
      return values;
    if (zarr_lacks_memory(why))
      tile_fail_memory(e, bytes, path);
    else
      reject(path, why, e);
  }
  return NULL;
}

/* ---- its values ---- */

/* From value to value along each axis of a chunk. */
static void get_strides(const struct zarr_array *a, uint64_t stride[ZARR_AXES])
{
  uint64_t step = 1;
  for (int i = a->axes; i-- > 0; step *= a->chunk[a->codecs.order[i]])
    stride[a->codecs.order[i]] = step;
}

/* The positions of the chunk at this voxel: in files, and in the order of C in its file. */
static uint64_t locate(const struct zarr_array *a, const uint64_t voxel[3], uint64_t file[ZARR_AXES])
{
  uint64_t at[ZARR_AXES], number = 0;
  memcpy(at, a->at, sizeof at);
  for (int k = 0; k < 3; k++)
    if (a->axis[k] >= 0)
      at[a->axis[k]] = voxel[k];
  for (int i = 0; i < a->axes; i++) {
    const uint64_t chunk = at[i] / a->chunk[i];
    file[i] = chunk / a->shard[i];
    number = number * a->shard[i] + chunk % a->shard[i];
  }
  return number;
}

static const unsigned char *decode(void *array, const uint64_t voxel[3], unsigned char *buffer[CHUNK_BUFFERS],
                                   struct tile_error *e)
{
  const struct zarr_array *a = array;
  uint64_t place[ZARR_AXES], stride[ZARR_AXES], first = 0;
  char path[PATH_MAX];
  const uint64_t number = locate(a, voxel, place);
  const int file = zarr_path(path, a, place) ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
  if (file < 0 && errno != ENOENT) {
    tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
    return NULL;
  }
  get_strides(a, stride);
  for (int i = 0; i < a->axes; i++)
    if (i != a->axis[0] && i != a->axis[1] && i != a->axis[2])
      first += a->at[i] % a->chunk[i] * stride[i];
  const unsigned char *values = file < 0 ? fill(a, buffer[0], a->bytes) : read_chunk(a, path, file, number, buffer, e);
  if (file >= 0)
    close(file);
  return values ? values + first * a->slab.value : NULL;
}

int zarr_fill_slab(struct chunk_slab *slab, void *array, struct tile_error *e)
{
  const struct zarr_array *a = array;
  uint64_t stride[ZARR_AXES];
  struct chunk_decoder decoder = {.bytes = zarr_most(a->bytes), .decode = decode, .of = array};
  get_strides(a, stride);
  for (int k = 0; k < 3; k++)
    decoder.stride[k] = a->axis[k] < 0 ? 0 : stride[a->axis[k]];
  return chunk_slab_decode(slab, &decoder, e);
}
