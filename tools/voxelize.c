/* tessera-voxelize: an image, a raw volume or a shape to a voxel stream. */
#include <config.h>

#include "cli.h"
#include "series.h"
#include "voxelize_pass.h"

#include <stdlib.h>
#include <string.h>

struct threshold {
  bool given, otsu;
  double value;
};

static struct {
  const char *output, *raw, *shape;
  int64_t size[3];
  struct cli_quantity voxel;
  struct threshold threshold;
  bool fluid_given;
  struct rule rule;
  struct window window;
  int channel; /* of a TIFF; -1: not asked for */
} asked = { .window = WINDOW_WHOLE, .channel = -1 };

static int parse_threshold(void *to, const char *value, struct tile_error *e)
{
  struct threshold *t = to;
  t->given = true;
  t->otsu = strcmp(value, "otsu") == 0;
  return t->otsu ? TILE_OK : cli_real(&t->value, value, e);
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

static int parse_crop(void *to, const char *value, struct tile_error *e)
{
  return window_parse(to, value, e);
}

static const struct cli_option options[] = {
  { "output", 'o', "FILE", "Write the voxel stream to FILE instead of standard output.", cli_text, &asked.output },
  { "raw", 0, "NX,NY,NZ,TYPE[,be]",
    "INPUT is a plain array of numbers, x fastest; TYPE is u8, i8, u16, i16, u32, i32, f16, f32 or f64; be: big-endian.",
    cli_text, &asked.raw },
  { "shape", 0, "NAME[:KEY=VALUE,...]",
    "Make a shape instead of reading an image: box, cavity, channel, tube, slit, spheres, vessel, sc, bcc"
    " or fcc.", cli_text,
    &asked.shape },
  { "size", 0, "NX,NY,NZ", "Size of the shape's box in voxels.", cli_ints3, asked.size },
  { "channel", 0, "N", "Of a TIFF with several channels (or a palette), read channel N; 0 is the first.", parse_channel,
    &asked.channel },
  { "voxel", 0, "LENGTH", "Side of a voxel with its unit, as 5um.", cli_quantity, &asked.voxel },
  { "threshold", 0, "T|otsu", "The value between the two classes, or otsu to find it in the histogram.",
    parse_threshold, &asked.threshold },
  { "fluid", 0, "RULE",
    "What is fluid: below (value < T, the default), above (value >= T), or equal=V[,V...], which needs no threshold.",
    parse_fluid, &asked.rule },
  { "crop", 0, "X0:X1,Y0:Y1,Z0:Z1", "Keep a part; indices start at 0, ends are excluded, empty parts are whole.",
    parse_crop, &asked.window },
  { "mirror", 0, "AXIS", "Append the mirror image along x, y or z, after cropping.", cli_axis, &asked.window.mirror },
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
}

static void check_kind(void)
{
  if (asked.channel >= 0 && (asked.raw || asked.shape))
    cli_usage("--channel belongs to TIFF files");
}

static void check_image(char *const *paths, int count)
{
  if (asked.size[0])
    cli_usage("--size belongs to --shape");
  if (!asked.raw && !count) {
    cli_need_input(0);
    cli_usage("nothing to read: give TIFF files, --raw or --shape");
  }
  if (asked.raw && count > 1)
    cli_usage("--raw reads one input, not %d", count);
  if (asked.raw)
    cli_need_input(count);
  for (int i = 0; i < count && !asked.raw; i++)
    if (strcmp(paths[i], "-") == 0)
      cli_usage("a TIFF cannot be read from standard input: name a file, or use --raw");
  bool equal = asked.rule.kind == RULE_EQUAL;
  if (equal == asked.threshold.given)
    cli_usage(equal ? "--fluid equal= needs no --threshold"
                    : "which voxels are fluid? give --threshold T, --threshold otsu or --fluid equal=V");
}

/* Reading would meet what is being written, and a scan would be lost. */
static void check_output(char *const *paths, int count)
{
  for (int i = 0; i < count; i++)
    if (asked.output && strcmp(asked.output, "-") && cli_same_file(paths[i], asked.output))
      cli_usage("-o %s would replace an input", asked.output);
}

static void warn_of_break(char *const *paths, int count)
{
  int at = asked.shape || asked.raw ? 0 : series_break(paths, count);
  if (at)
    cli_warn("%s follows %s: is a slice missing, or the order not that of the numbers?", paths[at], paths[at - 1]);
}

static int open_source(struct source *s, char *const *paths, int count, struct tile_error *e)
{
  if (asked.shape)
    return source_shape(s, asked.shape, asked.size, e);
  if (asked.raw)
    return source_raw(s, count ? paths[0] : NULL, asked.raw, e);
  return source_tiff(s, paths, count, asked.channel, e);
}

static int set_threshold(struct pass *p, struct tile_error *e)
{
  p->rule.threshold = asked.threshold.value;
  if (!asked.threshold.otsu)
    return TILE_OK;
  if (!p->source->rereadable)
    return tile_fail(e, TILE_USAGE, "--threshold otsu reads its input twice, which a pipe cannot: name a file");
  return pass_otsu(p, e);
}

static int make_header(struct tile_header *h, const struct source *s, int argc, char *const *argv,
                       struct tile_error *e)
{
  double dx = asked.voxel.given ? cli_length(&asked.voxel, "--voxel") : s->dx;
  int code = dx > 0 ? tile_header_set_real(h, "dx", dx, e) : TILE_OK;
  return code ? code : tile_header_add_history(h, program.name, argc, argv, e);
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
  if (p->rule.kind != RULE_EQUAL)
    report_line(stderr, "threshold", "%s%s, fluid is %s", tile_real_text(threshold, p->rule.threshold),
                asked.threshold.otsu ? " (Otsu)" : "", p->rule.kind == RULE_ABOVE ? "at or above" : "below");
}

static void report(const struct pass *p)
{
  if (p->porosity == 0)
    cli_warn("no voxel is fluid%s", p->source->classified ? "" : ": check --threshold and --fluid");
  if (cli_quiet)
    return;
  char length[TILE_REAL_TEXT];
  const int64_t *n = p->size;
  report_line(stderr, "size", "%lld x %lld x %lld voxels", (long long)n[0], (long long)n[1], (long long)n[2]);
  if (asked.voxel.given)
    report_line(stderr, "voxel", "%s", cli_length_text(length, cli_length(&asked.voxel, "--voxel")));
  if (!p->source->classified)
    report_values(p);
  report_line(stderr, "porosity", "%.6f", p->porosity);
}

static int voxelize(struct source *s, struct cli_output *out, struct tile_header *h, struct tile_error *e)
{
  struct pass p;
  int code = pass_begin(&p, s, &asked.window, &asked.rule, e);
  if (!code)
    code = set_threshold(&p, e);
  if (!code)
    code = cli_open_output(out, asked.output, true, e);
  if (!code)
    code = pass_write(&p, out->file, h, e);
  if (!code)
    code = cli_commit(out, e);
  if (!code)
    report(&p);
  pass_end(&p);
  return code;
}

int main(int argc, char **argv)
{
  int first = cli_start(&program, argc, argv), count = argc - first;
  struct source s = { 0 };
  struct cli_output out = { 0 };
  struct tile_header h = { 0 };
  struct tile_error e;
  if (asked.shape)
    check_shape(count);
  else
    check_image(argv + first, count);
  check_kind();
  check_output(argv + first, count);
  warn_of_break(argv + first, count);
  int code = open_source(&s, argv + first, count, &e);
  if (!code)
    code = make_header(&h, &s, argc, argv, &e);
  if (!code)
    code = voxelize(&s, &out, &h, &e);
  if (code)
    cli_die(&e);
  s.close(&s);
  tile_header_free(&h);
  free(asked.rule.equal);
  return 0;
}
