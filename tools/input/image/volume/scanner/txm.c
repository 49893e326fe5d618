/* SPDX-License-Identifier: BSD-3-Clause */
/* txm_header(): volumes of Zeiss (Xradia): a compound file with a stream for each slice. */
#include "cfb.h"
#include "volume_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A number of 4 bytes; false: it is not there. */
static int get_number(struct cfb *c, const char *name, void *to, bool *found, struct tile_error *e)
{
  struct cfb_stream s;
  *found = cfb_find(c, name, &s) && s.bytes >= 4;
  return *found ? cfb_read(c, &s, to, 4, e) : TILE_OK;
}

static int get_size(struct volume_file *v, struct cfb *c, struct tile_error *e)
{
  static const char *const names[] = {"ImageInfo/ImageWidth", "ImageInfo/ImageHeight", "ImageInfo/NoOfImages"};
  for (int a = 0; a < 3; a++) {
    int32_t count;
    bool found;
    if (get_number(c, names[a], &count, &found, e))
      return e->code;
    if (!found || count < 1)
      return volume_reject(v, e, "has no %s: it is no volume of Zeiss, or is damaged", names[a]);
    v->grid[a] = count;
  }
  v->channels = 1;
  v->volumes = 1;
  return TILE_OK;
}

static int get_type(struct volume_file *v, struct cfb *c, struct tile_error *e)
{
  static const struct {
    int number;
    char kind;
    int bits;
  } types[] = {{3, 'u', 8}, {5, 'u', 16}, {10, 'f', 32}};
  int32_t number = 0;
  bool found;
  if (get_number(c, "ImageInfo/DataType", &number, &found, e))
    return e->code;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].number == number)
      v->type = voxel_type_of(types[i].kind, types[i].bits);
  return v->type ? TILE_OK
                 : volume_reject(v, e, "its values of type %d cannot be read (ImageInfo/DataType)", (int)number);
}

static int get_side(struct volume_file *v, struct cfb *c, struct tile_error *e)
{
  float side = 0;
  bool found;
  if (get_number(c, "ImageInfo/PixelSize", &side, &found, e))
    return e->code;
  if (found && side > 0 && isfinite(side))
    volume_sides(v, (double[3]){(double)side, (double)side, (double)side}, "um", "Zeiss");
  return TILE_OK;
}

/* Slices from 1, a hundred in a storage. */
static bool find_slice(const struct cfb *c, int64_t z, struct cfb_stream *s)
{
  char name[64];
  snprintf(name, sizeof name, "ImageData%lld/Image%lld", (long long)(z / 100 + 1), (long long)z + 1);
  return cfb_find(c, name, s);
}

struct txm {
  struct cfb *file;
  const struct volume_file *volume;
  uint64_t slice; /* bytes */
};

static int read_slice(void *of, int64_t z, void *to, struct tile_error *e)
{
  struct txm *t = of;
  struct cfb_stream s;
  if (!find_slice(t->file, z, &s) || s.bytes != t->slice)
    return volume_reject(t->volume, e, "slice z=%lld is missing, or of another size", (long long)z);
  return cfb_read(t->file, &s, to, (size_t)t->slice, e);
}

static void close_txm(void *of)
{
  cfb_close(((struct txm *)of)->file);
  free(of);
}

static int take(struct volume_file *v, struct txm *t, struct tile_error *e)
{
  struct cfb_stream s;
  if (get_size(v, t->file, e) || get_type(v, t->file, e) || get_side(v, t->file, e))
    return e->code;
  const uint64_t bytes = volume_bytes(v);
  if (!bytes)
    return volume_reject(v, e, "the size in its header is impossible");
  t->slice = bytes / (uint64_t)v->grid[2];
  return find_slice(t->file, 0, &s) && s.bytes == t->slice
             ? TILE_OK
             : volume_reject(v, e, "its first slice is missing, or has not the size that it states");
}

int txm_header(struct volume_file *v, struct tile_error *e)
{
  const size_t length = strlen(v->path);
  if (length > 5 && strcasecmp(v->path + length - 5, ".txrm") == 0)
    return volume_reject(v, e, "is the projections of a Zeiss (Xradia) scan, not a volume: reconstruct it first");
  struct txm *t = tile_alloc(1, sizeof *t);
  if (!t)
    return tile_fail_memory(e, sizeof *t, "a volume");
  t->volume = v;
  v->slices = (struct volume_slices){read_slice, NULL, close_txm, t};
  return cfb_open(&t->file, v->path, e) || take(v, t, e) ? e->code : TILE_OK;
}
