/* SPDX-License-Identifier: BSD-3-Clause */
/* What images and surfaces have in common. */
#ifndef VTKHDF_PARTS_H
#define VTKHDF_PARTS_H

#include "hdf5_file.h"
#include "vtkhdf.h"

#define VTKHDF_STEPS "/VTKHDF/Steps"
/* Version, type, the field array `units`, and the times of the moments. */
void vtkhdf_head(struct hdf5_file *h, const char *type, const char *units, const struct vtkhdf_moments *m);
/* Numbers for each moment: first, first + step ... in so many columns. Without m: nothing. */
void vtkhdf_numbers(struct hdf5_file *h, const char *group, const char *name, int64_t first, size_t step,
                    size_t columns, const struct vtkhdf_moments *m);
/* The same from 0: where the values of each moment begin. */
void vtkhdf_offsets(struct hdf5_file *h, const char *group, const char *name, size_t step, size_t columns,
                    const struct vtkhdf_moments *m);

#endif
