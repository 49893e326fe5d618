/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: measures and changes of bits and domains. */
#ifndef INTERNAL_MEASURE_H
#define INTERNAL_MEASURE_H

#include "tile_measure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- models of D2Q9 --------------------------------------- squares.c ---- */

/* Replaces what *m, of tile_measure_domain, says of tiles: those of one slice in squares of edge x edge nodes, a multiple
 * of d->edge, and with the ghost buffers of D2Q9. TILE_USAGE: it is not one slice, or not a multiple. Memory: 16 bytes
 * for each tile. */
int tile_measure_squares(struct tile_measure *m, const struct tile_domain *d, int edge, struct tile_error *e);

/* ---- walls between voxels: closed nodes, openings --------- closed.c ---- */

/* Counts the non-solid nodes that walls isolate: each link to a non-solid node is cut, and there is at least one.
 * periodic: set of axes. */
int64_t tile_count_closed(const struct tile_bits *b, unsigned periodic);

/* Marks the components with a link that an opening cuts: bit 6 of `touches`, as for a seventh face, and bit 3 of
 * `spans`, as for a fourth axis. *any: the header has openings. *c was made of *b. TILE_REJECTED as
 * tile_surfaces_read. */
enum { TILE_TOUCHES_OPENING = 1 << 6, TILE_SPANS_OPENING = 1 << 3 };
int tile_mark_openings(struct tile_components *c, const struct tile_bits *b, const struct tile_header *h, bool *any,
                       struct tile_error *e);

/* ---- connections around a periodic axis -------------------- paths.c ---- */

/* Counts the sets of tile_paths_make that wind around a periodic axis, and adds the number of their nodes in each layer
 * of tiles normal to it to nodes[span of the axis], see tile_domain_span. Errors as tile_paths_make. */
int tile_paths_wind(const struct tile_domain *d, int axis, int64_t *nodes, int64_t *sets, struct tile_error *e);

/* ---- surfaces of voxels ----------------------------------- texture.c --- */

/* The area of a smooth surface without preferred direction, divided by that of the faces of its voxels: 2/3, or pi/4 in
 * one slice, whose walls are normal to it. For the derivation see struct tile_texture. */
double tile_area_of_face(const int64_t grid[3]);

/* ---- coarser domains -------------------------------------- coarsen.c --- */

/* Makes a domain of 1/n of the resolution, n 2 or 4. A cube of n^3 nodes becomes one node, non-solid if at least 3/8 of
 * its nodes are (undecided true) or more than 5/8 (undecided false). At the
 * upper faces a cube may be incomplete, and only its nodes in the grid count. Periods and patches remain; voxels are n
 * times as large. Memory: one bit for each node of the grid, during the call. TILE_REJECTED: the domain has walls
 * between nodes, or as tile_domain_make. */
int tile_coarsen(struct tile_domain *coarse, const struct tile_domain *d, int n, bool undecided, struct tile_error *e);

/* ---- the position of walls ---------- walls_moved.c, flat.c --- */

/* Gives a domain without wall distances the same distance q, in (0, 1], on all links to solid nodes in the grid. Its
 * edge is 4. */
int tile_move_walls(struct tile_domain *d, double q, struct tile_error *e);

/* How free walls are to move without another node becoming solid or not. A wall here is a face between a solid and a
 * non-solid node, and it goes on along a step from node to node if it is there as well, for five nodes to both sides.
 * The faces of the grid are no walls. */
struct tile_flatness {
  /* The share of walls that go on along two steps, that is in a lattice plane, times the mean of 1/m over all walls,
   * where m is the largest index of that plane, or 1/m is 0: beside a plane (2,1,0) one link in two limits it, so that
   * it is half as free as (1,1,0). The product, since small planes are many, whose errors cancel. 0 ... 1 */
  double flat;
  double straight; /* the share of walls that go on along one step only, as in a tube; 0 ... 1 */
};

/* Measures a domain. Memory: one bit for each node of the grid. Uses OpenMP. TILE_REJECTED: the grid has too many
 * nodes. */
int tile_flatness_of(struct tile_flatness *f, const struct tile_domain *d, struct tile_error *e);

#ifdef __cplusplus
}
#endif

#endif
