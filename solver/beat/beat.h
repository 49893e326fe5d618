/* SPDX-License-Identifier: BSD-3-Clause */
/* Averages over one period of a pulsatile flow, a beat: mean density and velocity of all nodes, the shear of the nodes
 * beside walls, and pressure and flow of the openings in its course; and how much they change from beat to beat.
 *
 * A beat has LBM_BEAT_SAMPLES samples, the last of which is at its end. Beats are counted from step 0. All quantities are
 * in lattice units. Sums are kept as pairs of floats, whose sum has 48 bits: a checkpoint holds them exactly, as named
 * values of the nodes, so that a run that continues has the averages of a run without a break.
 *
 * Of arrays of nodes a process touches the part of its own nodes alone, beside the moments of a few of others: the rest
 * takes addresses and no memory. */
#ifndef BEAT_H
#define BEAT_H

#include "flux.h"
#include "parameters.h"
#include "shear_map.h"

/* Each sum has two columns, the pair of floats. ACROSS: of the size of the shear across the mean shear of the beat before
 * (transWSS). BEFORE: TAWSS and mean shear of that beat. */
enum lbm_beat_column {
  LBM_BEAT_DENSITY = 0,
  LBM_BEAT_VELOCITY = 2,
  LBM_BEAT_NODE_COLUMNS = 8, /* those before are of all nodes, the others of nodes beside walls */
  LBM_BEAT_SIZE = LBM_BEAT_NODE_COLUMNS,
  LBM_BEAT_SHEAR = 10,
  LBM_BEAT_ACROSS = 16,
  LBM_BEAT_PEAK = 18, /* the largest size of the shear */
  LBM_BEAT_PEAK_AT,   /* its sample */
  LBM_BEAT_BEFORE,    /* 4 columns */
  LBM_BEAT_COLUMNS = LBM_BEAT_BEFORE + 4
};
extern const char *const lbm_beat_column_name[LBM_BEAT_COLUMNS];

struct lbm_beat {
  struct lbm *flow;
  const struct tile_domain *domain;
  struct lbm_parameters *parameters; /* period, and `beat`, which is kept up to date */
  struct lbm_shear_map map;
  struct lbm_opening_flows *openings;
  struct lbm_moments *now;         /* [map.nodes] */
  float *column[LBM_BEAT_COLUMNS]; /* [map.nodes], in the order of tiles and nodes; NaN away from walls */
  double *inflow, *pressure;       /* [patches] */
  struct lbm_beat_thread
      *thread; /* adds the last sample beside the steps, where the device keeps a copy (lbm_snapshot) */
};

/* Both the flow and the parameters must outlive the beat. Release with lbm_beat_close, also after an error. If
 * p->beat says that samples were taken, the caller fills the columns from the file. TILE_USAGE: there is no period, or
 * it is shorter than 2 LBM_BEAT_SAMPLES time steps. Collective. */
int lbm_beat_open(struct lbm_beat **b, struct lbm *flow, struct lbm_parameters *p, struct tile_error *e);
void lbm_beat_close(struct lbm_beat *b);

/* The step of the first sample after `step`, and that of the end of beat n, which is the first one for n = 1. */
int64_t lbm_beat_next(const struct lbm_beat *b, int64_t step);
int64_t lbm_beat_end(double period, int64_t n);
/* Adds the sample of this step, if it is one. Collective. On a GPU a thread adds it while the steps go on: call
 * lbm_beat_wait before the sums are used and before lbm_snapshot; the sample that ends a beat is complete. */
int lbm_beat_sample(struct lbm_beat *b, struct tile_error *e);
/* Waits for that thread, and returns its error. */
int lbm_beat_wait(struct lbm_beat *b, struct tile_error *e);
/* The longest time R C of the outlets; 0: none has a capacitor. */
double lbm_beat_memory(const struct lbm_parameters *p, int patches);
/* What is left to change until the flow is periodic, relative as the largest of the changes: that change, or more if a
 * capacitor is slow. From beat to beat what it does shrinks by exp(-T / R C) with the period T, so that the changes to come
 * add up to the last one times 1 / (exp(T / R C) - 1). Infinity: not known. */
double lbm_beat_remaining(const struct lbm_parameters *p, int patches);

/* ---- what the wall feels ------------------------------------------------------ */

/* Of tau(t), the shear: TAWSS, mean |tau|; OSI = (1 - |mean tau| / TAWSS) / 2; RRT = 1 / ((1 - 2 OSI) TAWSS); ECAP = OSI
 * / TAWSS; transWSS, mean size of the part of tau along the wall across the mean tau of the beat before (Peiffer,
 * Sherwin & Weinberg, J. Biomech. 46 (2013) 2651); the time since the beat began at which |tau| is largest. */
enum lbm_index {
  LBM_INDEX_TAWSS,
  LBM_INDEX_OSI,
  LBM_INDEX_RRT,
  LBM_INDEX_ECAP,
  LBM_INDEX_TRANSWSS,
  LBM_INDEX_PEAK_TIME,
  LBM_INDICES
};
/* Sets to[n] for the nodes of this process, of [map.nodes]; collective. NaN away from walls, and where the shear is too
 * small for the index to have a meaning (below 1e-6 of the mean TAWSS; RRT: the mean shear below 1e-6 of TAWSS). */
void lbm_beat_index(float *to, struct lbm_beat *b, enum lbm_index which);
/* The mean density - 1 and velocity of a node of this process. */
void lbm_beat_mean(double to[4], const struct lbm_beat *b, size_t node);

#endif
