/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of values and operands. */
#include "voxelize.h"

#include <math.h>
#include <string.h>

static void check_shape(const struct voxelize_options *o, int count)
{
  if (count)
    cli_usage("--shape reads no input");
  if (!o->size[2])
    cli_usage("--shape needs --size NX,NY,NZ, each at least 1");
  if (o->voxel.count && !o->voxel.equal)
    cli_usage("the voxels of a shape are cubes: give --voxel one length");
}

int voxelize_fluid_classes(const struct voxelize_options *o)
{
  double count = 0;
  for (size_t i = 0; o->rule.kind == RULE_CLASS && i < o->rule.count; i++)
    count += (double)(floorl(o->rule.equal[i].high) - floorl(o->rule.equal[i].low)) + 1;
  return (int)fmin(count, 1000);
}

static void check_segment(const struct voxelize_options *o)
{
  const int fluid = voxelize_fluid_classes(o);
  if (fluid && o->segment.way != SEGMENT_OTSU)
    cli_usage("--fluid class= needs --segment otsu:N, which makes the classes");
  if (fluid >= o->segment.classes && fluid)
    cli_usage("--fluid class= lists all of %d classes: none is solid", (int)o->segment.classes);
  for (int i = 0; i < o->pads.count && fluid > 1; i++)
    if (o->pads.pad[i].class != TILE_SOLID)
      cli_usage("--pad: added layers have no label: with several classes they are solid");
}

/* There must be a rule for fluid. */
static void check_rule(const struct voxelize_options *o)
{
  check_segment(o);
  if (o->rule.kind != RULE_EQUAL && !o->threshold.given && !o->hysteresis && !o->segment.way)
    cli_usage("which voxels are fluid? give --threshold T, otsu or edges, --segment or --fluid equal=V");
}

bool voxelize_reports_labels(const struct voxelize_options *o)
{
  return o->labels && !cli_given("fluid");
}

/* No voxels are made from all values. */
static void check_labels(const struct voxelize_options *o)
{
  if (o->rule.nans || o->filters.count)
    cli_usage("--labels reports every value as it is: leave out --nan and filters such as --median");
  if (o->output || o->export || o->mirror || o->pads.count)
    cli_usage("--labels makes no voxels without --fluid equal=A,B,...: leave out -o, --export, --mirror and --pad");
}

/* With --labels voxels are made, too, where --fluid lists labels. */
static void check_kept_labels(const struct voxelize_options *o)
{
  if (o->rule.kind != RULE_EQUAL || o->rule.solid)
    cli_usage("--labels keeps the labels that --fluid equal=A,B,... lists: give that");
  if (o->json)
    cli_usage("--json reports --labels alone: leave out --fluid");
  for (int i = 0; i < o->pads.count; i++)
    if (o->pads.pad[i].class != TILE_SOLID)
      cli_usage("--pad: added layers have no label: with --labels they are solid");
}

static void check_image(const struct voxelize_options *o, char *const *paths, int count)
{
  for (int i = 0; i < count && count > 1 && !o->raw; i++)
    if (asked_surface(paths + i, 1))
      cli_usage("%s: a surface must be the only input: of a vessel in parts take the wall, and --cap closes its ends",
                paths[i]);
  if (!o->raw && !count) {
    cli_need_input(0);
    cli_usage("nothing to read: give image files, --raw or --shape");
  }
  if (o->raw && count > 1)
    cli_usage("--raw reads one input, not %d", count);
  if (o->raw)
    cli_need_input(count);
  for (int i = 0; i < count && !o->raw; i++)
    if (strcmp(paths[i], "-") == 0)
      cli_usage("an image cannot be read from standard input: name a file, or use --raw");
  if (o->labels)
    (voxelize_reports_labels(o) ? check_labels : check_kept_labels)(o);
  if (!voxelize_reports_labels(o))
    check_rule(o);
}

void check_asked(const struct voxelize_options *o, char *const *operands, int count)
{
  if (o->shape)
    check_shape(o, count);
  else if (asked_surface(operands, count))
    check_surface(o);
  else
    check_image(o, operands, count);
  if (o->clean && voxelize_fluid_classes(o) > 1)
    cli_usage("--clean: holes that become fluid have no label: leave out all but one class");
  check_band(o);
}

enum { OUTPUTS = 5 };
static void list_outputs(const struct voxelize_options *o, struct cli_file to[OUTPUTS])
{
  to[0] = (struct cli_file){"--export", o->export, NULL};
  to[1] = (struct cli_file){"--confidence", o->confidence, NULL};
  to[2] = (struct cli_file){"--preview", o->preview, &cli_png_format};
  to[3] = (struct cli_file){"--mask-output", o->mask_output, &cli_tile_format};
  to[4] = (struct cli_file){"-o", o->output, &cli_tile_format};
}

/* Otherwise the program would read the file that it writes, and a scan would be lost. */
static void check_inputs(const struct cli_file files[OUTPUTS], char *const *paths, int count, const char *what)
{
  for (int k = 0; k < OUTPUTS; k++)
    for (int i = 0; files[k].path && strcmp(files[k].path, "-") && i < count; i++)
      if (cli_same_file(paths[i], files[k].path))
        cli_usage("%s %s would replace %s", files[k].option, files[k].path, what);
}

void check_outputs(const struct voxelize_options *o, char *const *paths, int count, const char *what)
{
  static char *const standard_input[] = {"-"};
  if (o->raw && !count) {
    paths = standard_input;
    count = 1;
  }
  struct cli_file files[OUTPUTS];
  list_outputs(o, files);
  check_inputs(files, paths, count, what);
  if (cli_to_standard(o->preview) || cli_to_standard(o->mask_output))
    cli_usage("%s needs a file of its own", cli_to_standard(o->preview) ? "--preview" : "--mask-output");
  cli_check_outputs(files, OUTPUTS);
}

/* A file that only a header names is an input, too. */
void check_data(const struct voxelize_options *o, const struct source *s)
{
  char *const path[] = {(char *)s->data};
  struct cli_file files[OUTPUTS];
  list_outputs(o, files);
  check_inputs(files, path, s->data != NULL, "an input");
}
