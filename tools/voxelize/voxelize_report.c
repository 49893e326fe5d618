/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the header of the voxels, and the report. */
#include "voxelize.h"
#include "segmentation_cuts.h"
#include "warnings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fails because proportions without a unit of length are not enough. */
static int reject_shape(const struct source *s, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED,
                   "the sides of the voxels are as %.4g : %.4g : %.4g (%s) and must be equal: give "
                   "that along x with --voxel LENGTH, and make cubes of them with --resample LENGTH",
                   s->shape[0], s->shape[1], s->shape[2], s->dx_note);
}

static int check_cubes(const struct voxelize_options *o, const struct source *s, struct tile_error *e)
{
  char x[TILE_REAL_TEXT], y[TILE_REAL_TEXT], z[TILE_REAL_TEXT];
  if (s->dx > 0 || !(s->spacing[0] > 0))
    return s->dx > 0 || s->shape[0] == 0 ? TILE_OK : reject_shape(s, e);
  for (int a = 1; a < 3; a++)
    if (!(s->spacing[a] > 0))
      return tile_fail(e, TILE_REJECTED,
                       "the size of the voxels along %c is not stated, that along x is %s (%s): give --voxel", 'x' + a,
                       cli_length_text(x, s->spacing[0]), s->dx_note);
  return tile_fail(e, TILE_REJECTED,
                   "the voxels are %s x %s x %s (%s) and must be cubes: make them so with --resample "
                   "LENGTH%s",
                   cli_length_text(x, s->spacing[0]), cli_length_text(y, s->spacing[1]),
                   cli_length_text(z, s->spacing[2]), s->dx_note,
                   o->voxel.count ? "" : ", or override this with --voxel");
}

/* Positions are sums of steps: digits after the twelfth are rounding. */
static void join(char *to, size_t size, const double *value, int count)
{
  size_t used = 0;
  for (int i = 0; i < count && used < size; i++)
    used += (size_t)snprintf(to + used, size - used, "%s%.12g", i ? " " : "", value[i]);
}

/* The position of the voxels that are written: layers of --pad below the image move it. A sum that is almost 0 is only
 * rounding. */
static struct pose voxel_pose(const struct voxelize_options *o, const struct source *s)
{
  struct pose p = s->pose;
  for (int a = 0; a < 3; a++)
    pose_shift(&p, a, -(double)pads_below(&o->pads, a) * s->dx);
  for (int a = 0; a < 3; a++)
    p.origin[a] = fabs(p.origin[a]) < 1e-9 * s->dx ? 0 : p.origin[a];
  return p;
}

static int set_pose(struct tile_header *h, const struct pose *at, struct tile_error *e)
{
  const struct pose p = *at;
  char text[10 * TILE_REAL_TEXT];
  join(text, sizeof text, p.origin, 3);
  int code = p.placed ? tile_header_set(h, e, "origin", "%s", text) : TILE_OK;
  join(text, sizeof text, p.axis[0], 9);
  return code || !p.oriented ? code : tile_header_set(h, e, "orientation", "%s", text);
}

int make_frame(struct tile_header *h, const struct source *s, struct tile_error *e)
{
  const int code = s->dx > 0 ? tile_header_set_real(h, "dx", s->dx, e) : TILE_OK;
  return code ? code : set_pose(h, &s->pose, e);
}

int make_place(const struct voxelize_options *o, struct tile_header *h, const struct source *s, struct tile_error *e)
{
  const struct pose p = voxel_pose(o, s);
  const int code = s->dx > 0 ? tile_header_set_real(h, "dx", s->dx, e) : TILE_OK;
  return code ? code : set_pose(h, &p, e);
}

int make_header(const struct voxelize_options *o, struct tile_header *h, const struct source *s, int argc,
                char *const *argv, struct tile_error *e)
{
  int code = check_cubes(o, s, e);
  if (!code)
    code = make_place(o, h, s, e);
  if (!code)
    code = cuts_set_header(h, s, &o->pads, e);
  return code ? code : cli_add_history(h, voxelize_program.name, argc, argv, NULL, e);
}

/* "1: below 84, 0.31 of the voxels; 2: ..." */
static void report_classes(const struct segmentation *p)
{
  char text[MULTI_OTSU_MOST * 64] = "", limit[TILE_REAL_TEXT];
  size_t used = 0;
  for (int i = 0; i < p->classes; i++) {
    const char *limits =
        i + 1 < p->classes ? tile_real_text(limit, p->limit[i]) : tile_real_text(limit, p->limit[i - 1]);
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%d: %s %s, %.4f", i ? "; " : "", i + 1,
                             i + 1 < p->classes ? "below" : "from", limits, p->share[i]);
  }
  report_line(stderr, "classes", "%s of the voxels (Otsu)", text);
}

/* The noise before each filter whose strength was found from it. */
static void report_noise(const struct filter_list *l)
{
  for (int i = 0; i < l->count; i++) {
    const struct filter_choice *c = &l->item[i];
    if (c->noise > 0)
      report_line(stderr, "noise", "%.5g before --%s, estimated: %s is %.5g", c->noise, c->kind->name,
                  c->kind->strength.name, c->number[c->kind->strength.number]);
  }
}

