/* Checks which options and operands exclude each other. */
#include "voxelize.h"

#include <math.h>
#include <string.h>

static void check_shape(int count)
{
  if (asked.raw)
    cli_usage("--shape and --raw exclude each other");
  if (count)
    cli_usage("--shape reads no input");
  if (asked.labels)
    cli_usage("a shape has no labels: tessera stats reports on its voxels");
  if (!asked.size[2])
    cli_usage("--shape needs --size NX,NY,NZ, each at least 1");
  if (asked.threshold.given || asked.segment.way || asked.fluid_given || asked.solid_given || asked.rule.nans)
    cli_usage("a shape has no grey levels: leave out --threshold, --segment, --fluid, --solid and --nan");
  if (asked.voxel.count && !asked.voxel.equal)
    cli_usage("the voxels of a shape are cubes: give --voxel one length");
  if (asked.hysteresis || asked.bin || asked.filters.count || asked.resample.given)
    cli_usage("a shape has no grey levels: leave out --hysteresis, --resample, --bin and filters such as --median");
}

/* The name of a filter whose result may have other values than the image; NULL: none. */
static const char *mixing_filter(void)
{
  for (int i = 0; i < asked.filters.count; i++)
    if (!asked.filters.item[i].kind->ranks)
      return asked.filters.item[i].kind->name;
  return asked.bin > 1 ? "bin" : NULL;
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
  if (asked.segment.way && (asked.threshold.given || asked.hysteresis))
    cli_usage("--segment replaces --%s", asked.hysteresis ? "hysteresis" : "threshold");
  if (fluid && asked.segment.way != SEGMENT_OTSU)
    cli_usage("--fluid class= needs --segment otsu:N, which makes the classes");
  if (fluid >= asked.segment.classes && fluid)
    cli_usage("--fluid class= lists all of %d classes: none is solid", (int)asked.segment.classes);
  for (int i = 0; i < asked.pads.count && fluid > 1; i++)
    if (asked.pads.pad[i].class != TILE_SOLID)
      cli_usage("--pad: added layers have no label: with several classes they are solid");
}

/* There must be exactly one rule for fluid. */
static void check_rule(void)
{
  bool equal = asked.rule.kind == RULE_EQUAL;
  const char *name = asked.solid_given ? "--solid" : "--fluid";
  if (asked.fluid_given && asked.solid_given)
    cli_usage("--fluid and --solid: one of them says what the other is");
  if (asked.rule.nans && (asked.bin > 1 || asked.resample.given))
    cli_usage("--nan: what is not a number has no mean: leave out --resample and --bin");
  if (asked.hysteresis && (equal || asked.threshold.given))
    cli_usage("--hysteresis replaces %s%s", equal ? name : "--threshold", equal ? " equal=" : "");
  if (equal && mixing_filter())
    cli_usage("--%s takes means, in which %s equal= finds no labels", mixing_filter(), name);
  if (equal && (asked.threshold.given || asked.segment.way))
    cli_usage("%s equal= needs no --%s", name, asked.segment.way ? "segment" : "threshold");
  check_segment();
  if (!equal && !asked.threshold.given && !asked.hysteresis && !asked.segment.way)
    cli_usage("which voxels are fluid? give --threshold T, otsu or edges, --segment or --fluid equal=V");
}

/* What changes its class does not have the values of the other. */
static void check_clean(bool image)
{
  if (!asked.clean)
    return;
  if (!image)
    cli_usage("--clean belongs to images");
  if (asked.walls)
    cli_usage("--clean changes classes against their grey levels, in which --walls finds the wall: leave one out");
  if (asked.labels || voxelize_fluid_classes() > 1)
    cli_usage("--clean: holes that become fluid have no label: leave out %s",
              asked.labels ? "--labels" : "all but one class");
}

static void check_confidence(bool image)
{
  if (asked.confidence && (!image || asked.rule.kind == RULE_EQUAL || voxelize_reports_labels()))
    cli_usage("--confidence is the distance of grey levels from a threshold, which %s",
              !image ? "this input does not have" : "labels do not have");
}

