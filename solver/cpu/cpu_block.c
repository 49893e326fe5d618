#include "cpu_block.h"

#include <string.h>

#define SCALAR double
#define SITE(name) name##_node
#define SITE_FUNC static inline __attribute__((unused))
#include "cut_links.h"

static void begin_block(struct lbm_block *b, const struct lbm_geometry *g, size_t tile)
{
  b->mask = g->domain->mask[tile];
  b->nodes = 0;
  for (uint64_t mask = b->mask; mask; mask &= mask - 1)
    b->column[b->nodes++] = lbm_column(g, tile, __builtin_ctzll(mask));
}

/* Populations that are away went where their opposites came from. */
static size_t away_from(const struct lbm_geometry *g, size_t tile, int node, int column, int i)
{
  const size_t list = g->list[tile], entries = g->list[tile + 1] - list;
  if (!entries || !i)
    return i ? lbm_source(g, tile, node, lbm_opposite[i]) : g->base[tile] + (size_t)column;
  const size_t at = list + (size_t)(lbm_opposite[i] - 1) * (entries / (LBM_Q - 1)) + (size_t)column;
  return g->base[tile] + (size_t)(ptrdiff_t)g->source[at];
}

static void move_away(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile, bool out)
{
  int n = 0;
  for (uint64_t mask = b->mask; mask; mask &= mask - 1, n++)
    for (int i = 0; i < LBM_Q; i++) {
      const size_t at = away_from(v->geometry, tile, __builtin_ctzll(mask), b->column[n], i);
      if (out)
        lbm_load(v->precision, &b->f[i][b->column[n]], v->values, at, 1);
      else
        lbm_store(v->precision, v->values, at, &b->f[i][b->column[n]], 1);
    }
}

static void move_rows(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile, bool out)
{
  const size_t base = v->geometry->base[tile], stride = lbm_stride(v->geometry, tile);
  for (size_t i = 0; i < LBM_Q; i++)
    if (out)
      lbm_load(v->precision, b->f[i], v->values, base + i * stride, stride);
    else
      lbm_store(v->precision, v->values, base + i * stride, b->f[i], stride);
}

static void move_block(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile, bool out)
{
  (v->away ? move_away : move_rows)(b, v, tile, out);
}

/* Between what is stored of links that walls cut and what the collision left: sign 1; back: -1. No value is both read and
 * changed, as of a pair of links at most one is here. */
static void change_cuts(struct lbm_block *b, const struct lbm_geometry *g, size_t tile, double sign)
{
  const struct lbm_cut *c = g->cut_begin ? g->cut + g->cut_begin[tile] : NULL,
                       *end = g->cut_begin ? g->cut + g->cut_begin[tile + 1] : NULL;
  for (; c < end; c++)
    b->f[LBM_CUT_LINK(c->at)][LBM_CUT_COLUMN(c->at)] +=
        sign * kappa_node(c->q) * b->f[LBM_CUT_BACK(c->at)][LBM_CUT_COLUMN(c->at)];
}

void lbm_block_read(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile)
{
  begin_block(b, v->geometry, tile);
  move_block(b, v, tile, true);
  change_cuts(b, v->geometry, tile, 1);
}

void lbm_block_write(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile)
{
  change_cuts(b, v->geometry, tile, -1);
  move_block(b, v, tile, false);
}
