/* SPDX-License-Identifier: BSD-3-Clause */
/* What .zarray or zarr.json says of an array. */
#include "zarr.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- sizes ---- */

static int get_shape(struct zarr_array *a, const struct volume_file *v, const char *shape, const char *chunks,
                     struct tile_error *e)
{
  for (const char *at = json_first(shape); at; at = json_next(at))
    a->axes++;
  if (a->axes < 2 || a->axes > ZARR_AXES)
    return volume_reject(v, e, "has %d ax%s: a volume has 3, or 2 for one slice", a->axes, a->axes == 1 ? "is" : "es");
  if (zarr_numbers(shape, a->axes, 0, a->shape) && !zarr_numbers(shape, a->axes, 1, a->shape))
    return volume_reject(v, e, "is empty");
  if (!zarr_numbers(shape, a->axes, 1, a->shape) || !zarr_numbers(chunks, a->axes, 1, a->chunk))
    return volume_reject(v, e, "its shape or that of its chunks cannot be read: it is damaged");
  for (int i = 0; i < a->axes; i++)
    a->shard[i] = 1;
  return TILE_OK;
}

/* ---- the type ---- */

static const struct {
  const char *v2, *v3; /* without the byte order */
  char kind;
  int bits;
} types[] = {
    {"b1", "bool", 'u', 8},   {"u1", "uint8", 'u', 8},    {"i1", "int8", 'i', 8},     {"u2", "uint16", 'u', 16},
    {"i2", "int16", 'i', 16}, {"u4", "uint32", 'u', 32},  {"i4", "int32", 'i', 32},   {"u8", "uint64", 'u', 64},
    {"i8", "int64", 'i', 64}, {"f2", "float16", 'f', 16}, {"f4", "float32", 'f', 32}, {"f8", "float64", 'f', 64},
};

static int get_type(struct zarr_array *a, const struct volume_file *v, const char *stated, bool v3,
                    struct tile_error *e)
{
  char text[ZARR_NAME];
  json_string(text, sizeof text, stated);
  const bool order = !v3 && *text && strchr("<>|=", *text);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(v3 ? types[i].v3 : types[i].v2, text + order) == 0)
      a->type = voxel_type_of(types[i].kind, types[i].bits);
  a->codecs.swap = !v3 && *text == '>';
  return a->type
             ? TILE_OK
             : volume_reject(v, e, "has values of type %.31s: a volume has integers of 8 to 64 bits or real numbers",
                             *text ? text : "unknown");
}

/* ---- the fill value ---- */

static void put_number(struct zarr_array *a, double number, const char *text)
{
  const int bits = a->type->bits;
  if (a->type->narrow)
    a->type->narrow(a->fill, &number, 1);
  else if (bits == 64) {
    const uint64_t whole = *text == '-' ? (uint64_t)strtoll(text, NULL, 10) : strtoull(text, NULL, 10);
    memcpy(a->fill, &whole, sizeof whole);
  }
}

/* Of half precision 0, NaN and the infinities are known. */
static bool put_half(struct zarr_array *a, double number)
{
  const uint16_t bits = isnan(number) ? 0x7e00 : isinf(number) ? (number > 0 ? 0x7c00 : 0xfc00) : 0;
  memcpy(a->fill, &bits, sizeof bits);
  return number == 0 || !isfinite(number);
}

/* The bytes of a value, the first the highest. */
static bool put_bytes(struct zarr_array *a, const char *hex)
{
  char *end;
  const unsigned long long bits = strtoull(hex, &end, 16);
  const size_t size = (size_t)a->type->bits / 8;
  for (size_t i = 0; i < size; i++)
    a->fill[i] = (unsigned char)(bits >> 8 * i);
  return !*end && strlen(hex) == 2 + 2 * size;
}

static bool put_fill(struct zarr_array *a, const char *value)
{
  char text[ZARR_NAME];
  json_string(text, sizeof text, value);
  if (strncmp(text, "0x", 2) == 0)
    return put_bytes(a, text);
  const double number = json_is(value, "true")              ? 1
                        : !value || json_is(value, "false") ? 0
                        : strcmp(text, "NaN") == 0          ? (double)NAN
                        : strcmp(text, "Infinity") == 0     ? (double)INFINITY
                        : strcmp(text, "-Infinity") == 0    ? -(double)INFINITY
                                                            : json_number(value);
  if (isnan(number) && (strcmp(text, "NaN") || a->type->kind != 'f'))
    return false;
  if (a->type->kind == 'f' && a->type->bits == 16)
    return put_half(a, number);
  put_number(a, number, value ? value : "0");
  return true;
}

