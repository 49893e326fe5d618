/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-write-hdf5: writes an HDF5 file through its library, for hdf5_file.c. */
#include "write_hdf5.h"

#include <signal.h>
#include <string.h>

static hid_t file = -1;
static struct hdf5_out sets[HDF5_SETS];

static int begin(const char *path, struct tile_error *e)
{
  char name[4096] = "";
  size_t bytes;
  const char *given = worker_data(&bytes);
  if (bytes >= sizeof name)
    return tile_fail(e, TILE_FAILED, "%s: the name is too long", path);
  memcpy(name, given, bytes);
  file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  return file < 0 ? hdf5_fail(path, e) : TILE_OK;
}

static hid_t open_group(const char *name)
{
  const hid_t links = H5Pcreate(H5P_LINK_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  const hid_t group = H5Lexists(file, name, H5P_DEFAULT) > 0 ? H5Gopen2(file, name, H5P_DEFAULT)
                                                             : H5Gcreate2(file, name, links, H5P_DEFAULT, H5P_DEFAULT);
  H5Pclose(links);
  return group;
}

static bool put_attribute(hid_t group, const struct hdf5_item *i, const void *values)
{
  const hid_t type = hdf5_type_of(i), space = hdf5_space_of(i);
  const hid_t made = group < 0 ? -1 : H5Acreate2(group, i->attribute, type, space, H5P_DEFAULT, H5P_DEFAULT);
  const bool good = made >= 0 && H5Awrite(made, type, values) >= 0;
  if (made >= 0)
    H5Aclose(made);
  H5Sclose(space);
  H5Tclose(type);
  return good;
}

/* The item of a request, and the bytes after it. */
static const void *read_item(struct hdf5_item *i)
{
  size_t bytes;
  const char *data = worker_data(&bytes);
  *i = (struct hdf5_item){0};
  if (bytes >= sizeof *i)
    memcpy(i, data, sizeof *i);
  return data + sizeof *i;
}

static int add_attribute(const char *path, struct tile_error *e)
{
  struct hdf5_item i;
  const void *values = read_item(&i);
  const hid_t group = open_group(i.name);
  const bool good = put_attribute(group, &i, values);
  if (group >= 0)
    H5Gclose(group);
  return good ? TILE_OK : hdf5_fail(path, e);
}

static int end(const char *path, struct tile_error *e)
{
  for (int i = 0; i < HDF5_SETS; i++)
    hdf5_out_end(sets + i);
  const hid_t closed = file;
  file = -1;
  return H5Fclose(closed) < 0 ? hdf5_fail(path, e) : TILE_OK;
}

static int answer(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  struct hdf5_item item;
  size_t given;
  (void)to, (void)bytes;
  if (what == HDF5_BEGIN)
    return begin(path, e);
  if (what == HDF5_ATTRIBUTE)
    return add_attribute(path, e);
  if (what == HDF5_END)
    return end(path, e);
  if (number >= HDF5_SETS)
    return tile_fail(e, TILE_FAILED, "%s: has too many arrays", path);
  if (what == HDF5_VALUES) {
    const void *values = worker_data(&given);
    return hdf5_out_put(sets + number, values, given, path, e);
  }
  read_item(&item);
  return hdf5_out_begin(sets + number, file, &item, path, e);
}

int main(void)
{
  signal(SIGXFSZ, SIG_IGN); /* too large a file is an error of a call */
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return worker_serve(answer);
}
