#include "mask.h"

#include "filter.h"

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
  FILE *in = fopen(path, "rb");
  if (!in)
    return false;
  size_t got = fread(begin, 1, sizeof begin, in);
  fclose(in);
  return got == sizeof begin && memcmp(begin, "TESSERA ", sizeof begin) == 0;
}

static int read_mask(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct mask *m = s->state;
  struct source *from = &m->filter.from;
  int64_t at = from->grid[2] == 1 ? 0 : z;
  int code = m->have == at ? TILE_OK : from->read(from, at, m->filter.values, e);
  m->have = code ? -1 : at;
  for (int64_t i = 0; i < s->grid[0] * s->grid[1]; i++)
    values[i] = m->filter.values[i] != 0;
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
      if (m->filter.values[i] != 0)
        m->bits[n >> 6] |= (uint64_t)1 << (n & 63);
  }
  m->have = 0;
  return TILE_OK;
}

static int read_turned(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct mask *m = s->state;
  const int64_t *own = m->filter.from.grid, step[3] = {1, own[0], own[0] * own[1]};
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

static bool states_position(const struct source *s)
{
  return s->pose.placed && s->pose.oriented && s->spacing[0] > 0 && s->spacing[1] > 0 && s->spacing[2] > 0;
}

static bool states_size(const struct source *s)
{
  return s->spacing[0] > 0;
}

/* The sizes of voxels differ, beyond what rounding explains. Along z one slice has any thickness. */
static bool sizes_differ(const struct source *a, const struct source *b)
{
  for (int i = 0; i < (b->grid[2] == 1 ? 2 : 3); i++)
    if (fabs(a->spacing[i] - b->spacing[i]) > 1e-3 * a->spacing[i])
      return true;
  return false;
}

/* "0.5 x 0.5 x 0.5 mm voxels from (1 2 3) mm" */
static void describe(char *text, size_t size, const struct source *s)
{
  size_t used = (size_t)snprintf(text, size, "%lld x %lld x %lld voxels of %.6g x %.6g x %.6g mm",
                                 (long long)s->grid[0], (long long)s->grid[1], (long long)s->grid[2],
                                 s->spacing[0] * 1e3, s->spacing[1] * 1e3, s->spacing[2] * 1e3);
  if (states_position(s) && used < size)
    snprintf(text + used, size - used, " from (%.6g, %.6g, %.6g) mm", s->pose.origin[0] * 1e3, s->pose.origin[1] * 1e3,
             s->pose.origin[2] * 1e3);
}

static int reject(const struct source *s, const char *path, const struct source *image, struct tile_error *e)
{
  char mine[160], theirs[160];
  describe(mine, sizeof mine, s);
  describe(theirs, sizeof theirs, image);
  return tile_fail(
      e, TILE_REJECTED,
      "%s: the mask lies elsewhere than the image: it has %s, the image %s: resample it to the grid of the "
      "image, or give --voxel to match voxels by number",
      path, mine, theirs);
}

static int fit_by_position(struct source *s, const char *path, const struct source *image, struct tile_error *e)
{
  const struct pose_grid grid = {&image->pose, image->spacing, {image->grid[0], image->grid[1], image->grid[2]}},
                         own = {&s->pose, s->spacing, {s->grid[0], s->grid[1], s->grid[2]}};
  struct pose_match match;
  if (!pose_match(&match, &grid, &own))
    return reject(s, path, image, e);
  return is_turned(&match) ? turn(s, &match, image->grid, e) : fit_by_number(s, path, image->grid, e);
}

static int fit_mask(struct source *s, const char *path, const struct source *image, bool by_number,
                    struct tile_error *e)
{
  const bool one = s->grid[2] == 1 && image->grid[2] > 1;
  if (!by_number && !one && states_position(s) && states_position(image))
    return fit_by_position(s, path, image, e);
  if (!by_number && states_size(s) && states_size(image) && sizes_differ(image, s))
    return reject(s, path, image, e);
  if (by_number || states_position(s) != states_position(image))
    snprintf(s->warning, sizeof s->warning, "the voxels of the mask are matched by number: %s",
             by_number            ? "--voxel overrides what the files state"
             : states_position(s) ? "the image does not state its position"
                                  : "the mask does not state its position");
  return fit_by_number(s, path, image->grid, e);
}

int mask_open(struct source *s, char *path, const struct source *image, bool by_number, struct tile_error *e)
{
  int code = holds_voxels(path) ? source_voxels(s, path, e)
                                : source_image(s, &path, 1, &(struct image_choice){.channel = -1}, e);
  if (code)
    return code;
  *s->warning = 0;
  code = fit_mask(s, path, image, by_number, e);
  if (code)
    s->close(s);
  return code;
}
