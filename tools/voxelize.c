/* tessera-voxelize: an image, a raw volume or a shape to a voxel stream. */
#include <config.h>

#include "cli.h"
#include "filter.h"
#include "inputs.h"
#include "mask.h"
#include "series.h"
#include "voxelize_pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct threshold {
  bool given, otsu;
  long double value;
};

static struct {
  const char *output, *raw, *shape, *mask, *preview;
  int64_t size[3];
  struct cli_quantity voxel, resample;
  struct threshold threshold;
  bool fluid_given;
  struct rule rule;
  bool hysteresis;
  struct window window;
  int channel; /* of a TIFF; -1: not asked for */
  bool sort_given, natural;
  unsigned flip;
  int64_t bin, median;
  int mirror;
  struct pads pads;
} asked = { .window = WINDOW_WHOLE, .channel = -1, .mirror = -1 };

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
  { "raw", 0, "NX,NY,NZ,TYPE[,be]",
    "INPUT is a plain array of numbers, x fastest; TYPE is u8, i8, u16, i16, u32, i32, u64, i64, f16, f32 or f64; be: big-endian.",
    cli_text, &asked.raw },
  { "shape", 0, "NAME[:KEY=VALUE,...]",
    "Make a shape instead of reading an image: box, cavity, channel, tube, slit, spheres, vessel, sc, bcc"
    " or fcc.", cli_text,
    &asked.shape },
  { "size", 0, "NX,NY,NZ", "Size of the shape's box in voxels.", cli_ints3, asked.size },
  { "sort", 0, "natural|given",
    "Order of the INPUTs: as given (the default), or natural, in which page2 comes before page10.", parse_sort,
    &asked.natural },
  { "channel", 0, "N", "Of an image with several channels (or a palette, or times), read channel N; 0 is the first.", parse_channel,
    &asked.channel },
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

static const struct cli_program program = {
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
  if (asked.channel >= 0 && (asked.raw || asked.shape))
    cli_usage("--channel belongs to image files");
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

/* Reading would meet what is being written, and a scan would be lost. */
static void check_output(const char *option, const char *output, char *const *paths, int count)
{
  for (int i = 0; output && strcmp(output, "-") && i < count; i++)
    if (cli_same_file(paths[i], output))
      cli_usage("%s %s would replace an input", option, output);
  if (output && asked.mask && cli_same_file(asked.mask, output))
    cli_usage("%s %s would replace the mask", option, output);
}

static void check_outputs(char *const *paths, int count)
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
static void check_data(const struct source *s)
{
  char *const path[] = { (char *)s->data };
  check_output("-o", asked.output, path, s->data != NULL);
  check_output("--preview", asked.preview, path, s->data != NULL);
}

static void warn_of_break(char *const *paths, int count)
{
  int at = asked.shape || asked.raw || dicom_is(paths[0]) ? 0 : series_break(paths, count);
  if (at)
    cli_warn("%s follows %s: is a slice missing, or the order not that of the numbers?", paths[at], paths[at - 1]);
}

/* A voxel of another size than stated: the image is no longer where it was, but lies as it did. */
static void override_voxel(struct source *s)
{
  if (!asked.voxel.given)
    return;
  s->dx = cli_length(&asked.voxel, "--voxel");
  for (int a = 0; a < 3; a++)
    s->spacing[a] = s->dx;
  s->place.placed = false;
}

static int open_source(struct source *s, char *const *paths, int count, struct tile_error *e)
{
  if (asked.shape)
    return source_shape(s, asked.shape, asked.size, e);
  if (asked.raw)
    return source_raw(s, count ? paths[0] : NULL, asked.raw, e);
  return source_image(s, paths, count, asked.channel, e);
}

/* Of the image as of its mask. */
static int filter_place(struct source *s, struct tile_error *e)
{
  int code = filter_crop(s, &asked.window, e);
  if (!code && asked.flip)
    code = filter_flip(s, asked.flip, e);
  if (!code && asked.resample.given)
    code = filter_resample(s, cli_length(&asked.resample, "--resample"), asked.rule.kind == RULE_EQUAL, e);
  return !code && asked.bin > 1 ? filter_bin(s, asked.bin, e) : code;
}

/* The mask's voxels are those of the image, whatever it says itself. */
static int open_mask(struct source *mask, const struct source *s, struct tile_error *e)
{
  int code = asked.mask ? mask_open(mask, (char *)asked.mask, s->grid, e) : TILE_OK;
  memcpy(mask->spacing, s->spacing, sizeof mask->spacing);
  return !code && asked.mask ? filter_place(mask, e) : code;
}

static int filter_image(struct source *s, struct tile_error *e)
{
  int code = filter_place(s, e);
  return !code && asked.median ? filter_median(s, asked.median, e) : code;
}

/* What must be known of the whole image before its first voxel can be classified. */
static int look_ahead(struct pass *p, struct tile_error *e)
{
  p->rule.threshold = asked.threshold.value;
  if (!asked.threshold.otsu && !asked.hysteresis)
    return TILE_OK;
  if (!p->source->rereadable)
    return tile_fail(e, TILE_USAGE, "%s reads its input twice, which a pipe cannot: name a file",
                     asked.hysteresis ? "--hysteresis" : "--threshold otsu");
  return asked.hysteresis ? pass_hysteresis(p, e) : pass_otsu(p, e);
}

static int check_cubes(const struct source *s, struct tile_error *e)
{
  char x[TILE_REAL_TEXT], y[TILE_REAL_TEXT], z[TILE_REAL_TEXT];
  if (s->dx > 0 || !(s->spacing[0] > 0))
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "the voxels are %s x %s x %s (%s) and must be cubes: make them so with --resample "
                                     "LENGTH, or override this with --voxel", cli_length_text(x, s->spacing[0]),
                   cli_length_text(y, s->spacing[1]), cli_length_text(z, s->spacing[2]), s->dx_note);
}

