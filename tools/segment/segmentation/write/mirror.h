/* SPDX-License-Identifier: BSD-3-Clause */
/* Appends mirror images along x and y (--mirror; the caller does it along z). */
#ifndef MIRROR_H
#define MIRROR_H

#include "memory.h"

/* Makes a slice of two or four times as many voxels from one of size[0]*size[1]. axes: 1 is x, 2 is y, 3 both; other
 * bits do not count. */
void mirror_slice(unsigned axes, const int64_t size[3], const unsigned char *slice, unsigned char *to);

#endif
