#include "shear.h"

#include "flow.h"
#include "wall_plane.h"

#include <omp.h>
#include <stdlib.h>

#define SCALAR double
#define REAL double
#define SITE(name) name##_shear
#define SITE_FUNC static inline __attribute__((unused))
#include "site.h"

/* ---- the stress of a node --------------------------------------------------- */

static double stress_of(double stress[3][3], const struct lbm *l, const double f[LBM_Q])
{
  const struct rates_shear k = rates_of_shear(&l->task.rates);
  const int model = (int)l->setup.equilibrium;
  const double part = 1 - 0.5 * k.even, pushed = model == LBM_STOKES ? 0 : 0.5;
  struct sums_shear s;
  struct moments_shear m;
  double equilibrium[LBM_Q];
  add_up_shear(&s, f);
  measure_shear(&m, f, &s, &k, model);
  equilibrium_shear(equilibrium, &m, model);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      double sum = pushed * (m.u[a] * k.force[b] + m.u[b] * k.force[a]);
      for (int i = 1; i < LBM_Q; i++)
        sum += lbm_c[i][a] * lbm_c[i][b] * (f[i] - equilibrium[i]);
      stress[a][b] = -part * sum;
    }
  return m.rho;
}

/* Returns density - 1. */
static double stress_at(double stress[3][3], const struct lbm_incoming *a, const struct lbm_place *p)
{
  double h[LBM_Q], f[LBM_Q];
  lbm_incoming_node(a, p->tile, p->node, h, f);
  return stress_of(stress, a->flow, f);
}

/* ---- at the wall ------------------------------------------------------------ */

/* Returns the link into the fluid that is nearest to the normal, or 0 if there is none. *to becomes the node at its
 * end, *depth its length along the normal. */
static int inward_link(const struct lbm_incoming *a, const struct lbm_wall_node *n, uint32_t closed,
                       struct lbm_place *to, double *depth)
{
  int best = 0;
  double most = 0.7; /* cosine of the angle between link and normal */
  for (int i = 1; i < LBM_Q; i++) {
    const double along = lbm_dot(n->normal, lbm_c[i]), length = sqrt(lbm_square(lbm_c[i]));
    struct lbm_place there;
    if (closed >> i & 1 || along / length <= most || !lbm_place_beside(a, &n->place, i, &there))
      continue;
    most = along / length;
    *depth = along;
    *to = there;
    best = i;
  }
  return best;
}

static void extrapolate(double stress[3][3], const struct lbm_incoming *a, const struct lbm_wall_node *n,
                        uint32_t closed)
{
  struct lbm_place next;
  double inner[3][3], depth;
  if (!inward_link(a, n, closed, &next, &depth))
    return;
  stress_at(inner, a, &next);
  for (int i = 0; i < 9; i++)
    stress[i / 3][i % 3] += n->distance / depth * (stress[i / 3][i % 3] - inner[i / 3][i % 3]);
}

static void drag(struct lbm_wall_node *n, double stress[3][3])
{
  double along = 0;
  for (int a = 0; a < 3; a++) {
    n->shear[a] = 0;
    for (int b = 0; b < 3; b++)
      n->shear[a] += stress[a][b] * n->normal[b];
    along += n->shear[a] * n->normal[a];
  }
  for (int a = 0; a < 3; a++)
    n->shear[a] -= along * n->normal[a];
}

/* ---- all nodes -------------------------------------------------------------- */

/* Fills *n, whose place is set. Returns false if the wall has no normal. */
static bool fill(struct lbm_wall_node *n, const struct lbm_incoming *a, const struct lbm_walls_at *w)
{
  double stress[3][3];
  if (!lbm_wall_plane(n, a, w))
    return false;
  n->density = stress_at(stress, a, &n->place);
  extrapolate(stress, a, n, w->links);
  drag(n, stress);
  return true;
}

/* Fills `node` with the nodes of a tile beside walls, and returns their number. If node is NULL it counts them
 * alone. */
static size_t of_tile(const struct lbm_incoming *a, size_t tile, struct lbm_wall_node *node, size_t *undefined)
{
  const struct tile_domain *d = a->flow->domain;
  size_t count = 0;
  for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1) {
    struct lbm_wall_node n = {.place = {.tile = tile, .node = __builtin_ctzll(mask)}};
    struct lbm_walls_at w;
    tile_domain_node(d, tile, n.place.node, n.place.at);
    lbm_walls_around(a, &n.place, &w);
    if (!w.links)
      continue;
    if (node && fill(&n, a, &w))
      node[count++] = n;
    else if (node)
      ++*undefined;
    else
      count++;
  }
  return count;
}

/* Closes the gaps between tiles: begin has room for all nodes beside walls, made has the number of nodes that have a
 * normal. */
static void close_ranks(struct lbm_wall_nodes *w, const size_t *begin, const size_t *made, size_t tiles)
{
  for (size_t t = 0; t < tiles; t++)
    for (size_t n = 0; n < made[t]; n++)
      w->node[w->count++] = w->node[begin[t] + n];
}

static int fill_all(struct lbm_wall_nodes *w, const struct lbm_incoming *a, size_t *begin, size_t *made,
                    struct tile_error *e)
{
  const size_t tiles = a->flow->domain->tiles;
  const int set = a->flow->setup.threads, threads = set ? set : omp_get_max_threads();
  size_t undefined = 0;
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
  for (size_t t = 0; t < tiles; t++)
    begin[t + 1] = of_tile(a, t, NULL, NULL);
  for (size_t t = 0; t < tiles; t++)
    begin[t + 1] += begin[t];
  w->node = tile_alloc(begin[tiles], sizeof *w->node);
  if (!w->node)
    return tile_fail_memory(e, begin[tiles] * sizeof *w->node, "the nodes beside walls");
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads) reduction(+ : undefined)
  for (size_t t = 0; t < tiles; t++)
    made[t] = of_tile(a, t, w->node + begin[t], &undefined);
  w->undefined = undefined;
  close_ranks(w, begin, made, tiles);
  return 0;
}

int lbm_wall_nodes_make(struct lbm_wall_nodes *w, const struct lbm_incoming *a, struct tile_error *e)
{
  const size_t tiles = a->flow->domain->tiles;
  size_t *begin = tile_alloc(tiles + 1, sizeof *begin), *made = tile_alloc(tiles, sizeof *made);
  *w = (struct lbm_wall_nodes){0};
  const int code =
      begin && made ? fill_all(w, a, begin, made, e) : tile_fail_memory(e, 2 * tiles * sizeof *begin, "sums per tile");
  free(begin);
  free(made);
  return code;
}

void lbm_wall_nodes_free(struct lbm_wall_nodes *w)
{
  free(w->node);
  *w = (struct lbm_wall_nodes){0};
}
