/* SPDX-License-Identifier: BSD-3-Clause */
/* Refuses what HDF5 would read as other values than the file means, or not at all. */
#include "read_hdf5.h"

/* A filter that is not there may come as a plugin. */
static int check_filters(const struct hdf5_set *s, hid_t list, struct tile_error *e)
{
  const int count = H5Pget_nfilters(list);
  for (int i = 0; i < count; i++) {
    unsigned flags, config;
    size_t values = 0;
    char name[64] = "";
    const H5Z_filter_t filter = H5Pget_filter2(list, (unsigned)i, &flags, &values, NULL, sizeof name, name, &config);
    name[sizeof name - 1] = 0;
    if (filter < 0 || H5Zfilter_avail(filter) <= 0)
      return hdf5_reject(s->path, e,
                         "%s is packed by filter %d (%s), which this HDF5 lacks: set HDF5_PLUGIN_PATH, or repack it: "
                         "h5repack -f GZIP=4",
                         s->name, (int)filter, *name ? name : "unnamed");
  }
  return TILE_OK;
}

static double voxels_of(const struct hdf5_set *s)
{
  double voxels = (double)s->volumes;
  for (int a = 0; a < 3; a++)
    voxels *= (double)s->slab.size[a];
  return voxels;
}

/* Of values that are in one piece all must be stored: HDF5 reads on behind those that are. */
static bool is_whole(const struct hdf5_set *s, H5D_layout_t layout, hsize_t stored)
{
  const hid_t type = layout == H5D_COMPACT || layout == H5D_CONTIGUOUS ? H5Dget_type(s->set) : -1;
  const double needed = type > 0 ? voxels_of(s) * (double)H5Tget_size(type) : 0;
  if (type > 0)
    H5Tclose(type);
  return needed <= (double)stored;
}

/* Nothing is allocated because a header claims a size. */
static int check_size(const struct hdf5_set *s, hid_t list, struct hdf5_volume *to, struct tile_error *e)
{
  const double claimed = voxels_of(s) * (double)s->slab.value;
  const H5D_layout_t layout = H5Pget_layout(list);
  hsize_t stored = layout == H5D_VIRTUAL ? 0 : H5Dget_storage_size(s->set);
  if (layout < 0)
    return hdf5_reject(s->path, e, "%s cannot be read: the file is damaged", s->name);
  if (layout == H5D_VIRTUAL && hdf5_check_virtual(s, list, &stored, to, e))
    return e->code;
  if (stored == 0)
    return hdf5_reject(s->path, e, "%s has no values: nothing was written to it", s->name);
  if (!is_whole(s, layout, stored))
    return hdf5_reject(s->path, e, "%s holds fewer values than its size says", s->name);
  if (layout != H5D_VIRTUAL && hdf5_count_chunks(s, s->set, stored, to, e))
    return e->code;
  return claimed <= 1e5 * (double)stored ? TILE_OK : hdf5_reject(s->path, e, "the size of %s is impossible", s->name);
}

int hdf5_check(struct hdf5_set *s, struct hdf5_volume *to, struct tile_error *e)
{
  const hid_t list = H5Dget_create_plist(s->set);
  if (list < 0)
    return hdf5_reject(s->path, e, "%s cannot be read: the file is damaged", s->name);
  const int code = check_filters(s, list, e) ? e->code : check_size(s, list, to, e);
  H5Pclose(list);
  return code;
}
