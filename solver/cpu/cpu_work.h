/* What a step takes one thread, beside moving populations between it and the memory: measured on this machine, for forecasts. */
#ifndef CPU_WORK_H
#define CPU_WORK_H

#include "forecast.h"
#include "lbm.h"

/* seconds[k], per node and step, of a flow with setup[k] in the domain, where all that the thread needs is in its caches, and
 * 40 ns a tile: the least of several measurements of up to 1600 tiles, which become flows of their own, a piece on each thread at
 * once. Of d2q9: blocks of a box, by those of the domain, and nothing a tile. Of a setup these matter: lattice, collision,
 * equilibrium, force, precision, layout, walls, condition (NULL: patches are at pressures) and threads, of which no more count than
 * there are processors. Drives are made small, so that what is stepped stays stable. The domain has tiles. */
int lbm_cpu_work(double *seconds, const struct lbm_setup *setup, int setups, const struct tile_domain *domain,
                 struct tile_error *e);

/* The same, and what one thread copies, into f[k] of a flow with setup[k]: lbm_forecast_threads. Where memory is short, or the
 * domain has no tile, the speed is unknown, and that is no error. */
int lbm_cpu_forecast(struct lbm_forecast *const f[], const struct lbm_setup *setup, int setups,
                     const struct tile_domain *domain, struct tile_error *e);

#endif
