/* tessera-voxelize: makes a voxel stream from an image, a raw volume, a shape or a surface. */
#include <config.h>

#include "filter.h"
#include "inputs.h"
#include "mask.h"
#include "series.h"
#include "voxelize.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Checks the names of slices in several files; the order of DICOM files is not that of their names. */
static int check_names(char *const *paths, int count, struct tile_error *e)
{
  if (count < 2 || asked.shape || asked.raw || asked_surface(paths, count) || dicom_is(paths[0]))
    return TILE_OK;
  const bool given = asked.sort_given && !asked.natural;
  if (!given && series_stray(paths, count, e))
    return e->code;
  const int at = series_break(paths, count);
  if (at)
    cli_warn("%s follows %s: is a slice missing, or the order not that of the numbers?", paths[at], paths[at - 1]);
  return TILE_OK;
}

/* With another voxel size than stated, the position of the image is unknown, but its orientation is still valid. */
static void override_voxel(struct source *s)
{
  if (!asked.voxel.count || s->walls.slice)
    return;
  for (int a = 0; a < 3; a++)
    s->spacing[a] = cli_length(&asked.voxel.side[a], "--voxel");
  s->dx = asked.voxel.equal ? s->spacing[0] : 0;
  snprintf(s->dx_note, sizeof s->dx_note, "--voxel");
  s->pose.placed = false;
}

/* If the image states only the proportions of its voxels, a single length is their side along x. */
static void apply_shape(struct source *s)
{
  if (asked.voxel.count != 1 || s->shape[0] == 0)
    return;
  s->dx = 0;
  for (int a = 0; a < 3; a++)
    s->spacing[a] *= s->shape[a];
  snprintf(s->dx_note, sizeof s->dx_note, "--voxel, in the image's own proportions");
}

static int open_kind(struct source *s, char *const *paths, int count, struct tile_error *e)
{
  if (asked.shape)
    return source_shape(s, asked.shape, asked.size, e);
  if (asked.raw)
    return source_raw(s, count ? paths[0] : NULL, asked.raw, e);
  if (asked_surface(paths, count))
    return open_surface(s, paths[0], e);
  return source_image(s, paths, count, &asked.image, e);
}

static int open_source(struct source *s, char *const *paths, int count, struct tile_error *e)
{
  int code = open_kind(s, paths, count, e);
  if (!code && *s->warning)
    cli_warn("%s", s->warning);
  return code;
}

static bool stays_one_slice(const struct source *s)
{
  bool stays = s->grid[2] == 1 && !(asked.mirror & 4);
  for (int i = 0; i < asked.pads.count; i++)
    stays = stays && asked.pads.pad[i].axis != 2;
  return stays;
}

/* A single slice of squares remains a single slice, so its side along z is set to the new one. */
static int resample(struct source *s, struct tile_error *e)
{
  const double side = cli_length(&asked.resample, "--resample");
  if (stays_one_slice(s))
    s->spacing[2] = side;
  return filter_resample(s, side, asked.labels || asked.rule.kind == RULE_EQUAL, e);
}

/* Applies the filters that change positions, to the image and to its mask alike. */
static int filter_pose(struct source *s, struct tile_error *e)
{
  int code = filter_crop(s, &asked.window, e);
  if (!code && asked.flip)
    code = filter_flip(s, asked.flip, e);
  if (!code && asked.resample.given)
    code = resample(s, e);
  return !code && asked.bin > 1 ? filter_bin(s, asked.bin, e) : code;
}

/* From here on the mask's voxels are those of the image. */
static int open_mask(struct source *mask, const struct source *s, struct tile_error *e)
{
  struct mask_choice choice = {.by_number = asked.voxel.count > 0, .unit = asked.image.unit};
  int code = asked.mask ? mask_open(mask, (char *)asked.mask, s, &choice, e) : TILE_OK;
  if (!code && *mask->warning)
    cli_warn("%s", mask->warning);
  if (!code && *choice.note)
    cli_say("%s", choice.note);
  memcpy(mask->spacing, s->spacing, sizeof mask->spacing);
  return !code && asked.mask ? filter_pose(mask, e) : code;
}

/* The option for which the source must be read more than once; NULL: none. */
static const char *needs_passes(void)
{
  return asked.hysteresis        ? "--hysteresis"
         : asked.segment.way     ? "--segment"
         : asked.threshold.otsu  ? "--threshold otsu"
         : asked.threshold.edges ? "--threshold edges"
         : asked.band            ? "--band"
         : asked.walls           ? "--walls"
         : asked.clean           ? "--clean"
                                 : NULL;
}

static int check_passes(const struct source *s, struct tile_error *e)
{
  if (needs_passes() && !s->rereadable)
    return tile_fail(e, TILE_USAGE, "%s reads its input twice, which a pipe cannot: name a file", needs_passes());
  if (asked.walls && s->classified && !s->walls.slice && !s->walls.cut)
    return tile_fail(e, TILE_USAGE,
                     "--walls: this shape is one of voxels: it does not say where between them its surface lies");
  return TILE_OK;
}

