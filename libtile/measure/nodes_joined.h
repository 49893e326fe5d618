/* The nodes of a tile of edge 4 as bits of a word, and what links of D3Q19 join of them. */
#ifndef NODES_JOINED_H
#define NODES_JOINED_H

#include "tile.h"

enum { TILE_PIECES = 64 }; /* of one tile, at most */

/* Nodes whose coordinate along an axis is k; none where the tile has no such. */
uint64_t nodes_layer(int axis, int k);
/* Nodes of the tile at `way` at which links of `nodes` end. */
uint64_t nodes_reached(uint64_t nodes, const int way[3]);
/* The pieces of a tile that hang together within it, in the order of their first nodes; returns how many. */
int nodes_split(uint64_t mask, uint64_t piece[TILE_PIECES]);

#endif
