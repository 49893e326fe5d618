/* SPDX-License-Identifier: BSD-3-Clause */
/* metaimage_header(): .mha and .mhd, as ITK, SimpleITK, elastix and ImageJ write them. */
#include "text_header.h"

#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { AXES = 4 }; /* the fourth is time */

static const struct {
  const char *name;
  char kind;
  int bits;
} types[] = {
    {"MET_UCHAR", 'u', 8},      {"MET_CHAR", 'i', 8},        {"MET_USHORT", 'u', 16}, {"MET_SHORT", 'i', 16},
    {"MET_UINT", 'u', 32},      {"MET_INT", 'i', 32},        {"MET_ULONG", 'u', 32},  {"MET_LONG", 'i', 32},
    {"MET_LONG_LONG", 'i', 64}, {"MET_ULONG_LONG", 'u', 64}, {"MET_FLOAT", 'f', 32},  {"MET_DOUBLE", 'f', 64},
};

static bool truth(const struct text_header *h, const char *names)
{
  const char *value = text_header_get(h, names);
  return value && (strcasecmp(value, "true") == 0 || strcmp(value, "1") == 0);
}

static int get_type(struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  const char *type = text_header_get(h, "ElementType"), *binary = text_header_get(h, "BinaryData");
  for (size_t i = 0; type && i < sizeof types / sizeof *types; i++)
    if (strcmp(types[i].name, type) == 0)
      v->type = voxel_type_of(types[i].kind, types[i].bits);
  if (!v->type)
    return volume_reject(v, e,
                         "ElementType %.40s cannot be read: save it as integers of 8 to 64 bits or as real "
                         "numbers",
                         type ? type : "is missing and");
  v->coding = truth(h, "CompressedData") ? &volume_zlib : NULL;
  if (binary && !truth(h, "BinaryData") && v->coding)
    return volume_reject(v, e, "its values are compressed text (BinaryData = False): save them as binary data");
  if (binary && !truth(h, "BinaryData"))
    v->coding = &volume_text;
  else
    v->swap = truth(h, "BinaryDataByteOrderMSB|ElementByteOrderMSB");
  return TILE_OK;
}

static int get_size(struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  const char *object = text_header_get(h, "ObjectType"), *size = text_header_get(h, "DimSize"),
             *axes = text_header_get(h, "NDims"), *channels = text_header_get(h, "ElementNumberOfChannels");
  int64_t n = 0, c = 1;
  if (object && strcasecmp(object, "Image"))
    return volume_reject(v, e, "is not an image but a %.40s", object);
  int64_t sizes[AXES] = {1, 1, 1, 1};
  if (!axes || !text_sizes(axes, 1, &n) || n < 2 || n > AXES)
    return volume_reject(v, e, "has %s axes (NDims): save a volume of three", axes ? axes : "unknown");
  if (!size || !text_sizes(size, (int)n, sizes))
    return volume_reject(v, e, "its size (DimSize) must be %d whole numbers above 0", (int)n);
  memcpy(v->grid, sizes, sizeof v->grid);
  v->volumes = sizes[3];
  if (channels && (!text_sizes(channels, 1, &c) || c > UINT16_MAX))
    return volume_reject(v, e, "ElementNumberOfChannels %.40s is not a number of channels", channels);
  v->channels = (int)c;
  return TILE_OK;
}

static int bad(const struct volume_file *v, const char *what, struct tile_error *e)
{
  return volume_reject(v, e, "%s must be a finite number for each axis", what);
}

/* *unit: in m; 0: unknown. side: as stated. */
static int get_sides(struct volume_file *v, const struct text_header *h, int axes, double side[AXES], double *unit,
                     struct tile_error *e)
{
  const char *sides = text_header_get(h, "ElementSpacing|ElementSize"), *named = text_header_get(h, "DistanceUnits");
  *unit = 0;
  if (!sides)
    return TILE_OK;
  if (!text_reals(sides, axes, side))
    return bad(v, "ElementSpacing", e);
  if (axes == 2)
    side[2] = side[0];
  *unit = volume_sides(v, side, named && strcmp(named, "?") ? named : "", "MetaImage");
  return TILE_OK;
}

