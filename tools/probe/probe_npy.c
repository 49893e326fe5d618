/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes one field as a NumPy array. */
#include "probe.h"

#include "npy.h"
#include "probe_arrays.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *type_of(const struct probe_volume *v)
{
  static const char *const types[] = {[1] = "|u1", [4] = "<f4", [8] = "<f8"};
  return types[probe_value_bytes(v)];
}

static int write_slices(struct probe_volume *v, FILE *out, struct tile_error *e)
{
  const int64_t *grid = v->slices->fields->domain.grid;
  const size_t count = (size_t)(grid[0] * grid[1] * probe_components(v));
  void *values = tile_alloc(count, probe_value_bytes(v));
  int status = values ? 0 : tile_fail_memory(e, count * probe_value_bytes(v), "a slice");
  for (int64_t z = 0; z < grid[2] && !status; z++) {
    status = probe_volume_slice(v, z, values, e);
    if (!status && fwrite(values, probe_value_bytes(v), count, out) != count)
      status = tile_fail(e, TILE_FAILED, "cannot write the array: %s", strerror(errno));
  }
  free(values);
  return status;
}

int probe_npy(const struct fields *f, const char *name, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  const int64_t *grid = f->domain.grid;
  struct fields_slices slices;
  if (fields_slices_make(&slices, f, 2, e))
    return e->code;
  struct probe_volume v = probe_volume_of(&slices, name, how->single);
  const int64_t shape[] = {grid[2], grid[1], grid[0], probe_components(&v)};
  int status = npy_head(out, type_of(&v), shape, shape[3] > 1 ? 4 : 3)
                   ? write_slices(&v, out, e)
                   : tile_fail(e, TILE_FAILED, "cannot write the array: %s", strerror(errno));
  if (!status)
    cli_say("%s: %s", name, probe_unit_name(&v));
  fields_slices_free(&slices);
  return status;
}
