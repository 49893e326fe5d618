/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-read-hdf5: reads one volume of an HDF5 file through its library, for hdf5_header.c. */
#include "read_hdf5.h"

#include <stdlib.h>
#include <string.h>

static struct hdf5_set opened; /* stays open, because slices are requested one by one */

static void close_set(struct hdf5_set *s)
{
  if (s->type > 0)
    H5Tclose(s->type);
  if (s->space > 0)
    H5Sclose(s->space);
  if (s->set > 0)
    H5Dclose(s->set);
  if (s->file > 0)
    H5Fclose(s->file);
  chunk_slab_free(&s->slab);
  free(s->name);
  free(s->wanted);
  free(s->path);
  *s = (struct hdf5_set){0};
}

/* A data set of two dimensions is one slice. */
static int measure(struct hdf5_set *s, struct hdf5_volume *to, struct tile_error *e)
{
  s->space = H5Dget_space(s->set);
  s->rank = s->space > 0 ? hdf5_sizes(s->space, s->size) : -1;
  if (s->rank < 0)
    return hdf5_reject(s->path, e, "%s cannot be read: the file is damaged", s->name);
  if (!hdf5_axes(s, to->warning))
    return hdf5_reject(s->path, e, "%s has %d dimension%s: a volume has 3, or 2 for one slice", s->name, s->rank,
                       s->rank == 1 ? "" : "s");
  to->volumes = s->volumes;
  for (int a = 0; a < 3; a++)
    s->slab.size[a] = s->axis[a] < 0 ? 1 : s->size[s->axis[a]];
  return s->volumes && s->slab.size[0] && s->slab.size[1] && s->slab.size[2]
             ? TILE_OK
             : hdf5_reject(s->path, e, "%s is empty", s->name);
}

static int find_type(struct hdf5_set *s, struct hdf5_volume *to, struct tile_error *e)
{
  const hid_t stored = H5Dget_type(s->set);
  const bool good = stored > 0 && hdf5_type(stored, &s->type, &to->kind);
  const char *is = stored > 0 && H5Tget_class(stored) == H5T_COMPOUND ? "compound values" : "values of another type";
  if (stored > 0)
    H5Tclose(stored);
  if (!good)
    return hdf5_reject(s->path, e, "%s has %s: a volume has integers of 8 to 64 bits or real numbers", s->name, is);
  s->slab.value = H5Tget_size(s->type);
  to->bits = (int)s->slab.value * 8;
  return TILE_OK;
}

static int open_set(struct hdf5_set *s, const char *path, struct hdf5_volume *to, struct tile_error *e)
{
  const char *wanted = worker_with(path);
  s->path = strdup(path);
  s->wanted = strdup(wanted);
  if (!s->path || !s->wanted)
    return tile_fail_memory(e, strlen(path) + strlen(wanted), path);
  s->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (s->file < 0)
    return hdf5_reject(path, e, "cannot be read as HDF5: it is damaged or cut off");
  if (hdf5_find(s, wanted, e))
    return e->code;
  s->set = H5Dopen2(s->file, s->name, H5P_DEFAULT);
  if (s->set < 0)
    return hdf5_reject(path, e, "%s cannot be read: the file is damaged", s->name);
  return measure(s, to, e) || find_type(s, to, e) || hdf5_check(s, to, e) ? e->code : TILE_OK;
}

static int read_header(const char *path, struct hdf5_volume *to, struct tile_error *e)
{
  struct hdf5_set *s = &opened;
  close_set(s);
  hdf5_forget();
  const int code = open_set(s, path, to, e);
  if (code) {
    close_set(s);
    return code;
  }
  hdf5_unpad(s);
  for (int a = 0; a < 3; a++)
    to->grid[a] = (int64_t)s->slab.size[2 - a];
  snprintf(to->name, sizeof to->name, "%s", s->name);
  hdf5_clean(to->name);
  memcpy(to->passed, s->passed, sizeof to->passed);
  hdf5_clean(to->passed);
  hdf5_side(s, to);
  hdf5_meaning(s->set, to);
  hdf5_plan(s);
  hdf5_plan_chunks(s, to->chunks > 0 && to->written == to->chunks);
  return TILE_OK;
}

static bool is_open(const char *path)
{
  return opened.path && strcmp(opened.path, path) == 0 && strcmp(opened.wanted, worker_with(path)) == 0;
}

static int answer(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  struct hdf5_volume header = {0};
  int code = what == HDF5_HEADER || !is_open(path) ? read_header(path, &header, e) : TILE_OK;
  if (code)
    return code;
  if (what == HDF5_SLICE)
    return hdf5_slice(&opened, number, to, bytes, e);
  if (what >= HDF5_WINDOW_X && what <= HDF5_WINDOW_Z)
    chunk_slab_window(&opened.slab, HDF5_WINDOW_Z - what, number >> 32, number & UINT32_MAX);
  else if (bytes == sizeof header)
    memcpy(to, &header, sizeof header);
  return TILE_OK;
}

int main(void)
{
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return worker_serve(answer);
}
