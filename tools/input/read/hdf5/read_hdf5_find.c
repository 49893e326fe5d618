/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the data set: the one of that name, or the only volume of the file or of a group. */
#include "read_hdf5.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* Half precision is read as f32; what h5py writes for bool is an enumeration of bytes. */
bool hdf5_type(hid_t stored, hid_t *type, char *kind)
{
  const H5T_class_t class = H5Tget_class(stored);
  const hid_t native =
      class == H5T_INTEGER || class == H5T_FLOAT || class == H5T_ENUM ? H5Tget_native_type(stored, H5T_DIR_ASCEND) : -1;
  if (native < 0)
    return false;
  const hid_t base = class == H5T_ENUM ? H5Tget_super(native) : H5Tcopy(native);
  const size_t bytes = H5Tget_size(native);
  *kind = class == H5T_FLOAT ? 'f' : H5Tget_sign(base) == H5T_SGN_NONE ? 'u' : 'i';
  H5Tclose(base);
  *type = native;
  if (class == H5T_FLOAT ? bytes == 4 || bytes == 8 : bytes <= 8 && (bytes & (bytes - 1)) == 0)
    return true;
  H5Tclose(native);
  return false;
}

/* ---- the volumes of a file ---- */

/* Data sets of one volume and, counted apart, of several (times, channels) and of one slice. */
enum { KINDS = 3 };
struct found {
  const char *below;    /* the group */
  unsigned long number; /* of the file */
  int count[KINDS];
  char *first[KINDS];
  char list[KINDS][400];
  char path[1024]; /* of the present group */
  void *seen;      /* a tree of addresses, see tsearch(3) */
  bool lacks_memory;
  char newer[1024]; /* the first that is of a newer version of the format */
  int links;        /* to names, here or in other files, which are not followed */
  char link[1024];  /* the first */
};

static void note(struct found *f, int of, const char *name)
{
  enum { LISTED = 8 };
  char *list = f->list[of];
  const size_t length = strlen(list);
  if (f->count[of]++ == 0)
    f->first[of] = strdup(name);
  if (f->count[of] <= LISTED && length + strlen(name) + 8 < sizeof f->list[of])
    strcat(strcat(list, length ? ", " : ""), name);
  else if (length >= 3 && strcmp(list + length - 3, "...") && length + 6 < sizeof f->list[of])
    strcat(list, ", ...");
}

/* Its number of dimensions without those of size 1, beyond three. */
static int dimensions_of(hid_t space)
{
  uint64_t size[H5S_MAX_RANK];
  int axis[3];
  return chunk_axes_stored(axis, size, hdf5_sizes(space, size));
}

/* Counts it if it can be read as a volume. */
static void look_at(struct found *f, hid_t group, const char *name)
{
  const hid_t set = H5Dopen2(group, name, H5P_DEFAULT);
  if (set < 0 && hdf5_note())
    f->lacks_memory = true;
  if (set < 0 && hdf5_is_newer() && !*f->newer)
    snprintf(f->newer, sizeof f->newer, "%s", f->path);
  const hid_t space = set < 0 ? -1 : H5Dget_space(set), stored = set < 0 ? -1 : H5Dget_type(set);
  hid_t type = -1;
  char kind;
  const int rank = space > 0 && stored > 0 && hdf5_type(stored, &type, &kind) ? dimensions_of(space) : 0;
  if (type > 0)
    H5Tclose(type);
  if (stored > 0)
    H5Tclose(stored);
  if (space > 0)
    H5Sclose(space);
  if (set > 0)
    H5Dclose(set);
  if (rank >= 2)
    note(f, rank == 3 ? 0 : rank > 3 ? 1 : 2, f->path);
}

static int compare(const void *a, const void *b)
{
  return (uintptr_t)a < (uintptr_t)b ? -1 : (uintptr_t)a > (uintptr_t)b;
}

/* Notes the address of an object to which several links may lead; false: it was noted before, or memory is short. */
static bool is_new(struct found *f, haddr_t address)
{
  const void *key = (const void *)(uintptr_t)address;
  if (tfind(key, &f->seen, compare))
    return false;
  f->lacks_memory = f->lacks_memory || !tsearch(key, &f->seen, compare);
  return !f->lacks_memory;
}

static herr_t visit(hid_t group, const char *name, const H5L_info_t *link, void *to);

static herr_t descend(struct found *f, hid_t from, const char *name)
{
  const hid_t group = H5Gopen2(from, name, H5P_DEFAULT);
  const herr_t result = group < 0 ? -1 : H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, visit, f);
  if (group > 0)
    H5Gclose(group);
  return result;
}

/* A link to the name of a data set of this file; what those below the root lead to is found anyway. */
static bool is_followed(const struct found *f, hid_t group, const char *name, H5L_type_t type)
{
  H5O_info_t info;
  return type == H5L_TYPE_SOFT && strcmp(f->below, "/") &&
         H5Oget_info_by_name2(group, name, &info, H5O_INFO_BASIC, H5P_DEFAULT) >= 0 && info.type == H5O_TYPE_DATASET &&
         info.fileno == f->number;
}

