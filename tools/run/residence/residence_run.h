/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-run --residence: the time that the fluid at each node has been inside, after the flow has been made. */
#ifndef RESIDENCE_RUN_H
#define RESIDENCE_RUN_H

#include "cli.h"
#include "node_values.h"
#include "parameters.h"
#include "residence.h"

/* The option. Zeroed: not given. */
struct residence_option {
  bool given;
  struct cli_quantity diffusivity;
};
cli_parser residence_parse; /* struct residence_option */

/* What was found. Zeroed: nothing. */
struct residence_found {
  bool is;
  struct lbm_residence of;
  double step;    /* s; NaN: unknown, and times are in steps */
  double flux;    /* m3/s of a voxel3 a step; NaN: unknown */
  double seconds; /* that it took */
};

/* Ends the program if there is no opening, or the diffusivity is none. Returns the diffusivity in lattice units. */
double residence_check(const struct residence_option *o, const struct lbm_parameters *p, const struct tile_domain *d);

/* Copies the velocity of a flow of that precision, in one process, to velocity[axis], an allocated column for each axis.
 * The caller frees the columns with free(3), also after an error. */
int residence_velocity(float *velocity[3], struct lbm *flow, enum lbm_precision precision, const struct node_values *v,
                       struct tile_error *e);

/* Adds the column "residence" to *v, in s or, where the time step is unknown, in steps, and describes it. velocity: of
 * each non-solid node, as a column of *v. */
int residence_find(struct residence_found *found, struct node_values *v, const float *const velocity[3],
                   double diffusivity, const struct lbm_parameters *p, struct tile_error *e);

void residence_print(FILE *out, const struct residence_found *found);
/* Writes the member "residence" of an open object; null where nothing was found or `found` is NULL. */
void residence_json(struct json *j, const struct residence_found *found);
/* Warns of a solution that has not converged. */
void residence_warn(const struct residence_found *found);

#endif
