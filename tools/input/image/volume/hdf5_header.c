/* SPDX-License-Identifier: BSD-3-Clause */
/* hdf5_header(): a data set of an HDF5 file (NeXus, ilastik, h5py), FILE or FILE:NAME; only HDF5 can read it. */
#include "hdf5_read.h"
#include "known_format.h"
#include "regular.h"
#include "volume_file.h"
#include "worker.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const struct worker reader = {.program = "tessera-read-hdf5",
                                     .library = "built without HDF5: cannot read .h5; build with it (Debian: "
                                                "libhdf5-dev), or save one data set: numpy.save('volume.npy', "
                                                "h5py.File(FILE)['NAME'][()])"};

/* The signature stands at the beginning, or behind a block of the user's of 512 bytes. */
static int check_signature(const struct volume_file *v, struct tile_error *e)
{
  static const char signature[] = "\x89HDF\r\n\x1a\n";
  const size_t length = sizeof signature - 1;
  struct file_begin b;
  const int file = tile_open_regular(v->path, e);
  if (file < 0)
    return e->code;
  close(file);
  if (file_begin_read(&b, v->path) &&
      (file_begin_has(&b, signature, length, 0) || file_begin_has(&b, signature, length, 512)))
    return TILE_OK;
  const int code = known_format_reject(v->path, e);
  return code ? code : volume_reject(v, e, "is not an HDF5 file");
}

/* ---- the header ---- */

/* It may be that of a damaged file; values of 12 bits, as TIFF has them, are no whole bytes. */
static bool is_volume(const struct hdf5_volume *h)
{
  bool good = voxel_type_of(h->kind, h->bits) && h->bits % 8 == 0 && h->written <= h->chunks && h->volumes >= 1;
  for (int a = 0; a < 3; a++)
    good = good && h->grid[a] >= 1;
  return good;
}

static void get_sides(struct volume_file *v, const struct hdf5_volume *h)
{
  if (!*h->side_note)
    return;
  volume_sides(v, h->side, h->unit, "HDF5");
  if (v->side[0] > 0 && !v->assumed)
    snprintf(v->note, sizeof v->note, "HDF5, %s", h->side_note);
}

static int take(struct volume_file *v, struct hdf5_volume *h, struct tile_error *e)
{
  if (!is_volume(h))
    return volume_reject(v, e, "is not a volume: it is damaged");
  h->name[sizeof h->name - 1] = h->unit[sizeof h->unit - 1] = h->side_note[sizeof h->side_note - 1] =
      h->warning[sizeof h->warning - 1] = h->passed[sizeof h->passed - 1] = 0;
  memcpy(v->grid, h->grid, sizeof v->grid);
  v->type = voxel_type_of(h->kind, h->bits);
  v->channels = 1;
  v->volumes = h->volumes;
  v->slope = h->slope;
  v->intercept = h->intercept;
  for (int i = 0; i < 2 && i < h->missings; i++)
    volume_missing(v, h->missing[i]);
  volume_array(v, h->name, 0);
  get_sides(v, h);
  if (*h->warning)
    volume_warn(v, "%s", h->warning);
  if (*h->passed)
    volume_warn(v, "%s is passed over: it is of a newer version of the format than this program reads", h->passed);
  if (h->written < h->chunks)
    volume_warn(v, "%llu of the %llu chunks of %s were never written: their voxels have its fill value",
                (unsigned long long)(h->chunks - h->written), (unsigned long long)h->chunks, h->name);
  return TILE_OK;
}

int hdf5_header(struct volume_file *v, struct tile_error *e)
{
  struct hdf5_volume header;
  if (volume_split(v, e) || check_signature(v, e))
    return e->code;
  v->worker = malloc(sizeof *v->worker);
  v->request = HDF5_SLICE;
  v->windows[0] = HDF5_WINDOW_X;
  v->windows[1] = HDF5_WINDOW_Y;
  v->windows[2] = HDF5_WINDOW_Z;
  v->named = true;
  if (!v->worker)
    return tile_fail_memory(e, sizeof *v->worker, "a volume");
  *v->worker = reader;
  v->worker->with = v->array;
  int code = worker_ask(v->worker, HDF5_HEADER, v->path, 0, &header, sizeof header, e);
  return code ? code : take(v, &header, e);
}
