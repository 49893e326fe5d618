/* SPDX-License-Identifier: BSD-3-Clause */
/* A network as the table that OpenPNM reads (io.network_from_csv): columns of pores and of throats side by side.
 *
 * OpenPNM 3.6 takes numbers of pores from the table as integers only if no place of the column is empty. Where there are
 * fewer throats than pores, throats are repeated, marked as such and too narrow to carry anything: throats from a pore to
 * itself have no length, and fail there. */
#include "stats_pores.h"

#include <math.h>

struct line {
  FILE *out;
  const struct stats_pores *p;
  double metre; /* a voxel in the unit of the table */
  bool begun;
};

static void comma(struct line *l)
{
  if (l->begun)
    putc(',', l->out);
  l->begun = true;
}

static void put(struct line *l, double value)
{
  char text[REPORT_REAL];
  comma(l);
  fputs(report_real(text, 9, value), l->out);
}

static void put_point(struct line *l, const double at[3])
{
  for (int a = 0; a < 3; a++)
    put(l, at[a] * l->metre);
}

static void put_empty(struct line *l, int count)
{
  for (int i = 0; i < count; i++)
    comma(l);
}

static void put_flag(struct line *l, bool flag)
{
  comma(l);
  fputs(flag ? "True" : "False", l->out);
}

static const char heads[] =
    "pore.coords[0],pore.coords[1],pore.coords[2],pore.centroid[0],pore.centroid[1],pore.centroid[2],"
    "pore.inscribed_diameter,pore.equivalent_diameter,pore.diameter,pore.cross_sectional_area,pore.volume,"
    "pore.surface_area,pore.coordination_number,"
    "pore.xmin,pore.ymin,pore.zmin,pore.xmax,pore.ymax,pore.zmax,"
    "throat.conns[0],throat.conns[1],throat.filler,throat.centre[0],throat.centre[1],throat.centre[2],"
    "throat.inscribed_diameter,throat.diameter,throat.equivalent_diameter,throat.cross_sectional_area,"
    "throat.direct_length,throat.total_length,throat.conduit_lengths.pore1,"
    "throat.conduit_lengths.throat,throat.conduit_lengths.pore2\n";
enum { OF_PORE = 19, OF_THROAT = 15 };

/* Of the ball of that volume. */
static double ball_of(double volume)
{
  return cbrt(6 * volume / M_PI);
}

/* Of the circle of that area. */
static double circle_of(double area)
{
  return sqrt(4 * area / M_PI);
}

static void put_pore(struct line *l, const struct tile_pore *p)
{
  const double m = l->metre;
  put_point(l, p->centre);
  put_point(l, p->centroid);
  const double ball = ball_of((double)p->volume) * m;
  put(l, 2 * sqrt((double)p->square) * m);
  put(l, ball);
  put(l, ball);
  put(l, M_PI / 4 * ball * ball);
  put(l, (double)p->volume * m * m * m);
  put(l, (double)p->surface * m * m);
  put(l, (double)p->throats);
  for (int face = 0; face < 6; face++)
    put_flag(l, p->faces >> face & 1);
}

#define NARROW 1e-6 /* of a filler: 1e-12 of the area of the throat that it repeats */

static void put_throat(struct line *l, const struct tile_throat *t, bool filler)
{
  const double m = l->metre, wide = filler ? NARROW : 1;
  double part[3];
  stats_conduit(part, l->p, t);
  const double diameter = 2 * sqrt((double)t->square) * m * wide;
  put(l, (double)t->pore[0]);
  put(l, (double)t->pore[1]);
  put_flag(l, filler);
  put_point(l, t->centre);
  put(l, diameter);
  put(l, diameter);
  put(l, circle_of((double)t->area) * m * wide);
  put(l, (double)t->area * m * m * wide * wide);
  put(l, t->length * m);
  put(l, (t->part[0] + t->part[1]) * m);
  put(l, part[0] * m);
  put(l, part[1] * m);
  put(l, part[2] * m);
}

static int write_table(FILE *out, const struct stats_pores *p, struct tile_error *e)
{
  const struct tile_network *n = &p->network;
  (void)e;
  fputs(heads, out);
  for (int64_t i = 0; i < n->pores || i < n->throats; i++) {
    struct line l = {out, p, p->dx > 0 ? p->dx : 1, false};
    if (i < n->pores)
      put_pore(&l, n->pore + i);
    else
      put_empty(&l, OF_PORE);
    if (n->throats)
      put_throat(&l, n->throat + i % n->throats, i >= n->throats);
    else
      put_empty(&l, OF_THROAT);
    putc('\n', out);
  }
  return TILE_OK;
}

const struct stats_network_kind stats_network_csv = {1, {""}, {write_table}};
