/* c[0] + c[1] q + ... + c[degree] q^degree. */
#ifndef POLYNOMIAL_H
#define POLYNOMIAL_H

enum { POLYNOMIAL_DEGREE = 4 }; /* at most */

/* The least q from 0 to 1 from which on it is not below 0; 1: there is none. */
double polynomial_rise(const double *c, int degree);

#endif
