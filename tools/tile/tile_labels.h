/* SPDX-License-Identifier: BSD-3-Clause */
/* From the classes of a voxel stream (tessera-tile(5), V2) to the value `label` of the nodes of its domain. */
#ifndef TILE_LABELS_H
#define TILE_LABELS_H

#include "node_values.h"

struct tile_labels {
  unsigned char *class; /* [nz][ny][nx]; NULL: the stream has one class that is not solid */
  int64_t grid[3];
  float number[256]; /* of the label that a class has; NaN: its name is none */
};

/* Takes over the classes that tile_bits_read_classes made. Errors: memory. */
int labels_begin(struct tile_labels *l, unsigned char *class, const int64_t grid[3], const struct tile_header *h,
                 struct tile_error *e);
/* Adds the value to *v; nothing without classes. */
int labels_add(const struct tile_labels *l, struct node_values *v, struct tile_error *e);
void labels_free(struct tile_labels *l);

#endif
