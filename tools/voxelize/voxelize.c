/* SPDX-License-Identifier: BSD-3-Clause */
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
static int check_names(const struct voxelize_options *o, char *const *paths, int count, struct tile_error *e)
{
  if (count < 2 || o->shape || o->raw || asked_surface(paths, count) || dicom_is(paths[0]))
    return TILE_OK;
  const bool given = cli_given("sort") && !o->natural;
  if (!given && series_stray(paths, count, e))
    return e->code;
  const int at = series_break(paths, count);
  if (at)
    cli_warn("%s follows %s: is a slice missing, or the order not that of the numbers?", paths[at], paths[at - 1]);
  return TILE_OK;
}

/* With another voxel size than stated, the position of the image is unknown, but its orientation is still valid. */
static void override_voxel(const struct voxelize_options *o, struct source *s)
{
  if (!o->voxel.count || s->walls.slice)
    return;
  for (int a = 0; a < 3; a++)
    s->spacing[a] = cli_length(&o->voxel.side[a], "--voxel");
  s->dx = o->voxel.equal ? s->spacing[0] : 0;
  snprintf(s->dx_note, sizeof s->dx_note, "--voxel");
  s->pose.placed = false;
}

/* If the image states only the proportions of its voxels, a single length is their side along x. */
static void apply_shape(const struct voxelize_options *o, struct source *s)
{
  if (o->voxel.count != 1 || s->shape[0] == 0)
    return;
  s->dx = 0;
  for (int a = 0; a < 3; a++)
    s->spacing[a] *= s->shape[a];
  snprintf(s->dx_note, sizeof s->dx_note, "--voxel, in the image's own proportions");
}

static int open_kind(const struct voxelize_options *o, struct source *s, char *const *paths, int count,
                     struct tile_error *e)
{
  if (o->shape)
    return source_shape(s, o->shape, o->size, e);
  if (o->raw)
    return source_raw(s, count ? paths[0] : NULL, o->raw, e);
  if (asked_surface(paths, count))
    return open_surface(o, s, paths[0], e);
  return source_image(s, paths, count, &o->image, e);
}

static int open_source(const struct voxelize_options *o, struct source *s, char *const *paths, int count,
                       struct tile_error *e)
{
  int code = open_kind(o, s, paths, count, e);
  if (!code && *s->warning)
    cli_warn("%s", s->warning);
  return code;
}

static bool stays_one_slice(const struct voxelize_options *o, const struct source *s)
{
  bool stays = s->grid[2] == 1 && !(o->mirror & 4);
  for (int i = 0; i < o->pads.count; i++)
    stays = stays && o->pads.pad[i].axis != 2;
  return stays;
}

/* A single slice of squares remains a single slice, so its side along z is set to the new one. */
static int resample(const struct voxelize_options *o, struct source *s, struct tile_error *e)
{
  const double side = cli_length(&o->resample, "--resample");
  if (stays_one_slice(o, s))
    s->spacing[2] = side;
  return filter_resample(s, side, o->labels || o->rule.kind == RULE_EQUAL, e);
}

/* Applies the filters that change positions, to the image and to its mask alike. */
static int filter_pose(const struct voxelize_options *o, struct source *s, const struct source *mask,
                       struct tile_error *e)
{
  int code = filter_crop(s, &o->window, mask, e);
  if (!code && o->flip)
    code = filter_flip(s, o->flip, e);
  if (!code && o->resample.given)
    code = resample(o, s, e);
  return !code && o->bin > 1 ? filter_bin(s, o->bin, e) : code;
}

/* In the grid of the image as it is stored. again: what it says was said. */
static int open_mask(const struct voxelize_options *o, struct source *mask, const struct inputs *in,
                     const struct source *s, bool again, struct tile_error *e)
{
  struct mask_choice choice = {.by_number = o->voxel.count > 0, .unit = o->image.unit};
  if (!in->count)
    return TILE_OK;
  int code = mask_open(mask, in->path, in->count, s, &choice, e);
  if (!code && !again && *mask->warning)
    cli_warn("%s", mask->warning);
  if (!code && !again && *choice.note)
    cli_say("%s", choice.note);
  memcpy(mask->spacing, s->spacing, sizeof mask->spacing);
  return code;
}

