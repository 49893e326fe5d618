/* Corrections of the pressure of a creeping flow between time steps, which bring it to its steady state in fewer steps.
 *
 * Momentum settles within pores, but pressure settles along the whole sample. Steady Stokes flow can therefore be
 * reached in as many time steps as momentum needs, if the pressure is corrected meanwhile. Where momentum has settled,
 * the flow follows the density rho as j = -(w/nu) c_s^2 grad rho. w of a node is found once from the walls alone, by
 *   -lap w = 1,  w = 0 at walls
 * which is the flow that a uniform force would drive. The density that nodes still gain in a time step is the
 * divergence of j. So the equation
 *   -div(w grad d) = (nu / c_s^2) (gain of density in a time step)
 * gives a correction d of the density, and -(w/nu) c_s^2 grad d is the correction of the velocity. This is the SIMPLE
 * iteration of Patankar & Spalding, Int. J. Heat Mass Transfer 15 (1972) 1787, with the lattice Boltzmann method in
 * place of the momentum equation. All quantities are in lattice units. */
#ifndef PRESSURE_H
#define PRESSURE_H

#include "lbm.h"

struct lbm_pressure;
/* Can corrections serve this flow, if it is to be within `bound` (relative) of its limit? They need the equilibrium of
 * Stokes, a flow that does not depend on tau, and a precision that allows such a bound. Several GPUs of a process must
 * reach each other's memory, since the first of them solves. */
bool lbm_pressure_serves(const struct lbm *flow, double bound);
/* Why they cannot, and what would make them possible; NULL: they can. */
const char *lbm_pressure_obstacle(const struct lbm *flow, double bound);
/* Approximate memory of the corrections in this process, in bytes, beside 16 bytes per node on the host where several
 * processes use GPUs. It lies in the memory of the flow's device (multigrid/device.h), in single precision;
 * lbm_pressure_on_host says whether that is the host. The first process solves the equation of the whole domain. */
size_t lbm_pressure_bytes(const struct lbm *flow);
bool lbm_pressure_on_host(const struct lbm *flow);
/* Prepares corrections of `flow`, which stays the caller's; release with lbm_pressure_free, also after an error. If
 * momentum settles over `most` nodes or more, only this length is found, and lbm_pressure_correct must not be called.
 * If no process failed, all processes call lbm_pressure_agree next; before it only the first process knows reach and
 * tau. Errors: too little memory, too many nodes, a domain that is too long (TILE_FAILED). */
int lbm_pressure_new(struct lbm_pressure **p, struct lbm *flow, double most, struct tile_error *e);
void lbm_pressure_agree(struct lbm_pressure *p);
void lbm_pressure_free(struct lbm_pressure *p);
/* The length over which momentum settles, in nodes: the root of the mean w. */
double lbm_pressure_reach(const struct lbm_pressure *p);
/* An estimate of the reach without w: 0.8 times the volume of the nodes divided by the area of the walls, of which each
 * unit cuts about five links. It is 1.4 times the reach in a slit along the axes, and 0.64 to 0.81 times the reach in
 * packs of spheres of porosity 0.1 to 0.6; it is infinite without walls. All processes must call it together; they get
 * the same value, however the domain is divided. */
double lbm_pressure_estimate(struct lbm *flow);
/* The tau at which momentum settles soonest: its viscous part settles in w/nu time steps, the rest in tau time steps.
 * It is at most 1.5 where populations are stored in single precision. */
double lbm_pressure_tau(const struct lbm_pressure *p);
/* Number of time steps of a correction. A quarter of the correction is added before the last two of them, half between
 * these two, and a quarter after them. This leaves out the part that changes its sign from step to step, which is
 * hardly damped next to planes of pressure. */
enum { LBM_PRESSURE_STEPS = 4 };
/* Makes LBM_PRESSURE_STEPS time steps, and corrects the pressure. All processes call it together. */
int lbm_pressure_correct(struct lbm_pressure *p, struct tile_error *e);

#endif
