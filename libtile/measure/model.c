/* Overheads of memory and traffic of the layouts: memory / M - 1 and traffic / B - 1, where a node needs at least M =
 * q*s_d bytes and moves B = 2*q*s_d bytes a time step.
 *
 * cm, fia, t2c, tgb: Tomczak & Szafran, "Sparse geometries handling in lattice Boltzmann method implementation for
 * graphic processors", sections III and IV. */
#include "tile.h"

#include <math.h>

/* Sizes in bytes, those of the examples in the paper. */
enum { NODE_TYPE = 2, INDEX = 4 };

/* `packed` with two copies, as on a GPU, where masks take the place of node types. */
enum {
  PACKED_TILE = 136,   /* stored for each tile: mask, position, 28 neighbours, first node */
  PACKED_STAGED = 416, /* read for each tile and time step: neighbours, masks, positions */
  PACKED_LINE = 32     /* alignment of the values of a tile */
};

/* For each lattice: constant C of the ghost buffers, and number of their indices in a tile. */
static const struct lattice {
  int q, dimensions;
  double ghosts, ghost_indices;
} lattices[] = {
    {9, 2, 24.0 / 9, 28},
    {19, 3, 60.0 / 19, 72},
    {27, 3, 108.0 / 27, 152},
};

struct given {
  const struct tile_measure *m;
  struct lattice lattice;
  double q, value, edge, tile_nodes, utilisation;
};

struct overhead {
  double memory, bandwidth;
  double rows; /* additional traffic if whole rows of a tile are always moved */
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
  double indices = (g->q - 1) * INDEX / (g->q * g->value);
  return (struct overhead){1 + indices, indices / 2, 0};
}

static struct overhead fluid_index_array(const struct given *g)
{
  double indices = INDEX / (g->m->porosity * g->q * g->value);
  return (struct overhead){1 + indices, 1 + indices / 2, 0};
}

static struct overhead two_copies(const struct given *g)
{
  double solid = (1 - g->utilisation) / g->utilisation;
  double map = (double)g->m->tiles_all / (double)g->m->tiles * per_tile(g, INDEX);
  return (struct overhead){solid + per_stored_node(g, NODE_TYPE) + 1 / g->utilisation + map,
                           halo_traffic(g) + per_tile(g, (g->q - 1) * INDEX) / 2, solid};
}

static struct overhead ghost_buffers(const struct given *g)
{
  double solid = (1 - g->utilisation) / g->utilisation;
  double ghosts = g->lattice.ghosts * g->m->ghost_share / (g->edge * g->utilisation);
  double indices = per_tile(g, g->lattice.ghost_indices * INDEX);
  return (struct overhead){solid + per_stored_node(g, NODE_TYPE) + ghosts + indices, halo_traffic(g) + indices / 2, 0};
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
  return (struct overhead){2 * padding(g) - 1 + per_tile(g, PACKED_TILE), per_tile(g, PACKED_STAGED) / 2, 0};
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
                                 .memory_bytes = (double)m->nonsolid * node * (1 + o.memory),
                                 .bytes_per_update = traffic,
                                 .mflups = bandwidth > 0 && isfinite(traffic) ? bandwidth / traffic / 1e6 : NAN};
  }
}
