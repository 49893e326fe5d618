/* SPDX-License-Identifier: BSD-3-Clause */
#include "lines_view.h"

#include "sides.h"

#include <math.h>
#include <stdlib.h>

#define WIDTH 2.5 /* of a line, as canvas_px */

struct picture {
  const struct streamlines *lines;
  double (*point)[4]; /* place and speed */
};

static void draw(const void *self, struct view *v, const struct bar *b)
{
  const struct picture *p = self;
  size_t first = 0;
  for (size_t i = 0; i < p->lines->count; first = (size_t)p->lines->end[i++])
    for (size_t n = first; n + 1 < (size_t)p->lines->end[i]; n++) {
      double end[2][3];
      for (int k = 0; k < 2; k++)
        for (int a = 0; a < 3; a++)
          end[k][a] = p->point[n + (size_t)k][a];
      view_rod(v, end, WIDTH * canvas_unit(), bar_colour(b, 0.5 * (p->point[n][3] + p->point[n + 1][3])));
    }
}

/* The box of all points and of a voxel around each, and the range of their speeds. */
static void measure(struct sides *s, const struct picture *p, double dx)
{
  double fastest = 0;
  for (int a = 0; a < 3; a++) {
    s->low[a] = INFINITY;
    s->high[a] = -INFINITY;
  }
  for (size_t n = 0; n < p->lines->points; n++) {
    for (int a = 0; a < 3; a++) {
      s->low[a] = fmin(s->low[a], p->point[n][a] - dx);
      s->high[a] = fmax(s->high[a], p->point[n][a] + dx);
    }
    fastest = fmax(fastest, p->point[n][3]);
  }
  s->bar = bar_of(0, fastest, false);
}

int lines_view_write(const struct streamlines *lines, const struct fields *f, const char *title, FILE *out,
                     struct tile_error *e)
{
  const struct probe_field *speed = probe_field_named(f, "speed", PROBE_IN_PICTURES);
  struct picture p = {.lines = lines};
  struct sides s = {.metres = f->units.dx > 0, .title = title, .draw = draw, .self = &p};
  int code = probe_streamlines_points(&p.point, lines, f, e);
  if (!code && !lines->points)
    code = tile_fail(e, TILE_REJECTED, "%s: no streamline goes anywhere: there is nothing to draw", f->name);
  if (!code) {
    measure(&s, &p, s.metres ? f->units.dx : 1);
    bar_label(s.label, &s.bar, "speed",
              isfinite(lbm_unit(&f->units, LBM_VELOCITY)) ? probe_field_symbol(speed) : "lattice");
    code = sides_write(&s, out, e);
  }
  free(p.point);
  return code;
}
