/* Pressures of a creeping flow between what stays of them and zero: a correction between steps.
 *
 * Momentum settles within pores, pressure along the whole sample; a steady flow of Stokes may therefore be had in as many
 * steps as momentum needs, if the pressure is put right on the way. Where momentum has settled, the flow follows the
 * pressure as j = -(w/nu) c_s^2 grad rho, where w of a node is found once from the walls alone, -lap w = 1 and w = 0 at
 * them: the flow that a uniform force would drive. What the density still gains in a step is the divergence of that, so
 * that
 *   -div(w grad d) = (nu / c_s^2) (what density gains in a step)
 * gives a correction d of the density, and -(w/nu) c_s^2 grad d that of the velocity. This is the SIMPLE iteration of
 * Patankar & Spalding, Int. J. Heat Mass Transfer 15 (1972) 1787, with the lattice Boltzmann method in the place of the
 * momentum equation. */
#ifndef PRESSURE_H
#define PRESSURE_H

#include "lbm.h"

struct lbm_pressure;
/* Where all of that holds, for a flow that is to be within `bound` of its limit. Several GPUs of a process must reach each
 * other's memory: the first solves. */
bool lbm_pressure_serves(const struct lbm *flow, double bound);
/* Beside a flow with the equilibrium of Stokes, in the memory of its device (graph/device.h), fp32. The first process solves the
 * equation of the whole domain. About so many bytes in this process, beside 16 a node on the host where several use GPUs: */
size_t lbm_pressure_bytes(const struct lbm *flow);
bool lbm_pressure_on_host(const struct lbm *flow);
/* Where momentum settles over `most` nodes or more, that is all that is found, and nothing can be corrected. Where no process
 * failed lbm_pressure_agree comes next, in all: before it the first alone knows reach and tau. */
int lbm_pressure_new(struct lbm_pressure **p, struct lbm *flow, double most, struct tile_error *e);
void lbm_pressure_agree(struct lbm_pressure *p);
void lbm_pressure_free(struct lbm_pressure *p);
/* Over which momentum settles: the root of the mean w. */
double lbm_pressure_reach(const struct lbm_pressure *p);
/* An estimate of it without w: 0.8 times the volume of the nodes by the area of the walls, of which each unit cuts about five
 * links. 1.4 times the reach in a slit along the axes, 0.64 to 0.81 times it in packs of spheres of porosity 0.1 to 0.6.
 * Infinity without walls. The same whatever the parts, in all processes, which all ask. */
double lbm_pressure_estimate(struct lbm *flow);
/* At which momentum settles soonest: its viscous part in w/nu steps, what is not viscous in tau steps. At most 1.5 where
 * populations are stored in single precision. */
double lbm_pressure_tau(const struct lbm_pressure *p);
/* Makes so many steps. A quarter of the correction is put in before the last two of them, half between, and a quarter after:
 * that leaves out what changes its sign from step to step, which next to planes of pressure is hardly damped. */
enum { LBM_PRESSURE_STEPS = 4 };
int lbm_pressure_correct(struct lbm_pressure *p, struct tile_error *e);

#endif
