/* SPDX-License-Identifier: BSD-3-Clause */
/* The voxel size: the attribute element_size_um, z y x, as ilastik and Fiji write it; pixel sizes and axes of NeXus;
 * scales of netCDF; the extent of an image of Imaris. */
#include "read_hdf5.h"
#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void set_unit(struct hdf5_volume *to, const char *unit, const char *note)
{
  snprintf(to->unit, sizeof to->unit, "%.15s", unit);
  snprintf(to->side_note, sizeof to->side_note, "%.31s", note);
  hdf5_clean(to->unit);
}

/* Sides of which each has its unit: in m if they differ. false: one of several is not known. */
static bool set_units(struct hdf5_volume *to, char unit[3][HDF5_TEXT], const char *note)
{
  const bool same = strcmp(unit[0], unit[1]) == 0 && strcmp(unit[0], unit[2]) == 0;
  for (int a = 0; a < 3 && !same; a++) {
    to->side[a] = tile_length_in(to->side[a], unit[a]);
    if (!(to->side[a] > 0))
      return false;
  }
  set_unit(to, same ? unit[0] : "m", note);
  return true;
}

/* Of one slice two sizes suffice: the third is that of x. */
static bool element_size(const struct hdf5_set *s, struct hdf5_volume *to)
{
  double value[3];
  const int count = hdf5_numbers(s->set, "element_size_um", 3, value)                   ? 3
                    : s->rank == 2 && hdf5_numbers(s->set, "element_size_um", 2, value) ? 2
                                                                                        : 0;
  for (int a = 0; a < 3 && count; a++)
    to->side[a] = value[a < count ? count - 1 - a : count - 1];
  if (count)
    set_unit(to, "um", "element_size_um");
  return count > 0;
}

/* ---- NeXus: x_pixel_size, y_pixel_size and perhaps z_pixel_size of the group or of its detector ---- */

/* A data set of one number with the attribute `units`, or an attribute. */
static bool one_size(hid_t group, char axis, const char *kind, double *side, char unit[HDF5_TEXT])
{
  char name[40];
  snprintf(name, sizeof name, "%c_%s", axis, kind);
  const hid_t set = hdf5_open(group, name);
  if (set < 0)
    return hdf5_numbers(group, name, 1, side);
  const bool found = hdf5_values(set, 1, side) == 1;
  hdf5_texts(set, "units", 1, (char(*)[HDF5_TEXT])unit);
  H5Oclose(set);
  return found;
}

/* Without a size along z, voxels are cubes if x and y agree. */
static bool pixel_sizes(hid_t group, const char *kind, struct hdf5_volume *to)
{
  char unit[3][HDF5_TEXT] = {"", "", ""}, note[40];
  double side[3];
  if (!one_size(group, 'x', kind, &side[0], unit[0]) || !one_size(group, 'y', kind, &side[1], unit[1]))
    return false;
  const double x = tile_length_in(side[0], unit[0]), y = tile_length_in(side[1], unit[1]);
  const bool equal = strcmp(unit[0], unit[1]) ? x > 0 && fabs(x - y) <= 1e-9 * x : side[0] == side[1];
  if (!one_size(group, 'z', kind, &side[2], unit[2])) {
    side[2] = equal ? side[0] : 0;
    memcpy(unit[2], unit[0], HDF5_TEXT);
  }
  if (!(side[2] > 0))
    return false;
  memcpy(to->side, side, sizeof to->side);
  snprintf(note, sizeof note, "x_%s", kind);
  return set_units(to, unit, note);
}

/* Below a group, the sample and the detector: pixels at the sample come before those of the camera. */
static bool sizes_in(hid_t group, struct hdf5_volume *to)
{
  static const char *const beside[] = {"", "sample", "instrument/detector"};
  static const char *const kinds[] = {"sample_pixel_size", "magnified_pixel_size", "pixel_size"};
  bool found = false;
  for (size_t b = 0; b < sizeof beside / sizeof *beside && !found; b++) {
    const hid_t of = hdf5_open(group, beside[b]);
    for (size_t i = 0; of > 0 && i < sizeof kinds / sizeof *kinds && !found; i++)
      found = pixel_sizes(of, kinds[i], to);
    if (of > 0)
      H5Oclose(of);
  }
  return found;
}

