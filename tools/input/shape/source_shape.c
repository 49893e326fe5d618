/* SPDX-License-Identifier: BSD-3-Clause */
/* source_shape(): parses NAME[:key=value,...] and makes a shape of the table below. */
#include "prefetch.h"
#include "shape.h"
#include "source.h"
#include "numbers.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KEY(name) (1u << SHAPE_##name)

static const struct shape_kind kinds[] = {
    {"box", 0, 0, shape_box_make, shape_duct_slice, NULL, shape_duct_cut, NULL},
    {"cavity", 0, 0, shape_box_make, shape_duct_slice, NULL, shape_duct_cut, NULL}, /* the lid is a patch */
    {"channel", KEY(SIDE) | KEY(AXIS), 0, shape_channel_make, shape_duct_slice, NULL, shape_duct_cut, NULL},
    {"tube", KEY(DIAMETER) | KEY(AXIS), 0, shape_tube_make, shape_duct_slice, NULL, shape_duct_cut, NULL},
    {"slit", KEY(GAP) | KEY(AXIS), 0, shape_slit_make, shape_duct_slice, NULL, shape_duct_cut, NULL},
    {"spheres", KEY(POROSITY) | KEY(DIAMETER) | KEY(SEED) | KEY(PERIODIC) | KEY(LIST), 0, shape_spheres_make,
     shape_spheres_slice, shape_spheres_empty, shape_spheres_cut, shape_spheres_prepare},
    {"torus", KEY(DIAMETER) | KEY(RING) | KEY(AXIS), 0, shape_torus_make, shape_torus_slice, NULL, shape_torus_cut,
     NULL},
    {"vessel", KEY(DIAMETER), 0, shape_vessel_make, shape_vessel_slice, NULL, shape_vessel_cut, NULL},
    {"chip", KEY(WIDTH) | KEY(PITCH) | KEY(TURNS), 0, shape_chip_make, shape_chip_slice, NULL, shape_chip_cut, NULL},
    {"sc", KEY(FRACTION) | KEY(CELL), KEY(FRACTION), shape_array_make, shape_array_slice, shape_array_empty,
     shape_array_cut, NULL},
    {"bcc", KEY(FRACTION) | KEY(CELL), KEY(FRACTION), shape_array_make, shape_array_slice, shape_array_empty,
     shape_array_cut, NULL},
    {"fcc", KEY(FRACTION) | KEY(CELL), KEY(FRACTION), shape_array_make, shape_array_slice, shape_array_empty,
     shape_array_cut, NULL},
    {"cylinders", KEY(FRACTION) | KEY(CELL), KEY(FRACTION), shape_array_make, shape_array_slice, shape_array_empty,
     shape_array_cut, NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool parse_number(double *to, const char *text)
{
  char *end;
  return tile_real_read(text, &end, to) && !*end;
}

static bool parse_positive(double *to, const char *text)
{
  return parse_number(to, text) && *to > 0;
}

static bool parse_whole(double *to, const char *text)
{
  return parse_number(to, text) && *to >= 0 && *to <= 0x1p53 && floor(*to) == *to;
}

static bool parse_axis(double *to, const char *text)
{
  *to = *text - 'x';
  return *text >= 'x' && *text <= 'z' && !text[1];
}

static bool parse_truth(double *to, const char *text)
{
  *to = !*text || strcmp(text, "yes") == 0;
  return *to != 0 || strcmp(text, "no") == 0;
}

static bool parse_name(double *to, const char *text)
{
  *to = 0;
  return *text;
}

static const struct value {
  bool (*parse)(double *to, const char *text);
  const char *must_be;
} positive = {parse_positive, "a number above 0"}, whole = {parse_whole, "a whole number, 0 or more"},
  axis = {parse_axis, "x, y or z"}, truth = {parse_truth, "yes (or nothing) or no"},
  file = {parse_name, "the name of a file (without a comma)"};

static const struct {
  const char *name;
  const struct value *value;
} keys[SHAPE_KEYS] = {
    [SHAPE_SIDE] = {"w", &positive},      [SHAPE_DIAMETER] = {"d", &positive},
    [SHAPE_RING] = {"ring", &positive},   [SHAPE_GAP] = {"h", &positive},
    [SHAPE_AXIS] = {"axis", &axis},       [SHAPE_POROSITY] = {"porosity", &positive},
    [SHAPE_SEED] = {"seed", &whole},      [SHAPE_PERIODIC] = {"periodic", &truth},
    [SHAPE_FRACTION] = {"c", &positive},  [SHAPE_CELL] = {"cell", &positive},
    [SHAPE_WIDTH] = {"width", &positive}, [SHAPE_PITCH] = {"pitch", &positive},
    [SHAPE_TURNS] = {"turns", &whole},    [SHAPE_LIST] = {"list", &file},
};

struct shaped {
  struct shape shape;
  const struct shape_kind *kind;
  unsigned char *slice; /* used by read_shape */
};

/* Appends " name"; the lists in messages are short. */
static void append(char list[256], const char *name)
{
  size_t used = strlen(list);
  snprintf(list + used, 256 - used, "%s%s", used ? ", " : "", name);
}

static const struct shape_kind *find_kind(const char *name, size_t length, struct tile_error *e)
{
  char list[256] = "";
  for (int i = 0; i < KINDS; i++) {
    if (strlen(kinds[i].name) == length && memcmp(kinds[i].name, name, length) == 0)
      return &kinds[i];
    append(list, kinds[i].name);
  }
  tile_fail(e, TILE_USAGE, "--shape %.*s: no such shape; known are %s", (int)length, name, list);
  return NULL;
}

static int find_key(const struct shape_kind *kind, const char *name, struct tile_error *e)
{
  char list[256] = "";
  for (int k = 0; k < SHAPE_KEYS; k++)
    if (kind->keys >> k & 1) {
      if (strcmp(keys[k].name, name) == 0)
        return k;
      append(list, keys[k].name);
    }
  tile_fail(e, TILE_USAGE, "--shape %s: no key '%s'; %s%s", kind->name, name, kind->keys ? "it knows " : "it has none",
            list);
  return -1;
}

/* Parses one `key=value` (or `key`), which is modified. */
static int get_key(struct shaped *s, char *text, struct tile_error *e)
{
  char *value = strchr(text, '=');
  if (value)
    *value++ = 0;
  int k = find_key(s->kind, text, e);
  if (k < 0)
    return e->code;
  if (shape_given(&s->shape, (enum shape_key)k))
    return tile_fail(e, TILE_USAGE, "--shape %s: %s= is given twice", s->kind->name, text);
  const struct value *kind = keys[k].value;
  if (!value)
    value = "";
  if (!kind->parse(&s->shape.key[k], value))
    return tile_fail(e, TILE_USAGE, "--shape %s: %s=%s: must be %s", s->kind->name, text, value, kind->must_be);
  if (k != SHAPE_LIST)
    return TILE_OK;
  s->shape.list = strdup(value);
  return s->shape.list ? TILE_OK : tile_fail_memory(e, strlen(value), "a file name");
}

static int get_keys(struct shaped *s, const char *list, struct tile_error *e)
{
  char *copy = strdup(list), *rest = copy, *text;
  if (!copy)
    return tile_fail_memory(e, strlen(list), "a shape");
  int code = TILE_OK;
  while (!code && (text = strsep(&rest, ",")))
    code = get_key(s, text, e);
  free(copy);
  return code;
}

static int need_keys(const struct shaped *s, struct tile_error *e)
{
  for (int k = 0; k < SHAPE_KEYS; k++)
    if (s->kind->required >> k & 1 && !shape_given(&s->shape, (enum shape_key)k))
      return tile_fail(e, TILE_USAGE, "--shape %s: needs %s=", s->kind->name, keys[k].name);
  return TILE_OK;
}

static int get_shape(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  const struct shaped *shaped = s->state;
  (void)lane, (void)e;
  shaped->kind->slice(&shaped->shape, z, values);
  return TILE_OK;
}

static int read_shape(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct shaped *shaped = s->state;
  size_t count = (size_t)(s->grid[0] * s->grid[1]);
  if (!shaped->slice && !(shaped->slice = tile_alloc(count, 1)))
    return tile_fail_memory(e, count, "one slice");
  get_shape(s, 0, z, shaped->slice, e);
  s->memory_type->widen(values, shaped->slice, count, 0, 1);
  return TILE_OK;
}

static bool cut_shape(const void *of, const double from[3], const double to[3], double *q)
{
  const struct shaped *shaped = of;
  return shaped->kind->cut(&shaped->shape, from, to, q);
}

static int prepare_shape(void *of, struct tile_error *e)
{
  struct shaped *shaped = of;
  return shaped->kind->prepare ? shaped->kind->prepare(&shaped->shape, e) : TILE_OK;
}

static void set_walls(struct source *s)
{
  const struct shaped *shaped = s->state;
  s->walls = (struct source_walls){.cut = shaped->kind->cut ? cut_shape : NULL,
                                   .prepare = prepare_shape,
                                   .of = s->state,
                                   .beyond = shaped->shape.beyond ? 7 : 0};
}

static void close_shape(struct source *s)
{
  struct shaped *shaped = s->state;
  if (!shaped)
    return;
  if (shaped->kind && shaped->kind->empty)
    shaped->kind->empty(&shaped->shape);
  free(shaped->shape.state);
  free(shaped->shape.list);
  free(shaped->slice);
  free(shaped);
  s->state = NULL;
}

static int make_shape(struct shaped *s, const char *description, const int64_t size[3], struct tile_error *e)
{
  size_t length = strcspn(description, ":");
  s->kind = find_kind(description, length, e);
  if (!s->kind)
    return e->code;
  s->shape.name = s->kind->name;
  for (int k = 0; k < SHAPE_KEYS; k++)
    s->shape.key[k] = NAN;
  for (int a = 0; a < 3; a++)
    s->shape.grid[a] = size[a];
  int code = description[length] ? get_keys(s, description + length + 1, e) : TILE_OK;
  if (!code)
    code = need_keys(s, e);
  return code ? code : s->kind->make(&s->shape, e);
}

/* *slice: voxels of a slice. */
static int check_size(const int64_t size[3], size_t *slice, struct tile_error *e)
{
  for (int a = 0; a < 3; a++)
    if (size[a] < 1)
      return tile_fail(e, TILE_USAGE, "--size %lld,%lld,%lld: every size must be at least 1", (long long)size[0],
                       (long long)size[1], (long long)size[2]);
  if (__builtin_mul_overflow((size_t)size[0], (size_t)size[1], slice) || *slice > SIZE_MAX / 64)
    return tile_fail(e, TILE_FAILED, "a slice of %lld x %lld voxels does not fit in memory", (long long)size[0],
                     (long long)size[1]);
  return TILE_OK;
}

int source_shape(struct source *s, const char *description, const int64_t size[3], struct tile_error *e)
{
  size_t slice = 0;
  *s = (struct source){.grid = {size[0], size[1], size[2]},
                       .classified = true,
                       .type = "shape",
                       .read = read_shape,
                       .read_typed = get_shape,
                       .memory_type = voxel_type_of('u', 8),
                       .close = close_shape,
                       .rereadable = true};
  if (check_size(size, &slice, e))
    return e->code;
  s->state = tile_alloc(1, sizeof(struct shaped));
  if (!s->state)
    return tile_fail_memory(e, sizeof(struct shaped), "a shape");
  int code = make_shape(s->state, description, size, e);
  if (code) {
    close_shape(s);
  } else {
    s->data = ((const struct shaped *)s->state)->shape.list;
    set_walls(s);
  }
  s->lanes = prefetch_lanes(slice, size[2]);
  return code;
}
