/* SPDX-License-Identifier: BSD-3-Clause */
#include "mask.h"

#include "filter.h"
#include "regular.h"

#include <math.h>
#include <string.h>

struct mask {
  struct filter filter;
  int64_t have; /* number of the slice in filter.values; -1: none yet */
  /* For a mask whose axes are not those of the image: a bit for each of its voxels, behind the slice in filter.values. */
  uint64_t *bits;
  struct pose_match match;
};

static bool holds_voxels(const char *path)
{
  char begin[8] = "";
  struct tile_error e;
  FILE *in = tile_read_regular(path, &e);
  if (!in)
    return false;
  size_t got = fread(begin, 1, sizeof begin, in);
  fclose(in);
  return got == sizeof begin && memcmp(begin, "TESSERA ", sizeof begin) == 0;
}

/* What is not a number is not inside: padding of DICOM. */
static bool is_inside(double value)
{
  return value < 0 || value > 0;
}

static int read_mask(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct mask *m = s->state;
  struct source *from = &m->filter.from;
  int64_t at = from->grid[2] == 1 ? 0 : z;
  int code = m->have == at ? TILE_OK : from->read(from, at, m->filter.values, e);
  m->have = code ? -1 : at;
  for (int64_t i = 0; i < s->grid[0] * s->grid[1]; i++)
    values[i] = is_inside(m->filter.values[i]);
  return code;
}

/* ---- a mask with other axes ---- */

static int read_all(struct mask *m, struct tile_error *e)
{
  struct source *from = &m->filter.from;
  const int64_t slice = from->grid[0] * from->grid[1];
  for (int64_t z = 0; z < from->grid[2]; z++) {
    if (from->read(from, z, m->filter.values, e))
      return e->code;
    for (int64_t i = 0, n = z * slice; i < slice; i++, n++)
      if (is_inside(m->filter.values[i]))
        m->bits[n >> 6] |= (uint64_t)1 << (n & 63);
  }
  m->have = 0;
  return TILE_OK;
}

static int read_turned(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct mask *m = s->state;
  const int64_t *own = m->filter.from.grid, step[3] = {1, own[0], own[2] > 1 ? own[0] * own[1] : 0};
  int64_t at[3] = {0, 0, z};
  if (m->have < 0 && read_all(m, e))
    return e->code;
  for (at[1] = 0; at[1] < s->grid[1]; at[1]++)
    for (at[0] = 0; at[0] < s->grid[0]; at[0]++) {
      int64_t n = 0;
      for (int a = 0; a < 3; a++)
        n += step[m->match.from[a]] * (m->match.reversed[a] ? s->grid[a] - 1 - at[a] : at[a]);
      *values++ = (double)(m->bits[n >> 6] >> (n & 63) & 1);
    }
  return TILE_OK;
}

static bool is_turned(const struct pose_match *m)
{
  for (int a = 0; a < 3; a++)
    if (m->from[a] != a || m->reversed[a])
      return true;
  return false;
}

static int turn(struct source *s, const struct pose_match *match, const int64_t grid[3], struct tile_error *e)
{
  void *state;
  const size_t slice = (size_t)(s->grid[0] * s->grid[1]), all = slice * (size_t)s->grid[2];
  if (filter_wrap(s, read_turned, &state, sizeof(struct mask), slice + (all + 63) / 64, e))
    return e->code;
  struct mask *m = state;
  m->have = -1;
  m->bits = (uint64_t *)(void *)(m->filter.values + slice);
  m->match = *match;
  memcpy(s->grid, grid, sizeof s->grid);
  s->rereadable = true;
  s->forward = false;
  return TILE_OK;
}

/* ---- does it fit? ---- */