static void report_values(const struct voxelize_options *o, const struct segmentation *p)
{
  char low[TILE_REAL_TEXT], high[TILE_REAL_TEXT], threshold[TILE_REAL_TEXT];
  const struct source *s = p->source;
  const struct segment *how = &o->segment;
  char channel[32] = "";
  if (o->image.channel >= 0)
    snprintf(channel, sizeof channel, ", channel %d", o->image.channel);
  report_line(stderr, "stored as", "%s%s%s%s%s", s->type, s->photometric ? ", " : "",
              s->photometric ? s->photometric : "", channel,
              s->photometric && strcmp(s->photometric, "MinIsWhite") == 0 ? " (values are used as stored)" : "");
  if (s->padded)
    report_line(stderr, "padding", "stored %s: no image, taken as %s", s->padding,
                p->rule.nan == TILE_FLUID ? "fluid" : "solid");
  report_noise(&o->filters);
  report_line(stderr, how->way == SEGMENT_LOCAL ? "less threshold" : "values", "%s to %s", tile_real_text(low, p->low),
              tile_real_text(high, p->high));
  if (p->classes)
    report_classes(p);
  const char *side = p->rule.kind == RULE_ABOVE ? "at or above" : "below";
  if (p->hysteresis || p->watershed)
    report_line(stderr, p->watershed ? "watershed" : "hysteresis", "%s and %s, fluid is %s",
                tile_real_text(low, (double)p->rule.low), tile_real_text(high, (double)p->rule.high), side);
  else if (how->way == SEGMENT_LOCAL)
    report_line(stderr, "threshold",
                "local, of radius %lld (Sauvola: k %g, deviations of %g, levels from %g), fluid is %s",
                (long long)how->radius, how->local.k, how->local.range, how->local.least, side);
  else if (p->rule.kind != RULE_EQUAL)
    report_line(stderr, "threshold", "%s%s, fluid is %s", tile_real_text(threshold, (double)p->rule.threshold),
                o->threshold.edges                ? " (edges)"
                : o->threshold.otsu || p->classes ? " (Otsu)"
                                                  : "",
                side);
  if (o->band)
    report_band(p);
}

static void report_voxel(const struct voxelize_options *o, const struct source *s)
{
  char length[TILE_REAL_TEXT];
  if (o->voxel.count && s->walls.slice)
    report_line(stderr, "voxel", "%s; %s", cli_length_text(length, s->dx), s->dx_note);
  else if (o->resample.given)
    report_line(stderr, "voxel", "%s (--resample)", cli_length_text(length, s->dx));
  else if (o->voxel.count)
    report_line(stderr, "voxel", "%s", cli_length_text(length, s->dx));
  else if (s->dx > 0)
    report_line(stderr, "voxel", "%s (%s)", cli_length_text(length, s->dx), s->dx_note);
  else if (*s->dx_note)
    report_line(stderr, "voxel", "size unknown: %s; see --voxel", s->dx_note);
}

/* Reports the corner of voxel 0,0,0 and the directions of x, y and z. */
static void report_pose(const struct voxelize_options *o, const struct source *s)
{
  const struct pose p = voxel_pose(o, s);
  char axis[3][3 * TILE_REAL_TEXT], origin[CLI_LENGTHS_TEXT];
  for (int a = 0; a < 3; a++)
    join(axis[a], sizeof axis[a], p.axis[a], 3);
  if (p.placed)
    report_line(stderr, "origin", "%s", cli_lengths_text(origin, p.origin));
  if (p.oriented)
    report_line(stderr, "orientation", "x along %s, y along %s, z along %s", axis[0], axis[1], axis[2]);
}

/* Whether 64-bit integers were rounded to doubles. */
static bool was_rounded(const struct segmentation *p)
{
  const struct source *s = p->source;
  return s->type[0] != 'f' && strcmp(s->type + 1, "64") == 0 && source_memory_type(s)->kind == 'f' &&
         fmax(-p->low, p->high) >= 0x1p53;
}

/* The range of the stored type; "" for real numbers, and for values that were scaled or averaged. */
static const char *type_range(const struct source *s, char text[80])
{
  const int bits = atoi(s->type + 1);
  *text = 0;
  if (s->type[0] == 'u' && bits <= 32 && !s->means)
    snprintf(text, 80, " (%s contains 0 to %lld)", s->type, (1LL << bits) - 1);
  if (s->type[0] == 'i' && bits <= 32 && !s->means)
    snprintf(text, 80, " (%s contains %lld to %lld)", s->type, -(1LL << (bits - 1)), (1LL << (bits - 1)) - 1);
  return text;
}