static int get_fill(struct zarr_array *a, const struct volume_file *v, const char *value, struct tile_error *e)
{
  if (!put_fill(a, value))
    return volume_reject(v, e, "its fill value cannot be read");
  a->type->widen(&a->fill_value, a->fill, 1, 0, 1);
  a->fill_stated = value;
  snprintf(a->fill_text, sizeof a->fill_text, "%g", a->fill_value);
  return TILE_OK;
}

/* ---- version 2 ---- */

static int take_v2(struct zarr_array *a, const struct volume_file *v, const char *meta, struct tile_error *e)
{
  char text[8];
  if (get_shape(a, v, json_member(meta, "shape"), json_member(meta, "chunks"), e) ||
      get_type(a, v, json_member(meta, "dtype"), false, e) || get_fill(a, v, json_member(meta, "fill_value"), e))
    return e->code;
  json_string(text, sizeof text, json_member(meta, "dimension_separator"));
  a->separator = strcmp(text, "/") ? '.' : '/';
  json_string(text, sizeof text, json_member(meta, "order"));
  for (int i = 0; i < a->axes; i++)
    a->codecs.order[i] = strcmp(text, "F") ? i : a->axes - 1 - i;
  return zarr_codecs_v2(a, v, meta, e);
}

/* ---- version 3 ---- */

static int get_key(struct zarr_array *a, const struct volume_file *v, const char *encoding, struct tile_error *e)
{
  char name[16], separator[4];
  json_string(name, sizeof name, json_member(encoding, "name"));
  json_string(separator, sizeof separator, json_member(json_member(encoding, "configuration"), "separator"));
  a->prefixed = strcmp(name, "v2") != 0;
  a->separator = *separator ? *separator : a->prefixed ? '/' : '.';
  return (!a->prefixed || strcmp(name, "default") == 0) && strchr("/.", a->separator)
             ? TILE_OK
             : volume_reject(v, e, "its chunks are named in an unknown way (chunk_key_encoding)");
}

static int take_v3(struct zarr_array *a, const struct volume_file *v, const char *meta, struct tile_error *e)
{
  const char *grid = json_member(meta, "chunk_grid"), *name = json_first(json_member(meta, "dimension_names"));
  char text[16];
  if (strcmp(json_string(text, sizeof text, json_member(grid, "name")), "regular"))
    return volume_reject(v, e, "its chunks are not of one size (chunk_grid)");
  if (json_first(json_member(meta, "storage_transformers")))
    return volume_reject(v, e, "its chunks are stored in a way that is not read (storage_transformers)");
  if (get_shape(a, v, json_member(meta, "shape"), json_member(json_member(grid, "configuration"), "chunk_shape"), e) ||
      get_type(a, v, json_member(meta, "data_type"), true, e) || get_fill(a, v, json_member(meta, "fill_value"), e) ||
      get_key(a, v, json_member(meta, "chunk_key_encoding"), e))
    return e->code;
  for (int i = 0; i < a->axes && name; i++, name = json_next(name))
    json_string(a->axis_name[i], ZARR_NAME, name);
  for (int i = 0; i < a->axes; i++)
    a->codecs.order[i] = i;
  return zarr_codecs_v3(a, v, json_member(meta, "codecs"), e);
}

/* ---- both ---- */

/* What can be no array, whatever its chunks hold. */
static int check_sizes(struct zarr_array *a, const struct volume_file *v, struct tile_error *e)
{
  uint64_t chunks = 1, parts = 1;
  bool good = true;
  a->bytes = (size_t)a->type->bits / 8;
  for (int i = 0; i < a->axes; i++)
    good = good && a->chunk[i] <= INT32_MAX && a->shard[i] <= INT32_MAX && a->shape[i] <= INT32_MAX &&
           !__builtin_mul_overflow(a->bytes, a->chunk[i], &a->bytes) && a->bytes < INT64_MAX / 4 &&
           !__builtin_mul_overflow(parts, a->shard[i], &parts) && parts < INT32_MAX &&
           !__builtin_mul_overflow(chunks, (a->shape[i] - 1) / a->chunk[i] + 1, &chunks) && chunks < INT64_MAX;
  a->chunks = chunks;
  return good ? TILE_OK : volume_reject(v, e, "its shape or that of its chunks is impossible");
}

int zarr_meta(struct zarr_array *a, const struct volume_file *v, struct tile_error *e)
{
  struct json_document d;
  int code = zarr_json(&d, a->folder, "zarr.json", e);
  const bool v3 = d.value;
  if (!code && !v3) {
    json_document_free(&d);
    code = zarr_json(&d, a->folder, ".zarray", e);
  }
  if (!code)
    code = v3 ? take_v3(a, v, d.value, e) : take_v2(a, v, d.value, e);
  json_document_free(&d);
  if (code || check_sizes(a, v, e))
    return e->code;
  if (a->codecs.swap)
    voxel_type_swap(a->type, a->fill, 1);
  return TILE_OK;
}
