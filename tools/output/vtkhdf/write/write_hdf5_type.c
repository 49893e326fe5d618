/* SPDX-License-Identifier: BSD-3-Clause */
/* Types, sizes and errors in the terms of HDF5. */
#include "write_hdf5.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* VTK reads attributes of fixed length, and data of any. */
static hid_t text_of(const struct hdf5_item *i)
{
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, !*i->attribute ? H5T_VARIABLE : i->bytes ? (size_t)i->bytes : 1);
  if (*i->attribute)
    H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

hid_t hdf5_type_of(const struct hdf5_item *i)
{
  const struct {
    char kind;
    int bytes;
    hid_t type;
  } types[] = {{'f', 4, H5T_IEEE_F32LE}, {'f', 8, H5T_IEEE_F64LE}, {'i', 8, H5T_STD_I64LE}, {'u', 1, H5T_STD_U8LE}};
  if (i->kind == 't')
    return text_of(i);
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (types[k].kind == i->kind && types[k].bytes == i->bytes)
      return H5Tcopy(types[k].type);
  return -1;
}

hid_t hdf5_space_of(const struct hdf5_item *i)
{
  hsize_t size[HDF5_RANK];
  for (int a = 0; a < i->rank; a++)
    size[a] = i->size[a];
  return i->rank ? H5Screate_simple(i->rank, size, NULL) : H5Screate(H5S_SCALAR);
}

/* The messages of HDF5 have the number of the system's error. */
static herr_t find_cause(unsigned n, const H5E_error2_t *error, void *found)
{
  const char *at = error->desc ? strstr(error->desc, "errno = ") : NULL;
  (void)n;
  if (at)
    *(int *)found = (int)strtol(at + strlen("errno = "), NULL, 10);
  return 0;
}

int hdf5_fail(const char *path, struct tile_error *e)
{
  int cause = 0;
  H5Ewalk(H5E_DEFAULT, H5E_WALK_DOWNWARD, find_cause, &cause);
  return tile_fail(e, TILE_FAILED, "%s: %s", path, cause ? strerror(cause) : "cannot be written as HDF5");
}
