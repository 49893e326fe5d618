/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "raw.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int raw_wrong_size(const struct source *s, const char *more, uint64_t found, struct tile_error *e)
{
  const struct raw *r = s->state;
  char skipped[48] = "";
  if (r->skip)
    snprintf(skipped, sizeof skipped, "%llu to skip and ", (unsigned long long)r->skip);
  return tile_fail(e, TILE_REJECTED, "%s: expected %s%llu bytes (%lld x %lld x %lld %s), found %s%llu%s", r->name,
                   skipped, (unsigned long long)r->expected, (long long)s->grid[0], (long long)s->grid[1],
                   (long long)s->grid[2], r->type->name, more, (unsigned long long)found,
                   r->like_packed ? "; it begins as a compressed file: unpack it before the pipe" : "");
}

/* Whether the input begins as gzip and Zstandard do: a pipe is not decompressed. */
static bool is_like_packed(const unsigned char *begin, size_t length)
{
  return length > 3 && (!memcmp(begin, "\x1f\x8b\x08", 3) || !memcmp(begin, "\x28\xb5\x2f\xfd", 4));
}

static int skip_pipe(struct source *s, struct tile_error *e)
{
  struct raw *r = s->state;
  for (uint64_t i = 0; i < r->skip; i++)
    if (getc_unlocked(r->in) == EOF)
      return ferror(r->in) ? tile_fail(e, TILE_FAILED, "%s: %s", r->name, strerror(errno))
                           : raw_wrong_size(s, "", i, e);
  return TILE_OK;
}

/* Reads the next slice of a pipe. */
static int next_slice(struct source *s, void *to, struct tile_error *e)
{
  struct raw *r = s->state;
  if (r->next == 0 && skip_pipe(s, e))
    return e->code;
  size_t got = fread(to, 1, r->slice, r->in);
  if (ferror(r->in))
    return tile_fail(e, TILE_FAILED, "%s: %s", r->name, strerror(errno));
  if (r->next == 0 && !r->skip)
    r->like_packed = is_like_packed(to, got);
  if (got < r->slice)
    return raw_wrong_size(s, "", r->skip + (uint64_t)r->next * r->slice + got, e);
  r->next++;
  if (r->next == s->grid[2] && getc(r->in) != EOF)
    return raw_wrong_size(s, "more than ", r->skip + r->expected, e);
  return TILE_OK;
}

/* A pipe cannot go back; slices before z are read and discarded. */
static int read_pipe(struct source *s, int64_t z, void *to, struct tile_error *e)
{
  struct raw *r = s->state;
  int code = TILE_OK;
  while (!code && r->next <= z)
    code = next_slice(s, to, e);
  return code;
}

static int read_file(struct source *s, int64_t z, char *to, struct tile_error *e)
{
  const struct raw *r = s->state;
  uint64_t at = (uint64_t)r->begin + r->skip + (uint64_t)z * r->slice;
  for (uint64_t done = 0; done < r->slice;) {
    ssize_t got = pread(fileno(r->in), to + done, r->slice - done, (off_t)(at + done));
    if (got < 0 && errno != EINTR)
      return tile_fail(e, TILE_FAILED, "%s: %s", r->name, strerror(errno));
    if (got == 0)
      return raw_wrong_size(s, "", r->skip + (uint64_t)z * r->slice + done, e);
    done += got > 0 ? (uint64_t)got : 0;
  }
  return TILE_OK;
}

int raw_read_stored(struct source *s, int64_t z, void *to, struct tile_error *e)
{
  const struct raw *r = s->state;
  int code = r->packed     ? volume_data_read(r->packed, (uint64_t)z * r->slice, to, r->slice, e)
             : r->seekable ? read_file(s, z, to, e)
                           : read_pipe(s, z, to, e);
  if (!code && r->swap)
    voxel_type_swap(r->type, to, (size_t)(s->grid[0] * s->grid[1]));
  return code;
}
