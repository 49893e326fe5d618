/* SPDX-License-Identifier: BSD-3-Clause */
/* Converts units of length to metres, in the spellings of programs that write images. */
#ifndef LENGTH_UNIT_H
#define LENGTH_UNIT_H

/* Metres per unit; 0: not a known unit ("pixel", "arbitrary unit"). */
double length_unit(const char *name);

#endif
