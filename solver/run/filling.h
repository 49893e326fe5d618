/* How far from steady a flow is, whatever its walls let through: layers that still fill or empty.
 *
 * The flux differs between two layers of tiles by what those between them gain in mass in a step. In steady flow nothing
 * is gained, but that interpolated walls let a little mass through (wall_links.h): where a pressure holds the density it
 * leaves again; where none does, the density rises evenly, all over the one pore space that winds round the axis, and
 * that is taken off. */
#ifndef FILLING_H
#define FILLING_H

#include "lbm.h"

struct lbm_filling {
  int64_t layers;
  double *before;   /* mass of each layer before the step; NULL: not known */
  bool floats;      /* no pressure holds the density */
  int64_t *winding; /* nodes of each layer that share in an even rise */
  int64_t sets;     /* separate pore spaces that wind round the axis, each with a rise of its own */
};

/* Before a step. */
int lbm_filling_begin(struct lbm_filling *f, struct lbm *flow, const struct tile_domain *d, int axis, bool floats,
                      struct tile_error *e);
/* After it: the totals, and the largest difference of the flux between two layers from its mean, relative to the mean flux;
 * 0: not known, as where several spaces wind round the axis. */
int lbm_filling_end(struct lbm_filling *f, struct lbm *flow, const struct tile_domain *d, int axis,
                    struct lbm_totals *s, double *spread, struct tile_error *e);
/* From masses before and after; as often as there are layers. nodes: those that share in an even rise; NULL: none. */
double lbm_filling_of(int64_t layers, const double *before, const double *after, const int64_t *nodes);
void lbm_filling_free(struct lbm_filling *f);

#endif
