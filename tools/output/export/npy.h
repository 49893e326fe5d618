/* SPDX-License-Identifier: BSD-3-Clause */
/* NumPy's .npy, version 1: writes the text header that precedes the values. */
#ifndef NPY_H
#define NPY_H

#include "memory.h"

/* type: "|u1", "<f4", "<f8"; the last axis varies fastest. Returns false if it could not be written. */
bool npy_head(FILE *out, const char *type, const int64_t *shape, int axes);

#endif
