/* The halo of a part: populations of tiles of other parts that its own nodes gather. Each value is gathered by one node
 * alone, so a value of a copy belongs to one part at most: it goes from its owner to the copy before a step that gathers
 * it and, where that step puts a population back in its place (one copy, steps in in_place: cpu_kernel.h), from there to its
 * owner before the next. */
#ifndef HALO_H
#define HALO_H

#include "geometry.h"

/* Places in a part's populations. */
struct lbm_places {
  size_t count;
  size_t *at;
};

/* Between one part and another. What one side takes the other gives, in the same order. */
struct lbm_halo {
  struct lbm_places taken; /* of the other's tiles: here, in the copies of them */
  struct lbm_places given; /* of tiles of this part */
};

/* A place that means the same in both parts: a tile of the whole domain, and the place within it. */
typedef uint64_t lbm_place_name;

/* What `part` takes: halo[i] is that of part i, which has tiles first[i] ... first[i + 1] - 1 of the whole domain. */
int lbm_halos_make(struct lbm_halo **halo, int parts, const struct lbm_geometry *g, const struct lbm_subdomain *part,
                   const size_t *first, struct tile_error *e);
void lbm_halos_free(struct lbm_halo *halo, int parts);

/* The names of what is taken, for the part that gives: `taken->count` of them. */
void lbm_halo_names(lbm_place_name *name, const struct lbm_places *taken, const struct lbm_geometry *g,
                    const struct lbm_subdomain *part);
/* And what they stand for there. */
int lbm_halo_give(struct lbm_places *given, const lbm_place_name *name, size_t count, const struct lbm_geometry *g,
                  const struct lbm_subdomain *part, struct tile_error *e);

#endif
