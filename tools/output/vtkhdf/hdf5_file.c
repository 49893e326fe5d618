/* SPDX-License-Identifier: BSD-3-Clause */
#include "hdf5_file.h"

#include <stdlib.h>
#include <string.h>

enum { SEND = 1 << 24 }; /* bytes of values that are sent at once */

static void tell(struct hdf5_file *h, char what, uint64_t number, const void *data, size_t bytes)
{
  if (!h->e->code)
    worker_tell(&h->worker, what, h->path, number, data, bytes, h->e);
}

void hdf5_file_begin(struct hdf5_file *h, const char *path, const char *made, struct tile_error *e)
{
  *h = (struct hdf5_file){.worker = {.program = "tessera-write-hdf5",
                                     .library = "built without HDF5: cannot write VTKHDF; build with it (Debian: "
                                                "libhdf5-dev)",
                                     .writes = true},
                          .path = path,
                          .e = e};
  e->code = TILE_OK;
  tell(h, HDF5_BEGIN, 0, made, strlen(made));
}

int hdf5_file_end(struct hdf5_file *h)
{
  tell(h, HDF5_END, 0, NULL, 0);
  worker_end(&h->worker);
  return h->e->code;
}

static void name_item(struct hdf5_file *h, struct hdf5_item *i, const char *group, const char *name)
{
  if ((size_t)snprintf(i->name, sizeof i->name, "%s%s%s", group, *name ? "/" : "", name) >= sizeof i->name)
    tile_fail(h->e, TILE_FAILED, "%s: the name of an array is too long", h->path);
}

static void attribute(struct hdf5_file *h, struct hdf5_item *i, const char *group, const char *name, const void *value,
                      size_t bytes)
{
  char *data = tile_alloc(1, sizeof *i + bytes);
  if (!data) {
    tile_fail_memory(h->e, sizeof *i + bytes, h->path);
    return;
  }
  name_item(h, i, group, "");
  snprintf(i->attribute, sizeof i->attribute, "%s", name);
  memcpy(data, i, sizeof *i);
  memcpy(data + sizeof *i, value, bytes);
  tell(h, HDF5_ATTRIBUTE, 0, data, sizeof *i + bytes);
  free(data);
}

void hdf5_file_text(struct hdf5_file *h, const char *group, const char *name, const char *text)
{
  struct hdf5_item i = {.kind = 't', .bytes = (int)strlen(text)};
  attribute(h, &i, group, name, text, strlen(text));
}

void hdf5_file_whole(struct hdf5_file *h, const char *group, const char *name, const int64_t *value, size_t count)
{
  struct hdf5_item i = {.kind = 'i', .bytes = 8, .rank = count > 0, .size = {count}};
  attribute(h, &i, group, name, value, (count ? count : 1) * sizeof *value);
}

void hdf5_file_real(struct hdf5_file *h, const char *group, const char *name, const double *value, size_t count)
{
  struct hdf5_item i = {.kind = 'f', .bytes = 8, .rank = count > 0, .size = {count}};
  attribute(h, &i, group, name, value, (count ? count : 1) * sizeof *value);
}

uint64_t hdf5_file_set(struct hdf5_file *h, const char *group, const char *name, char kind, size_t bytes, int rank,
                       const uint64_t *size)
{
  struct hdf5_item i = {.kind = kind, .bytes = (int)bytes, .rank = rank};
  name_item(h, &i, group, name);
  memcpy(i.size, size, (size_t)rank * sizeof *size);
  tell(h, HDF5_SET, h->sets, &i, sizeof i);
  return h->sets++;
}

void hdf5_file_put(struct hdf5_file *h, uint64_t set, const void *values, size_t bytes)
{
  const char *from = values;
  for (size_t some; bytes; bytes -= some, from += some) {
    some = bytes < SEND ? bytes : SEND;
    tell(h, HDF5_VALUES, set, from, some);
  }
}

void hdf5_file_list(struct hdf5_file *h, const char *group, const char *name, const int64_t *value, size_t count)
{
  const uint64_t set = hdf5_file_set(h, group, name, 'i', sizeof *value, 1, &(uint64_t){count});
  hdf5_file_put(h, set, value, count * sizeof *value);
}
