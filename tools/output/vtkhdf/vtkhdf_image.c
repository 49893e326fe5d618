/* SPDX-License-Identifier: BSD-3-Clause */
/* Image data: arrays over z, y, x and, in a series, over time before them. */
#include "vtkhdf_parts.h"

#include <stdlib.h>

#define VALUES "/VTKHDF/PointData"

static const struct {
  char kind;
  size_t bytes;
} types[] = {[VTI_FLOAT32] = {'f', 4}, [VTI_FLOAT64] = {'f', 8}, [VTI_UINT8] = {'u', 1}};

static bool moves(const struct vtkhdf_moments *m, size_t array)
{
  return m && array < m->moving;
}

static void write_place(struct hdf5_file *h, const struct vti *v)
{
  const int64_t *n = v->grid;
  double direction[9];
  bool turned = false;
  for (int i = 0; i < 9; i++) {
    direction[i] = v->axis[i % 3][i / 3];
    turned = turned || direction[i] != 0;
  }
  for (int i = 0; i < 9 && !turned; i++)
    direction[i] = i % 4 == 0;
  hdf5_file_whole(h, "/VTKHDF", "WholeExtent", (const int64_t[]){0, n[0] - 1, 0, n[1] - 1, 0, n[2] - 1}, 6);
  hdf5_file_real(h, "/VTKHDF", "Origin", v->origin, 3);
  hdf5_file_real(h, "/VTKHDF", "Spacing", (const double[]){v->spacing, v->spacing, v->spacing}, 3);
  hdf5_file_real(h, "/VTKHDF", "Direction", direction, 9);
}

static uint64_t begin_array(struct hdf5_file *h, const struct vti *v, size_t i, const struct vtkhdf_moments *m)
{
  const struct vti_array *a = v->arrays + i;
  uint64_t size[HDF5_RANK];
  int rank = 0;
  if (m)
    size[rank++] = moves(m, i) ? m->count : 1;
  for (int k = 2; k >= 0; k--)
    size[rank++] = (uint64_t)v->grid[k];
  if (a->components > 1)
    size[rank++] = (uint64_t)a->components;
  vtkhdf_offsets(h, VTKHDF_STEPS "/PointDataOffsets", a->name, moves(m, i), 1, m);
  return hdf5_file_set(h, VALUES, a->name, types[a->type].kind, types[a->type].bytes, rank, size);
}

static int write_slices(struct hdf5_file *h, const struct vti *v, size_t i, uint64_t set)
{
  const struct vti_array *a = v->arrays + i;
  const size_t bytes = (size_t)(v->grid[0] * v->grid[1] * a->components) * types[a->type].bytes;
  void *values = tile_alloc(bytes, 1);
  int code = values ? h->e->code : tile_fail_memory(h->e, bytes, "a slice");
  for (int64_t z = 0; z < v->grid[2] && !code; z++) {
    code = a->slice(a->self, z, values, h->e);
    if (!code)
      hdf5_file_put(h, set, values, bytes);
    code = h->e->code;
  }
  free(values);
  return code;
}

static int write_moment(struct hdf5_file *h, const struct vti *v, const uint64_t *set, const struct vtkhdf_moments *m,
                        size_t moment)
{
  if (h->e->code || (m && m->load(m->self, moment, h->e)))
    return h->e->code;
  for (size_t i = 0; i < v->count; i++)
    if ((moment == 0 || moves(m, i)) && write_slices(h, v, i, set[i]))
      return h->e->code;
  return TILE_OK;
}

int vtkhdf_image(const struct vti *v, const struct vtkhdf_moments *m, const char *path, const char *made,
                 struct tile_error *e)
{
  uint64_t set[HDF5_SETS];
  struct hdf5_file h;
  hdf5_file_begin(&h, path, made, e);
  vtkhdf_head(&h, "ImageData", v->units, m);
  write_place(&h, v);
  for (size_t i = 0; i < v->count; i++)
    set[i] = begin_array(&h, v, i, m);
  for (size_t t = 0; t < (m ? m->count : 1) && !e->code; t++)
    write_moment(&h, v, set, m, t);
  return hdf5_file_end(&h);
}