/* The class of the whole image before mask and layers are applied; -1: it has both. */
static int only_class(const struct segmentation *p)
{
  const struct rule *r = &p->rule;
  const double first = (double)(p->hysteresis || p->watershed ? r->low : r->threshold),
               last = (double)(p->hysteresis || p->watershed ? r->high : r->threshold);
  const bool rounded = fmax(-p->low, p->high) >= 0x1p53; /* neighbouring integers may be the same double */
  if (r->kind == RULE_EQUAL || rounded)
    return p->porosity == 0 ? TILE_SOLID : -1;
  if (p->high < first)
    return r->kind == RULE_BELOW ? TILE_FLUID : TILE_SOLID;
  if (p->low >= last)
    return r->kind == RULE_BELOW ? TILE_SOLID : TILE_FLUID;
  return p->porosity == 0 ? TILE_SOLID : -1;
}

static void warn_of_one_class(const struct segmentation *p)
{
  char low[TILE_REAL_TEXT], high[TILE_REAL_TEXT], type[80];
  const int class = p->source->classified ? -1 : only_class(p);
  if (p->source->classified && p->porosity == 0)
    cli_warn("no voxel is fluid");
  if (class >= 0)
    cli_warn("%s voxel is fluid%s: the values are %s to %s%s; check --threshold and --fluid",
             class == TILE_FLUID ? "every" : "no", p->mask || p->pads.count ? ", but for the mask and layers" : "",
             tile_real_text(low, p->low), tile_real_text(high, p->high), type_range(p->source, type));
}

enum { LIMITS_TEXT = HISTOGRAM_LIMITS * (TILE_REAL_TEXT + 2) };

/* "7" or "7, 20, 41" */
static const char *name_limits(char text[LIMITS_TEXT], const double *limit, int limits)
{
  char one[TILE_REAL_TEXT];
  size_t length = 0;
  for (int i = 0; i < limits; i++)
    length +=
        (size_t)snprintf(text + length, LIMITS_TEXT - length, "%s%s", i ? ", " : "", tile_real_text(one, limit[i]));
  return text;
}

/* A border or a dead pixel is a class of its own for Otsu's method. */
static void warn_of_ends(const struct histogram_ends *ends)
{
  char with[LIMITS_TEXT], without[LIMITS_TEXT];
  const char *which = ends->low && ends->high ? "the least and the greatest values"
                      : ends->low             ? "the least value"
                                              : "the greatest value";
  const bool one = ends->limits == 1;
  if (!(ends->share > 0))
    return;
  name_limits(with, ends->threshold, ends->limits);
  if (isnan(*ends->rest))
    cli_warn(
        "Otsu's threshold%s %s only divide%s %s, %.3g %% of the voxels, from all others: if these are dead pixels, "
        "leave them out by --mask or --crop",
        one ? "" : "s", with, one ? "s" : "", which, 100 * ends->share);
  else
    cli_warn("Otsu's threshold%s %s with %s, %.3g %% of the voxels, and %s without: if these are a border, padding or "
             "dead pixels, leave them out by --mask or --crop%s%s",
             one ? " is" : "s are", with, which, 100 * ends->share, name_limits(without, ends->rest, ends->limits),
             one ? ", or give --threshold " : "", one ? without : "");
}

int warn_of_voxels(const struct segmentation *p, struct tile_voxels_writer *voxels, struct tile_error *e)
{
  const char *text;
  int code = TILE_OK;
  warn_of_one_class(p);
  warn_of_ends(&p->ends);
  warn_surface(p->source);
  if (p->few && p->cut)
    cli_warn(
        "--walls: the image has %d values only: one that is segmented does not tell where between voxels its walls "
        "lie: leave out --walls",
        p->few);
  if (was_rounded(p))
    cli_warn("values beyond 2^53 were rounded: leave out what converts to real numbers (--flip, --resample, --bin, "
             "--median, a scale in the file)");
  for (size_t i = 0; !code && voxels && !cli_no_history && (text = cli_warning(i)); i++)
    code = tile_voxels_note_warning(voxels, text, e);
  return code;
}

void report(const struct voxelize_options *o, const struct segmentation *p)
{
  if (o->json && o->band)
    json_band(o, p);
  else if (o->json)
    json_surface(p);
  if (cli_quiet)
    return;
  const int64_t *n = p->size;
  report_line(stderr, "size", "%lld x %lld x %lld voxels", (long long)n[0], (long long)n[1], (long long)n[2]);
  report_voxel(o, p->source);
  report_pose(o, p->source);
  if (!p->source->classified)
    report_values(o, p);
  report_surface(p->source);
  if (p->clean)
    report_line(stderr, "cleaned", "%lld islands of %lld voxels to solid, %lld holes of %lld to fluid",
                (long long)hysteresis_dropped(p->islands.sets), (long long)p->islands.voxels,
                (long long)hysteresis_dropped(p->holes.sets), (long long)p->holes.voxels);
  report_line(stderr, "porosity", "%.6f", p->porosity);
  if (p->cut)
    report_line(stderr, "walls", "%lld links are cut", (long long)p->cut);
  if (p->counted)
    report_line(stderr, "porosity inside", "%.6f, of the %lld voxels inside the mask", segmentation_porosity_inside(p),
                (long long)p->counted);
}
