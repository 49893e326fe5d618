/* SPDX-License-Identifier: BSD-3-Clause */
/* Outlets: openings whose pressure depends on their flow, and the equation of each in a time step. All values are in
 * lattice units. For C and CUDA, so that the host and a GPU find the same pressures. */
#ifndef OUTLET_H
#define OUTLET_H

#include "physics.h"

#include <math.h>

/* LBM_OUTLET_FIXED: the pressure of the condition. */
enum lbm_outlet_kind {
  LBM_OUTLET_FIXED,
  LBM_OUTLET_RESISTANCE,
  LBM_OUTLET_RCR,
  LBM_OUTLET_SPLIT,
  LBM_OUTLET_FLOW,
  LBM_OUTLETS
};

/* Numbers of an outlet: of a resistance R and the pressure behind it; of an RCR the proximal resistance, the capacity,
 * the distal resistance, the pressure behind it and that of the capacitor at the start; of a split the fraction of the
 * inflow; of a flow the volume out of the domain a time step, which ramp and curve multiply as they do a pressure: the
 * condition has LBM_FLOW_DENSITY. */
enum { LBM_OUTLET_NUMBERS = 5 };
enum { LBM_RCR_PROXIMAL, LBM_RCR_CAPACITY, LBM_RCR_DISTAL, LBM_RCR_BEHIND, LBM_RCR_START };
enum { LBM_RESISTANCE_VALUE, LBM_RESISTANCE_BEHIND };
#define LBM_FLOW_DENSITY 3. /* the pressure 1 */
struct lbm_outlet {
  enum lbm_outlet_kind kind;
  double number[LBM_OUTLET_NUMBERS];
  bool absorbing; /* sound is not reflected */
};

/* The state of an outlet, part of checkpoints. flow: out of the domain, in the last time step; mean: the same through a
 * low-pass; capacitor: its pressure (of a split that absorbs: the pressure that holds the flow); pressure: at the
 * opening, without `taken`, which is taken off all openings; inflow: the share of this opening in what comes in through
 * velocities; growth: its change in a time step, through a quick low-pass. */
enum { LBM_OUTLET_STATE = 7 };
struct lbm_outlet_state {
  double flow, mean, capacitor, pressure, inflow, growth, taken; /* taken is last: lbm_key_pressure_taken */
};

/* Of the capacitor of an RCR, dV/dt = (q - V / Rd) / C, over a time step in which q changes linearly:
 * V' = keep V + Rd (now q' + last q). */
struct lbm_outlet_decay {
  double keep, now, last;
};

/* base + slope x */
struct lbm_relation {
  double base, slope;
};

/* The viscosity of developed flow where it follows the shear rate (lbm_fluid_developed): at the rates 2^(LBM_DEVELOPED_FIRST
 * + i / LBM_DEVELOPED_CELLS) (1 + (i % LBM_DEVELOPED_CELLS) / LBM_DEVELOPED_CELLS), between which it is linear, and constant
 * beyond. A table, since the host and a GPU do not have the bits of each other's pow. */
enum { LBM_DEVELOPED_CELLS = 8, LBM_DEVELOPED_FIRST = -40, LBM_DEVELOPED_OCTAVES = 44 };
enum { LBM_DEVELOPED_ROWS = LBM_DEVELOPED_CELLS * LBM_DEVELOPED_OCTAVES + 1 };

/* An opening whose flow is summed: an outlet, or, if any outlet takes a fraction of it or it varies, an inflow.
 *
 * An outlet that absorbs has the pressure of its condition and z (q - q'), z = impedance, where q' is its flow q through a
 * low-pass. That holds back the division of the flow among outlets: it settles at the rate of the low-pass, times the
 * resistance of the vessel by z. In a steady flow outlets of constant pressure absorb `together`: q and q' are those of
 * all of them, so that their pressures differ as their conditions do. A low-pass of LBM_TOGETHER / L in a domain L long
 * lets what sound it reflects and the mean fade alike (measured in an aorta of 100 and 159 nodes). */
struct lbm_opening {
  int patch;
  bool coupled, together;
  double impedance; /* c_s / A of an outlet that absorbs, else 0; A: the area of this opening, or of all `together` */
  double rate;      /* of the low-pass */
  double share;     /* of the inflow, as of all areas of outlets */
  double viscosity; /* of the fluid; 0: the pressure is the same in all of the opening (lbm_outlet_tilt) */
  const double *developed; /* [LBM_DEVELOPED_ROWS]; NULL: the viscosity is constant */
  double cube;             /* the rate of developed flow is Q over this */
  struct lbm_outlet outlet;
  struct lbm_outlet_decay decay;
};

#define LBM_LOW_PASS 1e-3
#define LBM_TOGETHER 0.2
#define LBM_GROWTH_PASS 2e-2 /* rate of the low-pass of the growth of the inflow */

/* The flow through an opening is found at two densities, of which the second is higher by this. */
#define LBM_OUTLET_LIFT 1e-3

