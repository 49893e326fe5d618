/* filter_flip(): the image reversed along some axes. */
#include "filter.h"

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
  ((struct flip *)state)->axes = axes;
  for (int a = 0; a < 3; a++)
    if (axes >> a & 1)
      pose_reverse(&s->pose, a, (double)s->grid[a] * s->spacing[a]);
  return TILE_OK;
}
