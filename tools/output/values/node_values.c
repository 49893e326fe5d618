/* SPDX-License-Identifier: BSD-3-Clause */
#include "node_values.h"

#include "nodes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t nonsolid(const struct node_values *v)
{
  return v->begin[v->domain->tiles];
}

int node_values_begin(struct node_values *v, const struct tile_domain *d, struct tile_error *e)
{
  *v = (struct node_values){.domain = d};
  return tile_domain_begin(&v->begin, d, e);
}

void node_values_free(struct node_values *v)
{
  for (int i = 0; i < v->count; i++)
    free(v->column[i]);
  free(v->begin);
  *v = (struct node_values){0};
}

int node_values_find(const struct node_values *v, const char *name)
{
  for (int i = 0; i < v->count; i++)
    if (!strcmp(v->value[i].name, name))
      return i;
  return -1;
}

const char *node_values_title(const char *name)
{
  static const char *const radii[][2] = {{"thickness", "thickness radius"}, {"intrusion", "intrusion radius"}};
  for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
    if (!strcmp(radii[i][0], name))
      return radii[i][1];
  return name;
}

static int append(struct node_values *v, const char *name, struct tile_error *e)
{
  if (v->count == TILE_VALUES_LIMIT)
    return tile_fail(e, TILE_REJECTED, "%s: nodes have at most %d values", name, TILE_VALUES_LIMIT);
  v->column[v->count] = tile_alloc(nonsolid(v), sizeof **v->column);
  if (!v->column[v->count])
    return tile_fail_memory(e, nonsolid(v) * sizeof **v->column, "the values of nodes");
  snprintf(v->value[v->count].name, sizeof v->value->name, "%s", name);
  v->count++;
  return TILE_OK;
}

int node_values_add(struct node_values *v, const char *name, const char *unit, float **column, struct tile_error *e)
{
  int i = node_values_find(v, name);
  if (i < 0 && append(v, name, e))
    return e->code;
  i = i < 0 ? v->count - 1 : i;
  snprintf(v->value[i].unit, sizeof v->value->unit, "%s", unit);
  for (size_t at = 0; at < nonsolid(v); at++)
    v->column[i][at] = NAN;
  *column = v->column[i];
  return TILE_OK;
}

size_t node_values_place(const struct node_values *v, size_t tile, int node)
{
  return v->begin[tile] + tile_domain_rank(v->domain, tile, node);
}

/* ---- files ---- */

static int take(void *self, size_t tile, void *data, struct tile_error *e)
{
  const struct node_values *v = self;
  const float *row = data;
  (void)e;
  for (size_t at = v->begin[tile]; at < v->begin[tile + 1]; at++)
    for (int i = 0; i < v->read; i++)
      v->column[i][at] = *row++;
  return TILE_OK;
}

static int give(void *self, size_t tile, void *data, struct tile_error *e)
{
  const struct node_values *v = self;
  float *row = data;
  (void)e;
  for (size_t at = v->begin[tile]; at < v->begin[tile + 1]; at++)
    for (int i = 0; i < v->count; i++)
      *row++ = v->column[i][at];
  return TILE_OK;
}

static struct tile_array array_of(struct node_values *v,
                                  int (*move)(void *self, size_t tile, void *data, struct tile_error *e))
{
  return (struct tile_array){"VALS", (size_t)v->count * sizeof(float), move, v, false};
}

int node_values_reading(struct node_values *v, struct tile_array *array, size_t *count, struct tile_error *e)
{
  struct tile_value value[TILE_VALUES_LIMIT];
  int values;
  float *column;
  *count = 0;
  if (tile_values_read(value, &values, &v->domain->header, e))
    return e->code;
  for (int i = 0; i < values; i++)
    if (node_values_add(v, value[i].name, value[i].unit, &column, e))
      return e->code;
  v->read = v->count;
  *array = array_of(v, take);
  *count = v->count > 0;
  return TILE_OK;
}

int node_values_writing(struct node_values *v, struct tile_header *h, struct tile_array *array, size_t *count,
                        struct tile_error *e)
{
  *array = array_of(v, give);
  *count = v->count > 0;
  return tile_values_set(h, v->value, v->count, e);
}

char *node_values_names(char text[NODE_VALUES_TEXT], const struct node_values *v)
{
  strcpy(text, v->count ? "" : "none");
  for (int i = 0; i < v->count; i++)
    sprintf(text + strlen(text), "%s%s", i ? ", " : "", v->value[i].name);
  return text;
}
