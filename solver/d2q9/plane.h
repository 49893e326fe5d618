/* SPDX-License-Identifier: BSD-3-Clause */
/* A domain of one slice for D2Q9, in blocks of 16 x 16 nodes (Tomczak & Szafran 2018). Blocks without a non-solid node
 * are left out; in the others all nodes have populations. Population i of node n = x + 16 y of block b is the value 256
 * (9 b + i) + n. */
#ifndef PLANE_H
#define PLANE_H

#include "plane_block.h"
#include "geometry.h"
#include "precision.h"

struct lbm_plane {
  const struct lbm_geometry *geometry; /* with storage.flat, not owned */
  int64_t span[2];                     /* number of blocks along x and y */
  int32_t *at;                         /* [span[1]][span[0]], index of a block; -1: it is left out */
  size_t blocks, boundaries;           /* numbers of blocks and of boundary nodes */
  struct lbm_plane_block *block;       /* [blocks] */
  uint32_t *boundary_begin;            /* [blocks + 1], index of the first boundary node of each block */
  /* [boundaries], those of the geometry sorted by block; column: the number of the node in its block. */
  struct lbm_boundary_node *boundary;
  size_t cut_blocks, cuts;          /* numbers of blocks with links that interpolated walls cut, and of these links */
  struct lbm_plane_cuts *cut_block; /* [cut_blocks] */
  uint16_t *q;                      /* [cuts + 1], distances as in struct lbm_wall_link, by block, node and link */
};

/* Sets only the members span, at and blocks of a zeroed structure. Release with lbm_plane_free, after an error too. */
int lbm_plane_number(struct lbm_plane *p, const struct tile_domain *d, struct tile_error *e);
/* The index into `at` of the block of a node. */
int64_t lbm_plane_block_at(const struct lbm_plane *p, const struct tile_domain *d, size_t tile, int node);
/* Makes the blocks of a geometry, which must outlive them. Release with lbm_plane_free, after an error too.
 * TILE_REJECTED: of the links of a node that differ along z only, some bounce back and others do not. */
int lbm_plane_make(struct lbm_plane *p, const struct lbm_geometry *g, struct tile_error *e);
void lbm_plane_free(struct lbm_plane *p);

/* The number of values of one copy of the populations. */
static inline size_t lbm_plane_values(const struct lbm_plane *p)
{
  return p->blocks * LBM_PLANE_Q * LBM_PLANE_NODES;
}

/* Bytes of all arrays but `at`. */
static inline size_t lbm_plane_bytes(const struct lbm_plane *p)
{
  return p->blocks * (sizeof *p->block + sizeof *p->boundary_begin) + p->boundaries * sizeof *p->boundary +
         p->cut_blocks * sizeof *p->cut_block + p->cuts * sizeof *p->q;
}

/* The place of the rest population of a node. */
size_t lbm_plane_place(const struct lbm_plane *p, size_t tile, int node);

/* The links of a node that interpolated walls cut: bit i is the direction i of D2Q9. *q: their distances, in order. */
static inline unsigned lbm_plane_cut_links(const struct lbm_plane *p, size_t block, int node, const uint16_t **q)
{
  static const uint16_t none[LBM_PLANE_Q];
  const uint32_t cuts = p->block[block].cuts;
  const struct lbm_plane_cuts *c = cuts ? p->cut_block + (cuts - 1) : NULL;
  *q = c ? p->q + c->first + LBM_PLANE_FIRST(c->node[node]) : none;
  return c ? LBM_PLANE_LINKS(c->node[node]) : 0;
}

/* Copy the populations of a tile from and to one copy of the populations. values: [n][LBM_Q], those of D3Q19 of its n
 * non-solid nodes, as they are stored (wall_links.h). */
void lbm_plane_get(const struct lbm_plane *p, enum lbm_precision precision, const void *from, size_t tile,
                   void *values);
void lbm_plane_put(const struct lbm_plane *p, enum lbm_precision precision, void *to, size_t tile, const void *values);

#endif
