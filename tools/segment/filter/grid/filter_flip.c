/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_flip(): the image reversed along some axes. */
#include "filter.h"
#include "tile_make.h"

struct flip {
  struct filter filter;
  unsigned axes;
};

static int read_flip(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct flip *f = s->state;
  struct source *from = &f->filter.from;
  int64_t nx = s->grid[0], ny = s->grid[1];
  const double *at = f->filter.values;
  int code = from->read(from, f->axes & TILE_Z ? s->grid[2] - 1 - z : z, f->filter.values, e);
  for (int64_t y = 0; y < ny && !code; y++)
    for (int64_t x = 0; x < nx; x++)
      values[(f->axes & TILE_Y ? ny - 1 - y : y) * nx + (f->axes & TILE_X ? nx - 1 - x : x)] = *at++;
  return code;
}

/* From coordinates in the flipped grid to those of the source's walls. */
static void turn_back(const struct flip *f, const double at[3], double to[3])
{
  const struct source *from = &f->filter.from;
  for (int a = 0; a < 3; a++)
    to[a] = from->walls.begin[a] + (f->axes >> a & 1 ? (double)(from->grid[a] - 1) - at[a] : at[a]);
}

static bool cut_flip(const void *of, const double from[3], const double to[3], double *q)
{
  const struct flip *f = of;
  const struct source_walls *walls = &f->filter.from.walls;
  double begin[3], end[3];
  turn_back(f, from, begin);
  turn_back(f, to, end);
  return walls->cut(walls->of, begin, end, q);
}

static int prepare_flip(void *of, struct tile_error *e)
{
  const struct source_walls *walls = &((struct flip *)of)->filter.from.walls;
  return walls->prepare(walls->of, e);
}

int filter_flip(struct source *s, unsigned axes, struct tile_error *e)
{
  void *state;
  if (axes & TILE_Z && !s->rereadable)
    return tile_fail(e, TILE_USAGE, "--flip z reads its input backwards, which a pipe cannot: name a file");
  if (axes & TILE_Z && s->forward)
    return tile_fail(e, TILE_USAGE,
                     "--flip z reads backwards, which compressed volumes and voxel streams cannot: save it "
                     "uncompressed, or as TIFF");
  if (filter_wrap(s, read_flip, &state, sizeof(struct flip), (size_t)(s->grid[0] * s->grid[1]), e))
    return e->code;
  struct flip *f = state;
  f->axes = axes;
  if (f->filter.from.walls.cut)
    s->walls =
        (struct source_walls){.cut = cut_flip, .prepare = prepare_flip, .beyond = f->filter.from.walls.beyond, .of = f};
  for (int a = 0; a < 3; a++)
    if (axes >> a & 1) {
      pose_reverse(&s->pose, a, (double)s->grid[a] * s->spacing[a]);
      filter_move(s, a, (double)(s->grid[a] - 1), -1);
    }
  return TILE_OK;
}
