#include "parabola.h"

#include "behind.h"
#include "comm.h"

#include <stdlib.h>

#define SCALAR double
#define SITE(name) name##_parabola
#define SITE_FUNC static inline __attribute__((unused))
#include "cut_links.h"

/* Of what a source is off, mended at once. */
#define SHARE 0.5
/* At most so many times as far as the last renewal went. */
#define FARTHEST 50

/* What sources are off, now and in the renewal before: products summed over cuts. */
struct products {
  double now, both, before;
};

struct lbm_parabola {
  struct lbm *flow;
  struct lbm_behind behind;
  struct products *sum; /* of each tile of this process */
};

int lbm_parabola_new(struct lbm_parabola **made, struct lbm *flow, struct tile_error *e)
{
  const size_t tiles = lbm_own_end(flow) - lbm_own_begin(flow);
  struct lbm_parabola *p = *made = tile_alloc(1, sizeof *p);
  if (!p)
    return tile_fail_memory(e, sizeof *p, "the sources of walls");
  p->flow = flow;
  p->sum = tile_alloc(tiles, sizeof *p->sum);
  if (!p->sum)
    return tile_fail_memory(e, tiles * sizeof *p->sum, "the sources of walls");
  return lbm_behind_make(&p->behind, flow, e) || lbm_put_sources(flow, e) ? e->code : 0;
}

void lbm_parabola_free(struct lbm_parabola *p)
{
  if (!p)
    return;
  lbm_behind_free(&p->behind);
  free(p->sum);
  free(p);
}

/* ---- a renewal ------------------------------------------------------------ */

static int get_added(struct lbm_parabola *p, struct tile_error *e)
{
  const struct lbm *l = p->flow;
  for (struct lbm_piece *piece = l->piece; l->backend->get_added && piece < l->piece + lbm_pieces(l); piece++)
    if (l->backend->get_added(piece->state, e))
      return e->code;
  return 0;
}

/* A step that records what collisions add; that, and the densities after it. */
static int look(struct lbm_parabola *p, struct tile_error *e)
{
  struct lbm_task *task = &p->flow->task;
  task->records = true;
  const int code = lbm_step(p->flow, 1, e);
  task->records = false;
  return code || get_added(p, e) || lbm_behind_get(&p->behind, e) ? e->code : 0;
}

/* Where the momentum of a node stays, a source that changes by 1 makes x change by (2 L - q^2) / (2 L + q), L = L+ L-, or by a
 * little less. That is 1 for q = 0: where several links of a node are cut that close to it, only their sum, its momentum, is
 * determined, and the rest settles in some 1/q renewals. Where it is more than 1 - LEAK it is made that: then all settles in
 * 1/LEAK, and such an x is at most so much too small. */
#define LEAK 0.01

static double kept_of(double q, double magic)
{
  const double follows = (2 * magic - q * q) / (2 * magic + q);
  return follows > 1 - LEAK ? (1 - LEAK) / follows : 1;
}

/* x of parabola.h; rise: of the density, from the node behind. kappa is rounded, which the last term takes back. */
static double source_of(const struct lbm_rates *r, const struct lbm_cut *cut, const double added[2], double rise)
{
  const int i = LBM_CUT_LINK(cut->at);
  const double q = (cut->q + 1) / 65536., kappa = kappa_parabola(cut->q), times = 2 * (1 + kappa);
  const double even = 1 / r->even - 0.5, odd = 1 / r->odd - 0.5, share = q * q / 2 / even, w3 = 3 * lbm_weight[i];
  const double force = lbm_c[i][0] * r->force[0] + lbm_c[i][1] * r->force[1] + lbm_c[i][2] * r->force[2];
  const double x = times * ((odd - share) * (added[1] - w3 * force) + share * w3 * (rise / 3 - force)) +
                   (times * q - (1 - kappa)) * added[0];
  return kept_of(q, even * odd) * x;
}

/* What the sources of a tile are off, in place of what was recorded. */
static struct products find_off(const struct lbm_parabola *p, const struct lbm_geometry *g, size_t tile,
                                const struct lbm_ends *ends)
{
  struct products sum = {0};
  for (size_t c = g->cut_begin[tile]; c < g->cut_begin[tile + 1]; c++) {
    const struct lbm_ends *at = ends + c;
    const double *density = p->behind.density;
    const bool alone = at->behind == LBM_NOWHERE;
    const double wanted =
        alone ? 0
              : source_of(&p->flow->task.rates, g->cut + c, g->cut_added[c], density[at->node] - density[at->behind]);
    const double off = wanted - g->cut_source[c], before = g->cut_off[c];
    g->cut_added[c][0] = off;
    sum.now += off * off;
    sum.both += off * before;
    sum.before += before * before;
  }
  return sum;
}

/* A node with several links that are cut at once is slow to settle: Anderson's mixing with one difference, the share of the
 * renewal before that makes what is off least. 0 at first, and where it has grown. */
static double share_before(const struct products *s)
{
  const double change = s->now - 2 * s->both + s->before;
  if (!(s->before > 0) || !(change > 0) || s->now > 4 * s->before)
    return 0;
  return fmax(fmin((s->now - s->both) / change, FARTHEST), -FARTHEST);
}

static void mix(const struct lbm_geometry *g, size_t tile, double before)
{
  for (size_t c = g->cut_begin[tile]; c < g->cut_begin[tile + 1]; c++) {
    const double source = g->cut_source[c], off = g->cut_added[c][0];
    const double next = source + SHARE * off, then = g->cut_before[c] + SHARE * g->cut_off[c];
    g->cut_before[c] = source;
    g->cut_off[c] = off;
    g->cut_source[c] = next - before * (next - then);
  }
}

static void add_own(void *of_parabola, void *of_all)
{
  const struct lbm_parabola *p = of_parabola;
  struct products *all = of_all;
  for (size_t t = 0; t < lbm_own_end(p->flow) - lbm_own_begin(p->flow); t++) {
    all->now += p->sum[t].now;
    all->both += p->sum[t].both;
    all->before += p->sum[t].before;
  }
}

/* In the order of tiles, whatever the parts and processes. */
static struct products add_up(struct lbm_parabola *p)
{
  struct products all = {0};
  lbm_comm_carry(&all, sizeof all, add_own, p);
  return all;
}

int lbm_parabola_renew(struct lbm_parabola *p, struct tile_error *e)
{
  if (look(p, e))
    return e->code;
  for (int i = 0; i < lbm_pieces(p->flow); i++) {
    const struct lbm_piece *piece = p->flow->piece + i;
    const struct lbm_geometry *g = &piece->geometry;
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t t = g->begin; t < g->end; t++)
      p->sum[lbm_part_number(&piece->part, t) - lbm_own_begin(p->flow)] = find_off(p, g, t, p->behind.ends[i]);
  }
  const struct products all = add_up(p);
  const double before = share_before(&all);
  for (int i = 0; i < lbm_pieces(p->flow); i++) {
    const struct lbm_geometry *g = &p->flow->piece[i].geometry;
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t t = g->begin; t < g->end; t++)
      mix(g, t, before);
  }
  return lbm_put_sources(p->flow, e);
}
