#include "parabola.h"

#include "flow.h"

#include <stdlib.h>

#define SCALAR double
#define SITE(name) name##_parabola
#define SITE_FUNC static inline __attribute__((unused))
#include "cut_links.h"

/* Of what a source is off, mended at once. */
#define SHARE 0.5
/* At most so many times as far as the last renewal went. */
#define FARTHEST 50

/* The node that a link leaves, and the one behind it. Nodes are numbered tile by tile; NOBODY: there is none. */
#define NOBODY UINT32_MAX
struct ends {
  uint32_t node, behind;
};

/* What sources are off, now and in the renewal before: products summed over cuts. */
struct products {
  double now, both, before;
};

struct lbm_parabola {
  struct lbm *flow;
  uint32_t *first; /* node of each tile of the domain; tiles + 1 */
  double *density; /* - 1, of each node */
  struct lbm_device device;
  double *there;        /* the same in its memory; on the host it is `density` */
  struct ends **ends;   /* of each piece, by cut */
  struct products *sum; /* of each tile of the domain */
};

static int pieces_of(const struct lbm_parabola *p)
{
  return p->flow->end - p->flow->begin;
}

/* ---- the nodes behind ----------------------------------------------------- */

static uint32_t number_of(const struct lbm_parabola *p, size_t tile, int node)
{
  const uint64_t before = p->flow->domain->mask[tile] & (((uint64_t)1 << node) - 1);
  return p->first[tile] + (uint32_t)__builtin_popcountll(before);
}

static uint32_t beside(const struct lbm_parabola *p, const struct tile_lookup *l, const int64_t at[3], int link)
{
  const struct tile_domain *d = p->flow->domain;
  int64_t to[3];
  size_t tile;
  int node;
  for (int k = 0; k < 3; k++) {
    to[k] = at[k] + lbm_c[link][k];
    if (d->periodic >> k & 1)
      to[k] = (to[k] + d->grid[k]) % d->grid[k];
    if (to[k] < 0 || to[k] >= d->grid[k])
      return NOBODY;
  }
  return tile_lookup_node(l, to, &tile, &node) ? number_of(p, tile, node) : NOBODY;
}

static void find_ends(const struct lbm_parabola *p, const struct tile_lookup *l, const struct lbm_piece *piece,
                      size_t tile, struct ends *ends)
{
  const struct lbm_geometry *g = &piece->geometry;
  const size_t number = lbm_part_number(&piece->part, tile), end = g->cut_begin[tile + 1];
  size_t c = g->cut_begin[tile];
  for (uint64_t mask = g->domain->mask[tile]; mask && c < end; mask &= mask - 1) {
    const int node = __builtin_ctzll(mask), column = lbm_column(g, tile, node);
    int64_t at[3];
    tile_domain_node(p->flow->domain, number, node, at);
    for (; c < end && LBM_CUT_COLUMN(g->cut[c].at) == column; c++)
      ends[c] = (struct ends){number_of(p, number, node), beside(p, l, at, LBM_CUT_BACK(g->cut[c].at))};
  }
}

static int make_ends(struct lbm_parabola *p, const struct tile_lookup *l, struct tile_error *e)
{
  for (int i = 0; i < pieces_of(p); i++) {
    const struct lbm_piece *piece = p->flow->piece + i;
    const struct lbm_geometry *g = &piece->geometry;
    const size_t cuts = g->cut_begin[g->domain->tiles];
    p->ends[i] = tile_alloc(cuts, sizeof **p->ends);
    if (!p->ends[i])
      return tile_fail_memory(e, cuts * sizeof **p->ends, "the sources of walls");
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t t = g->begin; t < g->end; t++)
      find_ends(p, l, piece, t, p->ends[i]);
  }
  return 0;
}

static int allocate(struct lbm_parabola *p, struct tile_error *e)
{
  const struct tile_domain *d = p->flow->domain;
  const size_t nodes = lbm_nonsolid(p->flow);
  if (nodes >= NOBODY)
    return tile_fail(e, TILE_FAILED, "too many nodes for parabolic walls");
  p->first = tile_alloc(d->tiles + 1, sizeof *p->first);
  p->density = tile_alloc(nodes, sizeof *p->density);
  p->ends = tile_alloc((size_t)pieces_of(p), sizeof *p->ends);
  p->sum = tile_alloc(d->tiles, sizeof *p->sum);
  if (!p->first || !p->density || !p->ends || !p->sum)
    return tile_fail_memory(e, nodes * sizeof *p->density, "the sources of walls");
  for (size_t t = 0; t < d->tiles; t++)
    p->first[t + 1] = p->first[t] + (uint32_t)__builtin_popcountll(d->mask[t]);
  return 0;
}

