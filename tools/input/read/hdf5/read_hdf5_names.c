/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of the axes of a data set. */
#include "json_value.h"
#include "read_hdf5.h"

#include <stdlib.h>
#include <string.h>

static bool names_of_texts(hid_t of, const char *attribute, int rank, char name[HDF5_AXES][CHUNK_NAME])
{
  char text[HDF5_TEXTS][HDF5_TEXT];
  const bool found = of > 0 && hdf5_texts(of, attribute, rank, text) == rank;
  for (int i = 0; i < rank && found; i++)
    snprintf(name[i], CHUNK_NAME, "%.31s", text[i]);
  return found;
}

/* ilastik: {"axes": [{"key": "z", ...}, ...]} */
static bool names_of_tags(const struct hdf5_set *s, char name[HDF5_AXES][CHUNK_NAME])
{
  enum { LONGEST = 1 << 14 };
  char *text = tile_alloc(LONGEST, 1);
  struct json_document d = {0};
  struct tile_error e;
  int count = 0;
  if (text)
    hdf5_text(s->set, "axistags", text, LONGEST);
  FILE *in = text && *text ? fmemopen(text, strlen(text), "rb") : NULL;
  if (in && json_document_read(&d, in, "axistags", &e) == TILE_OK)
    for (const char *at = json_first(json_member(d.value, "axes")); at; at = json_next(at), count++)
      if (count < s->rank)
        json_string(name[count], CHUNK_NAME, json_member(at, "key"));
  if (in)
    fclose(in);
  json_document_free(&d);
  free(text);
  return count && count == s->rank;
}

/* ---- scales ---- */

/* Of each dimension netCDF refers to a list of scales. */
static hid_t scale_of_list(const struct hdf5_set *s, int dimension)
{
  struct hdf5_attribute a = hdf5_attribute_open(s->set, "DIMENSION_LIST");
  const hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ);
  hvl_t list[HDF5_AXES] = {0};
  hid_t scale = -1;
  if (s->rank <= HDF5_AXES && a.count == (size_t)s->rank && H5Aread(a.id, type, list) >= 0) {
    if (list[dimension].len > 0)
      scale = H5Rdereference2(s->set, H5P_DEFAULT, H5R_OBJECT, list[dimension].p);
    H5Dvlen_reclaim(type, a.space, H5P_DEFAULT, list);
  }
  H5Tclose(type);
  hdf5_attribute_close(&a);
  return scale;
}

static bool names_of_nexus(const struct hdf5_set *s, char name[HDF5_AXES][CHUNK_NAME], char group[1024])
{
  hdf5_whole_name(s, group);
  hdf5_above(group);
  const hid_t of = hdf5_open(s->file, *group ? group : "/");
  const bool found = names_of_texts(of, "axes", s->rank, name);
  if (of > 0)
    H5Oclose(of);
  return found;
}

hid_t hdf5_scale(const struct hdf5_set *s, int dimension)
{
  char name[HDF5_AXES][CHUNK_NAME], group[1024], path[1100];
  const hid_t scale = scale_of_list(s, dimension);
  if (scale > 0 || s->rank > HDF5_AXES || !names_of_nexus(s, name, group))
    return scale;
  snprintf(path, sizeof path, "%s/%s", group, name[dimension]);
  return hdf5_open(s->file, path);
}

static bool names_of_scales(const struct hdf5_set *s, char name[HDF5_AXES][CHUNK_NAME])
{
  bool found = false;
  for (int i = 0; i < s->rank; i++) {
    char path[1024] = "";
    const hid_t scale = scale_of_list(s, i);
    if (scale > 0 && H5Iget_name(scale, path, sizeof path) > 0) {
      const char *slash = strrchr(path, '/');
      snprintf(name[i], CHUNK_NAME, "%.31s", slash ? slash + 1 : path);
      found = true;
    }
    if (scale > 0)
      H5Oclose(scale);
  }
  return found;
}

bool hdf5_names(const struct hdf5_set *s, char name[HDF5_AXES][CHUNK_NAME])
{
  char group[1024];
  memset(name, 0, HDF5_AXES * sizeof *name);
  const bool found = names_of_tags(s, name) || names_of_texts(s->set, "DIMENSION_LABELS", s->rank, name) ||
                     names_of_scales(s, name) || names_of_nexus(s, name, group);
  for (int i = 0; i < s->rank; i++)
    hdf5_clean(name[i]);
  return found;
}
