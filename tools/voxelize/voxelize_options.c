/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of tessera-voxelize. */
#include "export.h"
#include "voxelize.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The table parses into this struct, and voxelize_read_options returns it. */
static struct voxelize_options given = {.window = WINDOW_WHOLE, .image = {.channel = -1}};

static int parse_threshold(void *to, const char *value, struct tile_error *e)
{
  struct threshold *t = to;
  double real;
  char *end;
  t->given = true;
  t->otsu = strcmp(value, "otsu") == 0;
  t->edges = strcmp(value, "edges") == 0;
  t->value = rule_number(value, &end);
  return t->otsu || t->edges ? TILE_OK : cli_real(&real, value, e);
}

/* "R[,K[,S]]" */
static int parse_local(struct segment *s, const char *value, struct tile_error *e)
{
  double number[3] = {0, 0.2, 0};
  int count = 0;
  char *end = NULL;
  for (const char *at = value; at && count < 3; at = *end ? end + 1 : NULL)
    if (!tile_real_read(at, &end, number + count++) || (*end && *end != ','))
      break;
  if (*end || !(number[0] >= 1 && number[0] <= 500 && rint(number[0]) == number[0]) || !(fabs(number[1]) <= 10) ||
      !(number[2] >= 0 && number[2] <= 1e30) || (count == 3 && !(number[2] > 0)))
    return tile_fail(e, TILE_USAGE, "expected local:R[,K[,S]], R 1 ... 500 voxels, K -10 ... 10 and S above 0");
  s->way = SEGMENT_LOCAL;
  s->radius = (int64_t)number[0];
  s->local = (struct local_threshold){.k = number[1], .range = number[2]};
  return TILE_OK;
}

static int parse_segment(void *to, const char *value, struct tile_error *e)
{
  struct segment *s = to;
  *s = (struct segment){.way = SEGMENT_OTSU, .classes = 2};
  if (strncmp(value, "otsu:", 5) == 0)
    return cli_whole(&s->classes, value + 5, 2, MULTI_OTSU_MOST, e);
  if (strncmp(value, "local:", 6) == 0)
    return parse_local(s, value + 6, e);
  s->way = strncmp(value, "watershed", 9) == 0 ? SEGMENT_WATERSHED : SEGMENT_OTSU;
  given.rule.low = given.rule.high = (long double)NAN;
  if (strncmp(value, "watershed:", 10) == 0)
    return rule_parse_hysteresis(&given.rule, value + 10, e);
  return strcmp(value, "otsu") == 0 || strcmp(value, "watershed") == 0
             ? TILE_OK
             : tile_fail(e, TILE_USAGE, "expected otsu[:N], local:R[,K[,S]] or watershed[:LO,HI]");
}

static int parse_fluid(void *to, const char *value, struct tile_error *e)
{
  return rule_parse(to, value, e);
}

static int parse_solid(void *to, const char *value, struct tile_error *e)
{
  return rule_parse_solid(to, value, e);
}

static int parse_nan(void *to, const char *value, struct tile_error *e)
{
  return rule_parse_nan(to, value, e);
}

/* Parses one LENGTH or three; their texts are kept for messages. */
static int parse_voxel(void *to, const char *value, struct tile_error *e)
{
  struct voxel_sides *v = to;
  static char *text;
  char *rest, *word = NULL;
  int count = 0, code = TILE_OK;
  free(text);
  rest = text = strdup(value);
  if (!text)
    return tile_fail_memory(e, strlen(value), "a length");
  while (!code && count < 3 && (word = strsep(&rest, ",")))
    code = cli_quantity(&v->side[count++], word, e);
  if (!code && (rest || count == 2))
    return tile_fail(e, TILE_USAGE, "expected a length such as 5um, or three: 5um,5um,10um");
  for (int a = count; a < 3; a++)
    v->side[a] = v->side[0];
  v->count = count;
  v->equal = v->side[1].value == v->side[0].value && v->side[2].value == v->side[0].value;
  return code;
}

