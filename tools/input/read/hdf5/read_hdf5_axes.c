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
