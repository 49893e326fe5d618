/* SPDX-License-Identifier: BSD-3-Clause */
/* The memory of a device for equations without a flow. */
#include "backend.h"

#include <stdlib.h>

struct lbm_arrays {
  const struct lbm_backend *backend;
  void *state; /* of the backend; NULL: the host */
  struct lbm_host host;
};

int lbm_arrays_new(struct lbm_arrays **made, struct lbm_device *device, const char *name, int threads,
                   struct tile_error *e)
{
  struct lbm_arrays *a = *made = tile_alloc(1, sizeof *a);
  if (!a)
    return tile_fail_memory(e, sizeof *a, "the device");
  a->host.threads = threads;
  *device = (struct lbm_device){&lbm_device_cpu, &a->host};
  if (lbm_backend_find(&a->backend, name, LBM_LATTICE_D3Q19, e))
    return e->code;
  if (!a->backend->open_arrays)
    return 0;
  if (a->backend->open_arrays(&a->state, name, e))
    return e->code;
  *device = a->backend->arrays(a->state);
  return 0;
}

const char *lbm_arrays_describe(const struct lbm_arrays *a)
{
  return a->state ? a->backend->describe(a->state) : a->backend->name;
}

void lbm_arrays_free(struct lbm_arrays *a)
{
  if (a && a->state)
    a->backend->close(a->state);
  free(a);
}
