/* SPDX-License-Identifier: BSD-3-Clause */
#include "probe_arrays.h"
#include "snapshot_walls.h"
#include "vti_back.h"

#include <stdlib.h>
#include <string.h>

enum { PRESSURE, VELOCITY, SOLID, ARRAYS };
static const struct {
  const char *name;
  int components;
} arrays[] = {[PRESSURE] = {"pressure", 1}, [VELOCITY] = {"velocity", 3}};

struct series {
  const char *folder;
  const struct fields *fields;
  struct pvd list;
  double *time;
  struct field {
    float *value; /* [components * nodes] of the present moment */
    size_t slice; /* values of a slice */
  } field[SOLID];
  struct fields_slices slices;
  struct probe_volume solid;
};

static int load(void *self, size_t moment, struct tile_error *e)
{
  struct series *s = self;
  char *path = snapshot_file(s->folder, s->list.entry[moment].file);
  int code = path ? 0 : tile_fail_memory(e, 4096, "the name of a file");
  for (int i = 0; i < SOLID && !code; i++)
    code = vti_read_back(s->field[i].value, path, s->fields->domain.grid, arrays[i].name, arrays[i].components, e);
  free(path);
  return code;
}

static int slice(void *self, int64_t z, void *values, struct tile_error *e)
{
  const struct field *f = self;
  (void)e;
  memcpy(values, f->value + (size_t)z * f->slice, f->slice * sizeof *f->value);
  return 0;
}

static int make_room(struct series *s, struct tile_error *e)
{
  const int64_t *grid = s->fields->domain.grid;
  for (int i = 0; i < SOLID; i++) {
    struct field *f = s->field + i;
    f->slice = (size_t)(grid[0] * grid[1] * arrays[i].components);
    f->value = tile_alloc((size_t)grid[2], f->slice * sizeof *f->value);
    if (!f->value)
      return tile_fail_memory(e, (size_t)grid[2] * f->slice * sizeof *f->value, "a snapshot");
  }
  return 0;
}

static int write(struct series *s, const char *path, const char *made, struct tile_error *e)
{
  struct vti_array array[ARRAYS];
  for (int i = 0; i < SOLID; i++)
    array[i] = (struct vti_array){arrays[i].name, VTI_FLOAT32, arrays[i].components, slice, s->field + i};
  s->solid = probe_volume_of(&s->slices, "solid", true);
  array[SOLID] = (struct vti_array){"solid", VTI_UINT8, 1, probe_volume_slice, &s->solid};
  const struct vti v = probe_vti_of(s->fields, array, ARRAYS);
  const struct vtkhdf_moments m = {s->list.count, s->time, SOLID, load, s};
  return vtkhdf_image(&v, &m, path, made, e);
}

int snapshot_fields_write(const char *folder, const struct fields *f, const char *path, const char *made,
                          struct tile_error *e)
{
  struct series s = {.folder = folder, .fields = f};
  int code = snapshot_list_read(&s.list, folder, e);
  if (!code && !(s.time = snapshot_times(&s.list, e)))
    code = e->code;
  if (!code && !(code = make_room(&s, e)) && !(code = fields_slices_make(&s.slices, f, 2, e))) {
    code = write(&s, path, made, e);
    fields_slices_free(&s.slices);
  }
  for (int i = 0; i < SOLID; i++)
    free(s.field[i].value);
  free(s.time);
  pvd_free(&s.list);
  return code;
}
