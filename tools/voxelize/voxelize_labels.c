/* SPDX-License-Identifier: BSD-3-Clause */
/* --labels: reports each label of an image, as text or JSON; makes no voxels. */
#include "voxelize.h"
#include "internal_measure.h"

#include "labels.h"

#include <math.h>
#include <stdlib.h>

static int get_slice(struct labels *l, const struct segmentation *p, double *values, double *inside,
                     struct tile_error *e)
{
  int code = p->source->read(p->source, l->z, values, e);
  if (!code && p->mask)
    code = p->mask->read(p->mask, l->z, inside, e);
  return code ? code : labels_get(l, values, p->mask ? inside : NULL, e);
}

static int get_slices(struct labels *l, const struct segmentation *p, struct tile_error *e)
{
  const size_t count = (size_t)(l->grid[0] * l->grid[1]);
  double *values = tile_alloc(2 * count, sizeof *values);
  struct cli_progress bar;
  int code = values ? TILE_OK : tile_fail_memory(e, 2 * count * sizeof *values, "one slice");
  cli_progress_begin(&bar, "labels", (double)l->grid[2], "slices", 1e-6 * (double)count, "Mvoxel/s");
  while (!code && l->z < l->grid[2]) {
    code = get_slice(l, p, values, values + count, e);
    cli_progress_at(&bar, (double)l->z);
  }
  cli_progress_end(&bar);
  free(values);
  return code;
}

/* Surface per volume of all voxels that are counted, in 1/voxel; the definition is that of tessera-stats. */
static double specific_surface(const struct labels *l, const struct label *one)
{
  return tile_area_of_face(l->grid) * (double)one->faces / (double)l->all;
}

static double share(const struct labels *l, const struct label *one)
{
  return (double)one->voxels / (double)l->all;
}

static void print_text(const struct labels *l, double dx)
{
  printf("  %8s %16s %12s %14s %18s", "label", "voxels", "fraction", "faces", "surface, / voxel");
  printf(dx > 0 ? " %14s\n" : "\n", "surface, / m");
  for (int i = 0; i < LABELS; i++) {
    const struct label *one = &l->label[i];
    if (!one->voxels)
      continue;
    printf("  %8d %16lld %12.6f %14lld %18.6g", i + LABEL_LEAST, (long long)one->voxels, share(l, one),
           (long long)one->faces, specific_surface(l, one));
    if (dx > 0)
      printf(" %14.6g", specific_surface(l, one) / dx);
    putchar('\n');
  }
}

static void json_label(struct json *j, const struct labels *l, int i, double dx)
{
  const struct label *one = &l->label[i];
  json_open(j, NULL, '{');
  json_int(j, "label", i + LABEL_LEAST);
  json_int(j, "voxels", one->voxels);
  json_real(j, "fraction", share(l, one));
  json_int(j, "surface_faces", one->faces);
  json_real(j, "specific_surface", specific_surface(l, one));
  json_real(j, "specific_surface_per_m", dx > 0 ? specific_surface(l, one) / dx : (double)NAN);
  json_close(j, '}');
}

static void print_json(const struct labels *l, double dx)
{
  struct json j = json_begin(stdout);
  json_open(&j, "grid", '[');
  for (int a = 0; a < 3; a++)
    json_int(&j, NULL, l->grid[a]);
  json_close(&j, ']');
  json_real(&j, "voxel_size", dx > 0 ? dx : (double)NAN);
  json_int(&j, "voxels", l->all);
  json_open(&j, "labels", '[');
  for (int i = 0; i < LABELS; i++)
    if (l->label[i].voxels)
      json_label(&j, l, i, dx);
  json_close(&j, ']');
  json_close(&j, '}');
}

int report_labels(const struct voxelize_options *o, const struct segmentation *p, struct tile_error *e)
{
  struct labels l;
  int code = labels_begin(&l, p->source->grid, e);
  if (!code)
    code = get_slices(&l, p, e);
  if (!code)
    (o->json ? print_json : print_text)(&l, p->source->dx);
  labels_end(&l);
  return code;
}