#ifdef __CUDACC__
#define LBM_OUTLET_FUNC static __host__ __device__ inline
#else
#define LBM_OUTLET_FUNC static inline __attribute__((unused))
#endif

/* The pressure of the capacitor after a time step with flow q. */
LBM_OUTLET_FUNC struct lbm_relation lbm_outlet_capacitor(const struct lbm_opening *o, const struct lbm_outlet_state *s)
{
  const double behind = o->outlet.number[LBM_RCR_BEHIND], distal = o->outlet.number[LBM_RCR_DISTAL];
  struct lbm_relation r;
  r.base = behind + o->decay.keep * (s->capacitor - behind) + distal * o->decay.last * s->flow;
  r.slope = distal * o->decay.now;
  return r;
}

/* The pressure of an outlet for a flow q out of the domain in the next time step, without sound. An RCR has the exact
 * solution for a flow that changes linearly in the time step. */
LBM_OUTLET_FUNC struct lbm_relation lbm_outlet_relation(const struct lbm_opening *o, const struct lbm_outlet_state *s)
{
  struct lbm_relation r = {0, 0};
  if (o->outlet.kind == LBM_OUTLET_RESISTANCE) {
    r.base = o->outlet.number[LBM_RESISTANCE_BEHIND];
    r.slope = o->outlet.number[LBM_RESISTANCE_VALUE];
  } else if (o->outlet.kind == LBM_OUTLET_RCR) {
    r = lbm_outlet_capacitor(o, s);
    r.slope += o->outlet.number[LBM_RCR_PROXIMAL];
  }
  return r;
}

/* The state after a time step with flow q; `pressure` and `taken` stay. */
LBM_OUTLET_FUNC void lbm_outlet_advance(const struct lbm_opening *o, struct lbm_outlet_state *s, double q)
{
  if (o->outlet.kind == LBM_OUTLET_RCR) {
    const struct lbm_relation c = lbm_outlet_capacitor(o, s);
    s->capacitor = c.base + c.slope * q;
  }
  s->mean += o->rate * (q - s->mean);
  s->flow = q;
}

LBM_OUTLET_FUNC double lbm_outlet_viscosity(const struct lbm_opening *o, double flow)
{
  int power;
  if (!o->developed)
    return o->viscosity;
  const double part = frexp(fabs(flow) / o->cube, &power); /* 1/2 ... 1 */
  const int octave = power - 1 - LBM_DEVELOPED_FIRST;
  if (!(part > 0) || octave < 0)
    return o->developed[0];
  if (octave >= LBM_DEVELOPED_OCTAVES)
    return o->developed[LBM_DEVELOPED_ROWS - 1];
  const double at = (2 * part - 1) * LBM_DEVELOPED_CELLS;
  const int cell = (int)at;
  const double *row = o->developed + octave * LBM_DEVELOPED_CELLS + cell;
  return row[0] + (at - cell) * (row[1] - row[0]);
}

/* The acceleration of the flow through an opening is that of the flow that is given, there or elsewhere: what is measured at
 * the opening itself has sound in it, to which a fall of the pressure with dQ/dt gives energy. Where none is given it is
 * left out. given: the flow out of the opening by that. */
LBM_OUTLET_FUNC void lbm_outlet_accelerate(struct lbm_outlet_state *s, double given)
{
  s->growth += LBM_GROWTH_PASS * (given - s->inflow - s->growth);
  s->inflow = given;
}

/* Sets tilt and flow of the patch of an opening with flow Q into the domain. Along the inward normal n of a vessel with developed
 * flow, u = Q (phi / Phi) n (section.h; Phi: the flow of phi), the pressure rises by -(nu Q / Phi + dQ/dt / A) s over a
 * length s. Anti-bounce-back along link i imposes the pressure less 3 nu c_i.grad(c_i.u), a viscous part of second order
 * that would let a short tube have too little flow (the even part of the populations by the Chapman-Enskog expansion, at
 * the middle of the link). Where nu follows the shear rate both hold for that of lbm_fluid_developed, since the stress is
 * that of a Newtonian fluid with this fall of the pressure. The tilt of a link is { s / Phi + 3 (c_i.n) (c_i.grad phi) /
 * Phi, s / A }, s from the centre of the opening to where the link crosses it. */
LBM_OUTLET_FUNC void lbm_outlet_tilt(const struct lbm_opening *o, const struct lbm_outlet_state *s,
                                     struct lbm_condition *to)
{
  to->tilt[0] = 3 * lbm_outlet_viscosity(o, s->flow) * s->flow;
  to->tilt[1] = o->viscosity > 0 ? 3 * s->growth : 0;
  to->flow = o->viscosity > 0 ? -s->flow : 0;
}

/* The pressure at which both relations hold. */
LBM_OUTLET_FUNC double lbm_outlet_solve(struct lbm_relation pressure, struct lbm_relation flow)
{
  return (pressure.base + pressure.slope * flow.base) / (1 - pressure.slope * flow.slope);
}

/* The flow out of the domain as a function of the pressure; the slope is negative. came: what comes in at the pressure
 * of the last time step, and at the higher one. */
