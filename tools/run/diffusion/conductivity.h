/* SPDX-License-Identifier: BSD-3-Clause */
/* --conductivity LABEL=VALUE[,...]: from the labels of nodes (tile, voxelize --labels) to their conductivities. */
#ifndef CONDUCTIVITY_H
#define CONDUCTIVITY_H

#include "cli.h"
#include "node_values.h"

cli_parser conductivity_parse; /* struct cli_values: checks one use of the option, and adds it */

struct conductivity {
  int count;
  double label[256], value[256];
  int64_t nodes[256]; /* with the label */
  float *of_node;     /* [nonsolid], as a column of node_values; NULL: 1 everywhere */
  double mean;        /* over the non-solid nodes */
};

/* Reads the options and gives each node its conductivity. Without options nothing but mean = 1. TILE_USAGE: a label
 * twice, one without a conductivity, one that no node has. TILE_REJECTED: the nodes have no labels. */
int conductivity_make(struct conductivity *c, const struct cli_values *given, const struct node_values *v,
                      const char *name, struct tile_error *e);
void conductivity_free(struct conductivity *c);

#endif
