/* SPDX-License-Identifier: BSD-3-Clause */
/* Attributes of an array: names of its axes, and what its values mean by the conventions CF (xarray, netCDF). */
#include "zarr.h"

#include <math.h>
#include <string.h>

/* xarray writes the bytes of a double of version 3 in base 64; NaN: it is no such text. */
static double from_base64(const char *text)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint64_t bits = 0;
  double value;
  for (int i = 0; i < 11; i++) {
    const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
    if (!digit)
      return (double)NAN;
    const uint64_t six = (uint64_t)(digit - digits);
    for (int b = 0; b < 6; b++) { /* the first byte is the lowest, but its highest bit comes first */
      const int at = 6 * i + b;
      bits |= at < 64 ? (six >> (5 - b) & 1) << (at / 8 * 8 + 7 - at % 8) : 0;
    }
  }
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void add_missing(struct volume_file *v, const char *value)
{
  char text[ZARR_NAME];
  if (!value)
    return;
  json_string(text, sizeof text, value);
  volume_missing(v, *text ? from_base64(text) : json_number(value));
}

static void take_values(struct volume_file *v, const struct zarr_array *a, const char *attributes)
{
  const double slope = json_number_of(attributes, "scale_factor"), offset = json_number_of(attributes, "add_offset");
  if (!isnan(slope) || !isnan(offset)) {
    v->slope = isnan(slope) ? 1 : slope;
    v->intercept = isnan(offset) ? 0 : offset;
  }
  add_missing(v, json_member(attributes, "_FillValue"));
  add_missing(v, json_member(attributes, "missing_value"));
  /* of version 2 xarray keeps it as that of chunks that were never written */
  if (json_member(attributes, "_ARRAY_DIMENSIONS") && a->fill_stated)
    volume_missing(v, a->fill_value);
}

int zarr_attributes(struct zarr_array *a, struct volume_file *v, struct tile_error *e)
{
  struct json_document d;
  int code = zarr_json(&d, a->folder, "zarr.json", e);
  const bool v3 = d.value;
  if (!code && !v3)
    code = zarr_json(&d, a->folder, ".zattrs", e);
  const char *attributes = v3 ? json_member(d.value, "attributes") : d.value;
  const char *name = json_first(json_member(attributes, "_ARRAY_DIMENSIONS"));
  for (int i = 0; !code && i < a->axes && name; i++, name = json_next(name))
    json_string(a->axis_name[i], ZARR_NAME, name);
  if (!code)
    take_values(v, a, attributes);
  json_document_free(&d);
  return code;
}
