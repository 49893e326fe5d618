/* SPDX-License-Identifier: BSD-3-Clause */
/* Connections along links of D3Q19 in a tile of edge 4, whose nodes are the bits of a word. */
#ifndef NODES_JOINED_H
#define NODES_JOINED_H

#include <stdint.h>

enum { TILE_PIECES = 64 }; /* most pieces of one tile */

/* Nodes whose coordinate along an axis is k; 0 if k is out of range. */
uint64_t nodes_layer(int axis, int k);
/* Nodes of the tile `way` tiles away at which links of `nodes` end. */
uint64_t nodes_reached(uint64_t nodes, const int way[3]);
/* Splits a mask into its pieces, sets of nodes connected within the tile, in the order of their first nodes. Returns
 * the number of pieces. */
int nodes_split(uint64_t mask, uint64_t piece[TILE_PIECES]);

#endif
