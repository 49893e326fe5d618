/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures how far a flow is from steady by the layers that still fill or empty; it allows for walls that let mass
 * through.
 *
 * The flux differs between two layers of tiles by the mass that the layers between them gain in a time step. In steady
 * flow no layer gains mass, except that interpolated walls let a little mass through (wall_links.h). Where a pressure
 * holds the density this mass leaves again. Where none does, the density rises evenly in the whole pore space that
 * winds round the axis, if there is only one, and this rise is subtracted. All quantities are in lattice units. */
#ifndef FILLING_H
#define FILLING_H

#include "lbm.h"

struct lbm_filling {
  int64_t layers;
  double *before;   /* owned: mass of each layer before the time step; NULL: not known */
  bool floats;      /* no pressure holds the density */
  int64_t *winding; /* owned: for each layer, the nodes that take part in an even rise */
  int64_t sets;     /* number of separate pore spaces that wind round the axis; each has its own rise */
};

/* Stores the masses before a time step. The caller sets *f to zero before the first call. All processes call it
 * together. */
int lbm_filling_begin(struct lbm_filling *f, struct lbm *flow, const struct tile_domain *d, int axis, bool floats,
                      struct tile_error *e);
/* Called after the time step. *s becomes the totals, and *spread the largest difference between the flux of a layer and
 * the mean flux, relative to the mean flux; 0: not known, as where several pore spaces wind round the axis. All
 * processes call it together. */
int lbm_filling_end(struct lbm_filling *f, struct lbm *flow, const struct tile_domain *d, int axis,
                    struct lbm_totals *s, double *spread, struct tile_error *e);
/* Returns that difference, in mass per time step, from the masses of all layers before and after it. nodes: for each
 * layer, the nodes that take part in an even rise; NULL: none do. */
double lbm_filling_of(int64_t layers, const double *before, const double *after, const int64_t *nodes);
void lbm_filling_free(struct lbm_filling *f);

#endif
