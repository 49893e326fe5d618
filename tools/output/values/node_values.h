/* SPDX-License-Identifier: BSD-3-Clause */
/* The named values of the nodes of a domain in memory, such as labels or radii: a column for each name. */
#ifndef NODE_VALUES_H
#define NODE_VALUES_H

#include "memory.h"
#include "tile_file.h"

/* Zeroed and with a domain: no values. The domain is not owned. */
struct node_values {
  const struct tile_domain *domain;
  int count, read; /* columns, and the first of them that a file has: node_values_reading */
  struct tile_value value[TILE_VALUES_LIMIT];
  float *column[TILE_VALUES_LIMIT]; /* [nonsolid], in the order of tiles, then nodes; NaN: no value */
  size_t *begin;                    /* [tiles + 1], number of non-solid nodes of all tiles before this one */
};

/* Empties *v, for a domain that must live as long. */
int node_values_begin(struct node_values *v, const struct tile_domain *d, struct tile_error *e);
void node_values_free(struct node_values *v);

/* The number of the column of that name; -1: there is none. */
int node_values_find(const struct node_values *v, const char *name);

/* What a value is, for reports and pictures: those that tessera-stats calls thickness and intrusion are radii. */
const char *node_values_title(const char *name);

/* Appends a column of NaN, or clears that of the same name, and sets *column. TILE_REJECTED: there are 32. */
int node_values_add(struct node_values *v, const char *name, const char *unit, float **column, struct tile_error *e);

/* The place in a column of a node of a tile, which is not solid. */
size_t node_values_place(const struct node_values *v, size_t tile, int node);

/* The array with which tile_input_arrays reads the values of a file; its columns are added first. *count 0: the file has
 * none, and *array is not set. */
int node_values_reading(struct node_values *v, struct tile_array *array, size_t *count, struct tile_error *e);

/* Sets the key `values` of a header, and the array with which tile_domain_write writes the columns. *count 0: there are
 * none. */
int node_values_writing(struct node_values *v, struct tile_header *h, struct tile_array *array, size_t *count,
                        struct tile_error *e);

/* "radius, label", for messages; "none". */
enum { NODE_VALUES_TEXT = TILE_VALUES_LIMIT * 34 };
char *node_values_names(char text[NODE_VALUES_TEXT], const struct node_values *v);

#endif
