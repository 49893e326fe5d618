/* The loops of device.h, written once for CPU and GPU: LOOP(name) is the body for one i of loop `name`, working on *a.
 * Include it after defining
 *   LOOP_FUNC        qualifiers of functions
 *   LOOP_TAKE(p, n)  adds n to *p, at once for all threads; what it was */
#define LOOP(name) LOOP_FUNC void name##_at(const struct lbm_loop *a, const size_t i)
#include "loops_tiles.h"
#include "loops_parts.h"
#include "loops_weights.h"
#include "loops_solve.h"
#undef LOOP
