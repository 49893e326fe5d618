/* What the flow of a result does to its walls. It follows from the populations of a checkpoint, of which a flow is made. */
#ifndef PROBE_WALLS_H
#define PROBE_WALLS_H

#include "force.h"
#include "parameters.h"
#include "probe.h"
#include "shear.h"

struct probe_walls {
  struct lbm_parameters parameters;
  struct lbm *flow;
  struct lbm_arrivals arrivals;
  struct lbm_wall_nodes nodes; /* where they are asked for */
};
/* Reads a result and its populations: as fields_read. TILE_REJECTED: it has none. */
int probe_walls_read(struct probe_walls *w, struct fields *f, FILE *in, const char *name, struct tile_error *e);
/* The shear on all walls, for the answers below and as a field of f. */
int probe_walls_shear(struct probe_walls *w, struct fields *f, struct tile_error *e);
void probe_walls_free(struct probe_walls *w);

/* Force and torque about a point in voxels, on walls by their names. */
int probe_forces(const struct probe_walls *w, const struct fields *f, const struct cli_values *names,
                 const double about[3], struct probe_report *r, struct tile_error *e);
/* Through each patch, by the populations of its links. */
int probe_patch_flux(const struct probe_walls *w, const struct fields *f, struct probe_report *r, struct tile_error *e);
/* Least, mean, largest, percentiles, weighted by area. */
int probe_wall_shear(const struct probe_walls *w, const struct fields *f, struct probe_report *r, struct tile_error *e);
/* The walls as points with shear and pressure, a .vtp file. */
int probe_vtp(const struct probe_walls *w, const struct fields *f, const struct probe_file *how, FILE *out,
              struct tile_error *e);

#endif
