/* Populations of links that interpolated walls cut: conversions between stored populations and those after the
 * collision (wall_links.h). */
#include "flow.h"

#define SCALAR double
#define SITE(name) name##_cut
#define SITE_FUNC static inline __attribute__((unused))
#include "wall_links.h"

typedef void change(double f[LBM_Q], const struct lbm_wall_link *cut, unsigned links, int walls);

/* The rank of the node of a column among the non-solid nodes of its tile. */
static size_t rank_of(const struct lbm *l, size_t tile, int column)
{
  return lbm_layouts[l->setup.layout].sparse
             ? (size_t)column
             : (size_t)__builtin_popcountll(l->domain->mask[tile] & (((uint64_t)1 << column) - 1));
}

static void change_tile(const struct lbm *l, size_t number, void *all, change *to)
{
  size_t tile;
  const struct lbm_local *local = lbm_local_of(l, number, &tile);
  const struct lbm_geometry *g = &local->geometry;
  const struct lbm_wall_link *end = g->wall_link_begin ? g->wall_link + g->wall_link_begin[tile + 1] : NULL;
  double f[LBM_Q];
  for (const struct lbm_wall_link *c = g->wall_link_begin ? g->wall_link + g->wall_link_begin[tile] : NULL, *first = c;
       c < end; first = c) {
    const int column = LBM_WALL_LINK_COLUMN(c->at);
    const size_t n = rank_of(l, number, column);
    unsigned links = 0;
    for (; c < end && LBM_WALL_LINK_COLUMN(c->at) == column; c++)
      links |= 1u << LBM_WALL_LINK_LINK(c->at);
    lbm_load_node(l, f, all, n);
    to(f, first, links, (int)g->walls);
    lbm_store(l->setup.precision, all, n * LBM_Q, f, LBM_Q);
  }
}

int lbm_get_restored(struct lbm *l, size_t tile, void *all, struct tile_error *e)
{
  if (lbm_get_populations(l, tile, all, e))
    return e->code;
  change_tile(l, tile, all, restore_cuts_cut);
  return 0;
}

void lbm_store_cuts(const struct lbm *l, size_t tile, void *all)
{
  change_tile(l, tile, all, store_cuts_cut);
}
