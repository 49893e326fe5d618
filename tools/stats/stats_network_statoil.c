/* SPDX-License-Identifier: BSD-3-Clause */
/* A network as the four files of Statoil's format: pores are nodes, throats are links. What touches x- is linked with
 * the reservoir -1, the inlet, what touches x+ with the reservoir 0, the outlet. */
#include "stats_pores.h"

#include <math.h>
#include <stdlib.h>

void stats_conduit(double part[3], const struct stats_pores *p, const struct tile_throat *t)
{
  const double r = sqrt((double)t->square);
  for (int i = 0; i < 2; i++)
    part[2 * i] = t->pore[i] < 0 ? 0 : t->part[i] * (1 - r / (2 * sqrt((double)p->network.pore[t->pore[i]].square)));
  part[1] = t->part[0] + t->part[1] - part[0] - part[2];
}

/* No shape of the same area has a larger factor than a circle. */
static double shape_of(double factor)
{
  return factor < 1 / (4 * M_PI) ? factor : 1 / (4 * M_PI);
}

static double metre_of(const struct stats_pores *p)
{
  return p->dx > 0 ? p->dx : 1;
}

static bool is_link(const struct tile_throat *t)
{
  return t->pore[1] >= 0 || t->pore[1] == -1 || t->pore[1] == -4;
}

/* The numbers of the nodes of a link: from 1; reservoirs come first. */
static void nodes_of(const struct tile_throat *t, long long node[2])
{
  node[0] = t->pore[0] + 1;
  node[1] = t->pore[1] + 1;
  if (t->pore[1] >= 0)
    return;
  node[1] = node[0];
  node[0] = t->pore[1] == -1 ? -1 : 0;
}

/* ---- links -------------------------------------------------------------------------- */

typedef void put_link(FILE *out, const struct stats_pores *p, const struct tile_throat *t);

static void put_links(FILE *out, const struct stats_pores *p, put_link *put)
{
  const struct tile_network *n = &p->network;
  long long number = 0, node[2];
  for (int64_t i = 0; i < n->throats + n->openings; i++) {
    const struct tile_throat *t = n->throat + i;
    if (!is_link(t))
      continue;
    nodes_of(t, node);
    fprintf(out, "%lld %lld %lld ", ++number, node[0], node[1]);
    put(out, p, t);
  }
}

static void put_size(FILE *out, const struct stats_pores *p, const struct tile_throat *t)
{
  const double m = metre_of(p), square = (double)t->square;
  fprintf(out, "%.9g %.9g %.9g\n", sqrt(square) * m, shape_of(square / (4 * (double)t->area)),
          (t->part[0] + t->part[1]) * m);
}

/* The lengths in the order of the nodes. All volume is that of the pores. */
static void put_lengths(FILE *out, const struct stats_pores *p, const struct tile_throat *t)
{
  const double m = metre_of(p);
  const int first = t->pore[1] < 0 ? 2 : 0;
  double part[3];
  stats_conduit(part, p, t);
  fprintf(out, "%.9g %.9g %.9g 0 0\n", part[first] * m, part[2 - first] * m, part[1] * m);
}

static int write_link1(FILE *out, const struct stats_pores *p, struct tile_error *e)
{
  const struct tile_network *n = &p->network;
  long long links = 0;
  (void)e;
  for (int64_t i = 0; i < n->throats + n->openings; i++)
    links += is_link(n->throat + i);
  fprintf(out, "%lld\n", links);
  put_links(out, p, put_size);
  return TILE_OK;
}

static int write_link2(FILE *out, const struct stats_pores *p, struct tile_error *e)
{
  (void)e;
  put_links(out, p, put_lengths);
  return TILE_OK;
}

/* ---- nodes --------------------------------------------------------------------------- */

/* The links of each node: those of node i are at[begin[i]] ... at[begin[i + 1] - 1]. */
struct ends {
  int64_t *begin;
  struct end {
    long long to, link;
  } * at;
};

static void put_end(struct ends *ends, int64_t pore, long long to, long long link)
{
  ends->at[ends->begin[pore]++] = (struct end){to, link};
}

static int ends_make(struct ends *ends, const struct tile_network *n, struct tile_error *e)
{
  const size_t count = 2 * (size_t)(n->throats + n->openings);
  ends->begin = tile_alloc((size_t)n->pores + 2, sizeof *ends->begin);
  ends->at = tile_alloc(count, sizeof *ends->at);
  if (!ends->begin || !ends->at)
    return tile_fail_memory(e, count * sizeof *ends->at, "the links of each pore");
  for (int64_t i = 0; i < n->throats + n->openings; i++)
    for (int k = 0; k < 2 && is_link(n->throat + i); k++)
      if (n->throat[i].pore[k] >= 0)
        ends->begin[n->throat[i].pore[k] + 2]++;
  for (int64_t i = 2; i <= n->pores; i++)
    ends->begin[i] += ends->begin[i - 1];
  long long link = 0, node[2];
  for (int64_t i = 0; i < n->throats + n->openings; i++) {
    const struct tile_throat *t = n->throat + i;
    if (!is_link(t))
      continue;
    nodes_of(t, node);
    link++;
    for (int k = 0; k < 2; k++)
      if (node[k] > 0)
        put_end(ends, node[k], node[1 - k], link);
  }
  return TILE_OK;
}

static void put_node(FILE *out, const struct stats_pores *p, const struct ends *ends, int64_t i)
{
  const double m = metre_of(p);
  const struct tile_pore *pore = p->network.pore + i;
  const struct end *from = ends->at + ends->begin[i], *to = ends->at + ends->begin[i + 1];
  fprintf(out, "%lld %.9g %.9g %.9g %lld", (long long)i + 1, pore->centre[0] * m, pore->centre[1] * m,
          pore->centre[2] * m, (long long)(to - from));
  for (const struct end *end = from; end < to; end++)
    fprintf(out, " %lld", end->to);
  fprintf(out, " %d %d", (int)(pore->faces & 1), (int)(pore->faces >> 3 & 1));
  for (const struct end *end = from; end < to; end++)
    fprintf(out, " %lld", end->link);
  putc('\n', out);
}

static int write_node1(FILE *out, const struct stats_pores *p, struct tile_error *e)
{
  const double m = metre_of(p);
  struct ends ends = {0};
  const int code = ends_make(&ends, &p->network, e);
  if (!code)
    fprintf(out, "%lld %.9g %.9g %.9g\n", (long long)p->network.pores, (double)p->grid[0] * m, (double)p->grid[1] * m,
            (double)p->grid[2] * m);
  for (int64_t i = 0; !code && i < p->network.pores; i++)
    put_node(out, p, &ends, i);
  free(ends.begin);
  free(ends.at);
  return code;
}

static int write_node2(FILE *out, const struct stats_pores *p, struct tile_error *e)
{
  const double m = metre_of(p);
  (void)e;
  for (int64_t i = 0; i < p->network.pores; i++) {
    const struct tile_pore *pore = p->network.pore + i;
    const double r = sqrt((double)pore->square), volume = (double)pore->volume;
    fprintf(out, "%lld %.9g %.9g %.9g 0\n", (long long)i + 1, volume * m * m * m, r * m,
            shape_of(r * r * r / (2 * volume)));
  }
  return TILE_OK;
}

const struct stats_network_kind stats_network_statoil = {
    4, {"_node1.dat", "_node2.dat", "_link1.dat", "_link2.dat"}, {write_node1, write_node2, write_link1, write_link2}};