static int parse_channel(void *to, const char *value, struct tile_error *e)
{
  int64_t channel;
  if (strchr("+-", *value) || cli_whole(&channel, value, 0, UINT16_MAX, e))
    return tile_fail(e, TILE_USAGE, "expected the number of a channel, 0 for the first");
  *(int *)to = (int)channel;
  return TILE_OK;
}

static int parse_series(void *to, const char *value, struct tile_error *e)
{
  int64_t series;
  if (strchr("+-", *value) || cli_whole(&series, value, 0, INT32_MAX - 1, e))
    return tile_fail(e, TILE_USAGE, "expected the number of a series, 0 for the first");
  *(int *)to = (int)series + 1;
  return TILE_OK;
}

static int parse_unit(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {"m", "cm", "mm", "um", "nm"};
  int unit;
  if (cli_word(&unit, value, names, 5, e))
    return e->code;
  *(const char **)to = names[unit];
  return TILE_OK;
}

/* Parses NX,NY,NZ, or N alone, which leaves the others 0. */
static int parse_size(void *to, const char *value, struct tile_error *e)
{
  int64_t *size = to;
  const bool alone = !strchr(value, ',');
  if (alone ? cli_count(size, value, e) : cli_ints3(to, value, e))
    return e->code;
  for (int a = 0; a < (alone ? 1 : 3); a++)
    if (size[a] < 1 || size[a] > INT32_MAX)
      return tile_fail(e, TILE_USAGE, "every size is 1 ... %d", INT32_MAX);
  return TILE_OK;
}

static int parse_hysteresis(void *to, const char *value, struct tile_error *e)
{
  given.hysteresis = true;
  return rule_parse_hysteresis(to, value, e);
}

static int parse_pad(void *to, const char *value, struct tile_error *e)
{
  return pads_parse(to, value, e);
}

static int parse_slices_from(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  if (!strchr("tcz", *value) || strlen(value) != 1)
    return tile_fail(e, TILE_USAGE, "must be t, c or z");
  given.slices_from = *value;
  source_slices_from(*value);
  return TILE_OK;
}

/* Parses the numbers of ends, each at most once; value NULL: all. */
static int parse_ends(struct surface_ends *ends, const char *option, const char *value, struct tile_error *e)
{
  for (const char *at = value; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
    char word[8];
    int64_t number;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
    if (ends->count == SURFACE_CHOICES || cli_whole(&number, word, 0, MESH_NAMES, e))
      return tile_fail(e, TILE_USAGE, "expected %s, or at most %d numbers of ends, as %s=0,2", option, SURFACE_CHOICES,
                       option);
    for (int i = 0; i < ends->count; i++)
      if (ends->number[i] == number)
        return tile_fail(e, TILE_USAGE, "names the end %d twice", ends->number[i]);
    ends->number[ends->count++] = (int)number;
  }
  return TILE_OK;
}

static int parse_open(void *to, const char *value, struct tile_error *e)
{
  given.open = true;
  return parse_ends(to, "--open", value, e);
}

static int parse_cap(void *to, const char *value, struct tile_error *e)
{
  given.cap = true;
  return parse_ends(to, "--cap", value, e);
}

/* 12mm, or 3d for three diameters. */
static bool read_extension(struct surface_extension *x, const char *length, struct tile_error *e)
{
  struct cli_quantity q = {0};
  char *end;
  x->diameters = tile_real_read(length, &end, &x->length) && strcmp(end, "d") == 0;
  if (x->diameters)
    return x->length > 0 && x->length < 1e6;
  x->length = cli_quantity(&q, length, e) ? 0 : q.value;
  return cli_is(&q, 1, 0, 0) && x->length > 0;
}