/* Sums of steps: digits beyond the twelfth are rounding. */
static void join(char *to, size_t size, const double *value, int count)
{
  size_t used = 0;
  for (int i = 0; i < count && used < size; i++)
    used += (size_t)snprintf(to + used, size - used, "%s%.12g", i ? " " : "", value[i]);
}

/* Where the voxels written lie: below the image are the layers of --pad. */
static struct place voxel_place(const struct source *s)
{
  struct place p = s->place;
  for (int a = 0; a < 3; a++)
    place_shift(&p, a, -(double)pads_below(&asked.pads, a) * s->dx);
  return p;
}

static int set_place(struct tile_header *h, const struct source *s, struct tile_error *e)
{
  const struct place p = voxel_place(s);
  char text[10 * TILE_REAL_TEXT];
  join(text, sizeof text, p.origin, 3);
  int code = p.placed ? tile_header_set(h, e, "origin", "%s", text) : TILE_OK;
  join(text, sizeof text, p.axis[0], 9);
  return code || !p.oriented ? code : tile_header_set(h, e, "orientation", "%s", text);
}

static int make_header(struct tile_header *h, const struct source *s, int argc, char *const *argv,
                       struct tile_error *e)
{
  int code = check_cubes(s, e);
  if (!code && s->dx > 0)
    code = tile_header_set_real(h, "dx", s->dx, e);
  if (!code)
    code = set_place(h, s, e);
  return code ? code : cli_add_history(h, program.name, argc, argv, NULL, e);
}

static void report_values(const struct pass *p)
{
  char low[TILE_REAL_TEXT], high[TILE_REAL_TEXT], threshold[TILE_REAL_TEXT];
  const struct source *s = p->source;
  char channel[32] = "";
  if (asked.channel >= 0)
    snprintf(channel, sizeof channel, ", channel %d", asked.channel);
  report_line(stderr, "stored as", "%s%s%s%s%s", s->type, s->photometric ? ", " : "",
              s->photometric ? s->photometric : "", channel,
              s->photometric && strcmp(s->photometric, "MinIsWhite") == 0 ? " (values are taken as stored)" : "");
  report_line(stderr, "values", "%s to %s", tile_real_text(low, p->low), tile_real_text(high, p->high));
  const char *side = p->rule.kind == RULE_ABOVE ? "at or above" : "below";
  if (asked.hysteresis)
    report_line(stderr, "hysteresis", "%s and %s, fluid is %s", tile_real_text(low, (double)p->rule.low),
                tile_real_text(high, (double)p->rule.high), side);
  else if (p->rule.kind != RULE_EQUAL)
    report_line(stderr, "threshold", "%s%s, fluid is %s", tile_real_text(threshold, (double)p->rule.threshold),
                asked.threshold.otsu ? " (Otsu)" : "", side);
}

static void report_voxel(const struct source *s)
{
  char length[TILE_REAL_TEXT];
  if (asked.resample.given)
    report_line(stderr, "voxel", "%s (--resample)", cli_length_text(length, s->dx));
  else if (asked.voxel.given)
    report_line(stderr, "voxel", "%s", cli_length_text(length, s->dx));
  else if (s->dx > 0)
    report_line(stderr, "voxel", "%s (%s)", cli_length_text(length, s->dx), s->dx_note);
  else if (*s->dx_note)
    report_line(stderr, "voxel", "size unknown: %s; see --voxel", s->dx_note);
}

/* The corner of voxel 0,0,0, and which way x, y and z run. */
static void report_place(const struct source *s)
{
  const struct place p = voxel_place(s);
  char axis[3][3 * TILE_REAL_TEXT], at[3][TILE_REAL_TEXT];
  for (int a = 0; a < 3; a++) {
    join(axis[a], sizeof axis[a], p.axis[a], 3);
    cli_length_text(at[a], p.origin[a]);
  }
  if (p.placed)
    report_line(stderr, "origin", "%s, %s, %s", at[0], at[1], at[2]);
  if (p.oriented)
    report_line(stderr, "orientation", "x along %s, y along %s, z along %s", axis[0], axis[1], axis[2]);
}

