/* The mirror image appended along x or y: --mirror (z is the caller's). */
#ifndef MIRROR_H
#define MIRROR_H

#include "own.h"

/* A slice of size[0]*size[1] voxels to one of twice as many. */
void mirror_slice(int axis, const int64_t size[3], const unsigned char *slice, unsigned char *to);

#endif
