/* Appends the mirror image along x or y (--mirror; the caller does it along z). */
#ifndef MIRROR_H
#define MIRROR_H

#include "internal.h"

/* Makes a slice of twice as many voxels from one of size[0]*size[1]. */
void mirror_slice(int axis, const int64_t size[3], const unsigned char *slice, unsigned char *to);

#endif
