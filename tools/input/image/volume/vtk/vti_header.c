/* SPDX-License-Identifier: BSD-3-Clause */
/* vti_header(): .vti; only VTK can read all of its variants. */
#include "vti_read.h"
#include "volume_file.h"
#include "worker.h"
#include "regular.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct worker reader = {.program = "tessera-read-vti",
                                     .library = "built without VTK: cannot read .vti; build with it (Debian: "
                                                "libvtk9-dev), or convert the image to MetaImage or NRRD"};

/* Only files of tessera-probe state the unit of their lengths. */
static double get_sides(struct volume_file *v, const struct vti_image *i)
{
  const bool metres = strncmp(i->units, "length m", 8) == 0;
  if (strcmp(i->units, "lattice units") == 0) {
    snprintf(v->note, sizeof v->note, "the VTK image is in lattice units");
    return 0;
  }
  return volume_sides(v, i->spacing, metres ? "m" : "", "VTK image");
}

/* The header may be that of a damaged file. */
static bool is_image(const struct vti_image *i)
{
  bool good = i->components >= 1 && voxel_type_of(i->kind, i->bits) && i->bits % 8 == 0;
  for (int a = 0; a < 3; a++)
    good = good && i->grid[a] >= 1 && isfinite(i->spacing[a]) && isfinite(i->centre[a]) && isfinite(i->step[a][0]) &&
           isfinite(i->step[a][1]) && isfinite(i->step[a][2]);
  return good;
}

/* Whether the position is the one that tessera-probe writes if none is known. */
static bool is_nowhere(const struct vti_image *i)
{
  bool none = *i->units;
  for (int a = 0; a < 3; a++)
    for (int k = 0; k < 3; k++)
      none = none && i->centre[a] == 0 && i->step[a][k] == (a == k);
  return none;
}

/* A negative spacing reverses its axis. */
static void reverse(struct vti_image *i)
{
  for (int a = 0; a < 3; a++)
    for (int k = 0; k < 3 && i->spacing[a] < 0; k++)
      i->step[a][k] = -i->step[a][k];
}

static int take(struct volume_file *v, struct vti_image *i, struct tile_error *e)
{
  if (!is_image(i))
    return volume_reject(v, e, "is not an image: it is damaged");
  i->units[sizeof i->units - 1] = i->array[sizeof i->array - 1] = 0;
  double centre[3], metres = get_sides(v, i);
  memcpy(v->grid, i->grid, sizeof v->grid);
  v->type = voxel_type_of(i->kind, i->bits);
  volume_array(v, i->array, i->arrays);
  v->channels = i->components;
  v->volumes = 1;
  if (!is_nowhere(i)) {
    reverse(i);
    pose_orient(&v->pose, (const double(*)[3])i->step);
    if (!v->pose.oriented)
      volume_warn(v, "its Direction has a column of zeros and is ignored");
  }
  for (int a = 0; a < 3; a++)
    centre[a] = i->centre[a] * metres;
  if (metres > 0)
    pose_centre(&v->pose, centre, v->side);
  return TILE_OK;
}

int vti_header(struct volume_file *v, struct tile_error *e)
{
  struct vti_image image;
  const int file = tile_open_regular(v->path, e); /* the helper would wait for a pipe */
  if (file < 0)
    return e->code;
  close(file);
  v->worker = malloc(sizeof *v->worker);
  v->request = VTI_SLICE;
  v->named = true;
  if (!v->worker)
    return tile_fail_memory(e, sizeof *v->worker, "a volume");
  *v->worker = reader;
  v->worker->with = v->array;
  int code = worker_ask(v->worker, VTI_HEADER, v->path, 0, &image, sizeof image, e);
  return code ? code : take(v, &image, e);
}
