/* SPDX-License-Identifier: BSD-3-Clause */
/* Forecast of the time to a permeability by cycles (steady.h), before the flow is opened: an order of magnitude (answer.c). */
#ifndef ANSWER_H
#define ANSWER_H

#include "forecast.h"

enum { LBM_ANSWER_STEPS = 2 /* of a cycle */ };

struct lbm_answer_ask {
  enum lbm_device_kind device;
  size_t nonsolid;
  double traffic;   /* bytes of a node and time step, struct lbm_forecast */
  double bandwidth; /* bytes per second, of all threads; NaN: not known */
  int threads;      /* of a CPU */
  double bound;     /* of the change of k that remains, relative */
};
struct lbm_answer {
  double cycles, least, most; /* cycles, and between which numbers they were in measured samples */
  double
      setup; /* seconds before the first cycle; on a GPU of the equations alone, without reading and lists on the host */
  double cycle; /* seconds of two time steps and their correction */
  double seconds;
};
/* Cycles are known of every sample; seconds are NaN where the bandwidth is not known. */
struct lbm_answer lbm_answer_of(const struct lbm_answer_ask *ask);

/* The cycles until less than `part` of the present change remains. */
double lbm_answer_cycles(double part);

/* What makes the time to an answer unknown; NULL: nothing. */
const char *lbm_answer_obstacle(const struct tile_domain *d, double bound);

#endif
