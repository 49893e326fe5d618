/* SPDX-License-Identifier: BSD-3-Clause */
/* source_raw(): a plain array of numbers, x fastest, from a file, which may be compressed, or a pipe. */
#include <config.h>

#include "prefetch.h"
#include "raw.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static bool ends_in(const char *name, const char *ending)
{
  const size_t length = strlen(name), tail = strlen(ending);
  return length > tail && strcasecmp(name + length - tail, ending) == 0;
}

/* The encoding of a file that is compressed as a whole, by its first bytes; NULL: it is not compressed. */
static const struct volume_coding *coding_of(const char *path)
{
  static const unsigned char gzip[] = {0x1f, 0x8b, 8}, zstd[] = {0x28, 0xb5, 0x2f, 0xfd};
  unsigned char begin[4] = {0};
  FILE *in = fopen(path, "rb");
  if (!in)
    return NULL;
  const size_t got = fread(begin, 1, sizeof begin, in);
  fclose(in);
  return got < sizeof begin                      ? NULL
         : memcmp(begin, gzip, sizeof gzip) == 0 ? &volume_zlib
         : memcmp(begin, zstd, sizeof zstd) == 0 ? &volume_zstd
                                                 : NULL;
}

/* Recognizes compression by the name or the first bytes. A file of exactly the right size is not compressed: values
 * could begin with the same bytes. */
static const struct volume_coding *packing_of(const struct raw *r, const char *path, uint64_t found)
{
  const bool named = ends_in(path, ".gz") || ends_in(path, ".zst");
  return named || found != r->skip + r->expected ? coding_of(path) : NULL;
}

static int open_packed(struct source *s, const struct volume_coding *coding, struct tile_error *e)
{
  struct raw *r = s->state;
  struct volume_file v = {.path = r->name,
                          .type = r->type,
                          .channels = 1,
                          .volumes = 1,
                          .coding = coding,
                          .skip = r->skip,
                          .said_by = "--raw"};
  memcpy(v.grid, s->grid, sizeof v.grid);
  s->rereadable = s->forward = true;
  return volume_bytes(&v) ? volume_data_open(&r->packed, &v, e) : raw_wrong_size(s, "", 0, e);
}

static int open_input(struct source *s, const char *path, struct tile_error *e)
{
  struct raw *r = s->state;
  struct stat status;
  bool piped = !path || strcmp(path, "-") == 0;
  r->name = piped ? "standard input" : path;
  r->in = piped ? stdin : fopen(path, "rb");
  if (!r->in || fstat(fileno(r->in), &status))
    return tile_fail(e, TILE_FAILED, "%s: %s", r->name, strerror(errno));
  if (S_ISDIR(status.st_mode))
    return tile_fail(e, TILE_FAILED, "%s: is a folder", r->name);
  r->begin = S_ISREG(status.st_mode) ? ftello(r->in) : -1;
  r->seekable = r->begin >= 0;
  s->rereadable = r->seekable && !piped;
  uint64_t found = r->seekable && status.st_size > r->begin ? (uint64_t)(status.st_size - r->begin) : 0;
  const struct volume_coding *coding = s->rereadable ? packing_of(r, path, found) : NULL;
  if (coding)
    return open_packed(s, coding, e);
  return r->seekable && found != r->skip + r->expected ? raw_wrong_size(s, "", found, e) : TILE_OK;
}

static int get_raw(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  const struct raw *r = s->state;
  (void)lane;
  if (r->type == s->memory_type)
    return raw_read_stored(s, z, values, e);
  void *stored = tile_alloc(r->slice, 1);
  int code = stored ? raw_read_stored(s, z, stored, e) : tile_fail_memory(e, r->slice, "one slice");
  if (!code)
    voxel_type_to_memory(r->type, values, stored, (size_t)(s->grid[0] * s->grid[1]), 0, 1);
  free(stored);
  return code;
}

static int read_raw(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct raw *r = s->state;
  size_t count = (size_t)(s->grid[0] * s->grid[1]), bytes = (size_t)s->memory_type->bits / 8;
  if (!r->slice_in_memory && !(r->slice_in_memory = tile_alloc(count, bytes)))
    return tile_fail_memory(e, count * bytes, "one slice");
  int code = get_raw(s, 0, z, r->slice_in_memory, e);
  if (!code)
    s->memory_type->widen(values, r->slice_in_memory, count, 0, 1);
  return code;
}

static void close_raw(struct source *s)
{
  struct raw *r = s->state;
  if (!r)
    return;
  volume_data_close(r->packed);
  if (r->in && r->in != stdin)
    fclose(r->in);
  free(r->slice_in_memory);
  free(r);
  s->state = NULL;
}

/* Only for little-endian machines, like all of Tessera. */
static int open_raw(struct source *s, const char *path, const char *description, struct tile_error *e)
{
  struct raw *r = s->state;
  int code = raw_describe(s, r, description, e);
  if (!code)
    code = open_input(s, path, e);
  if (code)
    return code;
  s->type = r->type->name;
  s->memory_type = voxel_type_in_memory(r->type);
  s->slow = r->packed != NULL;
  s->lanes = r->seekable && !r->packed ? prefetch_lanes((size_t)(s->grid[0] * s->grid[1]), s->grid[2]) : 1;
  return TILE_OK;
}

int source_raw(struct source *s, const char *path, const char *description, struct tile_error *e)
{
  *s = (struct source){.read = read_raw, .read_typed = get_raw, .close = close_raw};
  s->state = tile_alloc(1, sizeof(struct raw));
  if (!s->state)
    return tile_fail_memory(e, sizeof(struct raw), "a raw volume");
  int code = open_raw(s, path, description, e);
  if (code)
    close_raw(s);
  return code;
}