static int parse_extend(void *to, const char *value, struct tile_error *e)
{
  struct surface_extensions *all = to;
  const size_t name = strcspn(value, "=");
  struct surface_extension x = {.text = value};
  if (all->count == SURFACE_CHOICES)
    return tile_fail(e, TILE_USAGE, "at most %d extensions", SURFACE_CHOICES);
  if (!value[name] || !name || name >= sizeof x.name || !read_extension(&x, value + name + 1, e))
    return tile_fail(e, TILE_USAGE, "expected NAME=LENGTH, such as outlet1=12mm, or all=3d for three diameters");
  memcpy(x.name, value, name);
  for (size_t i = 0; i < all->count; i++)
    if (strcmp(all->item[i].name, x.name) == 0)
      return tile_fail(e, TILE_USAGE, "names %s twice", x.name);
  all->item[all->count++] = x;
  return TILE_OK;
}

static int parse_sort(void *to, const char *value, struct tile_error *e)
{
  *(bool *)to = strcmp(value, "natural") == 0;
  return *(bool *)to || strcmp(value, "given") == 0 ? TILE_OK : tile_fail(e, TILE_USAGE, "must be natural or given");
}

/* cpu, cuda or cuda:N */
static int parse_device(void *to, const char *value, struct tile_error *e)
{
  int64_t number = 0;
  *(int *)to = strcmp(value, "cpu") == 0 ? FILTER_ON_CPU : FILTER_ON_GPU;
  if (strcmp(value, "cpu") == 0 || strcmp(value, "cuda") == 0)
    return TILE_OK;
  if (strncmp(value, "cuda:", 5) != 0 || cli_whole(&number, value + 5, 0, 1000, e))
    return tile_fail(e, TILE_USAGE, "expected cpu, cuda or cuda:N");
  *(int *)to = FILTER_ON_GPU + (int)number;
  return TILE_OK;
}

static int parse_crop(void *to, const char *value, struct tile_error *e)
{
  return window_parse(to, value, e);
}

/* `to` is a row of the table of filters. */
static int parse_filter(void *to, const char *value, struct tile_error *e)
{
  return filter_list_add(&given.filters, to, value, e);
}
#define FILTER(name) parse_filter, (void *)&filter_kinds[FILTER_KIND_##name]

#define CLASSES "threshold segment fluid solid nan hysteresis clean confidence band"
#define FILTERS "resample bin median gaussian unsharp bilateral nlm anisotropic flatten rings"
#define LABELS "fluid=equal=* solid labels"

