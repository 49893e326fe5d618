/* SPDX-License-Identifier: BSD-3-Clause */
#include "backend.h"

#include <math.h>
#include <string.h>

/* Does the device name select this backend? Only GPUs have numbers, as in "cuda:1". */
static bool named(const struct lbm_backend *b, const char *name)
{
  const size_t length = strlen(b->name);
  return !strncmp(name, b->name, length) && (!name[length] || (name[length] == ':' && b->kind == LBM_ON_CUDA));
}

int lbm_backend_find(const struct lbm_backend **backend, const char *name, enum lbm_lattice lattice,
                     struct tile_error *e)
{
  struct tile_error ignored;
  for (size_t i = 0; (*backend = lbm_backends[i]); i++) {
    if ((*backend)->lattice != lattice)
      continue;
    if (!name && !(*backend)->present(&ignored))
      return 0;
    if (name && named(*backend, name))
      return (*backend)->present(e);
  }
  return tile_fail(e, TILE_USAGE, "no device '%s': cpu and cuda are known", name ? name : "");
}

int lbm_device_room(double *bytes, int *parts, const char *device, struct tile_error *e)
{
  const struct lbm_backend *b;
  size_t left = tile_memory_left();
  *parts = 1;
  if (lbm_backend_find(&b, device, LBM_LATTICE_D3Q19, e) || (b->parts && b->parts(device, parts, e)) ||
      (b->room && b->room(device, &left, e)))
    return e->code;
  *bytes = left == SIZE_MAX ? (double)INFINITY : (double)left;
  return 0;
}

int lbm_device_name(const char **name, const char *device, struct tile_error *e)
{
  const struct lbm_backend *backend;
  int code = lbm_backend_find(&backend, device, LBM_LATTICE_D3Q19, e);
  if (!code)
    *name = backend->name;
  return code;
}
