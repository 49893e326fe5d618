/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SCHEMES_CHECK_H
#define SCHEMES_CHECK_H

#include "schemes.h"

/* Values that differ from those of naive steps, in a small cavity. */
int schemes_check_fp32(int scheme, int collision);
int schemes_check_fp64(int scheme, int collision);
/* A step on the CPU. */
int schemes_step_fp32(int scheme, int collision, const struct schemes_pass *p);
int schemes_step_fp64(int scheme, int collision, const struct schemes_pass *p);

#endif