static int filter_image(struct source *s, struct tile_error *e)
{
  int code = filter_pose(s, e);
  static struct filter_seen seen[FILTERS_MOST + 1];
  asked.filters.seen = asked.preview ? seen : NULL;
  if (!code)
    code = filter_list_apply(&asked.filters, s, e);
  if (!code && asked.segment.way)
    code = check_passes(s, e);
  if (!code && asked.segment.way == SEGMENT_LOCAL)
    filter_keep(s);
  return code || asked.segment.way != SEGMENT_LOCAL ? code
                                                    : filter_local(s, asked.segment.radius, &asked.segment.local, e);
}

/* For a single slice the stated side along z does not matter: if its pixels are squares, its voxels count as cubes. */
static void flatten(struct source *s)
{
  double *side = s->spacing;
  if (!stays_one_slice(s) || fabs(side[1] - side[0]) > 1e-3 * side[0])
    return;
  side[2] = s->dx = side[0];
  s->shape[0] = fabs(s->shape[1] - s->shape[0]) > 1e-3 * s->shape[0] ? s->shape[0] : 0;
}

/* Reads the whole image as far as that is necessary before the first voxel can be classified. */
static int prefetch_neighbourhood(struct segmentation *p, struct tile_error *e)
{
  int code = segmentation_mask(p, e);
  p->rule.threshold = asked.threshold.value;
  if (!code)
    code = check_passes(p->source, e);
  if (!code && p->classes)
    code = segmentation_classes(p, e);
  if (!code && p->watershed)
    code = segmentation_watershed(p, e);
  if (!code && asked.hysteresis)
    code = segmentation_hysteresis(p, e);
  if (!code && asked.threshold.otsu)
    code = segmentation_otsu(p, e);
  if (!code && voxelize_needs_band())
    code = segmentation_band(p, e);
  if (!code && asked.threshold.edges)
    p->rule.threshold = p->band.middle;
  return code || !p->clean ? code : segmentation_clean(p, e);
}

/* If only a picture or an export is requested, no output for the voxels is needed. */
static bool no_stream(void)
{
  return !asked.output &&
         ((asked.band && asked.json) || ((asked.preview || asked.export || asked.confidence) && isatty(STDOUT_FILENO)));
}

/* Where the classes change, by grey level. */
static struct preview_marks find_marks(const struct segmentation *p)
{
  const bool two = p->hysteresis || p->watershed, below = p->rule.kind == RULE_BELOW;
  struct preview_marks m = {.side = {below ? PREVIEW_FLUID : PREVIEW_SOLID}, .band = {p->band.low, p->band.high}};
  if (p->rule.kind == RULE_EQUAL && p->classes)
    m.side[0] = segmentation_is_fluid(p, 1) ? PREVIEW_FLUID : PREVIEW_SOLID;
  for (int i = 1; p->rule.kind == RULE_EQUAL && i < p->classes; i++) {
    m.at[m.count++] = p->limit[i - 1];
    m.side[m.count] = segmentation_is_fluid(p, i + 1) ? PREVIEW_FLUID : PREVIEW_SOLID;
  }
  if (p->source->classified || p->rule.kind == RULE_EQUAL)
    return m;
  m.at[m.count++] = (double)(two ? p->rule.low : p->rule.threshold);
  m.side[m.count] = two ? PREVIEW_EITHER : below ? PREVIEW_SOLID : PREVIEW_FLUID;
  if (two)
    m.at[m.count++] = (double)p->rule.high;
  m.side[m.count] = below ? PREVIEW_SOLID : PREVIEW_FLUID;
  return m;
}

static int draw_preview(const struct segmentation *p, struct cli_output *picture, struct tile_error *e)
{
  const struct preview_marks marks = find_marks(p);
  if (asked.filters.count)
    preview_filters(p->preview, asked.filters.seen, asked.filters.count + 1);
  int code = preview_write(p->preview, &marks, p->porosity, picture->file, e);
  return code ? code : cli_commit(picture, e);
}

struct outputs {
  struct cli_output voxels, picture;
  struct export image, distances;
};

static int open_export(struct outputs *o, struct segmentation *p, const struct tile_header *h, struct tile_error *e)
{
  int code = asked.export ? export_open(&o->image, asked.export, p->size, h, e) : TILE_OK;
  p->export = asked.export && !code ? &o->image : NULL;
  return code;
}

static int open_distances(struct outputs *o, struct segmentation *p, struct tile_error *e)
{
  struct tile_header frame = {0};
  if (!asked.confidence)
    return TILE_OK;
  int code = make_frame(&frame, p->source, e);
  if (!code)
    code = export_open_reals(&o->distances, asked.confidence, p->source->grid, &frame,
                             "grey levels from the other class", e);
  tile_header_free(&frame);
  p->confidence = code ? NULL : &o->distances;
  return code;
}

