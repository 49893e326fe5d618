/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of tile.h, which states the conventions: measures of bits and domains. */
#ifndef TESSERA_TILE_MEASURE_H
#define TESSERA_TILE_MEASURE_H

#include "tile_domain.h"
#include "tile_voxels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- connected components ------------------------------------------- */

/* A run: consecutive non-solid nodes of one row, as long as possible. */
struct tile_run {
  int32_t begin, end; /* x of the first node, and x after the last one */
  uint32_t component; /* index, 0 ... count - 1 */
};

/* The components of a volume: sets of non-solid nodes connected through their six faces, across the seams of periodic
 * axes too. Walls between nodes are ignored. They are numbered in the order of their first nodes. */
struct tile_components {
  int64_t count;   /* number of components */
  int64_t *size;   /* [count], number of nodes */
  unsigned *spans; /* [count], axes of which the component touches both faces; periodic axes: around which it winds */
  int64_t largest; /* index of the component with the most nodes, the first of several; -1: count is 0 */
  /* [count], faces of the grid that the component touches, those of periodic axes included */
  unsigned *touches;
  bool percolates[3];   /* by axis: some component spans it */
  size_t runs;          /* number of runs */
  struct tile_run *run; /* [runs], x fastest, then y, then z */
  size_t *row_begin;    /* [ny * nz + 1], index of the first run of row y + ny * z */
};

/* Finds the components of *b. periodic: set of axes. Memory: 12 bytes for each run, 8 bytes for each row, and up to 60
 * bytes for each component of the volume without its seams. Uses OpenMP. TILE_REJECTED: 2^32 - 1 runs or more. */
int tile_components_make(struct tile_components *c, const struct tile_bits *b, unsigned periodic, struct tile_error *e);

/* Releases the members and makes *c empty. */
void tile_components_free(struct tile_components *c);

/* ---- connections that a flow can use -------------------------------- */

struct tile_domain;

/* Along the links of D3Q19 fluid also passes an edge at which two solid nodes meet. These connections are those of the
 * 18-connected sets of non-solid nodes, across the seams of periodic axes too. Links that thin walls cut count as
 * open. */
struct tile_paths {
  bool through[3];   /* by axis: some set touches both faces; periodic axes: some set winds around the axis */
  unsigned joins[6]; /* by face: faces touched by the sets that touch this face, this one included; 0: periodic axis */
};

/* Finds the connections of a domain with tiles of TILE_EDGE. Memory during the call: up to 40 bytes for each tile and
 * 41 bytes for each 18-connected set within a tile. Uses OpenMP. TILE_USAGE: another edge. TILE_REJECTED: two tiles
 * with the same coordinates, or 2^32 - 1 such sets or more. */
int tile_paths_make(struct tile_paths *p, const struct tile_domain *d, struct tile_error *e);

/* ---- keeping some components ---------------------------------------- */

enum tile_kept { TILE_KEEP_ALL, TILE_KEEP_LARGEST, TILE_KEEP_PERCOLATING };

/* Which components to keep. all_of and any_of are sets of axes, and used by TILE_KEEP_PERCOLATING only. */
struct tile_keep {
  enum tile_kept what;
  unsigned all_of; /* the component spans every one of these axes; 0: no condition */
  unsigned any_of; /* and at least one of these; 0: no component is kept */
};

/* Counts of components and of their nodes. */
struct tile_share {
  int64_t components, nodes;
};

/* Makes the nodes of all other components solid in *b, of which *c was made, and writes their counts to *removed.
 * b->wall is left as it is. On failure *b is unchanged. Uses OpenMP. */
int tile_keep(struct tile_bits *b, const struct tile_components *c, const struct tile_keep *keep,
              struct tile_share *removed, struct tile_error *e);

/* Counts the components that no flow can reach: they touch no face of the set `open`, and wind around no axis of the
 * set `periodic`. When both sets are empty, those that span no axis. */
struct tile_share tile_unreachable(const struct tile_components *c, unsigned open, unsigned periodic);

/* Does some component that is kept touch a face of the set `from` and one of the set `to`? */
bool tile_joins(const struct tile_components *c, const struct tile_keep *keep, unsigned from, unsigned to);

/* ---- geometry that may falsify a result ----------------------------- */

/* Counts the non-solid nodes in gaps: in a run of one or two nodes along at least one axis. open: set of faces beyond
 * which runs continue; periodic: set of axes that wrap; beyond other faces all is solid. Uses OpenMP. */
int tile_count_narrow(const struct tile_bits *b, unsigned open, unsigned periodic, int64_t *narrow,
                      struct tile_error *e);

/* How well the two ends of an axis match: of two layers normal to it, the fraction of nodes (0 ... 1) that are solid in
 * one of them only. */
struct tile_seam {
  double seam, inside; /* between the last and the first layer; mean over all neighbouring layers, 0 if there is one */
};

/* Fills seam[axis] for each axis, periodic or not. Uses OpenMP. */
void tile_find_seams(const struct tile_bits *b, struct tile_seam seam[3]);

/* The number of non-solid nodes in the layer at a face, "x-" ... "z+". */
int64_t tile_face_nodes(const struct tile_bits *b, const char face[3]);

/* ---- measuring ------------------------------------------------------ */

/* The fractions are NaN for a domain without tiles, except porosity. Definitions: tessera-stats(1); faces, edges and
 * ghost buffers: Tomczak and Szafran, "A new GPU implementation for lattice-Boltzmann simulations on sparse
 * geometries", section 4.4. */
