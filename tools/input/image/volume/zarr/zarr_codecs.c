/* SPDX-License-Identifier: BSD-3-Clause */
/* How the chunks of an array are stored: its codecs. */
#include "zarr.h"

#include <string.h>

static int add(struct zarr_codecs *c, const struct volume_file *v, const char *name, struct tile_error *e)
{
  const struct zarr_codec *codec = zarr_codec_named(name);
  if (!codec)
    return volume_reject(v, e, "its chunks are packed by %.60s, which is not read: save it with zstd or gzip",
                         *name ? name : "an unnamed codec");
  if (!codec->unpack)
    return tile_fail(e, TILE_FAILED,
                     "%s: built without c-blosc: cannot read it; build with it (Debian: libblosc-dev), or "
                     "save it with zstd or gzip",
                     v->path);
  if (c->count == ZARR_CODECS)
    return volume_reject(v, e, "its chunks are packed more than %d times", ZARR_CODECS);
  c->codec[c->count++] = codec;
  return TILE_OK;
}

/* ---- version 2: one compressor ---- */

int zarr_codecs_v2(struct zarr_array *a, const struct volume_file *v, const char *meta, struct tile_error *e)
{
  char name[64];
  const char *filter = json_first(json_member(meta, "filters")), *compressor = json_member(meta, "compressor");
  if (filter)
    return volume_reject(v, e, "its values are changed by a filter, %.60s, which is not read: save it without",
                         json_string(name, sizeof name, json_member(filter, "id")));
  return compressor ? add(&a->codecs, v, json_string(name, sizeof name, json_member(compressor, "id")), e) : TILE_OK;
}

/* ---- version 3: a list, from the array to bytes to bytes ---- */

static int take_transpose(struct zarr_array *a, const struct volume_file *v, const char *configuration,
                          struct tile_error *e)
{
  uint64_t order[ZARR_AXES];
  int before[ZARR_AXES];
  unsigned seen = 0;
  memcpy(before, a->codecs.order, sizeof before);
  const bool good = zarr_numbers(json_member(configuration, "order"), a->axes, 0, order);
  for (int i = 0; good && i < a->axes; i++)
    seen |= order[i] < (uint64_t)a->axes ? 1U << order[i] : 0;
  if (seen != (1U << a->axes) - 1)
    return volume_reject(v, e, "the order of its axes (transpose) cannot be read");
  for (int i = 0; i < a->axes; i++)
    a->codecs.order[i] = before[order[i]];
  return TILE_OK;
}

static int take_bytes(struct zarr_codecs *c, const char *configuration)
{
  char endian[8];
  c->swap = strcmp(json_string(endian, sizeof endian, json_member(configuration, "endian")), "big") == 0;
  return TILE_OK;
}

static int take_list(struct zarr_array *a, struct zarr_codecs *c, const struct volume_file *v, const char *list,
                     struct tile_error *e);

/* The index consists of numbers whose place in the file is known, so that it cannot be packed. */
static int take_index(struct zarr_array *a, const struct volume_file *v, const char *configuration,
                      struct tile_error *e)
{
  char text[8];
  if (take_list(a, &a->index, v, json_member(configuration, "index_codecs"), e))
    return e->code;
  for (int i = 0; i < a->index.count; i++)
    if (a->index.codec[i] != zarr_codec_named("crc32c"))
      return volume_reject(v, e, "the index of its shards is packed");
  a->index_first = strcmp(json_string(text, sizeof text, json_member(configuration, "index_location")), "start") == 0;
  return TILE_OK;
}

static int take_shards(struct zarr_array *a, const struct volume_file *v, const char *configuration,
                       struct tile_error *e)
{
  uint64_t part[ZARR_AXES];
  if (a->sharded)
    return volume_reject(v, e, "has shards in shards");
  for (int i = 0; i < a->axes; i++)
    if (a->codecs.order[i] != i)
      return volume_reject(v, e, "its shards are transposed as a whole");
  a->sharded = true;
  if (!zarr_numbers(json_member(configuration, "chunk_shape"), a->axes, 1, part))
    return volume_reject(v, e, "the shape of the chunks in its shards cannot be read");
  for (int i = 0; i < a->axes; i++) {
    if (a->chunk[i] % part[i])
      return volume_reject(v, e, "its shards do not consist of whole chunks");
    a->shard[i] = a->chunk[i] / part[i];
    a->chunk[i] = part[i];
  }
  return take_list(a, &a->codecs, v, json_member(configuration, "codecs"), e) || take_index(a, v, configuration, e)
             ? e->code
             : TILE_OK;
}

static int take_one(struct zarr_array *a, struct zarr_codecs *c, const struct volume_file *v, const char *codec,
                    bool *bytes, struct tile_error *e)
{
  char name[64];
  const char *configuration = json_member(codec, "configuration");
  json_string(name, sizeof name, *codec == '"' ? codec : json_member(codec, "name"));
  if (!*bytes && c != &a->index && strcmp(name, "transpose") == 0)
    return take_transpose(a, v, configuration, e);
  const bool shards = c != &a->index && strcmp(name, "sharding_indexed") == 0;
  if (*bytes || (!shards && strcmp(name, "bytes")))
    return *bytes || zarr_codec_named(name)
               ? add(c, v, name, e)
               : volume_reject(v, e, "its values are changed by a codec, %.60s, which is not read: save it without",
                               name);
  *bytes = true;
  return shards ? take_shards(a, v, configuration, e) : take_bytes(c, configuration);
}

static int take_list(struct zarr_array *a, struct zarr_codecs *c, const struct volume_file *v, const char *list,
                     struct tile_error *e)
{
  bool bytes = false;
  for (const char *codec = json_first(list); codec; codec = json_next(codec))
    if (take_one(a, c, v, codec, &bytes, e))
      return e->code;
  return bytes ? TILE_OK : volume_reject(v, e, "its codecs do not say how values become bytes");
}

int zarr_codecs_v3(struct zarr_array *a, const struct volume_file *v, const char *list, struct tile_error *e)
{
  int code = take_list(a, &a->codecs, v, list, e);
  if (!code && a->sharded && json_next(json_first(list)))
    code = volume_reject(v, e, "its shards are packed as a whole");
  return code;
}
