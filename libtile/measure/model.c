/* SPDX-License-Identifier: BSD-3-Clause */
/* Overheads of memory and traffic of the layouts: memory / M - 1 and traffic / B - 1, where a node needs at least M =
 * q*s_d bytes and moves B = 2*q*s_d bytes a time step.
 *
 * cm, fia, t2c, tgb: Tomczak & Szafran, "Sparse geometries handling in lattice Boltzmann method implementation for
 * graphic processors", sections III and IV. */
#include "tile_measure.h"

#include <math.h>

/* Sizes in bytes, those of the examples in the paper; BURST: the least that the memory of a GPU transfers. */
enum { NODE_TYPE = 2, INDEX = 4, BURST = 32 };

/* `packed` with two copies, as on a GPU, where masks take the place of node types. */
enum {
  PACKED_TILE = 136,   /* stored for each tile: mask, position, 28 neighbours, first node */
  PACKED_STAGED = 416, /* read for each tile and time step: neighbours, masks, positions */
  PACKED_LINE = 32     /* alignment of the values of a tile */
};

/* Numbers of the populations of each lattice that need one, two and three ghost buffers of a tile: those that move along
 * one, two and three axes. */
static const struct lattice {
  int q, dimensions, one, two, three;
} lattices[] = {
    {9, 2, 4, 4, 0},
    {19, 3, 6, 12, 0},
    {27, 3, 6, 12, 8},
};

struct given {
  const struct tile_measure *m;
  struct lattice lattice;
  double q, value, edge, tile_nodes, utilisation;
};

struct overhead {
  double memory, bandwidth;
  double rows; /* additional traffic if whole bursts are always moved */
  double memory_ideal, bandwidth_ideal;
};

/* Bytes of each stored tile, or of each node in it, as overhead: per non-solid node, relative to M. */
static double per_tile(const struct given *g, double bytes)
{
  return bytes / (g->tile_nodes * g->utilisation * g->q * g->value);
}

static double per_stored_node(const struct given *g, double bytes)
{
  return bytes / (g->utilisation * g->q * g->value);
}

/* The types of the nodes of a tile and of the layer around it are read once a time step. */
static double halo_traffic(const struct given *g)
{
  return pow((g->edge + 2) / g->edge, g->lattice.dimensions) * per_stored_node(g, NODE_TYPE) / 2;
}

static struct overhead connectivity(const struct given *g)
{
  const double indices = (g->q - 1) * INDEX / (g->q * g->value);
  return (struct overhead){1 + indices, indices / 2, 0, indices, indices / 2};
}

static struct overhead fluid_index_array(const struct given *g)
{
  const double indices = INDEX / (g->m->porosity * g->q * g->value);
  return (struct overhead){1 + indices, 1 + indices / 2, 0, indices, indices / 2};
}

/* The solid nodes of stored tiles, relative to the others. */
static double solid_nodes(const struct given *g)
{
  return (1 - g->utilisation) / g->utilisation;
}

static struct overhead two_copies(const struct given *g)
{
  const double solid = solid_nodes(g), types = halo_traffic(g),
               map = (double)g->m->tiles_all / (double)g->m->tiles * per_tile(g, INDEX);
  return (struct overhead){solid + per_stored_node(g, NODE_TYPE) + 1 / g->utilisation + map,
                           types + per_tile(g, (g->q - 1) * INDEX) / 2, solid, solid, types};
}

/* Buffers that a tile writes, and those that it reads: a population that crosses an edge comes from the tiles beyond
 * both faces and from the one beyond the edge, one that crosses a corner from seven. */
static int written(const struct lattice *l)
{
  return l->one + 2 * l->two + 3 * l->three;
}

static int read_from(const struct lattice *l)
{
  return l->one + 3 * l->two + 7 * l->three;
}

/* All values of all ghost buffers are moved in a step, but of those across a corner of the tile one value each, for which
 * a burst is read. */
static double ghost_rows(const struct given *g)
{
  const struct lattice *l = &g->lattice;
  const int corners = l->dimensions == 2 ? l->two : l->three, whole = written(l) + read_from(l) - corners;
  const double face = pow(g->edge, l->dimensions - 1);
  return g->m->ghost_moves * per_tile(g, whole * face * g->value + corners * BURST) / 2;
}

static struct overhead ghost_buffers(const struct given *g)
{
  const double solid = solid_nodes(g), types = halo_traffic(g),
               ghosts = 2 * written(&g->lattice) / g->q * g->m->ghost_share / (g->edge * g->utilisation),
               indices = per_tile(g, (written(&g->lattice) + read_from(&g->lattice)) * INDEX);
  return (struct overhead){solid + per_stored_node(g, NODE_TYPE) + ghosts + indices, types + indices / 2,
                           solid + ghost_rows(g), solid, types};
}

/* Ratio of the values stored with padding to those without: the q*n_t values of a tile fill whole lines. */
static double padding(const struct given *g)
{
  int64_t line = PACKED_LINE / (int64_t)g->value, padded = 0;
  for (int i = 0; i < 16; i++)
    padded += g->m->tiles_mod16[i] * ((line - (int64_t)g->q * i % line) % line);
  return 1 + (double)padded / (g->q * (double)g->m->nonsolid);
}

static struct overhead packed(const struct given *g)
{
  const double one = padding(g) + per_tile(g, PACKED_TILE), staged = per_tile(g, PACKED_STAGED) / 2;
  return (struct overhead){padding(g) + one - 1, staged, 0, one - 1, staged};
}

static const struct {
  const char *name;
  struct overhead (*overhead)(const struct given *g);
} layouts[TILE_MODELS] = {
    {"cm", connectivity}, {"fia", fluid_index_array}, {"t2c", two_copies}, {"tgb", ghost_buffers}, {"packed", packed}};

static struct lattice find_lattice(int q)
{
  size_t i = 0;
  while (i + 1 < sizeof lattices / sizeof *lattices && lattices[i].q < q)
    i++;
  return lattices[i];
}

void tile_models(struct tile_model out[TILE_MODELS], const struct tile_measure *m, int edge, int q, int value_bytes,
                 double bandwidth)
{
  struct given g = {m, find_lattice(q), q, value_bytes, edge, 0, m->utilisation};
  g.tile_nodes = pow(edge, g.lattice.dimensions);
  for (int i = 0; i < TILE_MODELS; i++) {
    struct overhead o = layouts[i].overhead(&g);
    double node = g.q * g.value, traffic = 2 * node * (1 + o.bandwidth);
    out[i] = (struct tile_model){.layout = layouts[i].name,
                                 .memory_overhead = o.memory,
                                 .bandwidth_overhead = o.bandwidth,
                                 .bandwidth_pessimistic = o.bandwidth + o.rows,
                                 .memory_ideal = o.memory_ideal,
                                 .bandwidth_ideal = o.bandwidth_ideal,
                                 .memory_bytes = (double)m->nonsolid * node * (1 + o.memory),
                                 .bytes_per_update = traffic,
                                 .mflups = bandwidth > 0 && isfinite(traffic) ? bandwidth / traffic / 1e6 : NAN};
  }
}
