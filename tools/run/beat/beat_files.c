/* SPDX-License-Identifier: BSD-3-Clause */
#include "beat_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More are a slip of the keyboard. */
enum { MOST_BEATS = 1000000 };

int beat_goal_parse(void *to, const char *value, struct tile_error *e)
{
  static const char word[] = "periodic:";
  struct beat_goal *g = to;
  char copy[64], *comma;
  *g = (struct beat_goal){.most = 100};
  if (strncmp(value, word, sizeof word - 1))
    return cli_whole(&g->most, value, 1, MOST_BEATS, e);
  if ((size_t)snprintf(copy, sizeof copy, "%s", value + sizeof word - 1) >= sizeof copy)
    return tile_fail(e, TILE_USAGE, "value too long; expected N or periodic:EPS");
  if ((comma = strchr(copy, ',')))
    *comma++ = 0;
  if (cli_positive(&g->periodic, copy, e) || (comma && cli_whole(&g->most, comma, 1, MOST_BEATS, e)))
    return e->code;
  return g->periodic < 1 ? 0 : tile_fail(e, TILE_USAGE, "expected a relative change above 0 and below 1");
}

/* ---- checkpoints ------------------------------------------------------------------ */

void beat_restore(struct lbm_beat *b, const struct node_values *v)
{
  bool all = b->parameters->beat.taken > 0;
  for (int c = 0; c < LBM_BEAT_COLUMNS; c++)
    all = all && node_values_find(v, lbm_beat_column_name[c]) >= 0;
  if (!all) {
    if (b->parameters->beat.taken)
      cli_say("the input holds a part of a beat without its sums: averages begin anew");
    b->parameters->beat.taken = 0;
    b->parameters->beat.has_before = false;
    return;
  }
  for (int c = 0; c < LBM_BEAT_COLUMNS; c++)
    memcpy(b->column[c] + b->map.from, v->column[node_values_find(v, lbm_beat_column_name[c])] + b->map.from,
           (b->map.to - b->map.from) * sizeof *b->column[c]);
}

int beat_values(struct node_values *v, const struct lbm_beat *b, struct tile_error *e)
{
  if (node_values_begin(v, b->domain, e))
    return e->code;
  for (v->count = 0; v->count < LBM_BEAT_COLUMNS; v->count++) {
    snprintf(v->value[v->count].name, sizeof v->value->name, "%s", lbm_beat_column_name[v->count]);
    strcpy(v->value[v->count].unit, "1");
    v->column[v->count] = b->column[v->count];
  }
  return 0;
}

/* ---- the average -------------------------------------------------------------------- */

static const struct {
  const char *name;
  enum lbm_quantity quantity;
  double power; /* of the unit */
  const char *unit;
} shown[LBM_INDICES] = {[LBM_INDEX_TAWSS] = {"tawss", LBM_PRESSURE, 1, "Pa"},
                        [LBM_INDEX_OSI] = {"osi", LBM_PRESSURE, 0, "1"},
                        [LBM_INDEX_RRT] = {"rrt", LBM_PRESSURE, -1, "1/Pa"},
                        [LBM_INDEX_ECAP] = {"ecap", LBM_PRESSURE, -1, "1/Pa"},
                        [LBM_INDEX_TRANSWSS] = {"transwss", LBM_PRESSURE, 1, "Pa"},
                        [LBM_INDEX_PEAK_TIME] = {"peak-time", LBM_TIME, 1, "s"}};

/* In SI units, or in lattice units where these are not known. */
static int add_index(struct node_values *v, struct lbm_beat *b, enum lbm_index which, struct tile_error *e)
{
  const double unit = pow(lbm_unit(&b->parameters->units, shown[which].quantity), shown[which].power);
  float *column;
  if (node_values_add(v, shown[which].name, isfinite(unit) ? shown[which].unit : "1", &column, e))
    return e->code;
  lbm_beat_index(column, b, which);
  for (size_t n = b->map.from; n < b->map.to && isfinite(unit); n++)
    column[n] = (float)((double)column[n] * unit);
  return 0;
}

int beat_indices(struct node_values *v, struct lbm_beat *b, struct tile_error *e)
{
  int code = node_values_begin(v, b->domain, e);
  for (int i = 0; i < LBM_INDICES && !code; i++)
    code = add_index(v, b, (enum lbm_index)i, e);
  return code;
}

static int give_means(void *self, size_t tile, void *data, struct tile_error *e)
{
  const struct beat_means *m = self;
  const double taken = 3 * lbm_pressure_taken(&m->beat->parameters->setup, m->beat->domain->patches);
  double mean[4];
  (void)e;
  for (size_t n = m->values->begin[tile]; n < m->values->begin[tile + 1]; n++) {
    lbm_beat_mean(mean, m->beat, n);
    mean[0] -= taken;
    lbm_store(lbm_fields_precision(m->beat->parameters->setup.precision), data, 4 * (n - m->values->begin[tile]), mean,
              4);
  }
  return 0;
}

int beat_velocity(float *velocity[3], const struct lbm_beat *b, struct tile_error *e)
{
  double mean[4];
  for (int a = 0; a < 3; a++)
    if (!(velocity[a] = tile_alloc(b->map.nodes, sizeof *velocity[a])))
      return tile_fail_memory(e, b->map.nodes * sizeof *velocity[a], "the mean velocity");
  for (size_t n = 0; n < b->map.nodes; n++) {
    lbm_beat_mean(mean, b, n);
    for (int a = 0; a < 3; a++)
      velocity[a][n] = (float)mean[1 + a];
  }
  return 0;
}

struct tile_array beat_means(struct beat_means *m)
{
  const enum lbm_precision p = lbm_fields_precision(m->beat->parameters->setup.precision);
  return (struct tile_array){"FLDS", 4 * lbm_value_bytes_of(p), give_means, m, false};
}
