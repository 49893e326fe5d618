/* SPDX-License-Identifier: BSD-3-Clause */
/* A table of numbers, printed as aligned text, as CSV, or as a JSON array of objects. */
#ifndef TABLE_H
#define TABLE_H

#include "cli.h"

struct table_column {
  const char *key;   /* in CSV and JSON: "ux_m_s" */
  const char *title; /* in text: "ux (m/s)" */
  bool flag;         /* 0 or 1: yes or no in text, false or true in JSON */
};

struct table {
  const struct table_column *columns;
  size_t width;
  size_t rows;
  double *value; /* rows * width; NaN: unknown */
};

int table_make(struct table *t, const struct table_column *columns, size_t width, size_t rows, struct tile_error *e);
void table_free(struct table *t);

/* Columns that are unknown in every row are omitted. */
void table_text(const struct table *t, FILE *out);
void table_csv(const struct table *t, FILE *out);
void table_json(const struct table *t, struct json *j, const char *key);

#endif
