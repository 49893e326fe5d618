#include "mask.h"

#include "filter.h"

#include <string.h>

struct mask {
  struct filter filter;
  int64_t have; /* number of the slice in filter.values; -1: none yet */
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

static int fit_mask(struct source *s, const char *path, const int64_t grid[3], struct tile_error *e)
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

int mask_open(struct source *s, char *path, const int64_t grid[3], struct tile_error *e)
{
  int code = holds_voxels(path) ? source_voxels(s, path, e)
                                : source_image(s, &path, 1, &(struct image_choice){.channel = -1}, e);
  if (code)
    return code;
  code = fit_mask(s, path, grid, e);
  if (code)
    s->close(s);
  return code;
}