/* As in ITK a negative side reverses its axis. Returns whether there is one. */
static bool reverse(double axis[3][3], const double side[AXES])
{
  bool any = false;
  for (int a = 0; a < 3; a++)
    if (side[a] < 0) {
      any = true;
      for (int i = 0; i < 3; i++)
        axis[a][i] = -axis[a][i];
    }
  return any;
}

/* Only the directions of the matrix count. */
static void check_matrix(struct volume_file *v, const double axis[3][3])
{
  bool units = true;
  for (int a = 0; a < 3; a++)
    units = units && fabs(tile_dot(axis[a], axis[a]) - 1) <= 2e-3;
  if (!v->pose.oriented)
    volume_warn(v, "its TransformMatrix has a row of zeros and is ignored");
  else if (!units)
    volume_warn(v, "the rows of its TransformMatrix are not of length 1: only their directions count");
}

static int get_pose(struct volume_file *v, const struct text_header *h, int axes, struct tile_error *e)
{
  const char *matrix = text_header_get(h, "TransformMatrix|Rotation|Orientation"),
             *offset = text_header_get(h, "Offset|Position|Origin");
  double axis[3][3] = {{1}, {0, 1}, {0, 0, 1}}, flat[AXES * AXES], centre[AXES] = {0}, side[AXES] = {0}, unit;
  if (get_sides(v, h, axes, side, &unit, e))
    return e->code;
  if (matrix && !text_reals(matrix, axes * axes, flat))
    return bad(v, "TransformMatrix", e);
  for (int i = 0; matrix && i < axes * axes; i++)
    if (i / axes < 3 && i % axes < 3)
      axis[i / axes][i % axes] = flat[i];
    else if (flat[i] != (i / axes == i % axes))
      return volume_reject(v, e, "its fourth axis (TransformMatrix) is not a time axis: extract one volume");
  if (offset && !text_reals(offset, axes, centre))
    return bad(v, "Offset", e);
  for (int i = 0; i < 3; i++)
    centre[i] *= unit;
  if (reverse(axis, side) || matrix || offset)
    pose_orient(&v->pose, (const double(*)[3])axis);
  if (matrix)
    check_matrix(v, (const double(*)[3])axis);
  if (offset && unit > 0)
    pose_centre(&v->pose, centre, v->side);
  return TILE_OK;
}

static int get_scale(struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  const char *slope = text_header_get(h, "ElementToIntensityFunctionSlope"),
             *offset = text_header_get(h, "ElementToIntensityFunctionOffset");
  if ((slope && !text_reals(slope, 1, &v->slope)) || (offset && !text_reals(offset, 1, &v->intercept)))
    return bad(v, "ElementToIntensityFunction", e);
  if (!slope && offset)
    v->slope = 1;
  return TILE_OK;
}

/* The values follow the header, or are in one other file. */
static int get_data(struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  const char *file = text_header_get(h, "ElementDataFile"), *skip = text_header_get(h, "HeaderSize");
  double before = 0;
  if (skip && !text_reals(skip, 1, &before))
    return bad(v, "HeaderSize", e);
  v->last = before < 0;
  v->skip = before > 0 && before < 0x1p53 ? (uint64_t)before : 0;
  if (strcasecmp(file, "LOCAL") == 0) {
    v->begin = h->bytes;
    return TILE_OK;
  }
  if (strncmp(file, "LIST", 4) == 0 || strchr(file, '%'))
    return volume_reject(v, e, "its values are in several files (ElementDataFile): save them in one");
  v->data = *file ? volume_beside(v->path, file) : NULL;
  return v->data ? TILE_OK : volume_reject(v, e, "ElementDataFile names no file");
}

static int get_all(struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  int code = get_size(v, h, e);
  if (!code)
    code = get_type(v, h, e);
  if (!code)
    code = get_pose(v, h, atoi(text_header_get(h, "NDims")), e);
  if (!code)
    code = get_scale(v, h, e);
  return code ? code : get_data(v, h, e);
}

int metaimage_header(struct volume_file *v, struct tile_error *e)
{
  static const struct text_style style = {.separator = '=', .last = "ElementDataFile"};
  struct text_header h;
  int code = text_header_read(&h, v, &style, e);
  if (!code)
    code = get_all(v, &h, e);
  text_header_free(&h);
  return code;
}
