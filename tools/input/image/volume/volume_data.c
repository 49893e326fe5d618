/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the values of a volume if they are not encoded; other encodings have their own files. */
#include "volume_data.h"

#include "regular.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int volume_data_reject(const struct volume_data *d, uint64_t found, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: by %s %llu bytes of values %s, found %llu", d->name, d->said_by,
                   (unsigned long long)d->bytes, found < d->bytes ? "are needed (is it cut off?)" : "are expected",
                   (unsigned long long)found);
}

/* ---- values without encoding ---- */

int volume_data_plain(const struct volume_data *d, uint64_t at, char *to, size_t bytes, struct tile_error *e)
{
  for (size_t done = 0; done < bytes;) {
    ssize_t got = pread(fileno(d->in), to + done, bytes - done, (off_t)(d->begin + d->skip + at + done));
    if (got < 0 && errno != EINTR)
      return tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno));
    if (got == 0)
      return tile_fail(e, TILE_REJECTED, "%s: the file has become shorter", d->name);
    done += got > 0 ? (size_t)got : 0;
  }
  return TILE_OK;
}

bool volume_coding_forward(const struct volume_coding *c)
{
  return c->forward;
}

int volume_data_read(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e)
{
  return d->coding ? d->coding->read(d, at, to, bytes, e) : volume_data_plain(d, at, to, bytes, e);
}

/* ---- opening ---- */

enum { TAIL = 64 }; /* bytes: for example a newline or padding */

/* Some programs append a few bytes of their own. A row of voxels or more is a wrong size. */
static uint64_t tail_of(const struct volume_file *v)
{
  if (v->more)
    return UINT64_MAX;
  const uint64_t row = volume_bytes(v) / (uint64_t)(v->grid[1] * v->grid[2] * v->volumes);
  return v->said_by ? 0 : row - 1 < TAIL ? row - 1 : TAIL;
}

int volume_data_fit(const struct volume_data *d, uint64_t file, struct tile_error *e)
{
  uint64_t before = d->begin;
  if (__builtin_add_overflow(before, d->skip, &before) || file < before)
    return volume_data_reject(d, 0, e);
  const uint64_t found = file - before;
  return found >= d->bytes && found - d->bytes <= d->tail ? TILE_OK : volume_data_reject(d, found, e);
}

static int open_plain(struct volume_data *d, uint64_t file, bool last, struct tile_error *e)
{
  uint64_t before = d->begin;
  if (last && !__builtin_add_overflow(before, d->skip, &before) && file > before && file - before > d->bytes)
    d->begin += file - before - d->bytes;
  return volume_data_fit(d, file, e);
}

static int open_file(struct volume_data *d, const struct volume_file *v, struct tile_error *e)
{
  struct stat status;
  char why[sizeof e->text];
  d->in = tile_read_regular(d->name, e);
  if (d->in && fstat(fileno(d->in), &status))
    return tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno));
  if (!d->in && v->data) {
    snprintf(why, sizeof why, "%s", e->text);
    return tile_fail(e, TILE_REJECTED, "%s; it is named in %s", why, v->path);
  }
  if (!d->in)
    return e->code;
  if (d->coding && v->last)
    return tile_fail(e, TILE_REJECTED,
                     "%s: its values are the last bytes of the file by its header, which is possible "
                     "for uncompressed values only",
                     d->name);
  return d->coding ? d->coding->open(d, (uint64_t)status.st_size, e)
                   : open_plain(d, (uint64_t)status.st_size, v->last, e);
}

int volume_data_open(struct volume_data **to, const struct volume_file *v, struct tile_error *e)
{
  struct volume_data *d = *to = tile_alloc(1, sizeof *d);
  if (!d)
    return tile_fail_memory(e, sizeof *d, "a volume");
  *d = (struct volume_data){.name = v->data ? v->data : v->path,
                            .said_by = v->said_by ? v->said_by : "its header",
                            .begin = v->begin,
                            .skip = v->skip,
                            .bytes = volume_bytes(v),
                            .tail = tail_of(v),
                            .type = v->type,
                            .fractions = v->fractions,
                            .coding = v->coding};
  memcpy(d->grid, v->grid, sizeof d->grid);
  d->state = v->coding ? tile_alloc(1, v->coding->state) : NULL;
  int code = v->coding && !d->state ? tile_fail_memory(e, v->coding->state, "a volume") : open_file(d, v, e);
  if (code) {
    volume_data_close(d);
    *to = NULL;
  }
  return code;
}

void volume_data_close(struct volume_data *d)
{
  if (!d)
    return;
  if (d->in)
    fclose(d->in);
  if (d->state)
    d->coding->close(d);
  free(d->state);
  free(d);
}
