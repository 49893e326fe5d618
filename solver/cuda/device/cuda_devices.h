/* SPDX-License-Identifier: BSD-3-Clause */
/* Which GPUs a name means: "cuda" (each process on a machine takes one), "cuda:N", "cuda:0,1" or "cuda:all". A GPU
 * that is named twice runs two subdomains. This file does not use CUDA. */
#ifndef CUDA_DEVICES_H
#define CUDA_DEVICES_H

#include "tile_error.h"

enum { CUDA_MOST_DEVICES = 64 };
struct cuda_devices {
  int number[CUDA_MOST_DEVICES], count;
};

/* place: the number of this process on its machine; present: the number of devices there, at least 1. TILE_USAGE: the
 * name is wrong; TILE_FAILED: there is no such device. */
int cuda_devices_parse(struct cuda_devices *d, const char *name, int place, int present, struct tile_error *e);

#endif