static int fit_by_number(struct source *s, const char *path, const int64_t grid[3], struct tile_error *e)
{
  void *state;
  const int64_t *own = s->grid;
  if (own[0] != grid[0] || own[1] != grid[1] || (own[2] != grid[2] && own[2] != 1))
    return tile_fail(e, TILE_REJECTED,
                     "%s: a mask of %lld x %lld x %lld voxels does not fit the image of %lld x %lld x %lld", path,
                     (long long)own[0], (long long)own[1], (long long)own[2], (long long)grid[0], (long long)grid[1],
                     (long long)grid[2]);
  if (filter_wrap(s, read_mask, &state, sizeof(struct mask), (size_t)(own[0] * own[1]), e))
    return e->code;
  ((struct mask *)state)->have = -1;
  s->forward = s->forward && own[2] > 1;
  s->grid[2] = grid[2];
  return TILE_OK;
}

/* ---- by position ---- */

static bool states_size(const struct source *s)
{
  return s->spacing[0] > 0 && s->spacing[1] > 0 && (s->spacing[2] > 0 || s->grid[2] == 1);
}

static bool states_position(const struct source *s)
{
  return s->pose.placed && s->pose.oriented && states_size(s);
}

static bool states_anything(const struct source *s)
{
  return s->pose.placed || s->pose.oriented || s->spacing[0] > 0;
}

/* The sizes of voxels differ, beyond what rounding explains. Along z one slice has any thickness. */
static bool sizes_differ(const struct source *a, const struct source *b)
{
  for (int i = 0; i < (b->grid[2] == 1 ? 2 : 3); i++)
    if (fabs(a->spacing[i] - b->spacing[i]) > 1e-3 * a->spacing[i])
      return true;
  return false;
}

static bool axes_differ(const struct source *a, const struct source *b)
{
  bool differ = false;
  for (int i = 0; i < 9; i++)
    differ = differ || fabs(a->pose.axis[i / 3][i % 3] - b->pose.axis[i / 3][i % 3]) > 1e-3;
  return differ && a->pose.oriented && b->pose.oriented;
}

/* "4 x 3 x 2 voxels of 0.5 x 0.5 x 0.5 mm from (1, 2, 3) mm" */
static void describe(char *text, size_t size, const struct source *s, bool axes)
{
  size_t used = (size_t)snprintf(text, size, "%lld x %lld x %lld voxels", (long long)s->grid[0], (long long)s->grid[1],
                                 (long long)s->grid[2]);
  if (states_size(s))
    used += (size_t)snprintf(text + used, size - used, " of %.6g x %.6g x %.6g mm", s->spacing[0] * 1e3,
                             s->spacing[1] * 1e3, s->spacing[2] * 1e3);
  if (states_position(s))
    used += (size_t)snprintf(text + used, size - used, " from (%.6g, %.6g, %.6g) mm", s->pose.origin[0] * 1e3,
                             s->pose.origin[1] * 1e3, s->pose.origin[2] * 1e3);
  for (int a = 0; a < 3 && axes; a++)
    used += (size_t)snprintf(text + used, size - used, ", %c along (%.4g, %.4g, %.4g)", 'x' + a, s->pose.axis[a][0],
                             s->pose.axis[a][1], s->pose.axis[a][2]);
}

static int reject(const struct source *s, const char *path, const struct source *image, struct tile_error *e)
{
  char mine[400], theirs[400];
  describe(mine, sizeof mine, s, axes_differ(s, image));
  describe(theirs, sizeof theirs, image, axes_differ(s, image));
  return tile_fail(
      e, TILE_REJECTED,
      "%s: the mask lies elsewhere than the image: it has %s, the image %s: resample it to the grid of the "
      "image, or give --voxel to match voxels by number",
      path, mine, theirs);
}

/* A grid whose pose and sides may be changed. */
struct place {
  struct pose pose;
  double side[3];
  struct pose_grid grid;
};

static void begin_place(struct place *p, const struct source *s, bool sized)
{
  p->pose = s->pose;
  for (int a = 0; a < 3; a++)
    p->side[a] = sized && s->spacing[a] > 0 ? s->spacing[a] : 1;
  p->grid = (struct pose_grid){&p->pose, p->side, {s->grid[0], s->grid[1], s->grid[2]}};
}

