/* Which GPUs a name means: "cuda" (of several processes on a machine each takes one), "cuda:N", "cuda:0,1" or "cuda:all". One
 * that is named twice runs two parts. Knows no CUDA. */
#ifndef CUDA_DEVICES_H
#define CUDA_DEVICES_H

#include "tile.h"

enum { CUDA_MOST_DEVICES = 64 };
struct cuda_devices {
  int number[CUDA_MOST_DEVICES], count;
};

/* PLACE: the number of this process on its machine. PRESENT: devices there, at least 1. TILE_USAGE: no such name; TILE_FAILED:
 * no such device. */
int cuda_devices_parse(struct cuda_devices *d, const char *name, int place, int present, struct tile_error *e);

#endif
