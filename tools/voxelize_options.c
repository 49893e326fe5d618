/* What tessera-voxelize is asked for. */
#include "voxelize.h"

#include <stdlib.h>
#include <string.h>

struct voxelize_options asked = { .window = WINDOW_WHOLE, .image = { .channel = -1 }, .mirror = -1 };

static int parse_threshold(void *to, const char *value, struct tile_error *e)
{
  struct threshold *t = to;
  double real;
  char *end;
  t->given = true;
  t->otsu = strcmp(value, "otsu") == 0;
  t->value = rule_number(value, &end);
  return t->otsu ? TILE_OK : cli_real(&real, value, e);
}

static int parse_fluid(void *to, const char *value, struct tile_error *e)
{
  asked.fluid_given = true;
  return rule_parse(to, value, e);
}

static int parse_channel(void *to, const char *value, struct tile_error *e)
{
  char *end;
  long channel = strtol(value, &end, 10);
  if (end == value || *end || strchr("+- ", *value) || channel > UINT16_MAX)
    return tile_fail(e, TILE_USAGE, "expected the number of a channel, 0 for the first");
  *(int *)to = (int)channel;
  return TILE_OK;
}

static int parse_unit(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = { "m", "mm", "um", "nm" };
  int unit;
  if (cli_word(&unit, value, names, 4, e))
    return e->code;
  *(const char **)to = names[unit];
  return TILE_OK;
}

static int parse_hysteresis(void *to, const char *value, struct tile_error *e)
{
  asked.hysteresis = true;
  return rule_parse_hysteresis(to, value, e);
}

static int parse_pad(void *to, const char *value, struct tile_error *e)
{
  return pads_parse(to, value, e);
}

static int parse_sort(void *to, const char *value, struct tile_error *e)
{
  asked.sort_given = true;
  *(bool *)to = strcmp(value, "natural") == 0;
  return *(bool *)to || strcmp(value, "given") == 0 ? TILE_OK
                                                    : tile_fail(e, TILE_USAGE, "must be natural or given");
}

static int parse_crop(void *to, const char *value, struct tile_error *e)
{
  return window_parse(to, value, e);
}

static const struct cli_option options[] = {
  { "output", 'o', "FILE", "Write the voxel stream to FILE instead of standard output.", cli_text, &asked.output },
  { "raw", 0, "NX,NY,NZ,TYPE[,be][,skip=BYTES]",
    "INPUT is a plain array of numbers, x fastest; TYPE is u8, i8, u16, i16, u32, i32, u64, i64, f16, f32 or f64; be:"
    " big-endian; skip: bytes before it. It may be packed by gzip or Zstandard.",
    cli_text, &asked.raw },
  { "shape", 0, "NAME[:KEY=VALUE,...]",
    "Make a shape instead of reading an image: box, cavity, channel, tube, slit, spheres, vessel, sc, bcc"
    " or fcc.", cli_text,
    &asked.shape },
  { "size", 0, "NX,NY,NZ", "Size of the shape's box in voxels.", cli_ints3, asked.size },
  { "sort", 0, "natural|given",
    "Order of the INPUTs: as given (the default), or natural, in which page2 comes before page10.", parse_sort,
    &asked.natural },
  { "channel", 0, "N", "Of an image with several channels (or a palette, or times), read channel N; 0 is the first.",
    parse_channel, &asked.image.channel },
  { "array", 0, "NAME", "Of a VTK image with several arrays, read this one.", cli_text, &asked.image.array },
  { "unit", 0, "m|mm|um|nm", "The unit of lengths in a volume that names none; without it they are taken for mm.",
    parse_unit, &asked.image.unit },
  { "voxel", 0, "LENGTH", "Side of a voxel with its unit, as 5um.", cli_quantity, &asked.voxel },
  { "threshold", 0, "T|otsu", "The value between the two classes, or otsu to find it in the histogram.",
    parse_threshold, &asked.threshold },
  { "fluid", 0, "RULE",
    "What is fluid: below (value < T, the default), above (value >= T), or equal=V[,V...], which needs no threshold.",
    parse_fluid, &asked.rule },
  { "hysteresis", 0, "LO,HI",
    "In place of a threshold: surely fluid beyond both, and beyond the nearer one where such voxels touch those, face"
    " to face. Reads the input twice.",
    parse_hysteresis, &asked.rule },
  { "crop", 0, "X0:X1,Y0:Y1,Z0:Z1", "Keep a part; indices start at 0, ends are excluded, empty parts are whole.",
    parse_crop, &asked.window },
  { "flip", 0, "AXES", "Reverse the image along some axes: x, yz, xyz ...", cli_axes, &asked.flip },
  { "resample", 0, "LENGTH",
    "Make cubes with this side, as 5um, of voxels whose sides differ, or of another size: linear between their centres.",
    cli_quantity, &asked.resample },
  { "bin", 0, "N", "Take the mean of every N x N x N voxels for one voxel, N times as wide.", cli_count, &asked.bin },
  { "median", 0, "R", "Replace each value by the median of the (2R+1)^3 around it; R is at most 8.", cli_count,
    &asked.median },
  { "mask", 0, "FILE",
    "Only what is not 0 in FILE counts, the rest is solid: an image or voxel stream as large as this, or one slice"
    " for all.",
    cli_text, &asked.mask },
  { "mirror", 0, "AXIS", "Append the mirror image along x, y or z.", cli_axis, &asked.mirror },
  { "pad", 0, "FACE=N:solid|fluid",
    "Put N layers of solid or fluid on a face (x- x+ y- y+ z- z+). May be given once for each face.", parse_pad,
    &asked.pads },
  { "preview", 0, "FILE",
    "Draw three mid-planes with the fluid outlined, and the histogram with the threshold, as PNG. Without -o on a"
    " terminal, draw only.",
    cli_text, &asked.preview },
  CLI_MAX_MEMORY,
  CLI_NO_HISTORY,
  { 0 }
};

