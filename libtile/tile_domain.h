/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of tile.h, which states the conventions: the domain. */
#ifndef TESSERA_TILE_DOMAIN_H
#define TESSERA_TILE_DOMAIN_H

#include "tile_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the domain ----------------------------------------------------- */

#define TILE_EDGE 4 /* nodes; the edge that tessera-run(1) needs. In files it is 2, 4, 8 or 16 (G1) */

/* The directions of D3Q19 (Qian, d'Humieres and Lallemand, Europhys. Lett. 17, 479, 1992), [direction][axis], numbered
 * as in tessera-tile(5), CLAS: O E W N S T B NE NW SE SW ET EB WT WB NT NB ST SB, where E is +x, N +y and T +z. */
#define TILE_LINKS 19
extern const signed char tile_link[TILE_LINKS][3];

/* The links of one non-solid node that leave through a patch, or that thin walls cut. A node may have one mark for each
 * patch and one for thin walls. A link that leaves the grid through two faces at once is in the marks of both if both
 * have patches, and in none if one has neither patch nor period. The layout is that of the file. */
struct tile_mark {
  uint32_t tile;  /* index of the tile */
  uint16_t node;  /* number of the node in its tile, 0 ... edge^3 - 1 */
  uint16_t patch; /* 1 ... patches: patch[patch - 1] of the domain; 0: thin walls, between two non-solid nodes */
  uint32_t links; /* bit i, 1 ... 18: the link along tile_link[i]; at least one */
};

struct tile_patch {
  char name[32];    /* 1 ... 31 letters, digits, '_' and '-', a letter first; each name once (G4) */
  char face[8];     /* "x-" ... "z+"; "opening": one of the key `openings`, anywhere in the grid (K9) */
  double normal[3]; /* unit vector into the fluid; the library fills it in */
};

/* A link of a non-solid node that a wall cuts. The node behind it is solid or out of the grid, or a mark lists the
 * link. The layout is that of the file, where the index of the tile precedes it. */
struct tile_wall {
  uint16_t node, q;      /* number of the node in its tile; the wall lies at TILE_WALL_Q(q) of the link */
  uint8_t link, surface; /* as in struct tile_wall_at */
};

/* tile_domain_free releases all members. Callers may read them, and change the header. */
struct tile_domain {
  /* All keys and the history. Those that members below repeat are brought up to date by tile_domain_write. */
  struct tile_header header;
  int64_t grid[3];          /* size in nodes, 1 ... 2^31 - 1 each, product below 2^63 */
  int edge;                 /* of tiles, in nodes: 2, 4, 8 or 16 */
  int offset[3];            /* of padded coordinates, 0 ... edge - 1; along a periodic axis also less than its size */
  unsigned periodic;        /* set of axes */
  double dx;                /* size of a voxel in metres; 0: unknown */
  int64_t inside;           /* number of voxels that count, such as those of a core in its box (K6); 0: all */
  int64_t pad[6];           /* layers that were added to the image at x- x+ y- y+ z- z+ (K10) */
  int patches;              /* number of patches, at most 1024 */
  struct tile_patch *patch; /* [patches] */
  size_t tiles;             /* number of tiles, at most 2^31 - 1 */
  size_t words;             /* number of 64-bit words of a mask: ceil(edge^3 / 64) */
  int32_t (*coord)[3];      /* [tiles][axis], coordinates of tiles, each triple once */
  uint64_t *mask;           /* [tiles][words], bit n: node n is non-solid; bits from edge^3 on are 0 */
  size_t marks;             /* number of marks */
  struct tile_mark *mark;   /* [marks], sorted by tile, node and patch */
  size_t walls;             /* number of walls */
  struct tile_wall *wall;   /* [walls], sorted by tile, node and link */
  size_t *wall_begin;       /* [tiles + 1], index of the first wall of each tile; NULL: without wall distances */
};

/* Releases the members and zeroes *d. */
void tile_domain_free(struct tile_domain *d);

/* The number of non-solid nodes. */
int64_t tile_domain_nonsolid(const struct tile_domain *d);

/* The number of tiles along each axis that the padded grid spans, stored or not. */
void tile_domain_span(const struct tile_domain *d, int64_t span[3]);

/* The coordinates of a node in the grid. false: the node lies outside the grid, and at[] has no meaning. */
bool tile_domain_node(const struct tile_domain *d, size_t tile, int node, int64_t at[3]);

/* Finds tiles by their coordinates. The domain must live until tile_lookup_free, with its tiles unchanged. */
struct tile_lookup {
  size_t slots;    /* number of slots */
  int32_t *slot;   /* [slots], index of a tile, -1: none */
  int64_t span[3]; /* one slot for each tile of this span, x fastest; 0: a hash table, slots is a power of two */
  const struct tile_domain *domain; /* not owned */
};

/* Makes the lookup of a domain. Memory: at most 32 bytes for each tile. TILE_REJECTED: two tiles have the same
 * coordinates. */
int tile_lookup_make(struct tile_lookup *l, const struct tile_domain *d, struct tile_error *e);

/* The index of the tile at these coordinates, which may be any; -1: none is stored. */
int64_t tile_lookup_tile(const struct tile_lookup *l, const int32_t coord[3]);

/* The tile and the number of the node at `at`, which must lie in the grid. false: the node is solid, and *tile and
 * *node have no meaning. */
bool tile_lookup_node(const struct tile_lookup *l, const int64_t at[3], size_t *tile, int *node);

/* Releases the slots and zeroes *l; the domain remains. */
void tile_lookup_free(struct tile_lookup *l);

/* A tile and those around it: the index of the one that is dx, dy, dz tiles away, -1, 0 or 1 each. */
#define TILE_WAYS 27
#define TILE_WAY(dx, dy, dz) (13 + (dx) + 3 * (dy) + 9 * (dz))

/* Allocates *map: [tiles][TILE_WAYS], the index of each neighbour at TILE_WAY, -1: none is stored. The caller releases
 * it with free(3); on failure it is NULL. Neighbours are found across the seam of a periodic axis if its size is a
 * multiple of the edge, and else not: there the seam cuts tiles. Uses OpenMP. TILE_REJECTED: two tiles have the same
 * coordinates. */
int tile_neighbours(const struct tile_domain *d, int32_t (**map)[TILE_WAYS], struct tile_error *e);

#ifdef __cplusplus
}
#endif

#endif
