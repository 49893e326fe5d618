/* SPDX-License-Identifier: BSD-3-Clause */
/* OME-Zarr: the images of a group (multiscales), of versions 0.1 to 0.6. */
#include "zarr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first image of the group; NULL: it is none. *d must be released. */
static int open_image(struct json_document *d, const char *folder, const char **image, struct tile_error *e)
{
  *image = NULL;
  if (zarr_json(d, folder, "zarr.json", e))
    return e->code;
  const char *attributes = json_member(d->value, "attributes");
  if (!d->value) {
    json_document_free(d);
    if (zarr_json(d, folder, ".zattrs", e))
      return e->code;
    attributes = d->value;
  }
  const char *ome = json_member(attributes, "ome");
  *image = json_first(json_member(ome ? ome : attributes, "multiscales"));
  return TILE_OK;
}

/* Multiplies by a scale; other kinds than those of version 0.6 that a level may have make all unknown. */
static void apply_one(struct zarr_scale *s, const char *one)
{
  static const char *const steady[] = {"", "translation", "identity"};
  char type[16];
  int axis = 0;
  json_string(type, sizeof type, json_member(one, "type"));
  for (size_t i = 0; i < sizeof steady / sizeof *steady; i++)
    if (strcmp(type, steady[i]) == 0)
      return;
  const bool scale = strcmp(type, "scale") == 0;
  for (const char *at = json_first(json_member(one, "scale")); scale && at && axis < ZARR_AXES; at = json_next(at))
    s->scale[axis++] *= json_number(at);
  for (; !scale && axis < ZARR_AXES; axis++)
    s->scale[axis] = (double)NAN;
}

/* By what is stated of an image or of one of its arrays; of version 0.6 a sequence holds scale and translation. */
static void apply_scale(struct zarr_scale *s, const char *of)
{
  char type[16];
  for (const char *one = json_first(json_member(of, "coordinateTransformations")); one; one = json_next(one)) {
    const bool sequence = strcmp(json_string(type, sizeof type, json_member(one, "type")), "sequence") == 0;
    for (const char *at = sequence ? json_first(json_member(one, "transformations")) : NULL; at; at = json_next(at))
      apply_one(s, at);
    if (!sequence)
      apply_one(s, one);
  }
}

/* Version 0.6 has several systems of coordinates: the axes of that into which a level is transformed. */
static const char *axes_of(const char *image, const char *level)
{
  const char *systems = json_member(image, "coordinateSystems"), *first = json_first(systems);
  const char *output = json_member(json_first(json_member(level, "coordinateTransformations")), "output");
  char wanted[200], name[200];
  json_string(wanted, sizeof wanted, output && *output == '"' ? output : json_member(output, "name"));
  for (const char *at = first; at; at = json_next(at))
    if (strcmp(json_string(name, sizeof name, json_member(at, "name")), wanted) == 0)
      return json_member(at, "axes");
  return json_member(first ? first : image, "axes");
}

/* Versions 0.1 and 0.2 have no axes, 0.3 only their names. */
static void get_axes(struct zarr_scale *s, const char *image, const char *level)
{
  static const char *const usual[] = {"t", "c", "z", "y", "x"};
  const char *axis = json_first(axes_of(image, level));
  s->axes = 0;
  for (; axis && s->axes < ZARR_AXES; axis = json_next(axis), s->axes++) {
    json_string(s->name[s->axes], ZARR_NAME, *axis == '"' ? axis : json_member(axis, "name"));
    json_string(s->unit[s->axes], ZARR_NAME, json_member(axis, "unit"));
  }
  for (int i = 0; s->axes == 0 && i < 5; i++)
    snprintf(s->name[i], ZARR_NAME, "%s", usual[i]);
  s->axes = s->axes ? s->axes : 5;
  for (int i = 0; i < ZARR_AXES; i++)
    s->scale[i] = 1;
}

/* The extent of a voxel, by which levels are compared. */
static double extent(const char *image, const char *level)
{
  struct zarr_scale s = {0};
  double product = 1;
  get_axes(&s, image, level);
  apply_scale(&s, level);
  for (int i = 0; i < s.axes; i++)
    product *= s.scale[i];
  return product;
}

/* The levels go from fine to coarse; where their scales say otherwise, these count. */
int zarr_levels(const char *folder, char *finest, size_t size, struct tile_error *e)
{
  struct json_document d;
  const char *image;
  int count = 0;
  double least = INFINITY;
  e->code = TILE_OK;
  if (open_image(&d, folder, &image, e) == TILE_OK)
    for (const char *level = json_first(json_member(image, "datasets")); level; level = json_next(level)) {
      const double side = extent(image, level);
      if (count++ == 0 || side < least) {
        json_string(finest, size, json_member(level, "path"));
        least = side;
      }
    }
  json_document_free(&d);
  return count;
}

static bool scale_of(struct zarr_scale *s, const char *image, const char *name)
{
  char path[PATH_MAX];
  for (const char *level = json_first(json_member(image, "datasets")); level; level = json_next(level))
    if (strcmp(json_string(path, sizeof path, json_member(level, "path")), name) == 0) {
      get_axes(s, image, level);
      apply_scale(s, level);
      if (!json_member(image, "coordinateSystems")) /* otherwise they lead from the image to other systems */
        apply_scale(s, image);
      return true;
    }
  return false;
}

/* The image is a folder above the array, up to a few. */
int zarr_scale(struct zarr_scale *to, const char *folder, struct tile_error *e)
{
  enum { ABOVE = 4 };
  char whole[PATH_MAX], group[PATH_MAX];
  *to = (struct zarr_scale){0};
  if (!realpath(folder, whole))
    return TILE_OK;
  memcpy(group, whole, sizeof group);
  bool known = false;
  for (int i = 0; i < ABOVE && !known; i++) {
    struct json_document d;
    const char *image;
    char *slash = strrchr(group, '/');
    if (!slash || slash == group)
      return TILE_OK;
    *slash = 0;
    const int code = open_image(&d, group, &image, e);
    known = !code && scale_of(to, image, whole + (slash - group) + 1);
    json_document_free(&d);
    if (code)
      return code;
  }
  return TILE_OK;
}