const struct cli_program voxelize_program = {
  .name = "tessera-voxelize",
  .summary = "Turns grey-level images, raw volumes or shapes into a voxel stream of solid and fluid.",
  .usage = "[OPTION]... INPUT...\n"
           "   or: tessera-voxelize [OPTION]... --raw NX,NY,NZ,TYPE [INPUT]\n"
           "   or: tessera-voxelize [OPTION]... --shape NAME[:KEY=VALUE,...] --size NX,NY,NZ",
  .options = options,
};

static void check_shape(int count)
{
  if (asked.raw)
    cli_usage("--shape and --raw exclude each other");
  if (count)
    cli_usage("--shape reads no input");
  if (!asked.size[0])
    cli_usage("--shape needs --size NX,NY,NZ, each at least 1");
  if (asked.threshold.given || asked.fluid_given)
    cli_usage("a shape has no grey levels: leave out --threshold and --fluid");
  if (asked.hysteresis || asked.bin || asked.median || asked.resample.given)
    cli_usage("a shape has no grey levels: leave out --hysteresis, --resample, --bin and --median");
}

/* One way to decide what is fluid. */
static void check_rule(void)
{
  bool equal = asked.rule.kind == RULE_EQUAL;
  if (asked.hysteresis && (equal || asked.threshold.given))
    cli_usage("--hysteresis takes the place of %s", equal ? "--fluid equal=" : "--threshold");
  if (equal && asked.bin > 1)
    cli_usage("--bin takes means, which --fluid equal= would not find");
  if (equal == (asked.threshold.given || asked.hysteresis))
    cli_usage(equal ? "--fluid equal= needs no --threshold"
                    : "which voxels are fluid? give --threshold T, --threshold otsu or --fluid equal=V");
}

static void check_kind(void)
{
  if (asked.image.channel >= 0 && (asked.raw || asked.shape))
    cli_usage("--channel belongs to image files");
  if (asked.image.array && (asked.raw || asked.shape))
    cli_usage("--array belongs to VTK images");
  if (asked.image.unit && (asked.raw || asked.shape))
    cli_usage("--unit belongs to volumes that state lengths without a unit: give --voxel");
  if (asked.sort_given && (asked.raw || asked.shape))
    cli_usage("--sort belongs to TIFF files");
}

static void check_image(char *const *paths, int count)
{
  if (asked.size[0])
    cli_usage("--size belongs to --shape");
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
  check_rule();
}

void check_asked(char *const *operands, int count)
{
  if (asked.shape)
    check_shape(count);
  else
    check_image(operands, count);
  check_kind();
}

/* Reading would meet what is being written, and a scan would be lost. */
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
  static char *const standard_input[] = { "-" };
  if (asked.raw && !count) {
    paths = standard_input;
    count = 1;
  }
  check_output("-o", asked.output, paths, count);
  check_output("--preview", asked.preview, paths, count);
  if (asked.preview && strcmp(asked.preview, "-") == 0)
    cli_usage("--preview needs a file of its own");
  if (cli_same_output(asked.preview, asked.output))
    cli_usage("--preview and -o both name %s", asked.output);
}

/* A file that only a header names is an input, too. */
void check_data(const struct source *s)
{
  char *const path[] = { (char *)s->data };
  check_output("-o", asked.output, path, s->data != NULL);
  check_output("--preview", asked.preview, path, s->data != NULL);
}
