/* SPDX-License-Identifier: BSD-3-Clause */
/* --where: from a domain and the values of its nodes to the voxels of a part of it. */
#ifndef TILE_WHERE_H
#define TILE_WHERE_H

#include "cli.h"
#include "node_values.h"
#include "tile_voxels.h"

/* NAME OP NUMBER, as "intrusion>=4" or "intrusion>=8um". */
struct where {
  const char *text; /* NULL: all */
  char name[32];
  int operation; /* of a table in tile_where.c */
  struct cli_quantity number;
};
cli_parser where_parse; /* struct where */

/* The domain that the voxels come from, and what its nodes have. */
struct where_part {
  struct tile_domain domain;
  struct node_values values;
  struct tile_lookup lookup;
  char digest[33];
};

/* Reads a domain or a flow, and sets *bits to its nodes where the comparison holds, with their walls. NaN: it does not
 * hold. TILE_USAGE: there are no such values; a length for values that are none. */
int where_read(struct where_part *p, const struct where *w, struct tile_bits *bits, FILE *in, const char *name,
               struct tile_error *e);

/* Gives *v, which is empty and of a domain made of these voxels, the values of its nodes. */
int where_carry(struct node_values *v, const struct where_part *p, struct tile_error *e);
void where_free(struct where_part *p);

#endif