/* The wall must be defined by a single threshold, or by a single surface. */
static void check_walls(void)
{
  if (!asked.walls)
    return;
  if (asked.rule.kind == RULE_EQUAL || asked.rule.kind == RULE_CLASS || asked.hysteresis ||
      asked.segment.way == SEGMENT_WATERSHED)
    cli_usage("--walls: the wall lies where the grey level passes one --threshold, which %s does not have",
              asked.hysteresis                         ? "--hysteresis"
              : asked.segment.way == SEGMENT_WATERSHED ? "--segment watershed"
              : asked.rule.kind == RULE_CLASS          ? "--fluid class="
              : asked.solid_given                      ? "--solid equal="
                                                       : "--fluid equal=");
}

bool voxelize_reports_labels(void)
{
  return asked.labels && !asked.fluid_given;
}

/* Labels have no order, and no voxels are made from them. */
static void check_labels(void)
{
  if (asked.threshold.given || asked.segment.way || asked.fluid_given || asked.solid_given || asked.rule.nans ||
      asked.hysteresis)
    cli_usage("--labels reports every value: leave out the options that classify them as fluid and solid");
  if (asked.walls)
    cli_usage("--labels: labels have no walls between voxels: leave out --walls");
  if (asked.bin || asked.filters.count)
    cli_usage("--labels: labels have no mean: leave out --bin and filters such as --median");
  if (asked.output || asked.preview || asked.export || asked.mirror || asked.pads.count)
    cli_usage("--labels makes no voxels without --fluid equal=A,B,...: leave out -o, --preview, --export, --mirror "
              "and --pad");
}

/* With --labels voxels are made, too, where --fluid lists labels. */
static void check_kept_labels(void)
{
  if (asked.rule.kind != RULE_EQUAL || asked.rule.solid)
    cli_usage("--labels keeps the labels that --fluid equal=A,B,... lists: give that");
  if (asked.mirror & 4)
    cli_usage("--labels are not kept by --mirror z: leave one out");
  if (asked.preview)
    cli_usage("--preview shows fluid and solid: leave out --labels");
  if (asked.json)
    cli_usage("--json reports --labels alone: leave out --fluid");
  for (int i = 0; i < asked.pads.count; i++)
    if (asked.pads.pad[i].class != TILE_SOLID)
      cli_usage("--pad: added layers have no label: with --labels they are solid");
}

static void check_kind(bool surface)
{
  if (!surface && (asked.cap || asked.open || asked.extend.count || asked.oblique || asked.repair || asked.names.count))
    cli_usage("--cap, --open, --extend, --no-bevel, --repair and --name belong to surfaces");
  if (surface &&
      (asked.image.channel >= 0 || asked.image.series || asked.slices_from || asked.image.array || asked.sort_given))
    cli_usage("--channel, --series, --slices-from, --array and --sort belong to images");
  if (asked.image.channel >= 0 && (asked.raw || asked.shape))
    cli_usage("--channel belongs to image files");
  if (asked.image.series && (asked.raw || asked.shape))
    cli_usage("--series belongs to TIFF files");
  if (asked.slices_from && (asked.raw || asked.shape))
    cli_usage("--slices-from belongs to TIFF files");
  if (asked.image.array && (asked.raw || asked.shape))
    cli_usage("--array belongs to VTK images");
  if (asked.image.unit && (asked.raw || asked.shape))
    cli_usage("--unit belongs to volumes that state lengths without a unit: give --voxel");
  if (asked.json && !asked.labels && !asked.band && !surface)
    cli_usage("--json reports --labels or --band: give both");
  if (asked.sort_given && (asked.raw || asked.shape))
    cli_usage("--sort belongs to TIFF files");
}

static void check_image(char *const *paths, int count)
{
  for (int i = 0; i < count && count > 1 && !asked.raw; i++)
    if (asked_surface(paths + i, 1))
      cli_usage("%s: a surface must be the only input: of a vessel in parts take the wall, and --cap closes its ends",
                paths[i]);
  if (asked.size[0])
    cli_usage("--size belongs to --shape and to surfaces");
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
  (voxelize_reports_labels() ? check_labels : check_rule)();
  if (asked.labels && !voxelize_reports_labels())
    check_kept_labels();
}

void check_asked(char *const *operands, int count)
{
  if (asked.shape)
    check_shape(count);
  else if (asked_surface(operands, count))
    check_surface();
  else
    check_image(operands, count);
  check_walls();
  check_clean(!asked.shape && !asked_surface(operands, count));
  check_band(!asked.shape && !asked_surface(operands, count));
  check_confidence(!asked.shape && !asked_surface(operands, count));
  check_kind(asked_surface(operands, count));
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
