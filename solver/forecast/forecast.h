/* SPDX-License-Identifier: BSD-3-Clause */
/* Forecast of the memory, the memory traffic and the speed of a flow on each device, before it is opened. */
#ifndef FORECAST_H
#define FORECAST_H

#include "layout.h"

/* Tile statistics: numbers of tiles by kind, from which all forecasts of a domain follow. In arrays of 65 the index is
 * the number of non-solid nodes of a tile. */
struct lbm_tile_statistics {
  const struct tile_domain *domain; /* not owned */
  size_t nonsolid;                  /* number of non-solid nodes */
  size_t of_size[65];               /* all tiles */
  size_t listed[65];                /* tiles with source lists on the CPU */
  size_t seamed[65];   /* tiles with source lists on a GPU: at seams that cut tiles, or with links cut by thin walls */
  size_t exceptions;   /* exceptions of full tiles, see exceptions.h */
  size_t boundary[65]; /* boundary tiles of a GPU: at such seams, with thin walls, with marks, or with many cut links */
  size_t boundary_tiles; /* number of these */
  size_t marks;          /* number of marks of patches */
};
/* Counts the tiles of a domain, which must outlive the statistics. Uses OpenMP. TILE_USAGE: the edge of tiles is not
 * TILE_EDGE. TILE_REJECTED: two tiles have the same coordinates. */
int lbm_tile_statistics_make(struct lbm_tile_statistics *c, const struct tile_domain *d, struct tile_error *e);

struct lbm_forecast {
  double memory;  /* bytes; CPU: as lbm_memory; GPU: the memory allocated on the device */
  double traffic; /* bytes read and written for each node and time step, if each byte is moved once */
  double moved;   /* bytes that a copy moves in the time that a step takes for each node */
  double beside;  /* seconds of a step for each node that no bandwidth shortens */
};
/* The options of struct lbm_setup on which memory and traffic depend. */
struct lbm_choice {
  enum lbm_collision collision; /* has an influence on a GPU only */
  enum lbm_precision precision;
  enum lbm_layout layout; /* t2c and t2c-xyz need the same memory and traffic */
  enum lbm_addressing addressing;
  enum lbm_walls walls;
};
/* The forecast for lattice d3q19, with two copies of the populations if the device uses two. All
 * patches are assumed to be on faces. */
struct lbm_forecast lbm_forecast_of(const struct lbm_tile_statistics *c, enum lbm_device_kind device,
                                    const struct lbm_choice *choice);

/* The same for lattice d2q9, which needs a domain of one slice. */
int lbm_forecast_plane(struct lbm_forecast *f, const struct tile_domain *d, enum lbm_device_kind device,
                       enum lbm_precision precision, struct tile_error *e);

/* Sets *memory to the bytes on a GPU with one copy of the populations (in_place.h), layout packed. */
int lbm_forecast_one_copy(double *memory, const struct lbm_tile_statistics *c, enum lbm_precision precision,
                          struct tile_error *e);

/* Seconds for each node and time step. bandwidth: that of copies, bytes per second. */
static inline double lbm_forecast_seconds(const struct lbm_forecast *f, double bandwidth)
{
  return f->moved / bandwidth + f->beside;
}

#endif
