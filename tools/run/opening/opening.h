/* SPDX-License-Identifier: BSD-3-Clause */
/* The values of conditions: numbers with units, curves from files, profiles and outlets of --set. Errors end the
 * program with one line. */
#ifndef OPENING_H
#define OPENING_H

#include "cli.h"
#include "parameters.h"

/* A value in lattice units: a bare number, or a physical one, which must have these exponents of metre, second and
 * kilogram. */
double opening_lattice(const struct cli_quantity *q, enum lbm_quantity kind, const int exponents[3],
                       const struct lbm_units *u, const char *option);

/* ---- opening.c: --set NAME:KIND=VALUE ------------------------------------------------ */

/* Sets condition and course of a patch from the text behind "NAME:", where the kind is one of velocity (with one value),
 * pressure, flow, resistance, rcr and split. Returns false if it is none of these. set: the whole text, for messages.
 * stretches: a curve is stretched to the period that there is. */
bool opening_set(const char *set, const char *text, struct lbm_parameters *p, const struct tile_domain *d, int patch,
                 bool stretches);
/* Has the text of an outlet the word "reflecting"? */
bool opening_reflects(const char *set);
/* --period, to which the curves of an earlier run are stretched. */
void opening_period(const struct cli_quantity *q, struct lbm_parameters *p);
/* Ends the program if flows and outlets exclude each other; capacitors without P0 start where the circuit
 * of the outlets settles. Call it when all conditions are set. */
void opening_check(const struct lbm_parameters *p, const struct tile_domain *d);

/* ---- common.c: the pressure that all openings have in common --------------------------- */

/* Does the patch hold a pressure that is given? */
bool opening_holds(const struct lbm_parameters *p, int patch);
/* What can be taken off all openings that hold a pressure: the one that is nearest to 0, if all have the same sign. */
double opening_common_pressure(const struct lbm_parameters *p, const struct tile_domain *d);
void opening_lower(struct lbm_parameters *p, int patch, double by);
/* Ends the program where pressures that are left would change the density too much. */
void opening_check_pressures(const struct lbm_parameters *p, const struct tile_domain *d);

/* ---- peak.c: speeds at openings -------------------------------------------------------- */

/* The largest speed in m/s over time and over the opening that the text behind "NAME:" asks for; 0: none, or it has no
 * unit. A profile has twice the mean, as developed flow in a round opening. *period: that of the curve in s, if it is
 * one. viscosity: in m2/s, for re=. */
double opening_peak(double *period, const char *set, const char *text, const struct tile_domain *d, int patch,
                    double viscosity);
/* Sets at[] to the pressure in Pa that the text behind "NAME:" asks for, at OPENING_PHASES times of the period of its curve.
 * False: it asks for none, or for one without a unit other than 0. */
enum { OPENING_PHASES = 200 };
bool opening_pressures(double at[OPENING_PHASES], double *period, const char *set, const char *text);
/* The largest speed of a condition that is set, and the flow into the domain, both at the largest value of its curve and in lattice
 * units; 0: it sets no velocity. */
double opening_fastest(const struct lbm_parameters *p, const struct tile_domain *d, int patch);
double opening_flow(const struct lbm_parameters *p, const struct tile_domain *d, int patch);
/* The mean of the curve over its period, relative to its largest value. */
double opening_mean(const struct lbm_parameters *p, int patch);
/* The area of a patch in voxels^2: that of the opening, or the nodes of a face. */
double opening_area(const struct tile_domain *d, int patch);

/* Where fluid leaves by a flow or a velocity that is given, the pressure is to be found that gives it (LBM_OUTLET_FLOW): a
 * velocity that leaves, as bounce-back sets it, lets fast flow diverge. */
void opening_let_out(struct lbm_parameters *p, const struct tile_domain *d);

/* ---- opening_report.c: curves and outlets in the report -------------------------------- */

void opening_print(FILE *out, const struct lbm_parameters *p, const struct tile_domain *d);
/* The keys "curves", "harmonics" and "outlets": lists; null where there are none. */
void opening_json(struct json *j, const struct lbm_parameters *p, const struct tile_domain *d);

#endif
