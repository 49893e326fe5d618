/* A domain of one slice for D2Q9, in blocks of 16 x 16 nodes (Tomczak & Szafran 2018): blocks without a non-solid node are left
 * out, of the others all nodes have populations. Population i of node n = x + 16 y of block b lies at 256 (9 b + i) + n. */
#ifndef PLANE_H
#define PLANE_H

#include "plane_block.h"
#include "geometry.h"
#include "precision.h"

struct lbm_plane {
  const struct lbm_geometry *geometry; /* of storage.flat */
  int64_t span[2];                     /* blocks along x and y */
  int32_t *at;                         /* block x + span x * y; -1: there is none */
  size_t blocks, boundaries;
  struct lbm_plane_block *block;
  uint32_t *boundary_begin; /* blocks + 1 */
  /* As those of the geometry; column: the node of the block. */
  struct lbm_boundary_node *boundary;
  /* Interpolated walls: of the blocks that they cut links of; distances, as in struct lbm_wall_link, by block, node and link */
  size_t cut_blocks, cuts;
  struct lbm_plane_cuts *cut_block;
  uint16_t *q;
};

/* Only which blocks there are. */
int lbm_plane_number(struct lbm_plane *p, const struct tile_domain *d, struct tile_error *e);
/* Where `at` has the block of a node of a tile. */
int64_t lbm_plane_block_at(const struct lbm_plane *p, const struct tile_domain *d, size_t tile, int node);
/* TILE_REJECTED: links of a node that differ along z alone do not end alike. */
int lbm_plane_make(struct lbm_plane *p, const struct lbm_geometry *g, struct tile_error *e);
void lbm_plane_free(struct lbm_plane *p);

/* Values of one copy of the populations. */
static inline size_t lbm_plane_values(const struct lbm_plane *p)
{
  return p->blocks * LBM_PLANE_Q * LBM_PLANE_NODES;
}

/* Beside the populations. */
static inline size_t lbm_plane_bytes(const struct lbm_plane *p)
{
  return p->blocks * (sizeof *p->block + sizeof *p->boundary_begin) + p->boundaries * sizeof *p->boundary +
         p->cut_blocks * sizeof *p->cut_block + p->cuts * sizeof *p->q;
}

/* The rest population of a node of a tile. */
size_t lbm_plane_place(const struct lbm_plane *p, size_t tile, int node);

/* The links of a node of a block that walls cut, bit i of population i of D2Q9, and their distances. */
static inline unsigned lbm_plane_cut_links(const struct lbm_plane *p, size_t block, int node, const uint16_t **q)
{
  static const uint16_t none[LBM_PLANE_Q];
  const uint32_t cuts = p->block[block].cuts;
  const struct lbm_plane_cuts *c = cuts ? p->cut_block + (cuts - 1) : NULL;
  *q = c ? p->q + c->first + LBM_PLANE_FIRST(c->node[node]) : none;
  return c ? LBM_PLANE_LINKS(c->node[node]) : 0;
}

/* Populations of a tile in node, direction order of D3Q19, from values that lie as above, and back. */
void lbm_plane_get(const struct lbm_plane *p, enum lbm_precision precision, const void *from, size_t tile,
                   void *values);
void lbm_plane_put(const struct lbm_plane *p, enum lbm_precision precision, void *to, size_t tile, const void *values);

#endif