/* Whether what is outside the mask could change a value inside: values are not yet classified one by one, or it need not
 * be a number. */
static bool sees_outside(const struct voxelize_options *o, const struct source *s)
{
  return o->mask.count && !s->classified &&
         (o->filters.count || o->bin > 1 || o->resample.given || o->segment.way == SEGMENT_LOCAL || *s->type == 'f');
}

/* Applies the filters that change positions to the image, of which what is outside the mask becomes NaN: this opens the mask
 * once more. */
static int filter_inside_mask(const struct voxelize_options *o, struct source *s, const struct inputs *mask_in,
                              struct tile_error *e)
{
  struct source mask = {0};
  if (!sees_outside(o, s))
    return filter_pose(o, s, NULL, e);
  const int code =
      open_mask(o, &mask, mask_in, s, true, e) || filter_crop(&mask, &o->window, NULL, e) ? e->code : TILE_OK;
  return code ? code : filter_pose(o, s, &mask, e);
}

/* The option for which the source must be read more than once; NULL: none. */
static const char *needs_passes(const struct voxelize_options *o)
{
  return o->hysteresis        ? "--hysteresis"
         : o->segment.way     ? "--segment"
         : o->threshold.otsu  ? "--threshold otsu"
         : o->threshold.edges ? "--threshold edges"
         : o->band            ? "--band"
         : o->walls           ? "--walls"
         : o->clean           ? "--clean"
                              : NULL;
}

static int check_passes(const struct voxelize_options *o, const struct source *s, struct tile_error *e)
{
  if (needs_passes(o) && !s->rereadable)
    return tile_fail(e, TILE_USAGE, "%s reads its input twice, which a pipe cannot: name a file", needs_passes(o));
  if (o->walls && s->classified && !s->walls.slice && !s->walls.cut)
    return tile_fail(e, TILE_USAGE,
                     "--walls: this shape is one of voxels: it does not say where between them its surface lies");
  return TILE_OK;
}

static int filter_image(struct voxelize_options *o, struct source *s, const struct inputs *mask_in,
                        struct tile_error *e)
{
  int code = filter_inside_mask(o, s, mask_in, e);
  static struct filter_seen seen[FILTERS_MOST + 1];
  o->filters.seen = o->preview ? seen : NULL;
  if (!code)
    code = filter_list_apply(&o->filters, s, e);
  if (!code && o->segment.way)
    code = check_passes(o, s, e);
  if (!code && o->segment.way == SEGMENT_LOCAL)
    filter_keep(s);
  return code || o->segment.way != SEGMENT_LOCAL ? code : filter_local(s, o->segment.radius, &o->segment.local, e);
}

/* For a single slice the stated side along z does not matter: if its pixels are squares, its voxels count as cubes. */
static void flatten(const struct voxelize_options *o, struct source *s)
{
  double *side = s->spacing;
  if (!stays_one_slice(o, s) || fabs(side[1] - side[0]) > 1e-3 * side[0])
    return;
  side[2] = s->dx = side[0];
  s->shape[0] = fabs(s->shape[1] - s->shape[0]) > 1e-3 * s->shape[0] ? s->shape[0] : 0;
}

/* The file of the mask is complete before anything else is written, and gets its name with the others. */
static int take_mask(const struct voxelize_options *o, struct segmentation *p, struct cli_output *out,
                     struct tile_error *e)
{
  struct tile_header place = {0};
  int code = o->mask_output ? cli_open_output(out, o->mask_output, true, e) : TILE_OK;
  if (!code)
    code = make_place(o, &place, p->source, e);
  if (!code)
    code = segmentation_mask(p, out->file, &place, e);
  tile_header_free(&place);
  return code;
}

