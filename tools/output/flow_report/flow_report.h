/* SPDX-License-Identifier: BSD-3-Clause */
/* Forces and fluxes of a flow in the form of reports (cli.h), for run and for probe. */
#ifndef FLOW_REPORT_H
#define FLOW_REPORT_H

#include "cli.h"
#include "flux.h"
#include "force.h"
#include "units.h"

/* The flux through each patch of a domain that has at least one. Names of patches are kept: the domain must outlive
 * `report`. The caller frees report->of, also after an error. */
int flow_report_fluxes(struct cli_fluxes *report, const struct lbm_incoming *a, const struct tile_domain *d,
                       const struct lbm_units *u, struct tile_error *e);
/* The force on walls and its torque about a point in voxels. `name` is kept. */
struct cli_force flow_report_force(const char *name, const struct lbm_force *force, const double about[3],
                                   const struct lbm_units *u);

#endif
