/* SPDX-License-Identifier: BSD-3-Clause */
#include "read_hdf5.h"

#include <string.h>

static void leave_out(int *axis, int *count, int i)
{
  memmove(axis + i, axis + i + 1, (size_t)(*count - i - 1) * sizeof *axis);
  --*count;
}

/* The last ones first, as of a single channel; then from the first on, as of a single time. */
int hdf5_axes(hid_t space, int axis[3])
{
  hsize_t size[H5S_MAX_RANK];
  int kept[H5S_MAX_RANK], count = H5Sget_simple_extent_dims(space, size, NULL);
  for (int a = 0; a < count; a++)
    kept[a] = a;
  while (count > 3 && size[kept[count - 1]] == 1)
    count--;
  for (int i = 0; i < count && count > 3;)
    if (size[kept[i]] == 1)
      leave_out(kept, &count, i);
    else
      i++;
  if (count != 2 && count != 3)
    return 0;
  axis[0] = -1;
  for (int i = 0; i < count; i++)
    axis[3 - count + i] = kept[i];
  return count;
}

int hdf5_axes_of(const struct hdf5_set *s, int axis[3], char word[CHUNK_WORD])
{
  char name[HDF5_AXES][CHUNK_NAME];
  hsize_t size[H5S_MAX_RANK];
  *word = 0;
  if (s->rank > HDF5_AXES || !hdf5_names(s, name) || !chunk_axes(axis, name, s->rank, word))
    return hdf5_axes(s->space, axis);
  H5Sget_simple_extent_dims(s->space, size, NULL);
  for (int i = 0; i < s->rank; i++)
    if (i != axis[0] && i != axis[1] && i != axis[2] && size[i] != 1) {
      if (axis[0] >= 0 || s->rank != 3)
        return 0;
      axis[0] = i; /* times as slices */
      snprintf(word, CHUNK_WORD, "its axis %s is taken as z", name[i]);
    }
  return axis[0] < 0 ? 2 : 3;
}