/* Of several devices the first has the densities, which the others must reach. */
static int use_device(struct lbm_parabola *p, struct tile_error *e)
{
  const struct lbm *l = p->flow;
  p->there = p->density;
  if (!l->backend->arrays)
    return 0;
  if (l->parts > 1 && !l->team)
    return tile_fail(e, TILE_FAILED, "parabolic walls on several devices need peer access");
  p->device = l->backend->arrays(l->piece->state);
  return p->device.row->allocate(p->device.self, (void **)&p->there, lbm_nonsolid(l) * sizeof *p->there, e);
}

int lbm_parabola_new(struct lbm_parabola **made, struct lbm *flow, struct tile_error *e)
{
  struct tile_lookup l;
  struct lbm_parabola *p = *made = tile_alloc(1, sizeof *p);
  if (!p)
    return tile_fail_memory(e, sizeof *p, "the sources of walls");
  p->flow = flow;
  if (allocate(p, e) || use_device(p, e) || lbm_put_sources(flow, e) || tile_lookup_make(&l, flow->domain, e))
    return e->code;
  const int code = make_ends(p, &l, e);
  tile_lookup_free(&l);
  return code;
}

void lbm_parabola_free(struct lbm_parabola *p)
{
  if (!p)
    return;
  for (int i = 0; p->ends && i < pieces_of(p); i++)
    free(p->ends[i]);
  if (p->device.row)
    p->device.row->release(p->device.self, p->there);
  free(p->ends);
  free(p->first);
  free(p->density);
  free(p->sum);
  free(p);
}

/* ---- a renewal ------------------------------------------------------------ */

static void clear_density(const struct lbm_parabola *p)
{
  const size_t bytes = lbm_nonsolid(p->flow) * sizeof *p->there;
  if (p->device.row)
    p->device.row->clear(p->device.self, p->there, bytes);
  else
    memset(p->there, 0, bytes);
}

/* Those of all nodes, to the host. */
static int get_density(struct lbm_parabola *p, struct tile_error *e)
{
  struct lbm *l = p->flow;
  clear_density(p); /* what is more than stands there comes */
  for (struct lbm_piece *piece = l->piece; piece < l->piece + pieces_of(p); piece++)
    if (l->backend->density(piece->state, p->first + piece->part.first, p->there, e))
      return e->code;
  return p->device.row
             ? p->device.row->fetch(p->device.self, p->density, p->there, lbm_nonsolid(l) * sizeof *p->there, e)
             : 0;
}

static int get_added(struct lbm_parabola *p, struct tile_error *e)
{
  const struct lbm *l = p->flow;
  for (struct lbm_piece *piece = l->piece; l->backend->get_added && piece < l->piece + pieces_of(p); piece++)
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
  return code || get_added(p, e) || get_density(p, e) ? e->code : 0;
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
                                const struct ends *ends)
{
  struct products sum = {0};
  for (size_t c = g->cut_begin[tile]; c < g->cut_begin[tile + 1]; c++) {
    const struct ends *at = ends + c;
    const double rise = at->behind == NOBODY ? 0 : p->density[at->node] - p->density[at->behind];
    const double wanted = at->behind == NOBODY ? 0 : source_of(&p->flow->task.rates, g->cut + c, g->cut_added[c], rise);
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

/* In the order of tiles, whatever the parts. */
static struct products add_up(const struct lbm_parabola *p)
{
  struct products all = {0};
  for (size_t t = 0; t < p->flow->domain->tiles; t++) {
    all.now += p->sum[t].now;
    all.both += p->sum[t].both;
    all.before += p->sum[t].before;
  }
  return all;
}

int lbm_parabola_renew(struct lbm_parabola *p, struct tile_error *e)
{
  if (look(p, e))
    return e->code;
  for (int i = 0; i < pieces_of(p); i++) {
    const struct lbm_piece *piece = p->flow->piece + i;
    const struct lbm_geometry *g = &piece->geometry;
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t t = g->begin; t < g->end; t++)
      p->sum[lbm_part_number(&piece->part, t)] = find_off(p, g, t, p->ends[i]);
  }
  const struct products all = add_up(p);
  const double before = share_before(&all);
  for (int i = 0; i < pieces_of(p); i++) {
    const struct lbm_geometry *g = &p->flow->piece[i].geometry;
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t t = g->begin; t < g->end; t++)
      mix(g, t, before);
  }
  return lbm_put_sources(p->flow, e);
}
