/* Checks of values and operands. */
#include "voxelize.h"

#include <math.h>
#include <string.h>

static void check_shape(int count)
{
  if (count)
    cli_usage("--shape reads no input");
  if (!asked.size[2])
    cli_usage("--shape needs --size NX,NY,NZ, each at least 1");
  if (asked.voxel.count && !asked.voxel.equal)
    cli_usage("the voxels of a shape are cubes: give --voxel one length");
}

int voxelize_fluid_classes(void)
{
  double count = 0;
  for (size_t i = 0; asked.rule.kind == RULE_CLASS && i < asked.rule.count; i++)
    count += (double)(floorl(asked.rule.equal[i].high) - floorl(asked.rule.equal[i].low)) + 1;
  return (int)fmin(count, 1000);
}

static void check_segment(void)
{
  const int fluid = voxelize_fluid_classes();
  if (fluid && asked.segment.way != SEGMENT_OTSU)
    cli_usage("--fluid class= needs --segment otsu:N, which makes the classes");
  if (fluid >= asked.segment.classes && fluid)
    cli_usage("--fluid class= lists all of %d classes: none is solid", (int)asked.segment.classes);
  for (int i = 0; i < asked.pads.count && fluid > 1; i++)
    if (asked.pads.pad[i].class != TILE_SOLID)
      cli_usage("--pad: added layers have no label: with several classes they are solid");
}

/* There must be a rule for fluid. */
static void check_rule(void)
{
  check_segment();
  if (asked.rule.kind != RULE_EQUAL && !asked.threshold.given && !asked.hysteresis && !asked.segment.way)
    cli_usage("which voxels are fluid? give --threshold T, --threshold otsu, --segment or --fluid equal=V");
}

bool voxelize_reports_labels(void)
{
  return asked.labels && !cli_given("fluid");
}

/* No voxels are made from all values. */
static void check_labels(void)
{
  if (asked.rule.nans || asked.filters.count)
    cli_usage("--labels reports every value as it is: leave out --nan and filters such as --median");
  if (asked.output || asked.export || asked.mirror || asked.pads.count)
    cli_usage("--labels makes no voxels without --fluid equal=A,B,...: leave out -o, --export, --mirror and --pad");
}

/* With --labels voxels are made, too, where --fluid lists labels. */
static void check_kept_labels(void)
{
  if (asked.rule.kind != RULE_EQUAL || asked.rule.solid)
    cli_usage("--labels keeps the labels that --fluid equal=A,B,... lists: give that");
  if (asked.json)
    cli_usage("--json reports --labels alone: leave out --fluid");
  for (int i = 0; i < asked.pads.count; i++)
    if (asked.pads.pad[i].class != TILE_SOLID)
      cli_usage("--pad: added layers have no label: with --labels they are solid");
}

static void check_image(char *const *paths, int count)
{
  for (int i = 0; i < count && count > 1 && !asked.raw; i++)
    if (asked_surface(paths + i, 1))
      cli_usage("%s: a surface must be the only input: of a vessel in parts take the wall, and --cap closes its ends",
                paths[i]);
  if (!asked.raw && !count) {
    cli_need_input(0);
    cli_usage("nothing to read: give image files, --raw or --shape");
  }
  if (asked.raw && count > 1)
    cli_usage("--raw reads one input, not %d", count);
  if (asked.raw)
    cli_need_input(count);
  for (int i = 0; i < count && !asked.raw; i++)
    if (strcmp(paths[i], "-") == 0)
      cli_usage("an image cannot be read from standard input: name a file, or use --raw");
  if (asked.labels)
    (voxelize_reports_labels() ? check_labels : check_kept_labels)();
  if (!voxelize_reports_labels())
    check_rule();
}

void check_asked(char *const *operands, int count)
{
  if (asked.shape)
    check_shape(count);
  else if (asked_surface(operands, count))
    check_surface();
  else
    check_image(operands, count);
  if (asked.clean && voxelize_fluid_classes() > 1)
    cli_usage("--clean: holes that become fluid have no label: leave out all but one class");
}

/* Otherwise the program would read the file that it writes, and a scan would be lost. */
static void check_output(const char *option, const char *output, char *const *paths, int count)
{
  for (int i = 0; output && strcmp(output, "-") && i < count; i++)
    if (cli_same_file(paths[i], output))
      cli_usage("%s %s would replace an input", option, output);
  if (output && asked.mask && cli_same_file(asked.mask, output))
    cli_usage("%s %s would replace the mask", option, output);
}

void check_outputs(char *const *paths, int count)
{
  static char *const standard_input[] = {"-"};
  if (asked.raw && !count) {
    paths = standard_input;
    count = 1;
  }
  check_output("-o", asked.output, paths, count);
  check_output("--preview", asked.preview, paths, count);
  check_output("--export", asked.export, paths, count);
  check_output("--confidence", asked.confidence, paths, count);
  const struct cli_file files[] = {{"--export", asked.export, NULL},
                                   {"--confidence", asked.confidence, NULL},
                                   {"--preview", asked.preview, &cli_png_format},
                                   {"-o", asked.output, &cli_tile_format}};
  if (asked.preview && strcmp(asked.preview, "-") == 0)
    cli_usage("--preview needs a file of its own");
  cli_check_outputs(files, sizeof files / sizeof *files);
}

/* A file that only a header names is an input, too. */
void check_data(const struct source *s)
{
  char *const path[] = {(char *)s->data};
  check_output("-o", asked.output, path, s->data != NULL);
  check_output("--preview", asked.preview, path, s->data != NULL);
  check_output("--export", asked.export, path, s->data != NULL);
  check_output("--confidence", asked.confidence, path, s->data != NULL);
}