/* Reads the whole image as far as that is necessary before the first voxel can be classified. */
static int prefetch_neighbourhood(const struct voxelize_options *o, struct segmentation *p, struct cli_output *mask,
                                  struct tile_error *e)
{
  int code = take_mask(o, p, mask, e);
  p->rule.threshold = o->threshold.value;
  if (!code)
    code = check_passes(o, p->source, e);
  if (!code && p->classes)
    code = segmentation_classes(p, e);
  if (!code && p->watershed)
    code = segmentation_watershed(p, e);
  if (!code && o->hysteresis)
    code = segmentation_hysteresis(p, e);
  if (!code && o->threshold.otsu)
    code = segmentation_otsu(p, e);
  if (!code && voxelize_needs_band(o))
    code = segmentation_band(p, e);
  if (!code && o->threshold.edges)
    p->rule.threshold = p->band.middle;
  return code || !p->clean ? code : segmentation_clean(p, e);
}

/* If only a picture or an export is requested, no output for the voxels is needed. */
static bool no_stream(const struct voxelize_options *o)
{
  return !o->output && ((o->band && o->json) || ((o->preview || o->export || o->confidence) && isatty(STDOUT_FILENO)));
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

static int draw_preview(const struct voxelize_options *o, const struct segmentation *p, struct cli_output *picture,
                        struct tile_error *e)
{
  const struct preview_marks marks = find_marks(p);
  if (o->filters.count)
    preview_filters(p->preview, o->filters.seen, o->filters.count + 1);
  int code = preview_write(p->preview, &marks, p->counted ? segmentation_porosity_inside(p) : p->porosity, p->counted,
                           picture->file, e);
  return code ? code : cli_commit(picture, e);
}

struct outputs {
  struct cli_output voxels, picture, mask;
  struct export image, distances;
};

static int open_export(const struct voxelize_options *o, struct outputs *out, struct segmentation *p,
                       const struct tile_header *h, struct tile_error *e)
{
  int code = o->export ? export_open(&out->image, o->export, p->size, h, e) : TILE_OK;
  p->export = o->export && !code ? &out->image : NULL;
  return code;
}

static int open_distances(const struct voxelize_options *o, struct outputs *out, struct segmentation *p,
                          struct tile_error *e)
{
  struct tile_header frame = {0};
  if (!o->confidence)
    return TILE_OK;
  int code = make_frame(&frame, p->source, e);
  if (!code)
    code = export_open_reals(&out->distances, o->confidence, p->source->grid, &frame,
                             "grey levels from the other class", e);
  tile_header_free(&frame);
  p->confidence = code ? NULL : &out->distances;
  return code;
}

static int open_outputs(const struct voxelize_options *o, struct outputs *out, struct segmentation *p,
                        const struct tile_header *h, struct tile_error *e)
{
  const struct source *s = p->source;
  int code = no_stream(o) ? TILE_OK : cli_open_output(&out->voxels, o->output, true, e);
  if (!code)
    code = open_export(o, out, p, h, e);
  if (!code)
    code = open_distances(o, out, p, e);
  if (code || !o->preview)
    return code;
  code = preview_new(&p->preview, s->grid, !s->classified, s->type[0] != 'f' && !s->means, e);
  return code ? code : cli_open_output(&out->picture, o->preview, true, e);
}

static int write_outputs(const struct voxelize_options *o, struct outputs *out, struct segmentation *p,
                         struct tile_header *h, struct tile_error *e)
{
  int code = segmentation_write(p, out->voxels.file, h, e);
  if (code && out->voxels.file)
    return cli_name_output(&out->voxels, e);
  if (!code && p->preview)
    code = draw_preview(o, p, &out->picture, e);
  if (!code && p->export)
    code = export_close(p->export, e);
  if (!code && p->confidence)
    code = export_close(p->confidence, e);
  if (!code && out->mask.file)
    code = cli_commit(&out->mask, e);
  return code || !out->voxels.file ? code : cli_commit(&out->voxels, e);
}

static int voxelize(const struct voxelize_options *o, struct segmentation *p, struct tile_header *h,
                    struct tile_error *e)
{
  struct outputs out = {0};
  int code = segmentation_begin(p, e);
  if (!code)
    code = prefetch_neighbourhood(o, p, &out.mask, e);
  if (!code)
    code = open_outputs(o, &out, p, h, e);
  if (!code)
    code = write_outputs(o, &out, p, h, e);
  if (!code)
    report(o, p);
  preview_free(p->preview);
  export_free(&out.image);
  export_free(&out.distances);
  segmentation_end(p);
  return code;
}

/* Finds the files to read. The operand of a raw volume is used as it is, even "-" or a name with "*". */
static int find_inputs(const struct voxelize_options *o, struct inputs *in, char *const *operands, int count,
                       struct tile_error *e)
{
  int code = o->raw ? inputs_keep(in, operands, count, e) : inputs_find(in, operands, count, o->natural, e);
  if (code)
    return code;
  check_outputs(o, in->path, in->count, "an input");
  return check_names(o, in->path, in->count, e);
}

static int find_mask(const struct voxelize_options *o, struct inputs *in, struct tile_error *e)
{
  const int code = inputs_find(in, (char *const *)o->mask.value, (int)o->mask.count, o->natural, e);
  if (!code && in->count)
    check_outputs(o, in->path, in->count, "the mask");
  return code;
}

/* Opens the image with its filters, and the mask. */
static int open_image(struct voxelize_options *o, struct source *s, struct source *mask, const struct inputs *in,
                      const struct inputs *mask_in, struct tile_error *e)
{
  int code = open_source(o, s, in->path, in->count, e);
  s->nans = o->rule.nans || s->padded;
  o->rule.nans = s->nans; /* solid, unless --nan says otherwise */
  if (!code) {
    override_voxel(o, s);
    apply_shape(o, s);
    code = open_mask(o, mask, mask_in, s, false, e);
  }
  if (!code && mask_in->count)
    code = filter_pose(o, mask, NULL, e);
  check_data(o, s);
  check_data(o, mask);
  if (!code)
    code = s->walls.slice ? crop_surface(o, s, e) : filter_image(o, s, mask_in, e);
  if (!code && needs_passes(o) && o->segment.way != SEGMENT_LOCAL)
    filter_keep(s);
  if (!code)
    flatten(o, s);
  return code;
}

static int answer(const struct voxelize_options *o, struct source *s, struct source *mask, struct tile_header *h,
                  struct tile_error *e)
{
  struct segmentation p = {.source = s,
                           .mask = o->mask.count ? mask : NULL,
                           .rule = o->rule,
                           .hysteresis = o->hysteresis,
                           .mirror = o->mirror,
                           .pads = o->pads,
                           .walls = o->walls && !s->walls.slice,
                           .labels = (o->labels && !voxelize_reports_labels(o)) || voxelize_fluid_classes(o) > 1,
                           .clean = o->clean,
                           .watershed = o->segment.way == SEGMENT_WATERSHED,
                           .classes = o->segment.way == SEGMENT_OTSU ? (int)o->segment.classes : 0,
                           .before_end = warn_of_voxels,
                           .note_input = !cli_no_history && !s->classified};
  return voxelize_reports_labels(o) ? report_labels(o, &p, e) : voxelize(o, &p, h, e);
}

int main(int argc, char **argv)
{
  struct voxelize_options options = voxelize_read_options(argc, argv), *o = &options;
  struct source s = {0}, mask = {0};
  struct tile_header h = {0};
  struct tile_error e;
  check_asked(o, argv + o->operands, argc - o->operands);
  struct inputs in, mask_in;
  if (find_inputs(o, &in, argv + o->operands, argc - o->operands, &e) || find_mask(o, &mask_in, &e) ||
      open_image(o, &s, &mask, &in, &mask_in, &e) || make_header(o, &h, &s, argc, argv, &e) ||
      answer(o, &s, &mask, &h, &e))
    cli_die(&e);
  s.close(&s);
  if (mask.close)
    mask.close(&mask);
  tile_header_free(&h);
  for (int i = 0; o->filters.seen && i <= o->filters.count; i++)
    free(o->filters.seen[i].value);
  inputs_free(&in);
  inputs_free(&mask_in);
  free(o->rule.equal);
  return 0;
}