/* Integers of 64 bits that became doubles on their way. */
static bool was_rounded(const struct pass *p)
{
  const struct source *s = p->source;
  return s->type[0] != 'f' && strcmp(s->type + 1, "64") == 0 && source_held(s)->kind == 'f' &&
         fmax(-p->low, p->high) >= 0x1p53;
}

static void warn(const struct pass *p)
{
  if (p->porosity == 0)
    cli_warn("no voxel is fluid%s", p->source->classified ? "" : ": check --threshold and --fluid");
  if (was_rounded(p))
    cli_warn("values beyond 2^53 were rounded: leave out what makes real numbers of integers (--flip, --resample, --bin, "
             "--median, a scale in the file)");
}

static void report(const struct pass *p)
{
  warn(p);
  if (cli_quiet)
    return;
  const int64_t *n = p->size;
  report_line(stderr, "size", "%lld x %lld x %lld voxels", (long long)n[0], (long long)n[1], (long long)n[2]);
  report_voxel(p->source);
  report_place(p->source);
  if (!p->source->classified)
    report_values(p);
  report_line(stderr, "porosity", "%.6f", p->porosity);
}

/* A picture alone needs no place for the voxels. */
static bool only_preview(void)
{
  return asked.preview && !asked.output && isatty(STDOUT_FILENO);
}

static int draw_preview(const struct pass *p, struct cli_output *picture, struct tile_error *e)
{
  double marks[2] = { (double)p->rule.low, (double)p->rule.high };
  int count = 2;
  if (!asked.hysteresis) {
    marks[0] = (double)p->rule.threshold;
    count = p->source->classified || p->rule.kind == RULE_EQUAL ? 0 : 1;
  }
  int code = preview_write(p->preview, marks, count, p->porosity, picture->file, e);
  return code ? code : cli_commit(picture, e);
}

struct outputs {
  struct cli_output voxels, picture;
};

static int open_outputs(struct outputs *o, struct pass *p, struct tile_error *e)
{
  const struct source *s = p->source;
  int code = only_preview() ? TILE_OK : cli_open_output(&o->voxels, asked.output, true, e);
  if (code || !asked.preview)
    return code;
  code = preview_new(&p->preview, s->grid, !s->classified, s->type[0] != 'f' && !s->means, e);
  return code ? code : cli_open_output(&o->picture, asked.preview, true, e);
}

static int write_outputs(struct outputs *o, struct pass *p, struct tile_header *h, struct tile_error *e)
{
  int code = pass_write(p, o->voxels.file, h, e);
  if (code && o->voxels.file)
    return cli_name_output(&o->voxels, e);
  if (!code && p->preview)
    code = draw_preview(p, &o->picture, e);
  return code || !o->voxels.file ? code : cli_commit(&o->voxels, e);
}

static int voxelize(struct pass *p, struct tile_header *h, struct tile_error *e)
{
  struct outputs o = { 0 };
  int code = pass_begin(p, e);
  if (!code)
    code = look_ahead(p, e);
  if (!code)
    code = open_outputs(&o, p, e);
  if (!code)
    code = write_outputs(&o, p, h, e);
  if (!code)
    report(p);
  preview_free(p->preview);
  pass_end(p);
  return code;
}

/* The files that are read: a raw volume has the name that it is given, also "-" and one with a "*". */
static int find_inputs(struct inputs *in, char *const *operands, int count, struct tile_error *e)
{
  int code = asked.raw ? inputs_keep(in, operands, count, e) : inputs_find(in, operands, count, asked.natural, e);
  if (code)
    return code;
  check_outputs(in->path, in->count);
  warn_of_break(in->path, in->count);
  return TILE_OK;
}

int main(int argc, char **argv)
{
  int first = cli_start(&program, argc, argv), count = argc - first;
  struct source s = { 0 }, mask = { 0 };
  struct tile_header h = { 0 };
  struct tile_error e;
  if (asked.shape)
    check_shape(count);
  else
    check_image(argv + first, count);
  check_kind();
  struct inputs in;
  int code = find_inputs(&in, argv + first, count, &e);
  if (!code)
    code = open_source(&s, in.path, in.count, &e);
  if (!code)
    override_voxel(&s);
  if (!code)
    code = open_mask(&mask, &s, &e);
  check_data(&s);
  check_data(&mask);
  if (!code)
    code = filter_image(&s, &e);
  if (!code)
    code = make_header(&h, &s, argc, argv, &e);
  struct pass p = { .source = &s, .mask = asked.mask ? &mask : NULL, .rule = asked.rule,
                    .hysteresis = asked.hysteresis, .mirror = asked.mirror, .pads = asked.pads,
                    .note_input = !cli_no_history && !asked.shape };
  if (!code)
    code = voxelize(&p, &h, &e);
  if (code)
    cli_die(&e);
  s.close(&s);
  if (mask.close)
    mask.close(&mask);
  tile_header_free(&h);
  inputs_free(&in);
  free(asked.rule.equal);
  return 0;
}
