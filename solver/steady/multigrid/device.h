/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory and operations of the device that holds graphs: the host or a GPU. A row of functions serves each device.
 * Operations are executed in order, possibly later; `fetch` waits for them, and returns the error of any of them. */
#ifndef DEVICE_H
#define DEVICE_H

#include "memory.h"

struct lbm_operation;

/* clang-format off */
#define LBM_OPERATION_NAMES(X) \
  X(count_links) X(link_nodes) X(find_faces) X(mark_given) X(widen_slice) \
  X(begin_parts) X(join_parts) X(mark_first) X(number_parts) X(place_children) X(sort_children) \
  X(count_outer) X(merge_outer) X(copy_links) \
  X(weigh_coarse) \
  X(relax_first) X(relax) X(find_residual) X(restrict_residual) X(count_children) X(sum_parts) X(spread_mean) \
  X(leave_mean_out) X(mean_of_component) X(solve_directly) X(prolong) X(leave_step) X(join_steps) \
  X(follow) X(find_image) X(move) \
  X(take_density) X(clear_density) \
  X(find_areas) X(divide_area) X(pass_area) X(join_halves) X(conduct) X(weigh_ends) \
  X(set_faces) X(divide_by_diagonal) X(add_scaled) X(scale_and_add) X(floor_width) \
  X(find_inverse) X(sweep_first) X(sweep) X(find_divergence) X(project) X(find_stokes) \
  X(weigh_velocities) X(leave_velocities) X(restrict_velocities) X(prolong_velocities) \
  X(set_stokes_right) X(spread_faces) \
  X(find_rest) X(flux_along) X(open_area) X(dissipation)
/* clang-format on */
enum lbm_operation_name {
#define LBM_OPERATION_NUMBER(name) LBM_OPERATION_##name,
  LBM_OPERATION_NAMES(LBM_OPERATION_NUMBER)
#undef LBM_OPERATION_NUMBER
      LBM_OPERATIONS
};

struct lbm_device_row {
  /* Filled with zeros; fails without memory. arrays: how many of equal size lie one behind the other in these bytes. */
  int (*allocate)(void *self, void **array, size_t bytes, int arrays, struct tile_error *e);
  void (*release)(void *self, void *array);
  void (*clear)(void *self, void *array, size_t bytes);
  void (*send)(void *self, void *array, const void *from, size_t bytes);
  int (*fetch)(void *self, void *to, const void *array, size_t bytes, struct tile_error *e);
  /* Executes the body of the operation (operations.h) for i = 0 ... count - 1, in any order. */
  void (*loop)(void *self, enum lbm_operation_name name, const struct lbm_operation *a, size_t count);
  /* Between record and recorded operations are not executed, but kept; replay executes them. NULL: the device cannot. */
  void (*record)(void *self);
  void *(*recorded)(void *self); /* NULL after an error, which the next fetch returns */
  void (*replay)(void *self, void *work);
  void (*forget)(void *self, void *work);
  /* values[i] becomes the sum of the values before it, values[count] the sum of all of them. */
  void (*scan)(void *self, uint32_t *values, size_t count);
  /* *to, on the host, becomes the sum of a_i b_i, or of a_i if b is NULL. The order of the sum depends on `count`
   * alone. */
  int (*product)(void *self, const float *a, const float *b, size_t count, double *to, struct tile_error *e);
  /* The same with *to in the memory of the device, where operations find it. Only after a product of as many values or
   * more. */
  void (*product_there)(void *self, const float *a, const float *b, size_t count, double *to);
};

struct lbm_device {
  const struct lbm_device_row *row;
  void *self;
};

extern const struct lbm_device_row lbm_device_cpu; /* self: struct lbm_host */
struct lbm_host {
  int threads;
};

#endif
