/* Sums over a flow that do not depend on threads. */
#include "flow.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

struct tile_sums {
  double mass, velocity[3], speed, fastest;
};

static void survey_tile(struct lbm *l, size_t tile, struct tile_sums *s)
{
  double all[64 * LBM_Q], f[LBM_Q];
  struct tile_error ignored;
  *s = (struct tile_sums){0};
  if (l->backend->get(l->state, tile, all, &ignored))
    return;
  for (size_t n = 0; n < lbm_nodes_of(l, tile); n++) {
    double field[4];
    lbm_load_node(l, f, all, n);
    lbm_node_fields(l, field, f);
    s->mass += field[0];
    for (int a = 0; a < 3; a++)
      s->velocity[a] += field[1 + a];
    double speed = lbm_speed(field);
    s->speed += speed;
    s->fastest = fmax(s->fastest, speed);
  }
}

int lbm_survey(struct lbm *l, struct lbm_survey *s, struct tile_error *e)
{
  if (l->backend->survey)
    return l->backend->survey(l->state, &l->task, s, e);
  size_t tiles = l->domain->tiles;
  struct tile_sums *part = tile_alloc(tiles, sizeof *part);
  *s = (struct lbm_survey){0};
  if (!part)
    return tile_fail_memory(e, tiles * sizeof *part, "sums per tile");
#pragma omp parallel for schedule(static) num_threads(l->setup.threads ? l->setup.threads : omp_get_max_threads())
  for (size_t t = 0; t < tiles; t++)
    survey_tile(l, t, part + t);
  for (size_t t = 0; t < tiles; t++) {
    s->mass += part[t].mass;
    s->speed += part[t].speed;
    s->fastest = fmax(s->fastest, part[t].fastest);
    for (int a = 0; a < 3; a++)
      s->velocity[a] += part[t].velocity[a];
  }
  free(part);
  return 0;
}
