/* SPDX-License-Identifier: BSD-3-Clause */
/* Polygonal data, in one part: the arrays of all moments one after another. */
#include "vtkhdf_parts.h"

#include <stdlib.h>

enum { KINDS = 4, BATCH = 1 << 16 };
static const char *const kinds[KINDS] = {"Vertices", "Lines", "Polygons", "Strips"};

static int kind_of(const struct vtp *v)
{
  return v->corner ? 2 : v->end ? 1 : 0;
}

static bool of_cells(const struct vtp *v)
{
  return v->corner != NULL;
}

/* ---- cells ------------------------------------------------------------------------ */

static int64_t corner_of(const struct vtp *v, size_t i)
{
  return v->corner ? (int64_t)v->corner[i / 3][i % 3] : (int64_t)i;
}

/* Where cell i begins; i may be the number of cells. */
static int64_t begin_of(const struct vtp *v, size_t i)
{
  return v->corner ? (int64_t)(3 * i) : v->end ? (i ? v->end[i - 1] : 0) : (int64_t)i;
}

static void write_numbers(struct hdf5_file *h, const struct vtp *v, const char *group, const char *name, size_t count,
                          int64_t (*of)(const struct vtp *v, size_t i))
{
  const uint64_t set = hdf5_file_set(h, group, name, 'i', sizeof(int64_t), 1, &(uint64_t){count});
  static int64_t batch[BATCH];
  for (size_t at = 0, some; at < count; at += some) {
    some = count - at < BATCH ? count - at : BATCH;
    for (size_t i = 0; i < some; i++)
      batch[i] = of(v, at + i);
    hdf5_file_put(h, set, batch, some * sizeof *batch);
  }
}

static void write_cells(struct hdf5_file *h, const struct vtp *v)
{
  for (int k = 0; k < KINDS; k++) {
    char group[40];
    const bool there = k == kind_of(v);
    const size_t cells = there ? vtp_cells(v) : 0, corners = there ? (v->corner ? 3 * v->triangles : v->points) : 0;
    snprintf(group, sizeof group, "/VTKHDF/%s", kinds[k]);
    hdf5_file_list(h, group, "NumberOfCells", &(int64_t){(int64_t)cells}, 1);
    hdf5_file_list(h, group, "NumberOfConnectivityIds", &(int64_t){(int64_t)corners}, 1);
    write_numbers(h, v, group, "Connectivity", corners, corner_of);
    write_numbers(h, v, group, "Offsets", cells + 1, begin_of);
  }
}

/* The geometry of each moment is the first and only one. */
static void write_steps(struct hdf5_file *h, const struct vtkhdf_moments *m)
{
  static const char *const once[] = {"PartOffsets", "PointOffsets"}, *const each[] = {"CellOffsets",
                                                                                      "ConnectivityIdOffsets"};
  vtkhdf_numbers(h, VTKHDF_STEPS, "NumberOfParts", 1, 0, 1, m);
  for (int i = 0; i < 2; i++) {
    vtkhdf_offsets(h, VTKHDF_STEPS, once[i], 0, 1, m);
    vtkhdf_offsets(h, VTKHDF_STEPS, each[i], 0, KINDS, m);
  }
}

/* ---- values ----------------------------------------------------------------------- */

static size_t length_of(const struct vtp *v, size_t array)
{
  return array && of_cells(v) ? v->triangles : v->points;
}

static bool moves(const struct vtkhdf_moments *m, size_t array)
{
  return m && array > 0 && array <= m->moving;
}

static uint64_t begin_array(struct hdf5_file *h, const struct vtp *v, size_t i, const struct vtkhdf_moments *m)
{
  const struct vtp_array *a = v->arrays + i;
  const size_t length = length_of(v, i);
  const uint64_t size[] = {moves(m, i) ? m->count * length : length, (uint64_t)a->components};
  if (i)
    vtkhdf_offsets(h, of_cells(v) ? VTKHDF_STEPS "/CellDataOffsets" : VTKHDF_STEPS "/PointDataOffsets", a->name,
                   moves(m, i) ? length : 0, 1, m);
  return hdf5_file_set(h,
                       !i            ? "/VTKHDF"
                       : of_cells(v) ? "/VTKHDF/CellData"
                                     : "/VTKHDF/PointData",
                       !i ? "Points" : a->name, 'f', vtp_value_bytes(v), a->components > 1 ? 2 : 1, size);
}

static void write_values(struct hdf5_file *h, const struct vtp *v, size_t i, uint64_t set)
{
  const struct vtp_array *a = v->arrays + i;
  static double batch[BATCH * 3];
  float *small = (float *)batch;
  for (size_t at = 0, some, length = length_of(v, i); at < length; at += some) {
    size_t n = 0;
    some = length - at < BATCH ? length - at : BATCH;
    for (size_t k = 0; k < some; k++) {
      double value[3];
      a->point(a->self, at + k, value);
      for (int c = 0; c < a->components; c++, n++)
        if (v->single)
          small[n] = (float)value[c];
        else
          batch[n] = value[c];
    }
    hdf5_file_put(h, set, batch, n * vtp_value_bytes(v));
  }
}

static void write_moment(struct hdf5_file *h, const struct vtp *v, const uint64_t *set, const struct vtkhdf_moments *m,
                         size_t moment)
{
  if (m && m->load(m->self, moment, h->e))
    return;
  for (size_t i = 0; i < v->count && !h->e->code; i++)
    if (moment == 0 || moves(m, i))
      write_values(h, v, i, set[i]);
}

int vtkhdf_surface(const struct vtp *v, const struct vtkhdf_moments *m, const char *path, const char *made,
                   struct tile_error *e)
{
  uint64_t set[HDF5_SETS];
  struct hdf5_file h;
  hdf5_file_begin(&h, path, made, e);
  vtkhdf_head(&h, "PolyData", v->units, m);
  hdf5_file_list(&h, "/VTKHDF", "NumberOfPoints", &(int64_t){(int64_t)v->points}, 1);
  write_cells(&h, v);
  write_steps(&h, m);
  for (size_t i = 0; i < v->count; i++)
    set[i] = begin_array(&h, v, i, m);
  for (size_t t = 0; t < (m ? m->count : 1) && !e->code; t++)
    write_moment(&h, v, set, m, t);
  return hdf5_file_end(&h);
}