static int open_outputs(struct outputs *o, struct segmentation *p, const struct tile_header *h, struct tile_error *e)
{
  const struct source *s = p->source;
  int code = no_stream() ? TILE_OK : cli_open_output(&o->voxels, asked.output, true, e);
  if (!code)
    code = open_export(o, p, h, e);
  if (!code)
    code = open_distances(o, p, e);
  if (code || !asked.preview)
    return code;
  code = preview_new(&p->preview, s->grid, !s->classified, s->type[0] != 'f' && !s->means, e);
  return code ? code : cli_open_output(&o->picture, asked.preview, true, e);
}

static int write_outputs(struct outputs *o, struct segmentation *p, struct tile_header *h, struct tile_error *e)
{
  int code = segmentation_write(p, o->voxels.file, h, e);
  if (code && o->voxels.file)
    return cli_name_output(&o->voxels, e);
  if (!code && p->preview)
    code = draw_preview(p, &o->picture, e);
  if (!code && p->export)
    code = export_close(p->export, e);
  if (!code && p->confidence)
    code = export_close(p->confidence, e);
  return code || !o->voxels.file ? code : cli_commit(&o->voxels, e);
}

static int voxelize(struct segmentation *p, struct tile_header *h, struct tile_error *e)
{
  struct outputs o = {0};
  int code = segmentation_begin(p, e);
  if (!code)
    code = prefetch_neighbourhood(p, e);
  if (!code)
    code = open_outputs(&o, p, h, e);
  if (!code)
    code = write_outputs(&o, p, h, e);
  if (!code)
    report(p);
  preview_free(p->preview);
  export_free(&o.image);
  export_free(&o.distances);
  segmentation_end(p);
  return code;
}

/* Finds the files to read. The operand of a raw volume is used as it is, even "-" or a name with "*". */
static int find_inputs(struct inputs *in, char *const *operands, int count, struct tile_error *e)
{
  int code = asked.raw ? inputs_keep(in, operands, count, e) : inputs_find(in, operands, count, asked.natural, e);
  if (code)
    return code;
  check_outputs(in->path, in->count);
  return check_names(in->path, in->count, e);
}

/* Opens the image with its filters, and the mask. */
static int open_image(struct source *s, struct source *mask, const struct inputs *in, struct tile_error *e)
{
  int code = open_source(s, in->path, in->count, e);
  s->nans = asked.rule.nans || s->padded;
  asked.rule.nans = s->nans; /* solid, unless --nan says otherwise */
  if (!code) {
    override_voxel(s);
    apply_shape(s);
    code = open_mask(mask, s, e);
  }
  check_data(s);
  check_data(mask);
  if (!code)
    code = s->walls.slice ? crop_surface(s, e) : filter_image(s, e);
  if (!code && needs_passes() && asked.segment.way != SEGMENT_LOCAL)
    filter_keep(s);
  if (!code)
    flatten(s);
  return code;
}

static int answer(struct source *s, struct source *mask, struct tile_header *h, struct tile_error *e)
{
  struct segmentation p = {.source = s,
                           .mask = asked.mask ? mask : NULL,
                           .rule = asked.rule,
                           .hysteresis = asked.hysteresis,
                           .mirror = asked.mirror,
                           .pads = asked.pads,
                           .walls = asked.walls && !s->walls.slice,
                           .labels = (asked.labels && !voxelize_reports_labels()) || voxelize_fluid_classes() > 1,
                           .clean = asked.clean,
                           .watershed = asked.segment.way == SEGMENT_WATERSHED,
                           .classes = asked.segment.way == SEGMENT_OTSU ? (int)asked.segment.classes : 0,
                           .before_end = warn_of_voxels,
                           .note_input = !cli_no_history && !s->classified};
  return voxelize_reports_labels() ? report_labels(&p, e) : voxelize(&p, h, e);
}

int main(int argc, char **argv)
{
  int first = cli_start(&voxelize_program, argc, argv), count = argc - first;
  struct source s = {0}, mask = {0};
  struct tile_header h = {0};
  struct tile_error e;
  check_asked(argv + first, count);
  struct inputs in;
  if (find_inputs(&in, argv + first, count, &e) || open_image(&s, &mask, &in, &e) ||
      make_header(&h, &s, argc, argv, &e) || answer(&s, &mask, &h, &e))
    cli_die(&e);
  s.close(&s);
  if (mask.close)
    mask.close(&mask);
  tile_header_free(&h);
  for (int i = 0; asked.filters.seen && i <= asked.filters.count; i++)
    free(asked.filters.seen[i].value);
  inputs_free(&in);
  free(asked.rule.equal);
  return 0;
}
