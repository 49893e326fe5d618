/* SPDX-License-Identifier: BSD-3-Clause */
#include "domain_vti.h"

#include "frame.h"
#include "tile_layers.h"

#include <stdlib.h>
#include <string.h>

/* An array of the file. */
struct volume {
  const struct domain_vti *file;
  const struct domain_vti_field *field; /* NULL: solid */
  const struct tile_layers *layers;
};

static void put(const struct volume *v, size_t tile, int node, void *values, size_t at)
{
  const struct domain_vti_field *f = v->field;
  double value[3];
  if (!f) {
    ((unsigned char *)values)[at] = 0;
    return;
  }
  f->value(f->self, tile, node, value);
  for (size_t k = 0, n = (size_t)f->components; k < n; k++)
    if (v->file->single)
      ((float *)values)[n * at + k] = (float)value[k];
    else
      ((double *)values)[n * at + k] = value[k];
}

static void put_tile(const struct volume *v, size_t tile, int64_t z, void *values)
{
  const struct tile_domain *d = v->file->domain;
  for (size_t w = 0; w < d->words; w++)
    for (uint64_t left = d->mask[tile * d->words + w]; left; left &= left - 1) {
      const int node = (int)w * 64 + __builtin_ctzll(left);
      int64_t at[3];
      if (tile_domain_node(d, tile, node, at) && at[2] == z)
        put(v, tile, node, values, (size_t)(at[0] + d->grid[0] * at[1]));
    }
}

static size_t bytes_of(const struct volume *v)
{
  const size_t real = v->file->single ? sizeof(float) : sizeof(double);
  return v->field ? (size_t)v->field->components * real : 1;
}

static int put_slice(void *self, int64_t z, void *values, struct tile_error *e)
{
  const struct volume *v = self;
  const struct tile_domain *d = v->file->domain;
  const int64_t layer = tile_layer_of(d, 2, z);
  (void)e;
  memset(values, v->field ? 0 : 1, (size_t)(d->grid[0] * d->grid[1]) * bytes_of(v));
  for (size_t i = v->layers->begin[layer]; i < v->layers->begin[layer + 1]; i++)
    put_tile(v, v->layers->tile[i], z, values);
  return TILE_OK;
}

static int write_arrays(const struct domain_vti *v, const struct vti_array *array, FILE *out, struct tile_error *e)
{
  struct frame frame;
  struct vti to = {.spacing = v->spacing > 0 ? v->spacing : 1,
                   .units = v->units,
                   .arrays = array,
                   .count = v->fields + 1,
                   .packed = v->packed};
  frame_read(&frame, &v->domain->header);
  memcpy(to.grid, v->domain->grid, sizeof to.grid);
  memcpy(to.axis, frame.axis, sizeof to.axis);
  memcpy(to.origin, frame.centre, sizeof to.origin);
  return vti_write(&to, out, e);
}

int domain_vti_write(const struct domain_vti *v, FILE *out, struct tile_error *e)
{
  struct tile_layers layers;
  struct volume *volume = tile_alloc(v->fields + 1, sizeof *volume);
  struct vti_array *array = tile_alloc(v->fields + 1, sizeof *array);
  int code = volume && array ? TILE_OK : tile_fail_memory(e, v->fields * sizeof *array, "the arrays");
  if (!code)
    code = tile_layers_make(&layers, v->domain, 2, e);
  if (!code) {
    for (size_t i = 0; i <= v->fields; i++) {
      const struct domain_vti_field *f = i < v->fields ? &v->field[i] : NULL;
      volume[i] = (struct volume){v, f, &layers};
      array[i] = (struct vti_array){.name = f ? f->name : "solid",
                                    .type = !f          ? VTI_UINT8
                                            : v->single ? VTI_FLOAT32
                                                        : VTI_FLOAT64,
                                    .components = f ? f->components : 1,
                                    .slice = put_slice,
                                    .self = &volume[i]};
    }
    code = write_arrays(v, array, out, e);
    tile_layers_free(&layers);
  }
  free(volume);
  free(array);
  return code;
}
