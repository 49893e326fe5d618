/* SPDX-License-Identifier: BSD-3-Clause */
/* vtk_header(): legacy VTK files (.vtk) of structured points, as text or binary. */
#include "vtk_file.h"

#include "regular.h"

#include <errno.h>
#include <string.h>

static int read_kind(struct vtk *k, struct tile_error *e)
{
  int c;
  int code = vtk_next_line(k, e);
  if (!code && strncmp(k->line, "# vtk DataFile Version", 22))
    return volume_reject(k->v, e, "is not a legacy VTK file: it does not begin with '# vtk DataFile Version'");
  while (!code && (c = getc_unlocked(k->in)) != EOF && c != '\n') /* the title, which may be empty or long */
    continue;
  if (!code)
    code = vtk_next_line(k, e);
  k->binary = !code && k->words && strcmp(k->word[0], "binary") == 0;
  return code || k->binary || (k->words && strcmp(k->word[0], "ascii") == 0)
             ? code
             : volume_reject(k->v, e, "does not say ASCII or BINARY in its third line");
}

static int read_lines(struct vtk *k, struct tile_error *e)
{
  int code = read_kind(k, e);
  if (!code)
    code = vtk_next_line(k, e);
  while (!code && k->words) {
    code = vtk_get_line(k, e);
    if (!code)
      code = vtk_next_line(k, e);
  }
  return code;
}

/* The choice must be clear: the requested array, the only one, or the only one declared as the scalars of its points or
 * cells. */
static int check_choice(const struct vtk *k, struct tile_error *e)
{
  struct volume_file *v = k->v;
  if (!k->image || !k->points[0])
    return volume_reject(v, e, "states no size: is it cut off?");
  if (!k->count)
    return volume_reject(v, e, "contains no values");
  if (v->array && !k->found)
    return tile_fail(e, TILE_USAGE, "%s: --array %s: there is %s", v->path, v->array, k->names);
  if (!v->array && k->count > 1 && k->scalars != 1)
    return volume_reject(v, e, "contains several arrays (%.150s): say which to read, with --array NAME", k->names);
  return v->type ? TILE_OK
                 : volume_reject(v, e,
                                 "array %.40s: bits cannot be read: save it as integers of 8 to 64 bits or as "
                                 "real numbers",
                                 k->chosen);
}

static void get_pose(const struct vtk *k)
{
  double axis[3][3] = {{1}, {0, 1}, {0, 0, 1}};
  struct volume_file *v = k->v;
  const double metres = volume_sides(v, k->spacing, "", "VTK file");
  double centre[3];
  for (int a = 0; a < 3; a++)
    centre[a] = metres * (k->origin[a] + (k->cells ? 0.5 * k->spacing[a] : 0));
  for (int a = 0; a < 3; a++)
    axis[a][a] = k->spacing[a] < 0 ? -1 : 1;
  pose_orient(&v->pose, (const double(*)[3])axis);
  pose_centre(&v->pose, centre, v->side);
}

static int take(struct vtk *k, struct tile_error *e)
{
  struct volume_file *v = k->v;
  int code = check_choice(k, e);
  if (code)
    return code;
  for (int a = 0; a < 3; a++)
    v->grid[a] = k->points[a] - (k->cells && k->points[a] > 1);
  v->volumes = 1;
  v->more = true;
  v->swap = k->binary;
  v->coding = k->binary ? NULL : &volume_text;
  volume_array(v, k->chosen, k->count);
  get_pose(k);
  return TILE_OK;
}

int vtk_header(struct volume_file *v, struct tile_error *e)
{
  struct vtk k = {.v = v, .spacing = {1, 1, 1}};
  v->named = true;
  k.in = tile_read_regular(v->path, e);
  if (!k.in)
    return e->code;
  int code = read_lines(&k, e);
  if (!code)
    code = take(&k, e);
  fclose(k.in);
  return code;
}
