/* What a flow would need, before it is made: memory and traffic on each device. */
#ifndef FORECAST_H
#define FORECAST_H

#include "layout.h"
#include "internal.h"

/* What it depends on, counted once. */
struct lbm_tile_statistics {
  const struct tile_domain *domain;
  size_t nonsolid;
  size_t of_size[65];    /* tiles of so many non-solid nodes */
  size_t listed[65];     /* those of them that have source lists on the CPU */
  size_t seamed[65];     /* at an open periodic seam, or with links cut by thin walls: the GPU has lists for these */
  size_t exceptions;     /* of full tiles next to others: exceptions.h */
  size_t boundary[65];   /* tiles at seams, with thin walls, marks or very many cut links */
  size_t boundary_tiles; /* all of them */
  size_t marks;          /* of patches */
};
int lbm_tile_statistics_make(struct lbm_tile_statistics *c, const struct tile_domain *d, struct tile_error *e);

struct lbm_forecast {
  double memory;  /* bytes: cpu: all that lbm_memory counts; cuda: the device memory that is allocated */
  double traffic; /* bytes read and written per node and step, each once */
};
/* Of a flow, what its memory and speed depend on: as in struct lbm_setup. */
struct lbm_choice {
  enum lbm_collision collision; /* of a GPU */
  enum lbm_precision precision;
  enum lbm_layout layout; /* t2c and t2c-xyz need the same */
  enum lbm_addressing addressing;
  enum lbm_walls walls; /* halfway: distances that the domain may have are not used */
};
/* With two copies where the device needs them. Patches are assumed to be planes. */
struct lbm_forecast lbm_forecast_of(const struct lbm_tile_statistics *c, enum lbm_device_kind device,
                                    const struct lbm_choice *choice);

/* The same of a domain of one slice with lattice d2q9. */
int lbm_forecast_plane(struct lbm_forecast *f, const struct tile_domain *d, enum lbm_device_kind device,
                       enum lbm_precision precision, struct tile_error *e);

/* Bytes as `memory` on the cuda device with one copy of the populations (turns.h), layout packed. */
int lbm_forecast_one_copy(double *memory, const struct lbm_tile_statistics *c, enum lbm_precision precision,
                          struct tile_error *e);

/* Seconds per node and step, if memory moves so many bytes/s and nothing else takes time. */
static inline double lbm_forecast_seconds(const struct lbm_forecast *f, double bandwidth)
{
  return f->traffic / bandwidth;
}

#endif
