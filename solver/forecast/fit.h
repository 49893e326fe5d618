/* SPDX-License-Identifier: BSD-3-Clause */
/* How the populations of a steady flow are stored so that it and its corrections (steady.h) fit into a memory: known
 * before anything is allocated. */
#ifndef FIT_H
#define FIT_H

#include "forecast.h"

/* Bytes of a node that corrections take beside the flow, and the least bound for which populations may be stored in
 * single precision where none was asked for: rounding then changes the flux by up to 5e-4 (tests/bench/RESULTS.md). */
enum { LBM_CORRECTION_NODE = 296 };
#define LBM_CORRECTION_SINGLE 0.999e-3

struct lbm_fit_ask {
  enum lbm_device_kind device;
  struct lbm_choice choice; /* precision: the first that is tried */
  int copies;               /* 1 or 2, as asked for; 0: those that fit */
  bool rounds;              /* may populations be stored in single precision? */
  double bound;             /* of the flow, relative */
  double room;              /* bytes that are free */
};

struct lbm_fit {
  enum lbm_device_kind device;
  struct lbm_choice choice;
  int copies;
  bool fits, corrected; /* false: nothing fits, or nothing with the correction beside it */
  double memory; /* bytes, with those of the correction if it is there; of the last that was tried if nothing fits */
  double first;  /* bytes of what is tried first, with those of the correction */
};

/* Finds the first that fits of: fp64 with two copies, by lists if that is faster, by masks; one copy; then the same in
 * fp32. Those with the correction come before all others. */
int lbm_fit_find(struct lbm_fit *f, const struct lbm_tile_statistics *c, const struct lbm_fit_ask *ask,
                 struct tile_error *e);

/* A line about it, such as "fp64, one copy, by masks, 61440.0 MiB with corrections". text: LBM_FIT_TEXT. */
enum { LBM_FIT_TEXT = 128 };
const char *lbm_fit_text(char *text, const struct lbm_fit *f);

#endif
