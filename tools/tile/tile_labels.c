/* SPDX-License-Identifier: BSD-3-Clause */
#include "tile_labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float number_of(const char *name)
{
  char *end;
  const float value = strtof(name, &end);
  return end > name && !*end && isfinite(value) ? value : NAN;
}

int labels_begin(struct tile_labels *l, unsigned char *class, const int64_t grid[3], const struct tile_header *h,
                 struct tile_error *e)
{
  *l = (struct tile_labels){.class = class};
  memcpy(l->grid, grid, sizeof l->grid);
  if (!class)
    return TILE_OK;
  char *copy = strdup(tile_header_get(h, "classes")), *rest = copy, *word;
  if (!copy)
    return tile_fail_memory(e, 0, "the labels");
  for (int i = 0; i < 256 && (word = strsep(&rest, " ")); i++)
    l->number[i] = number_of(word);
  free(copy);
  return TILE_OK;
}

int labels_add(const struct tile_labels *l, struct node_values *v, struct tile_error *e)
{
  const struct tile_domain *d = v->domain;
  float *column;
  if (!l->class)
    return TILE_OK;
  if (node_values_add(v, "label", "1", &column, e))
    return e->code;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (size_t w = 0; w < d->words; w++)
      for (uint64_t left = d->mask[tile * d->words + w]; left; left &= left - 1, column++) {
        int64_t at[3];
        if (tile_domain_node(d, tile, (int)w * 64 + __builtin_ctzll(left), at))
          *column = l->number[l->class[at[0] + l->grid[0] * (at[1] + l->grid[1] * at[2])]];
      }
  return TILE_OK;
}

void labels_free(struct tile_labels *l)
{
  free(l->class);
  *l = (struct tile_labels){0};
}
