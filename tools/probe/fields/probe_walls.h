/* SPDX-License-Identifier: BSD-3-Clause */
/* Forces, fluxes and shear on the walls of a result. They follow from the populations of a checkpoint, from which a
 * flow is made: call probe_walls_read instead of fields_read. Of averages over a beat, which have no populations, only
 * the places of walls are known. */
#ifndef PROBE_WALLS_H
#define PROBE_WALLS_H

#include "force.h"
#include "frame.h"
#include "parameters.h"
#include "probe.h"
#include "shear.h"
#include "vtp.h"

/* What the file must hold; without that there is an error, or no flow. */
enum probe_walls_of {
  PROBE_POPULATIONS,       /* else an error */
  PROBE_WALLS,             /* populations, or averages over a beat; else an error */
  PROBE_WALLS_OF_AVERAGES, /* else no flow */
  PROBE_WALLS_IF_ANY       /* populations or averages; else no flow; a domain is read, too */
};
struct probe_walls {
  enum probe_walls_of of;
  bool averages; /* the flow is one of averages, whose populations are not set */
  struct lbm_parameters parameters;
  struct lbm *flow; /* NULL: there is none */
  struct lbm_incoming incoming;
  struct lbm_wall_nodes nodes; /* only if shear is requested */
};
/* As fields_read, but reads the populations, too. TILE_REJECTED: what the file must hold is missing. */
int probe_walls_read(struct probe_walls *w, enum probe_walls_of of, struct fields *f, FILE *in, const char *name,
                     struct tile_error *e);
/* Computes the shear on all walls, for the functions below and as a field of f; of averages: finds the walls. */
int probe_walls_shear(struct probe_walls *w, struct fields *f, struct tile_error *e);
void probe_walls_free(struct probe_walls *w);

/* Prints force and torque about a point in voxels, on walls selected by name. */
int probe_forces(const struct probe_walls *w, const struct fields *f, const struct cli_values *names,
                 const double about[3], struct probe_report *r, struct tile_error *e);
/* Prints the flux through each patch, from the populations of its links. */
int probe_patch_flux(const struct probe_walls *w, const struct fields *f, struct probe_report *r, struct tile_error *e);
/* Prints least, mean, largest and percentiles, weighted by area. */
int probe_wall_shear(const struct probe_walls *w, const struct fields *f, struct probe_report *r, struct tile_error *e);
/* Statistics of values weighted by area; percentiles are those of the area. NaN without values. Sorts `part`. */
enum {
  PROBE_WALL_LEAST,
  PROBE_WALL_MEAN,
  PROBE_WALL_LARGEST,
  PROBE_WALL_P5,
  PROBE_WALL_P25,
  PROBE_WALL_P50,
  PROBE_WALL_P75,
  PROBE_WALL_P95,
  PROBE_WALL_VALUES
};
struct probe_wall_part {
  double value, area;
};
void probe_wall_statistics(double to[PROBE_WALL_VALUES], double *area, struct probe_wall_part *part, size_t count);
/* The wall as points with values: arrays of the position, of the wall shear or the named values of averages, of the
 * pressure; then of the normal, from the wall to the node, and the area. They refer to the struct, which must not move. */
enum { PROBE_WALL_UNITS = 100 + TILE_VALUES_LIMIT * sizeof(struct tile_value), PROBE_WALL_OTHERS = 5 };
struct probe_wall_arrays {
  struct probe_wall_cloud {
    const struct lbm_wall_node *node;
    struct frame frame;
    double dx, pressure, area; /* value of the lattice unit */
  } cloud;
  struct probe_wall_column { /* a named value of the nodes */
    const struct probe_wall_cloud *cloud;
    const struct fields *fields;
    const float *value;
  } column[TILE_VALUES_LIMIT];
  struct vtp_array array[TILE_VALUES_LIMIT + PROBE_WALL_OTHERS];
  size_t values, count; /* of the arrays with values, from array[1] on, the end; and the number of all */
  char units[PROBE_WALL_UNITS];
  const char *shown;
};
void probe_wall_arrays(struct probe_wall_arrays *a, const struct probe_walls *w, const struct fields *f);
/* The value of a point in the array of that name, of a vector its size. */
double probe_wall_size(const struct probe_wall_arrays *a, const char *name, size_t point);

/* Writes the walls as points with shear, or the named values of averages, and pressure: a .vtp file. */
int probe_vtp(const struct probe_walls *w, const struct fields *f, const struct probe_file *how, FILE *out,
              struct tile_error *e);

#endif