static const struct cli_option options[] = {
    CLI_GROUP("Input"),
    {"raw", 0, "NX,NY,NZ,TYPE[,be][,skip=BYTES]",
     "INPUT is numbers, x fastest; TYPE: u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64; be: big-endian.",
     cli_text, &given.raw},
    {"shape", 0, "NAME[:KEY=VALUE,...]",
     "Make a shape: box, cavity, channel, tube, slit, spheres, torus, vessel, chip, sc, bcc, fcc or cylinders.",
     cli_text, &given.shape},
    CLI_EXCLUDES("raw", "is made, not read"),
    CLI_EXCLUDES("labels", "has no labels: tessera stats reports on its voxels"),
    CLI_EXCLUDES(CLASSES " " FILTERS, "has no grey levels"),
    CLI_NEEDS("size", "needs the size of its box"),
    {"size", 0, "N|NX,NY,NZ", "Voxels of a shape's box, or along the longest side of a surface.", parse_size,
     given.size},
    CLI_NEEDS("shape surface", "is that of a box in which something is made"),
    CLI_GROUP("Surfaces"),
    {"cap", 0, "[=N,...]",
     "Close the flat openings of a surface, inlet0, outlet1 ...; with numbers only these, 0 is the largest.", parse_cap,
     &given.caps},
    CLI_NEEDS("surface", "makes openings of a surface"),
    {"open", 0, "[=N,...]",
     "Make openings of the flat ends of a closed surface, named as by --cap; with numbers only of these.", parse_open,
     &given.ends},
    CLI_NEEDS("surface", "makes openings of a surface"),
    {"extend", 0, "NAME=LENGTH...", "Prolong the opening NAME, or all, by LENGTH, as 12mm, or 3d for three diameters.",
     parse_extend, &given.extend},
    CLI_NEEDS("surface", "prolongs openings of a surface"),
    CLI_NEEDS("cap open", "prolongs openings, which these make"),
    {"no-bevel", 0, NULL, "Let openings end in steps where the surface ends, not on a plane of the grid.", cli_flag,
     &given.oblique},
    CLI_NEEDS("surface", "is for openings of a surface"),
    {"repair", 0, NULL, "Take a surface that is not closed.", cli_flag, &given.repair},
    CLI_NEEDS("surface", "is for triangles"),
    {"name", 0, "OLD=NEW...", "Call an opening, or a part of a surface, NEW.", cli_list, &given.names},
    CLI_NEEDS("surface", "is for openings and parts of a surface"),
    CLI_GROUP("Images and units"),
    {"sort", 0, "natural|given", "Order of files: as given (default), or natural, in which page2 comes before page10.",
     parse_sort, &given.natural},
    CLI_NEEDS("image", "is for files of slices"),
    {"channel", 0, "N", "Of several channels (or a palette, or times) read channel N; 0 is the first.", parse_channel,
     &given.image.channel},
    CLI_NEEDS("image", "is for image files"),
    {"series", 0, "N", "Of a TIFF file with several series of pages read series N; 0 is the first.", parse_series,
     &given.image.series},
    CLI_NEEDS("image", "is for TIFF files"),
    {"slices-from", 0, "t|c|z",
     "Read pages that a TIFF counts as times (t) or channels (c) as slices. Default: z, neither.", parse_slices_from,
     NULL},
    CLI_NEEDS("image", "is for TIFF files"),
    {"array", 0, "NAME", "Of several arrays in a VTK image, HDF5 file or Zarr folder read this one.", cli_text,
     &given.image.array},
    CLI_NEEDS("image", "is for VTK images and HDF5 files"),
    {"unit", 0, "m|cm|mm|um|nm", "The unit of lengths in a surface, or a volume that names none. Default: mm.",
     parse_unit, &given.image.unit},
    CLI_NEEDS("image surface", "is for lengths in files that name no unit"),
    {"voxel", 0, "LENGTH[,LENGTH,LENGTH]",
     "Side of a voxel, as 5um; or its sides along x, y and z, of which --resample makes cubes.", parse_voxel,
     &given.voxel},
    CLI_GROUP("Segmentation"),
    {"threshold", 0, "T|otsu|edges",
     "The value between two classes; otsu: from the histogram; edges: the middle of --band.", parse_threshold,
     &given.threshold},
    CLI_EXCLUDES("fluid=equal=*", "says what is fluid"),
    {"segment", 0, "otsu[:N]|local:R[,K[,S]]|watershed[:LO,HI]",
     "N classes by Otsu's method, a threshold for each voxel (Sauvola), or a watershed of the gradient.", parse_segment,
     &given.segment},
    CLI_EXCLUDES("threshold fluid=equal=*", "says what is fluid"),
    {"fluid", 0, "below|above|equal=V[-W][,...]|class=N[,...]",
     "Fluid is below T (default), above (>= T), equal to V, as 1-64,70, or of a class of --segment.", parse_fluid,
     &given.rule},
    {"solid", 0, "equal=V[-W][,...]", "These values are solid, all others fluid.", parse_solid, &given.rule},
    CLI_EXCLUDES("fluid threshold segment", "says what is fluid"),
    {"nan", 0, "solid|fluid", "What voxels without a number (NaN) are. Default: they are rejected.", parse_nan,
     &given.rule},
    CLI_EXCLUDES("resample bin", "is about values that have no mean"),
    {"hysteresis", 0, "LO,HI", "Fluid beyond both values, and beyond the nearer one where it touches that.",
     parse_hysteresis, &given.rule},
    CLI_EXCLUDES("threshold segment fluid=equal=* solid", "says what is fluid"),
    {"clean", 0, "N", "Turn sets of fluid of fewer than N voxels, and then sets of solid.", cli_count, &given.clean},
    CLI_EXCLUDES("walls", "changes classes against their grey levels, in which the walls are found"),
    CLI_EXCLUDES("labels", "makes fluid that has no label"),
    {"band", 0, NULL, "Report between which thresholds a reasonable person could choose.", cli_flag, &given.band},
    CLI_EXCLUDES("labels fluid=equal=* fluid=class=* solid segment=local:* segment=otsu:[3-9]*",
                 "is about one threshold between two classes"),
    {"walls", 0, NULL, "Also write where between two voxels the wall lies.", cli_flag, &given.walls},
    CLI_EXCLUDES("fluid=equal=* fluid=class=* solid hysteresis segment=watershed*",
                 "lies where the grey level passes one threshold"),
    {"labels", 0, NULL,
     "Report on each value of a labelled image; with --fluid equal=A,B,... keep these values as labels.", cli_flag,
     &given.labels},
    CLI_EXCLUDES("threshold segment solid hysteresis", "reports every value"),
    CLI_EXCLUDES("walls", "has no walls between voxels"),
    CLI_EXCLUDES("mirror=*z*", "cannot be mirrored along z"),
    CLI_EXCLUDES("preview", "keeps more classes than a preview shows"),
    {"json", 0, NULL, "Report --labels, --band, or a surface and its openings, as JSON on standard output.", cli_flag,
     &given.json},
    CLI_NEEDS("labels band surface", "reports on these"),
    CLI_GROUP("Filters"),
    {"crop", 0, "X0:X1,Y0:Y1,Z0:Z1",
     "Keep a part; ends are excluded, an empty part is all; with a unit, as 5mm, a bound is a length.", parse_crop,
     &given.window},
    {"flip", 0, "AXES", "Reverse the image along some axes: x, yz, xyz ...", cli_axes, &given.flip},
    {"resample", 0, "LENGTH", "Make cubic voxels with this side, as 5um, by linear interpolation.", cli_quantity,
     &given.resample},
    {"bin", 0, "N", "Average every N x N x N voxels (of one slice N x N) to one voxel.", cli_count, &given.bin},
    CLI_EXCLUDES(LABELS, "takes means, and labels have none"),
    {"median", 0, "R...",
     "Take the median of the (2R+1)^3 values around; filters act in the order given, each any number of times.",
     FILTER(MEDIAN)},
    {"gaussian", 0, "SIGMA...", "Smooth by a Gaussian with this standard deviation in voxels.", FILTER(GAUSSIAN)},
    CLI_EXCLUDES(LABELS, "takes means, and labels have none"),
    {"unsharp", 0, "SIGMA,AMOUNT...", "Add AMOUNT times the difference from the image that --gaussian gives.",
     FILTER(UNSHARP)},
    CLI_EXCLUDES(LABELS, "takes means, and labels have none"),
    {"bilateral", 0, "R[,SIGMA_GREY]...", "Average within R voxels, by distance and by difference of grey levels.",
     FILTER(BILATERAL)},
    CLI_EXCLUDES(LABELS, "takes means, and labels have none"),
    {"nlm", 0, "[=R[,P[,H]]]...",
     "Average (2R+1)^3 voxels by how alike their surroundings of (2P+1)^3 voxels are. R is 3, P is 1.", FILTER(NLM)},
    CLI_EXCLUDES(LABELS, "takes means, and labels have none"),
    {"anisotropic", 0, "N[,KAPPA]...", "N steps of diffusion that differences well above KAPPA stop.",
     FILTER(ANISOTROPIC)},
    CLI_EXCLUDES(LABELS, "takes means, and labels have none"),
    {"flatten", 0, "[=X,Y]...",
     "Even out what is bright, from slice to slice and along the radius from X, Y (the middle).", FILTER(FLATTEN)},
    CLI_EXCLUDES(LABELS, "takes means, and labels have none"),
    {"rings", 0, "X,Y[,WIDTH]...", "Take rings around X, Y off each slice, up to WIDTH voxels wide (8).",
     FILTER(RINGS)},
    CLI_EXCLUDES(LABELS, "takes means, and labels have none"),
    {"device", 0, "cpu|cuda|cuda:N", "Where --nlm is computed. Default: cuda where there is a GPU, else cpu.",
     parse_device, &given.filters.device},
    CLI_NEEDS("nlm", "is for this filter"),
    {"mask", 0, "FILE...",
     "What is 0 in FILE is solid and does not count: an image or voxel stream, or one slice for all.", cli_list,
     &given.mask},
    {"mask-output", 0, "FILE", "Also write the mask as voxels of the result, for tessera stats --mask.", cli_text,
     &given.mask_output},
    CLI_EXCLUDES("labels", "is written beside the voxels of two classes"),
    CLI_NEEDS("mask", "is the mask"),
    {"mirror", 0, "AXES", "Append the mirror image along these axes: x, yz, xyz ...", cli_axes, &given.mirror},
    {"pad", 0, "FACE=N:solid|fluid...", "Put N layers on a face (x- x+ y- y+ z- z+), once for each face.", parse_pad,
     &given.pads},
    CLI_GROUP("Output"),
    {"output", 'o', "FILE", "Write the voxel stream to FILE instead of standard output.", cli_text, &given.output},
    {"preview", 0, "FILE", "Draw three mid-planes with the fluid outlined, and the histogram, as PNG.", cli_text,
     &given.preview},
    {"export", 0, "FILE", "Also write the result as an image: 1 is fluid, 0 solid; FILE ends in " EXPORT_ENDINGS ".",
     export_parse, &given.export},
    {"confidence", 0, "FILE",
     "Also write how far each value is from the other class, in grey levels; FILE ends as for --export.", export_parse,
     &given.confidence},
    CLI_EXCLUDES("fluid=equal=* solid labels", "is the distance of grey levels from a threshold"),
    CLI_MAX_MEMORY,
    CLI_NO_HISTORY,
    CLI_INPUT("image", "an image"),
    CLI_INPUT("surface", "a surface"),
    CLI_EXCLUDES("labels", "has no labels: tessera stats reports on its voxels"),
    CLI_EXCLUDES(CLASSES, "has fluid inside"),
    CLI_EXCLUDES(FILTERS, "has no grey levels"),
    CLI_EXCLUDES("flip mirror", "is taken as it lies"),
    CLI_NEEDS("voxel size", "needs the size of its voxels"),
    {0}};

bool asked_surface(char *const *operands, int count)
{
  return count == 1 && !cli_given("raw") && !cli_given("shape") && mesh_is(operands[0]);
}

/* --raw and --shape have rules of their own. */
static const char *kind_of(char *const *operands, int count)
{
  if (!count || cli_given("raw") || cli_given("shape"))
    return NULL;
  for (int i = 0; i < count; i++)
    if (asked_surface(operands + i, 1))
      return "surface";
  return "image";
}

const struct cli_program voxelize_program = {
    .name = "tessera-voxelize",
    .summary = "Turns grey-level images, raw volumes, surfaces or shapes into a voxel stream of solid and fluid.",
    .usage = "[OPTION]... INPUT...\n"
             "   or: tessera-voxelize [OPTION]... --raw NX,NY,NZ,TYPE [INPUT]\n"
             "   or: tessera-voxelize [OPTION]... --voxel LENGTH|--size N SURFACE\n"
             "   or: tessera-voxelize [OPTION]... --shape NAME[:KEY=VALUE,...] --size NX,NY,NZ",
    .options = options,
    .input = kind_of,
};

struct voxelize_options voxelize_read_options(int argc, char **argv)
{
  given.operands = cli_start(&voxelize_program, argc, argv);
  return given;
}