/* The groups above the data set. */
static bool nexus_pixels(const struct hdf5_set *s, struct hdf5_volume *to)
{
  char name[1024];
  bool found = false;
  hdf5_whole_name(s, name);
  while (!found && hdf5_above(name)) {
    const hid_t group = hdf5_open(s->file, name);
    found = group > 0 && sizes_in(group, to);
    if (group > 0)
      H5Oclose(group);
  }
  return found;
}

/* ---- positions of the voxels: axes of NXdata, scales of netCDF ---- */

/* The distance between positions that are even, which are as many as voxels. */
static bool even_distance(hid_t set, hsize_t count, double *side)
{
  double *at = tile_alloc(count, sizeof *at);
  const bool read = at && hdf5_values(set, (int64_t)count, at) == (int64_t)count && count > 1;
  const double step = read ? (at[count - 1] - at[0]) / (double)(count - 1) : 0;
  bool even = step != 0 && isfinite(step);
  for (hsize_t i = 0; even && i < count; i++)
    even = fabs(at[i] - at[0] - (double)i * step) <= 1e-2 * fabs(step);
  free(at);
  *side = fabs(step);
  return even;
}

/* Indices of voxels, which have no unit, are no positions. */
static bool positions(const struct hdf5_set *s, struct hdf5_volume *to)
{
  char unit[3][HDF5_TEXT] = {"", "", ""};
  bool found = s->axis[0] >= 0;
  for (int a = 0; a < 3 && found; a++) {
    const hid_t set = hdf5_scale(s, s->axis[a]);
    found = set > 0 && hdf5_texts(set, "units", 1, &unit[2 - a]) == 1 && *unit[2 - a] &&
            even_distance(set, s->slab.size[a], &to->side[2 - a]);
    if (set > 0)
      H5Oclose(set);
  }
  return found && set_units(to, unit, "axes");
}

/* ---- Imaris ---- */

/* The extent along each axis, of the whole image; its levels divide it among fewer voxels. */
static bool imaris_extent(const struct hdf5_set *s, struct hdf5_volume *to)
{
  const hid_t image = strstr(s->name, "DataSet/") ? hdf5_open(s->file, "/DataSetInfo/Image") : -1;
  char text[HDF5_TEXT] = "um", name[16];
  bool found = image > 0;
  for (int a = 0; a < 3 && found; a++) {
    char begin[HDF5_TEXT], end[HDF5_TEXT];
    snprintf(name, sizeof name, "ExtMin%d", a);
    found = hdf5_texts(image, name, 1, &begin) == 1;
    snprintf(name, sizeof name, "ExtMax%d", a);
    found = found && hdf5_texts(image, name, 1, &end) == 1;
    to->side[a] = found ? (strtod(end, NULL) - strtod(begin, NULL)) / (double)s->slab.size[2 - a] : 0;
  }
  if (found)
    hdf5_texts(image, "Unit", 1, &text);
  if (image > 0)
    H5Oclose(image);
  if (found)
    set_unit(to, text, "the extent of Imaris");
  return found;
}

void hdf5_side(const struct hdf5_set *s, struct hdf5_volume *to)
{
  static bool (*const ways[])(const struct hdf5_set *, struct hdf5_volume *) = {element_size, nexus_pixels, positions,
                                                                                imaris_extent};
  bool found = false;
  for (size_t i = 0; i < sizeof ways / sizeof *ways && !found; i++)
    found = ways[i](s, to);
}

/* ---- the size of an image of Imaris, whose data sets are filled up to whole chunks ---- */

void hdf5_unpad(struct hdf5_set *s)
{
  char group[1024], text[HDF5_TEXT];
  hdf5_whole_name(s, group);
  hdf5_above(group);
  const hid_t channel = s->rank == 3 && *group ? hdf5_open(s->file, group) : -1;
  for (int a = 0; a < 3 && channel > 0; a++) {
    const char name[] = {'I', 'm', 'a', 'g', 'e', 'S', 'i', 'z', 'e', "ZYX"[a], 0};
    const uint64_t size = hdf5_texts(channel, name, 1, &text) == 1 ? strtoull(text, NULL, 10) : 0;
    if (size > 0 && size < s->slab.size[a])
      s->slab.size[a] = size;
  }
  if (channel > 0)
    H5Oclose(channel);
}