struct tile_measure {
  int64_t nodes, nonsolid;      /* numbers of nodes of the grid, and of non-solid nodes */
  int64_t tiles, tiles_all;     /* numbers of tiles stored, and of tiles that the padded grid spans */
  double porosity, utilisation; /* nonsolid / nodes; nonsolid / (tiles * edge^3) */
  int64_t histogram[10];        /* number of tiles by their own utilisation: (0, 0.1], (0.1, 0.2] ... (0.9, 1] */
  /* Per tile stored: faces that two stored tiles have in common, and edges across which two meet diagonally, counted
   * once. */
  double faces_per_tile, edges_per_tile;
  double boundary_share;   /* fraction of the non-solid nodes that have a link to solid or out of the grid, or a mark */
  double ghost_share;      /* fraction of the 30 possible ghost buffers of a tile (layout tgb) that are needed */
  double ghost_moves;      /* fraction of the values that are moved of those in ghost buffers if all are needed */
  int64_t tiles_mod16[16]; /* number of tiles by their non-solid nodes modulo 16, for the padding of `packed` */
  int64_t components;      /* number of components, 6-connected */
  bool percolates[3];      /* by axis: some component spans it */
};

/* Measures a domain. Memory: one bit for each node, layers without tiles left out, and tile_components_make. Uses
 * OpenMP. TILE_REJECTED: the grid has too many nodes or tiles, or too many runs for tile_components_make. */
int tile_measure_domain(struct tile_measure *m, const struct tile_domain *d, struct tile_error *e);

/* Makes the volume of a domain, without walls: one bit for each node of the grid. Release it with tile_bits_free.
 * TILE_REJECTED: the grid has too many nodes. */
int tile_domain_bits(struct tile_bits *b, const struct tile_domain *d, struct tile_error *e);

/* ---- the pore space ------------------------------------------------- */

#define TILE_PROFILE_LIMIT (1 << 20) /* most layers of a profile of tile_texture_domain */

/* Nothing is counted across the seams of periodic axes, and the faces of the grid are no surface. */
struct tile_texture {
  /* [axis][size of the grid], non-solid nodes of each layer normal to the axis; NULL: of a domain with more than
   * TILE_PROFILE_LIMIT layers. */
  int64_t *profile[3];
  /* Number of faces between a solid and a non-solid node. A smooth surface without preferred direction has 2/3 of their
   * area: the mean of |nx| + |ny| + |nz| over all unit vectors is 3/2. In one slice it has pi/4: the mean of |nx| +
   * |ny| is 4/pi. */
  int64_t surface;
  /* Euler number of the non-solid nodes, connected through faces: components - tunnels + cavities, counted by the
   * formula of Euler and Poincare as nodes - pairs of neighbours + squares of 4 nodes - cubes of 8 nodes. */
  int64_t euler;
  double chord[3]; /* by axis: mean length of the runs of non-solid nodes, which end at faces of the grid; 0: no runs */
};

/* Measures a volume. No profile is NULL. Uses OpenMP. */
int tile_texture_make(struct tile_texture *t, const struct tile_bits *b, struct tile_error *e);

/* The same for a domain. Memory: one bit for each node, layers without tiles left out, and the profiles. TILE_REJECTED:
 * the grid has too many nodes. */
int tile_texture_domain(struct tile_texture *t, const struct tile_domain *d, struct tile_error *e);

/* Releases the profiles and zeroes *t. */
void tile_texture_free(struct tile_texture *t);

/* ---- models of memory and traffic ----------------------------------- */

/* Predicted cost of a data layout. Overheads are relative to one copy of the populations in memory, M = q * s bytes for
 * each non-solid node with q populations of s bytes, and to reading and writing them once a time step, 2 * M bytes. The
 * formulas are in tessera-stats(1), "Models". All but "packed" are after Tomczak and Szafran, "Sparse geometries
 * handling in lattice Boltzmann method implementation for graphic processors", sections III and IV; "packed" is the
 * layout of tessera-run(1) on a GPU with two copies. */
struct tile_model {
  const char *layout;                         /* "cm", "fia", "t2c", "tgb" or "packed"; a constant string */
  double memory_overhead, bandwidth_overhead; /* memory / M - 1; traffic / (2 * M) - 1 */
  /* The latter where memory moves whole bursts: the populations of solid nodes in stored tiles are moved too, and all
   * values of the ghost buffers. */
  double bandwidth_pessimistic;
  /* Both overheads without what avoids races: cm, fia, packed with one copy, fia with one launch; of tiles only what
   * their solid nodes and the types of nodes take. */
  double memory_ideal, bandwidth_ideal;
  double memory_bytes;     /* bytes for the whole domain */
  double bytes_per_update; /* bytes of traffic for each non-solid node and time step */
  double mflups;           /* millions of node updates per second at that bandwidth; NaN: unknown */
};
#define TILE_MODELS 5

/* Fills out[TILE_MODELS] in the order of `layout` above. *m was measured with tiles of `edge` nodes. q: 9 (tiles of two
 * dimensions, of which "packed" is not), 19 or 27; value_bytes: 2, 4 or 8; bandwidth in bytes/s, 0: unknown. Values of a
 * domain without tiles are not finite. */
void tile_models(struct tile_model out[TILE_MODELS], const struct tile_measure *m, int edge, int q, int value_bytes,
                 double bandwidth /* bytes/s; 0: unknown */);

#ifdef __cplusplus
}
#endif

#endif