/* Moves the middle of the grid to a point, along all axes or along z only. */
static void move_middle(struct place *p, const double to[3], bool along_z)
{
  double middle[3];
  pose_middle(&p->grid, middle);
  for (int a = along_z ? 2 : 0; a < 3; a++) {
    double way = 0;
    for (int i = 0; i < 3; i++)
      way += (to[i] - middle[i]) * p->pose.axis[a][i];
    pose_shift(&p->pose, a, way);
  }
}

/* One slice applies to every slice: it becomes as thick as the image. */
static void thicken(struct place *own, const struct place *image)
{
  double middle[3];
  own->side[2] = image->side[2];
  own->grid.count[2] = image->grid.count[2];
  pose_middle(&image->grid, middle);
  move_middle(own, middle, true);
}

/* Both state their axes. If one of them states no position, or no size, these are not compared. */
static bool match_places(struct pose_match *match, const struct source *s, const struct source *image)
{
  const bool sized = states_size(s) && states_size(image), placed = states_position(s) && states_position(image);
  struct place own, theirs;
  begin_place(&own, s, sized);
  begin_place(&theirs, image, sized);
  own.pose.placed = theirs.pose.placed = true;
  if (!placed) {
    move_middle(&own, (const double[3]){0}, false);
    move_middle(&theirs, (const double[3]){0}, false);
  }
  if (s->grid[2] == 1)
    thicken(&own, &theirs);
  return pose_match(match, &theirs.grid, &own.grid);
}

static const char *who_lacks(const struct source *image)
{
  return states_position(image) ? "the mask does not state its position" : "the image does not state its position";
}

static int fit_by_position(struct source *s, const char *path, const struct source *image, struct mask_choice *choice,
                           struct tile_error *e)
{
  struct pose_match match;
  if (!match_places(&match, s, image))
    return reject(s, path, image, e);
  const bool turned = is_turned(&match), alone = states_position(s) != states_position(image);
  if (turned && !(states_position(s) && states_position(image)))
    snprintf(choice->note, sizeof choice->note, "the mask is brought to the axes of the image by their directions: %s",
             alone ? who_lacks(image) : "neither states its position");
  else if (alone)
    snprintf(choice->note, sizeof choice->note, "the voxels of the mask are matched by number: %s", who_lacks(image));
  return turned ? turn(s, &match, image->grid, e) : fit_by_number(s, path, image->grid, e);
}

static int fit_mask(struct source *s, const char *path, const struct source *image, struct mask_choice *choice,
                    struct tile_error *e)
{
  if (!choice->by_number && s->pose.oriented && image->pose.oriented)
    return fit_by_position(s, path, image, choice, e);
  if (!choice->by_number && states_size(s) && states_size(image) && sizes_differ(image, s))
    return reject(s, path, image, e);
  if (choice->by_number ? states_anything(s) || image->pose.oriented : states_position(s) != states_position(image))
    snprintf(choice->note, sizeof choice->note, "the voxels of the mask are matched by number: %s",
             choice->by_number ? "--voxel overrides what the files state" : who_lacks(image));
  return fit_by_number(s, path, image->grid, e);
}

/* The mask has no options of its own that choose a part of a file, such as --channel. */
static int open_files(struct source *s, char *const *paths, int count, const char *unit, struct tile_error *e)
{
  const struct image_choice how = {.channel = -1, .usual_unit = unit};
  const int code =
      count == 1 && holds_voxels(paths[0]) ? source_voxels(s, paths[0], e) : source_image(s, paths, count, &how, e);
  const size_t used = code ? strlen(e->text) : 0;
  if (code && strstr(e->text, " --"))
    snprintf(e->text + used, sizeof e->text - used,
             "; of a mask so: tessera voxelize %s OPTION --solid equal=0 -o mask.vox, and then --mask mask.vox",
             paths[0]);
  return code;
}

int mask_open(struct source *s, char *const *paths, int count, const struct source *image, struct mask_choice *choice,
              struct tile_error *e)
{
  int code = open_files(s, paths, count, choice->unit, e);
  if (code)
    return code;
  code = fit_mask(s, paths[0], image, choice, e);
  if (code)
    s->close(s);
  return code;
}
