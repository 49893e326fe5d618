/* Forces, fluxes and shear on the walls of a result. They follow from the populations of a checkpoint, from which a
 * flow is made: call probe_walls_read instead of fields_read. */
#ifndef PROBE_WALLS_H
#define PROBE_WALLS_H

#include "force.h"
#include "parameters.h"
#include "probe.h"
#include "shear.h"

struct probe_walls {
  bool optional; /* populations may be missing: */
  struct lbm_parameters parameters;
  struct lbm *flow;
  struct lbm_incoming incoming;
  struct lbm_wall_nodes nodes; /* only if shear is requested */
};
/* As fields_read, but reads the populations, too. TILE_REJECTED if there are none. */
int probe_walls_read(struct probe_walls *w, struct fields *f, FILE *in, const char *name, struct tile_error *e);
/* The same of any flow or domain: without populations w->flow is NULL. */
int probe_walls_read_any(struct probe_walls *w, struct fields *f, FILE *in, const char *name, struct tile_error *e);
/* Computes the shear on all walls, for the functions below and as a field of f. */
int probe_walls_shear(struct probe_walls *w, struct fields *f, struct tile_error *e);
void probe_walls_free(struct probe_walls *w);

/* Prints force and torque about a point in voxels, on walls selected by name. */
int probe_forces(const struct probe_walls *w, const struct fields *f, const struct cli_values *names,
                 const double about[3], struct probe_report *r, struct tile_error *e);
/* Prints the flux through each patch, from the populations of its links. */
int probe_patch_flux(const struct probe_walls *w, const struct fields *f, struct probe_report *r, struct tile_error *e);
/* Prints least, mean, largest and percentiles, weighted by area. */
int probe_wall_shear(const struct probe_walls *w, const struct fields *f, struct probe_report *r, struct tile_error *e);
/* Writes the walls as points with shear and pressure: a .vtp file. */
int probe_vtp(const struct probe_walls *w, const struct fields *f, const struct probe_file *how, FILE *out,
              struct tile_error *e);

#endif
