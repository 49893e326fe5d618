/* The densities of nodes that links cut by walls leave, and of those behind them, whatever process has these. */
#ifndef BEHIND_H
#define BEHIND_H

#include "arrive_halo.h"
#include "flow.h"

/* Of a cut: places in `density` of the node, and of the one behind it; LBM_NOWHERE: there is none, or the node is in a nook, from
 * which at most 4 of 18 links lead on. */
#define LBM_NOWHERE UINT32_MAX
struct lbm_ends {
  uint32_t node, behind;
};

struct lbm_behind {
  struct lbm *flow;
  double *density;        /* - 1: of the nodes of this process, tile by tile; then of those wanted of others */
  struct lbm_ends **ends; /* of each piece, by cut */
  /* its own */
  uint32_t *first;           /* node of each tile of the domain; tiles + 1 */
  size_t begin, own;         /* the first of this process; how many it has */
  struct lbm_tile_halo halo; /* of nodes, not tiles */
  struct lbm_device device;  /* that has the flow */
  double *there;             /* the densities of own nodes in its memory; on the host: `density` */
};
/* Memory: 8 bytes a node of this process, 8 a cut, 4 a tile. Release with lbm_behind_free, also after an error. */
int lbm_behind_make(struct lbm_behind *b, struct lbm *flow, struct tile_error *e);
void lbm_behind_free(struct lbm_behind *b);
/* As the flow stands. */
int lbm_behind_get(struct lbm_behind *b, struct tile_error *e);

#endif
