/* SPDX-License-Identifier: BSD-3-Clause */
/* The operations of device.h, written once for CPU and GPU. LOOP(name) is the body of operation `name` for one i; it
 * works on *a. Define these before including the file:
 *   LOOP_FUNC        qualifiers of functions
 *   LOOP_TAKE(p, n)  adds n to *p atomically, and returns the previous value
 *   four             a vector of 4 floats, with [], +, - and products with floats */
#define LOOP(name) LOOP_FUNC void name##_at(const struct lbm_operation *a, const size_t i)
#include "operations_tiles.h"
#include "operations_parts.h"
#include "operations_weights.h"
#include "operations_solve.h"
#include "operations_cut.h"
#include "operations_diffusion.h"
#include "operations_stokes.h"
#undef LOOP
