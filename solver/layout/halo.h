/* SPDX-License-Identifier: BSD-3-Clause */
/* The halo of a subdomain: the populations of tiles of other subdomains that its own nodes gather. Each value is
 * gathered by one node only. A value is sent from its owner to the copy in the halo before the time step that gathers
 * it. If that time step stores another population in its place (one copy of the populations, see cpu_kernel.h), the new
 * value is sent back to the owner before the next time step. */
#ifndef HALO_H
#define HALO_H

#include "geometry.h"

/* Places in the populations of a subdomain. */
struct lbm_places {
  size_t count;
  size_t *at; /* [count] */
};

/* The values that two subdomains exchange. Those that one takes are those that the other gives, in the same order. */
struct lbm_halo {
  struct lbm_places taken; /* places of copies, in tiles of the other subdomain */
  struct lbm_places given; /* places in tiles of this subdomain */
};

/* A place in terms that both subdomains know: the tile of the whole domain, and the place within it. */
typedef uint64_t lbm_place_name;

/* Finds the values that `part` takes. *halo: [parts], halo[i].taken are those of subdomain i, which has the tiles
 * first[i] ... first[i + 1] - 1 of the whole domain; halo[i].given is empty. Release it with lbm_halos_free, after an
 * error too. */
int lbm_halos_make(struct lbm_halo **halo, int parts, const struct lbm_geometry *g, const struct lbm_subdomain *part,
                   const size_t *first, struct tile_error *e);
void lbm_halos_free(struct lbm_halo *halo, int parts);

/* Translates taken places into names. name: [taken->count], for the subdomain that gives the values. */
void lbm_halo_names(lbm_place_name *name, const struct lbm_places *taken, const struct lbm_geometry *g,
                    const struct lbm_subdomain *part);
/* Translates names into the places of `part` that it gives. */
int lbm_halo_give(struct lbm_places *given, const lbm_place_name *name, size_t count, const struct lbm_geometry *g,
                  const struct lbm_subdomain *part, struct tile_error *e);

#endif
