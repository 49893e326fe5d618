/* The voxel size: the attribute element_size_um, z y x, as ilastik and Fiji write it; or pixel sizes of NeXus. */
#include "read_hdf5.h"

#include <string.h>

/* Reads `count` numbers; false: it has not as many. */
static bool read_numbers(hid_t of, const char *name, int count, double value[3])
{
  const hid_t attribute = H5Aexists(of, name) > 0 ? H5Aopen(of, name, H5P_DEFAULT) : -1;
  const hid_t space = attribute > 0 ? H5Aget_space(attribute) : -1;
  const bool good =
      space > 0 && H5Sget_simple_extent_npoints(space) == count && H5Aread(attribute, H5T_NATIVE_DOUBLE, value) >= 0;
  if (space > 0)
    H5Sclose(space);
  if (attribute > 0)
    H5Aclose(attribute);
  return good;
}

/* Of one slice two sizes suffice: the third is that of x. */
static bool element_size(const struct hdf5_set *s, double side[3])
{
  double value[3];
  const int count = read_numbers(s->set, "element_size_um", 3, value)                   ? 3
                    : s->rank == 2 && read_numbers(s->set, "element_size_um", 2, value) ? 2
                                                                                        : 0;
  for (int a = 0; a < 3; a++)
    side[a] = count ? value[a < count ? count - 1 - a : count - 1] : 0;
  return count > 0;
}

void hdf5_side(const struct hdf5_set *s, struct hdf5_volume *to)
{
  if (!element_size(s, to->side))
    return;
  snprintf(to->unit, sizeof to->unit, "um");
  snprintf(to->side_note, sizeof to->side_note, "element_size_um");
}