LBM_OUTLET_FUNC struct lbm_relation lbm_outlet_flow(const double came[2], const struct lbm_outlet_state *s)
{
  struct lbm_relation r;
  r.slope = -(came[1] - came[0]) / (LBM_OUTLET_LIFT / 3);
  r.base = -came[0] - r.slope * s->pressure;
  return r;
}

LBM_OUTLET_FUNC bool lbm_outlet_gives_flow(const struct lbm_opening *o)
{
  return o->outlet.kind == LBM_OUTLET_SPLIT || o->outlet.kind == LBM_OUTLET_FLOW;
}

/* The flow that is to leave. inflow: what comes in where the flow is given. */
LBM_OUTLET_FUNC double lbm_outlet_wanted(const struct lbm_opening *o, double target, double inflow)
{
  return o->outlet.number[0] * (o->outlet.kind == LBM_OUTLET_FLOW ? target : inflow);
}

/* The wanted flow leaves exactly; of an outlet that absorbs, the pressure follows slowly and sound leaves. */
LBM_OUTLET_FUNC double lbm_outlet_reach(const struct lbm_opening *o, struct lbm_outlet_state *s, double wanted,
                                        struct lbm_relation flow)
{
  const double turn = 1e-2, z = o->impedance;
  if (!(z > 0))
    return (wanted - flow.base) / flow.slope;
  struct lbm_relation sound;
  sound.base = s->capacitor - z * wanted;
  sound.slope = z;
  const double p = lbm_outlet_solve(sound, flow);
  s->capacitor += turn * z * (flow.base + flow.slope * p - wanted);
  return p;
}

/* Sets the pressure of an opening, with `taken` off it, and returns what its own relation says. target: the pressure of
 * its condition, with the sound that is absorbed together (of a flow its factor). held: all of its own relation is taken
 * off. */
LBM_OUTLET_FUNC double lbm_outlet_set(const struct lbm_opening *o, struct lbm_outlet_state *s, struct lbm_relation flow,
                                      double target, double inflow, double taken, bool held)
{
  const double z = o->together ? 0 : o->impedance;
  struct lbm_relation own = lbm_outlet_relation(o, s), sound;
  if (o->outlet.kind == LBM_OUTLET_FIXED)
    own.base = target;
  sound.base = -z * s->mean;
  sound.slope = z;
  if (!held) {
    sound.base += own.base - taken;
    sound.slope += own.slope;
  }
  s->pressure = lbm_outlet_gives_flow(o) ? lbm_outlet_reach(o, s, lbm_outlet_wanted(o, target, inflow), flow)
                                         : lbm_outlet_solve(sound, flow);
  const double q = flow.base + flow.slope * s->pressure;
  lbm_outlet_advance(o, s, q);
  return own.base + own.slope * q;
}

/* The pressure z (q - q') of the outlets that absorb together, at which their flows have the sum q. */
LBM_OUTLET_FUNC double lbm_outlets_sound(const struct lbm_opening *o, int count, const double (*came)[2],
                                         const double *target, const struct lbm_outlet_state *state)
{
  struct lbm_relation all = {0, 0};
  double mean = 0, z = 0;
  for (int k = 0; k < count; k++)
    if (o[k].together) {
      const struct lbm_relation flow = lbm_outlet_flow(came[k], state + k);
      all.base += flow.base + flow.slope * target[k];
      all.slope += flow.slope;
      mean += state[k].mean;
      z = o[k].impedance;
    }
  return z * (all.base - mean) / (1 - z * all.slope);
}

/* Sets the pressures of all openings in a time step, and advances their states. came: of each opening, see
 * lbm_outlet_flow. reference: the opening whose pressure is taken off all; -1: there is none. */
LBM_OUTLET_FUNC void lbm_outlets_solve(const struct lbm_opening *o, int count, int reference, const double (*came)[2],
                                       const double *target, struct lbm_outlet_state *state)
{
  const double sound = lbm_outlets_sound(o, count, came, target, state);
  double taken = 0, inflow = 0;
  for (int k = 0; k < count; k++)
    inflow += o[k].outlet.kind == LBM_OUTLET_FLOW ? -lbm_outlet_wanted(o + k, target[k], 0)
              : o[k].coupled                      ? 0
                                                  : came[k][0];
  if (reference >= 0)
    taken = lbm_outlet_set(o + reference, state + reference, lbm_outlet_flow(came[reference], state + reference),
                           target[reference], inflow, 0, true);
  for (int k = 0; k < count; k++) {
    if (o[k].coupled && k != reference)
      lbm_outlet_set(o + k, state + k, lbm_outlet_flow(came[k], state + k), target[k] + (o[k].together ? sound : 0),
                     inflow, taken, false);
    state[k].taken = taken;
    if (o[k].coupled)
      lbm_outlet_accelerate(state + k, lbm_outlet_gives_flow(o + k) ? lbm_outlet_wanted(o + k, target[k], inflow)
                                                                    : o[k].share * inflow);
  }
}

#endif
