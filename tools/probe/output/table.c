/* SPDX-License-Identifier: BSD-3-Clause */
#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int table_make(struct table *t, const struct table_column *columns, size_t width, size_t rows, struct tile_error *e)
{
  *t = (struct table){columns, width, rows, tile_alloc(rows, width * sizeof *t->value)};
  return t->value ? 0 : tile_fail_memory(e, rows * width * sizeof *t->value, "a table");
}

void table_free(struct table *t)
{
  free(t->value);
  *t = (struct table){0};
}

static double cell(const struct table *t, size_t row, size_t column)
{
  return t->value[row * t->width + column];
}

/* ---- text ---- */

static void cell_text(const struct table *t, size_t row, size_t column, char text[TILE_REAL_TEXT])
{
  double value = cell(t, row, column);
  if (!isfinite(value))
    strcpy(text, "-");
  else if (t->columns[column].flag)
    strcpy(text, value != 0 ? "yes" : "no");
  else
    snprintf(text, TILE_REAL_TEXT, "%.6g", value);
}

static bool known(const struct table *t, size_t column)
{
  for (size_t row = 0; row < t->rows; row++)
    if (isfinite(cell(t, row, column)))
      return true;
  return t->rows == 0;
}

/* Characters of the widest cell; 0: the column is omitted. */
static int width_of(const struct table *t, size_t column)
{
  if (!known(t, column))
    return 0;
  size_t widest = strlen(t->columns[column].title);
  for (size_t row = 0; row < t->rows; row++) {
    char text[TILE_REAL_TEXT];
    cell_text(t, row, column, text);
    widest = strlen(text) > widest ? strlen(text) : widest;
  }
  return (int)widest;
}

void table_text(const struct table *t, FILE *out)
{
  int width[t->width];
  for (size_t c = 0; c < t->width; c++) {
    width[c] = width_of(t, c);
    if (width[c])
      fprintf(out, "  %*s", width[c], t->columns[c].title);
  }
  putc('\n', out);
  for (size_t row = 0; row < t->rows; row++) {
    for (size_t c = 0; c < t->width; c++) {
      char text[TILE_REAL_TEXT];
      cell_text(t, row, c, text);
      if (width[c])
        fprintf(out, "  %*s", width[c], text);
    }
    putc('\n', out);
  }
}

/* ---- CSV: an unknown value is an empty cell ---- */

void table_csv(const struct table *t, FILE *out)
{
  for (size_t c = 0; c < t->width; c++)
    fprintf(out, "%s%s", c ? "," : "", t->columns[c].key);
  putc('\n', out);
  for (size_t row = 0; row < t->rows; row++) {
    for (size_t c = 0; c < t->width; c++) {
      char text[TILE_REAL_TEXT];
      double value = cell(t, row, c);
      fprintf(out, "%s%s", c ? "," : "", isfinite(value) ? tile_real_text(text, value) : "");
    }
    putc('\n', out);
  }
}

/* ---- JSON ---- */

void table_json(const struct table *t, struct json *j, const char *key)
{
  json_open(j, key, '[');
  for (size_t row = 0; row < t->rows; row++) {
    json_open(j, NULL, '{');
    for (size_t c = 0; c < t->width; c++) {
      double value = cell(t, row, c);
      if (t->columns[c].flag && isfinite(value))
        json_bool(j, t->columns[c].key, value != 0);
      else
        json_real(j, t->columns[c].key, value);
    }
    json_close(j, '}');
  }
  json_close(j, ']');
}
