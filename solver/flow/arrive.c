#include "arrive.h"

#define SCALAR double
#define REAL double
#define SITE(name) name##_incoming
#define SITE_FUNC static inline __attribute__((unused))
#include "site.h"
#include "boundary_plane.h"
#include "wall_links.h"
#include "boundary_conditions.h"

/* Returns the first wall link of a column that an interpolated wall cuts, or NULL. *links becomes the bits of all such
 * links of the column. */
static const struct lbm_wall_link *cuts_of(const struct lbm_geometry *g, size_t tile, int column, unsigned *links)
{
  const struct lbm_wall_link *first = NULL;
  *links = 0;
  for (size_t c = g->wall_link_begin ? g->wall_link_begin[tile] : 0;
       g->wall_link_begin && c < g->wall_link_begin[tile + 1]; c++)
    if (LBM_WALL_LINK_COLUMN(g->wall_link[c].at) == column) {
      first = first ? first : g->wall_link + c;
      *links |= 1u << LBM_WALL_LINK_LINK(g->wall_link[c].at);
    }
  return first;
}

static double sum_of(const double f[LBM_Q])
{
  double sum = 0;
  for (int i = 0; i < LBM_Q; i++)
    sum += f[i];
  return sum;
}

static void add_gain(struct lbm_gain *to, double mass, uint32_t links)
{
  to->mass += mass;
  to->links += __builtin_popcount(links);
}

/* A column of a tile, with the conditions of the next time step. */
struct column {
  const struct lbm *flow;
  const struct lbm_geometry *geometry;
  const struct lbm_condition *condition;
  size_t tile;
  int column;
};

/* Applies the boundary conditions of a column that come before interpolated walls, or those that come after them, and
 * adds the mass that each brings. */
static void close_column(const struct column *c, bool after, double f[LBM_Q], struct lbm_gain *gain)
{
  const struct lbm_geometry *g = c->geometry;
  const struct rates_incoming k = rates_of_incoming(&c->flow->task.rates);
  for (size_t n = g->boundary_begin[c->tile]; n < g->boundary_begin[c->tile + 1]; n++) {
    const struct lbm_boundary_node *s = g->boundary + n;
    if (s->column != c->column || (s->boundary > LBM_INTERPOLATED) != after)
      continue;
    const double before = sum_of(f);
    close_node_incoming(f, s, c->condition + s->patch, &k, (int)c->flow->setup.equilibrium);
    if (gain)
      add_gain(gain + lbm_patch_of(g, s->patch), sum_of(f) - before, s->links);
  }
}

/* Applies interpolated walls. They bring mass, as the populations that bounce back differ from those that left. */
static void close_walls(const struct lbm_wall_link *cut, unsigned links, enum lbm_walls walls, double *h,
                        double f[LBM_Q], struct lbm_gain *gain)
{
  const double before = h ? sum_of(f) - sum_of(h) : 0;
  close_cuts_incoming(f, cut, links, (int)walls);
  if (!h)
    return;
  restore_cuts_incoming(h, cut, links, (int)walls);
  if (gain)
    add_gain(gain, sum_of(f) - sum_of(h) - before, links);
}

void lbm_arrive(const struct lbm *l, const struct lbm_geometry *g, const struct lbm_condition *condition, size_t tile,
                int node, double h[LBM_Q], double f[LBM_Q], struct lbm_gain *gain)
{
  const struct column c = {l, g, condition, tile, lbm_column(g, tile, node)};
  unsigned links;
  const struct lbm_wall_link *cut = cuts_of(g, tile, c.column, &links);
  close_column(&c, false, f, gain);
  if (cut)
    close_walls(cut, links, g->walls, h, f, gain ? gain + g->domain->patches : NULL);
  close_column(&c, true, f, gain);
}
