/* SPDX-License-Identifier: BSD-3-Clause */
#include "read_hdf5.h"

int hdf5_sizes(hid_t space, uint64_t size[H5S_MAX_RANK])
{
  hsize_t is[H5S_MAX_RANK];
  const int rank = H5Sget_simple_extent_dims(space, is, NULL);
  for (int i = 0; i < rank; i++)
    size[i] = is[i];
  return rank;
}

bool hdf5_axes(struct hdf5_set *s, char warning[CHUNK_WARNING])
{
  char name[H5S_MAX_RANK][CHUNK_NAME] = {0};
  if (s->rank <= HDF5_AXES)
    hdf5_names(s, name);
  if (chunk_axes(s->axis, name, s->size, s->rank, warning) < 2)
    return false;
  const int third = 3 - s->axis[1] - s->axis[2];
  if (s->axis[0] < 0 && s->rank == 3 && s->size[third] != 1) {
    s->axis[0] = third; /* times as slices */
    snprintf(warning, CHUNK_WARNING, "its axis %s is taken as z", name[third]);
  }
  s->volumes = chunk_volumes(s->axis, s->size, s->rank);
  chunk_volume(s->at, s->axis, s->size, s->volumes ? s->rank : 0, 0);
  return true;
}