/* Each object once. Names are as long as `path` at most, which bounds the depth, too. */
static herr_t visit(hid_t group, const char *name, const H5L_info_t *link, void *to)
{
  struct found *f = to;
  const size_t length = strlen(f->path);
  H5O_info_t info;
  herr_t result = 0;
  if (length + strlen(name) + 2 > sizeof f->path)
    return 0;
  if (link->type != H5L_TYPE_HARD && !is_followed(f, group, name, link->type)) {
    if (!f->links++)
      snprintf(f->link, sizeof f->link, "%s/%s", f->path, name);
    return 0;
  }
  if (H5Oget_info_by_name2(group, name, &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0)
    return -1;
  if ((info.rc > 1 || strcmp(f->below, "/")) && !is_new(f, info.addr))
    return f->lacks_memory ? -1 : 0;
  snprintf(f->path + length, sizeof f->path - length, "/%s", name);
  if (info.type == H5O_TYPE_GROUP)
    result = descend(f, group, name);
  if (info.type == H5O_TYPE_DATASET)
    look_at(f, group, name);
  f->path[length] = 0;
  return result;
}

/* Several volumes count only where there is no single one, and slices where there are none. */
static int kind_of(const struct found *f)
{
  return f->count[0] ? 0 : f->count[1] ? 1 : 2;
}

static const char *list_of(const struct found *f)
{
  return f->list[kind_of(f)];
}

/* H5Ovisit takes a time as the cube of the depth. */
static int search(struct hdf5_set *s, struct found *f, const char *below, struct tile_error *e)
{
  H5O_info_t info;
  f->below = below;
  snprintf(f->path, sizeof f->path, "%s", strcmp(below, "/") ? below : "");
  bool good = H5Oget_info_by_name2(s->file, below, &info, H5O_INFO_BASIC, H5P_DEFAULT) >= 0 && is_new(f, info.addr);
  f->number = good ? info.fileno : 0;
  good = good && descend(f, s->file, below) >= 0;
  while (f->seen)
    tdelete(*(void **)f->seen, &f->seen, compare);
  if (*list_of(f))
    hdf5_forget(); /* why others cannot be read: they are not wanted */
  if (f->lacks_memory)
    return tile_fail_memory(e, sizeof info, s->path);
  return good ? TILE_OK : hdf5_reject(s->path, e, "its data sets cannot be listed: it is damaged or cut off");
}

static int choose(struct hdf5_set *s, struct found *f, struct tile_error *e)
{
  const int of = kind_of(f);
  if (!f->count[of] && f->links)
    return hdf5_reject(s->path, e,
                       "contains no volume of its own, but links: name one that leads to a volume, as in %s:%s",
                       s->path, f->link);
  if (!f->count[of])
    return hdf5_reject(s->path, e, "contains no volume: no data set of 3 or 2 dimensions with numbers%s%s",
                       strcmp(f->below, "/") ? " below " : "", strcmp(f->below, "/") ? f->below : "");
  if (f->count[of] > 1)
    return hdf5_reject(s->path, e, "contains %d volumes: choose one with %s:NAME: %s", f->count[of], s->path,
                       list_of(f));
  snprintf(s->passed, sizeof s->passed, "%.79s", f->newer);
  s->name = f->first[of];
  f->first[of] = NULL;
  return s->name ? TILE_OK : tile_fail_memory(e, 1, s->path);
}

static int reject_missing(struct hdf5_set *s, struct found *f, const char *wanted, struct tile_error *e)
{
  if (search(s, f, "/", e))
    return e->code;
  return *list_of(f) ? hdf5_reject(s->path, e, "has no %.200s; its volumes: %s", wanted, list_of(f))
                     : hdf5_reject(s->path, e, "has no %.200s, and no other volume", wanted);
}

static int find(struct hdf5_set *s, struct found *f, const char *wanted, struct tile_error *e)
{
  const hid_t object = hdf5_open(s->file, wanted);
  if (object < 0)
    return reject_missing(s, f, wanted, e);
  const H5I_type_t is = H5Iget_type(object);
  H5Oclose(object);
  if (is == H5I_GROUP)
    return search(s, f, wanted, e) ? e->code : choose(s, f, e);
  if (is != H5I_DATASET)
    return hdf5_reject(s->path, e, "%.200s is no data set", wanted);
  s->name = strdup(wanted);
  return s->name ? TILE_OK : tile_fail_memory(e, strlen(wanted), s->path);
}

int hdf5_find(struct hdf5_set *s, const char *wanted, struct tile_error *e)
{
  struct found f = {0};
  const int code = find(s, &f, *wanted ? wanted : "/", e);
  for (int of = 0; of < KINDS; of++)
    free(f.first[of]);
  return code;
}
