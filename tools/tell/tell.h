/* What run and probe both tell of a flow, taken from the solver into reports (cli.h). */
#ifndef TELL_H
#define TELL_H

#include "cli.h"
#include "flux.h"
#include "force.h"
#include "units.h"

/* The flux through the patches of a domain, of which there are some. told->of: free(). */
int tell_fluxes(struct cli_fluxes *told, const struct lbm_incoming *a, const struct tile_domain *d,
                const struct lbm_units *u, struct tile_error *e);
/* The force on walls; `name` is kept. */
struct cli_force tell_force(const char *name, const struct lbm_force *force, const double about[3],
                            const struct lbm_units *u);

#endif
