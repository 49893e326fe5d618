/* SPDX-License-Identifier: BSD-3-Clause */
/* Roots of polynomials c[0] + c[1] q + ... + c[degree] q^degree on [0, 1], for walls of shapes. */
#ifndef POLYNOMIAL_H
#define POLYNOMIAL_H

enum { POLYNOMIAL_DEGREE = 4 }; /* highest degree */

/* The least q from 0 to 1 from which on the polynomial is not negative; 1 if there is none. */
double polynomial_rise(const double *c, int degree);

#endif
