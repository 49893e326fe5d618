/* SPDX-License-Identifier: BSD-3-Clause */
/* Random numbers that are the same on every machine, for random spheres: splitmix64 (Steele, Lea & Flood, "Fast
 * splittable pseudorandom number generators", OOPSLA 2014). */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

struct random {
  uint64_t state; /* initially the seed */
};

static inline uint64_t random_next(struct random *r)
{
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Uniform in [0, 1), 53 bits. */
static inline double random_real(struct random *r)
{
  return (double)(random_next(r) >> 11) * 0x1p-53;
}

#endif
