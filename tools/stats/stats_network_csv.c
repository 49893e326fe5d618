/* A network as the table that OpenPNM reads (io.network_from_csv): columns of pores and of throats side by side. */
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

static const char heads[] = "pore.coords[0],pore.coords[1],pore.coords[2],"
                            "pore.centroid[0],pore.centroid[1],pore.centroid[2],"
                            "pore.inscribed_diameter,pore.volume,pore.surface_area,pore.coordination_number,"
                            "pore.xmin,pore.ymin,pore.zmin,pore.xmax,pore.ymax,pore.zmax,"
                            "throat.conns[0],throat.conns[1],throat.centre[0],throat.centre[1],throat.centre[2],"
                            "throat.inscribed_diameter,throat.cross_sectional_area,throat.direct_length,"
                            "throat.total_length,throat.conduit_lengths.pore1,throat.conduit_lengths.throat,"
                            "throat.conduit_lengths.pore2\n";
enum { OF_PORE = 16, OF_THROAT = 12 };

static void put_pore(struct line *l, const struct tile_pore *p)
{
  const double m = l->metre;
  put_point(l, p->centre);
  put_point(l, p->centroid);
  put(l, 2 * sqrt((double)p->square) * m);
  put(l, (double)p->volume * m * m * m);
  put(l, (double)p->surface * m * m);
  put(l, (double)p->throats);
  for (int face = 0; face < 6; face++) {
    comma(l);
    fputs(p->faces >> face & 1 ? "True" : "False", l->out);
  }
}

static void put_throat(struct line *l, const struct tile_throat *t)
{
  const double m = l->metre;
  double part[3];
  stats_conduit(part, l->p, t);
  put(l, (double)t->pore[0]);
  put(l, (double)t->pore[1]);
  put_point(l, t->centre);
  put(l, 2 * sqrt((double)t->square) * m);
  put(l, (double)t->area * m * m);
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
    if (i < n->throats)
      put_throat(&l, n->throat + i);
    else
      put_empty(&l, OF_THROAT);
    putc('\n', out);
  }
  return TILE_OK;
}

const struct stats_network_kind stats_network_csv = {1, {""}, {write_table}};
