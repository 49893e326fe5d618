/* The loops of device.h, written once for CPU and GPU: LOOP(name) is the body for one i of loop `name`, working on *a.
 * Include it after defining
 *   LOOP_FUNC        qualifiers of functions
 *   LOOP_TAKE(p, n)  adds n to *p, at once for all threads; what it was */
#define LOOP(name) LOOP_FUNC void name##_at(const struct lbm_operation *a, const size_t i)
#include "operations_tiles.h"
#include "operations_parts.h"
#include "operations_weights.h"
#include "operations_solve.h"
#undef LOOP
