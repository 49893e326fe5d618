/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves of measures, values that they leave at nodes, and numbers as the reports print them. */
#include "stats_pores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct stats_curve *stats_add_curve(struct stats_pores *p, int count, struct tile_error *e)
{
  struct stats_curve *c = p->curve + p->curves;
  *c = (struct stats_curve){.count = count, .x = tile_alloc((size_t)count, sizeof *c->x)};
  c->y = tile_alloc((size_t)count, sizeof *c->y);
  if (c->x && c->y) {
    p->curves++;
    return c;
  }
  tile_fail_memory(e, (size_t)count * sizeof *c->x, "a curve");
  free(c->x);
  free(c->y);
  return NULL;
}

int stats_keep(const struct stats_pores *p, const char *name, const char *unit, stats_value *of, const void *from,
               struct tile_error *e)
{
  float *column;
  if (!p->values)
    return TILE_OK;
  if (node_values_add(p->values, name, unit, &column, e))
    return e->code;
  const struct tile_domain *d = p->values->domain;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (size_t w = 0; w < d->words; w++)
      for (uint64_t left = d->mask[tile * d->words + w]; left; left &= left - 1) {
        int64_t at[3];
        if (tile_domain_node(d, tile, (int)w * 64 + __builtin_ctzll(left), at))
          *column = of(from, (size_t)(at[0] + p->grid[0] * (at[1] + p->grid[1] * at[2])));
        column++;
      }
  return TILE_OK;
}

char *stats_length_text(char text[STATS_LENGTH_TEXT], const struct stats_pores *p, double voxels)
{
  char metres[TILE_REAL_TEXT] = "";
  if (p->dx > 0)
    snprintf(text, STATS_LENGTH_TEXT, "%.4g voxels (%s)", voxels, cli_length_text(metres, voxels * p->dx));
  else
    snprintf(text, STATS_LENGTH_TEXT, "%.4g voxels", voxels);
  return text;
}

char *stats_cell(char text[REPORT_REAL], double value)
{
  return isfinite(value) ? report_real(text, 9, value) : strcpy(text, "");
}
