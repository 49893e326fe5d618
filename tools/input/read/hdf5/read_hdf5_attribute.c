/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of attributes and of small data sets. */
#include "read_hdf5.h"

#include <string.h>

struct hdf5_attribute hdf5_attribute_open(hid_t of, const char *name)
{
  struct hdf5_attribute a = {.id = H5Aexists(of, name) > 0 ? H5Aopen(of, name, H5P_DEFAULT) : -1};
  a.space = a.id > 0 ? H5Aget_space(a.id) : -1;
  a.type = a.id > 0 ? H5Aget_type(a.id) : -1;
  const hssize_t count = a.space > 0 && a.type > 0 ? H5Sget_simple_extent_npoints(a.space) : 0;
  a.count = count > 0 ? (size_t)count : 0;
  return a;
}

void hdf5_attribute_close(struct hdf5_attribute *a)
{
  if (a->type > 0)
    H5Tclose(a->type);
  if (a->space > 0)
    H5Sclose(a->space);
  if (a->id > 0)
    H5Aclose(a->id);
}

bool hdf5_numbers(hid_t of, const char *name, int count, double *value)
{
  struct hdf5_attribute a = hdf5_attribute_open(of, name);
  const bool good = a.count == (size_t)count && H5Aread(a.id, H5T_NATIVE_DOUBLE, value) >= 0;
  hdf5_attribute_close(&a);
  return good;
}

/* ---- texts ---- */

static bool has_texts(const struct hdf5_attribute *a)
{
  return a->count && H5Tget_class(a->type) == H5T_STRING && H5Tget_size(a->type) > 0;
}

/* Imaris writes a text as an array of single characters. */
static int take_fixed(const struct hdf5_attribute *a, int most, char to[][HDF5_TEXT])
{
  char all[512];
  const size_t size = H5Tget_size(a->type), count = a->count;
  const bool joined = size == 1 && count > 1;
  if (count > sizeof all / size || (!joined && count > (size_t)most) || H5Aread(a->id, a->type, all) < 0)
    return 0;
  const size_t texts = joined ? 1 : count, length = joined ? count : size;
  for (size_t i = 0; i < texts; i++)
    snprintf(to[i], HDF5_TEXT, "%.*s", (int)length, all + i * length);
  return (int)texts;
}

static int take_variable(const struct hdf5_attribute *a, int most, char to[][HDF5_TEXT])
{
  char *text[HDF5_TEXTS] = {NULL};
  if (a->count > (size_t)most || a->count > HDF5_TEXTS || H5Aread(a->id, a->type, text) < 0)
    return 0;
  for (size_t i = 0; i < a->count; i++)
    snprintf(to[i], HDF5_TEXT, "%s", text[i] ? text[i] : "");
  H5Dvlen_reclaim(a->type, a->space, H5P_DEFAULT, text);
  return (int)a->count;
}

int hdf5_texts(hid_t of, const char *name, int most, char to[][HDF5_TEXT])
{
  struct hdf5_attribute a = hdf5_attribute_open(of, name);
  int count = 0;
  if (has_texts(&a))
    count = H5Tis_variable_str(a.type) > 0 ? take_variable(&a, most, to) : take_fixed(&a, most, to);
  hdf5_attribute_close(&a);
  return count;
}

void hdf5_text(hid_t of, const char *name, char *to, size_t size)
{
  struct hdf5_attribute a = hdf5_attribute_open(of, name);
  const bool one = has_texts(&a) && a.count == 1, variable = one && H5Tis_variable_str(a.type) > 0;
  char *text = NULL;
  memset(to, 0, size);
  if (variable && H5Aread(a.id, a.type, &text) >= 0 && text) {
    snprintf(to, size, "%s", text);
    H5Dvlen_reclaim(a.type, a.space, H5P_DEFAULT, &text);
  } else if (one && !variable && H5Tget_size(a.type) < size)
    H5Aread(a.id, a.type, to);
  hdf5_attribute_close(&a);
}

/* ---- names and objects ---- */

void hdf5_whole_name(const struct hdf5_set *s, char name[1024])
{
  snprintf(name, 1024, "%s%.1000s", *s->name == '/' ? "" : "/", s->name);
}

bool hdf5_above(char name[1024])
{
  char *slash = strrchr(name, '/');
  if (slash)
    *slash = 0;
  return slash;
}

/* Group by group: HDF5 would begin at the root for each of them, and only say that something is missing. */
hid_t hdf5_open(hid_t from, const char *name)
{
  char part[1024];
  hid_t at = strlen(name) < sizeof part ? H5Oopen(from, *name == '/' ? "/" : ".", H5P_DEFAULT) : -1;
  for (name += strspn(name, "/"); at > 0 && *name; name += strspn(name, "/")) {
    const size_t length = strcspn(name, "/");
    snprintf(part, length + 1, "%s", name);
    const bool there = H5Lexists(at, part, H5P_DEFAULT) > 0 && H5Oexists_by_name(at, part, H5P_DEFAULT) > 0;
    const hid_t next = there ? H5Oopen(at, part, H5P_DEFAULT) : -1;
    H5Oclose(at);
    at = next;
    name += length;
  }
  return at;
}

int64_t hdf5_values(hid_t set, int64_t most, double *value)
{
  const hid_t space = H5Iget_type(set) == H5I_DATASET ? H5Dget_space(set) : -1;
  const hid_t type = space > 0 ? H5Dget_type(set) : -1;
  const H5T_class_t class = type > 0 ? H5Tget_class(type) : H5T_NO_CLASS;
  const hssize_t count = space > 0 ? H5Sget_simple_extent_npoints(space) : 0;
  const bool good = count > 0 && count <= most && (class == H5T_INTEGER || class == H5T_FLOAT) &&
                    H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0;
  if (type > 0)
    H5Tclose(type);
  if (space > 0)
    H5Sclose(space);
  return good ? count : 0;
}

void hdf5_meaning(hid_t of, struct hdf5_volume *to)
{
  static const char *const missing[] = {"_FillValue", "missing_value"};
  double slope = 1, offset = 0;
  const bool scaled = hdf5_numbers(of, "scale_factor", 1, &slope), moved = hdf5_numbers(of, "add_offset", 1, &offset);
  to->slope = scaled || moved ? slope : 0;
  to->intercept = offset;
  for (int i = 0; i < 2; i++)
    to->missings += hdf5_numbers(of, missing[i], 1, &to->missing[to->missings]);
}
