/* SPDX-License-Identifier: BSD-3-Clause */
/* Virtual data sets, whose values are in other data sets: where one is missing, HDF5 returns fill values and no error. */
#include "read_hdf5.h"

#include <stdlib.h>
#include <string.h>

/* HDF5 looks beside the file, and then from the current folder; "." is the file itself. */
static hid_t open_source(const struct hdf5_set *s, const char *name)
{
  const char *slash = strrchr(s->path, '/');
  char beside[4096];
  hid_t file = -1;
  if (strcmp(name, ".") == 0)
    return H5Fopen(s->path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (slash && *name != '/' &&
      (size_t)snprintf(beside, sizeof beside, "%.*s/%s", (int)(slash - s->path), s->path, name) < sizeof beside)
    file = H5Fopen(beside, H5F_ACC_RDONLY, H5P_DEFAULT);
  return file < 0 ? H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT) : file;
}

/* Adds what a source stores, and its chunks. */
static int take_source(const struct hdf5_set *s, const char *file_name, const char *set_name, hsize_t *stored,
                       struct hdf5_volume *to, struct tile_error *e)
{
  const hid_t file = open_source(s, file_name);
  const hid_t set = file < 0 ? -1 : H5Dopen2(file, set_name, H5P_DEFAULT);
  const hsize_t bytes = set < 0 ? 0 : H5Dget_storage_size(set);
  int code = bytes ? hdf5_count_chunks(s, set, bytes, to, e)
                   : hdf5_reject(s->path, e, "the values of %s are in %.300s, %.200s, which cannot be read", s->name,
                                 file_name, set_name);
  *stored += bytes;
  if (set > 0)
    H5Dclose(set);
  if (file > 0)
    H5Fclose(file);
  return code;
}

/* Adds the places that a source fills to all so far; false: there are some that another one fills, too. */
static bool add_places(hid_t all, hid_t list, size_t source)
{
  const hid_t space = H5Pget_virtual_vspace(list, source);
  const hssize_t before = H5Sget_select_npoints(all), more = space < 0 ? -1 : H5Sget_select_npoints(space);
  const bool added =
      more > 0 && (before ? H5Smodify_select(all, H5S_SELECT_OR, space) : H5Sselect_copy(all, space)) >= 0;
  if (space > 0)
    H5Sclose(space);
  return added && H5Sget_select_npoints(all) == before + more;
}

/* Where each place must be filled by one source: HDF5 would not say which of two counts. */
static bool fill_once(const struct hdf5_set *s, hid_t list, size_t count)
{
  const hid_t all = H5Scopy(s->space);
  bool once = all > 0 && H5Sselect_none(all) >= 0;
  for (size_t i = 0; once && i < count; i++)
    once = add_places(all, list, i);
  once = once && H5Sget_select_npoints(all) == H5Sget_simple_extent_npoints(s->space);
  if (all > 0)
    H5Sclose(all);
  return once;
}

int hdf5_check_virtual(const struct hdf5_set *s, hid_t list, hsize_t *stored, struct hdf5_volume *to,
                       struct tile_error *e)
{
  size_t count = 0;
  if (H5Pget_virtual_count(list, &count) < 0)
    return hdf5_reject(s->path, e, "%s cannot be read: the file is damaged", s->name);
  for (size_t i = 0; i < count; i++) {
    char file[1024] = "", set[1024] = "";
    H5Pget_virtual_filename(list, i, file, sizeof file);
    H5Pget_virtual_dsetname(list, i, set, sizeof set);
    if (take_source(s, file, set, stored, to, e))
      return e->code;
  }
  return fill_once(s, list, count)
             ? TILE_OK
             : hdf5_reject(s->path, e, "%s is a virtual data set, whose sources do not fill it once", s->name);
}
