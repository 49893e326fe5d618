/* SPDX-License-Identifier: BSD-3-Clause */
#include "filter_list.h"

#include "noise.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int apply_median(struct source *s, const struct filter_choice *c, struct tile_error *e)
{
  return filter_median(s, (int64_t)c->number[0], e);
}

static int apply_gaussian(struct source *s, const struct filter_choice *c, struct tile_error *e)
{
  return filter_gaussian(s, c->number[0], e);
}

static int apply_unsharp(struct source *s, const struct filter_choice *c, struct tile_error *e)
{
  return filter_unsharp(s, c->number[0], c->number[1], e);
}

static int apply_bilateral(struct source *s, const struct filter_choice *c, struct tile_error *e)
{
  return filter_bilateral(s, (int64_t)c->number[0], c->number[1], e);
}

static int apply_nlm(struct source *s, const struct filter_choice *c, struct tile_error *e)
{
  const struct nlm_choice how = {.search = c->count > 0 ? (int64_t)c->number[0] : 3,
                                 .patch = c->count > 1 ? (int64_t)c->number[1] : 1,
                                 .h = c->number[2],
                                 .noise = c->noise,
                                 .device = c->device};
  return filter_nlm(s, &how, e);
}

static int apply_anisotropic(struct source *s, const struct filter_choice *c, struct tile_error *e)
{
  return filter_anisotropic(s, (int64_t)c->number[0], c->number[1], e);
}

/* An axis is stated in voxels of the whole image. */
static void set_axis(const struct source *s, const struct filter_choice *c, double axis[2])
{
  for (int a = 0; a < 2; a++)
    axis[a] = filter_place(s, a, c->number[a]);
}

/* The axis is in the middle unless it is given. */
static int apply_flatten(struct source *s, const struct filter_choice *c, struct tile_error *e)
{
  double axis[2] = {(double)(s->grid[0] - 1) / 2, (double)(s->grid[1] - 1) / 2};
  if (c->count)
    set_axis(s, c, axis);
  filter_keep(s);
  return filter_flatten(s, axis, e);
}

static int apply_rings(struct source *s, const struct filter_choice *c, struct tile_error *e)
{
  double axis[2];
  set_axis(s, c, axis);
  return filter_rings(s, axis, c->count > 2 ? (int64_t)c->number[2] : 8, e);
}

#define PLACE        \
  {                  \
    -1e6, 1e6, false \
  }
#define ANY            \
  {                    \
    1e-30, 1e30, false \
  }
const struct filter_kind filter_kinds[FILTER_KINDS] = {
    [FILTER_KIND_MEDIAN] =
        {"median", "R, 1 ... 8 voxels", 1, {{1, FILTER_MEDIAN_MOST, true}}, 1, true, {0}, apply_median},
    [FILTER_KIND_GAUSSIAN] =
        {"gaussian", "SIGMA, 0.1 ... 50 voxels", 1, {{0.1, 50, false}}, 1, false, {0}, apply_gaussian},
    [FILTER_KIND_UNSHARP] = {"unsharp",
                             "SIGMA,AMOUNT, SIGMA 0.1 ... 50 voxels, AMOUNT 0.01 ... 100",
                             2,
                             {{0.1, 50, false}, {0.01, 100, false}},
                             1,
                             false,
                             {0},
                             apply_unsharp},
    [FILTER_KIND_BILATERAL] = {"bilateral",
                               "R[,SIGMA_GREY], R 1 ... 16 voxels",
                               1,
                               {{1, 16, true}, ANY},
                               1,
                               false,
                               {"SIGMA_GREY", 1, 3},
                               apply_bilateral},
    [FILTER_KIND_NLM] = {"nlm",
                         "R[,P[,H]], R 1 ... 16 and P 0 ... 8 voxels",
                         0,
                         {{1, 16, true}, {0, 8, true}, ANY},
                         2,
                         false,
                         {"H", 2, 0.8},
                         apply_nlm},
    [FILTER_KIND_ANISOTROPIC] = {"anisotropic",
                                 "N[,KAPPA], N 1 ... 1000 steps",
                                 1,
                                 {{1, 1000, true}, ANY},
                                 0,
                                 false,
                                 {"KAPPA", 1, 1.5},
                                 apply_anisotropic},
    [FILTER_KIND_FLATTEN] = {"flatten", "nothing, or the axis as X,Y", 0, {PLACE, PLACE}, 0, false, {0}, apply_flatten},
    [FILTER_KIND_RINGS] = {"rings",
                           "X,Y[,WIDTH], WIDTH 1 ... 50 voxels",
                           2,
                           {PLACE, PLACE, {1, FILTER_RINGS_MOST, true}},
                           0,
                           false,
                           {0},
                           apply_rings},
};

/* ---- the command line ---- */

static bool parse_number(struct filter_choice *c, const char **at)
{
  const struct filter_number *n = &c->kind->number[c->count];
  char *end;
  double value;
  if (c->count == FILTER_NUMBERS || !(n->high > 0) || !tile_real_read(*at, &end, &value) ||
      !(value >= n->low && value <= n->high) || (n->whole && rint(value) != value))
    return false;
  c->number[c->count++] = value;
  *at = end;
  return true;
}

/* Sharpening takes back what a Gaussian of the same width did, and the other way round. */
static bool takes_back(const struct filter_list *l, const struct filter_choice *c)
{
  const struct filter_kind *smooth = &filter_kinds[FILTER_KIND_GAUSSIAN], *sharp = &filter_kinds[FILTER_KIND_UNSHARP];
  bool found = false;
  for (int i = 0; i < l->count; i++)
    found = found || (l->item[i].number[0] == c->number[0] && ((l->item[i].kind == smooth && c->kind == sharp) ||
                                                               (l->item[i].kind == sharp && c->kind == smooth)));
  return found;
}

int filter_list_add(struct filter_list *l, const struct filter_kind *kind, const char *text, struct tile_error *e)
{
  struct filter_choice c = {.kind = kind, .text = text ? text : ""};
  bool good = true;
  if (l->count == FILTERS_MOST)
    return tile_fail(e, TILE_USAGE, "more than %d filters", FILTERS_MOST);
  for (const char *at = text; at && good; at = *at ? at + 1 : NULL)
    good = parse_number(&c, &at) && (*at == ',' || !*at);
  if (!good || c.count < kind->least || (kind == &filter_kinds[FILTER_KIND_FLATTEN] && c.count == 1))
    return tile_fail(e, TILE_USAGE, "expected %s", kind->expect);
  if (takes_back(l, &c))
    return tile_fail(e, TILE_USAGE, "--gaussian and --unsharp of the same width contradict each other: leave one out");
  l->item[l->count++] = c;
  return TILE_OK;
}

/* ---- the image ---- */

/* How far it looks; defaults of the search and the patch of non-local means are those of apply_nlm. */
static double reach_of(const struct filter_choice *c)
{
  double reach = c->kind->reach > 1 && c->count < 2 ? (c->count ? 1 : 4) : 0;
  for (int i = 0; i < c->kind->reach; i++)
    reach += c->number[i];
  return reach;
}

/* One slice is an image of two dimensions. */
static int check_reach(const struct source *s, const struct filter_choice *c, struct tile_error *e)
{
  for (int a = 0; a < 3; a++)
    if (reach_of(c) > (double)s->grid[a] && s->grid[a] > 1)
      return tile_fail(e, TILE_USAGE, "--%s%s%s reaches beyond the image, which has %lld voxels along %c",
                       c->kind->name, *c->text ? " " : "", c->text, (long long)s->grid[a], "xyz"[a]);
  return TILE_OK;
}

/* The type of the result: that of the stored values, unless these are means, scaled, or of 64 bits. */
static const struct voxel_type *kept_type(const struct source *s)
{
  const struct voxel_type *type = s->memory_type;
  return s->means || !type || !type->narrow ? NULL : type;
}

/* The caption of the image that filter i gives; 0: that of the image. */
static int tap(const struct filter_list *l, int i, struct source *s, struct tile_error *e)
{
  if (!l->seen)
    return TILE_OK;
  if (i)
    snprintf(l->seen[i].caption, sizeof l->seen[i].caption, "%s %s", l->item[i - 1].kind->name, l->item[i - 1].text);
  else
    snprintf(l->seen[i].caption, sizeof l->seen[i].caption, "before");
  return filter_tap(s, &l->seen[i], e);
}

/* Sets a strength that is not stated. Without noise, or in an image too small to show it, the filter would do nothing. */
static int find_strength(struct source *s, struct filter_choice *c, struct tile_error *e)
{
  const struct filter_strength *strength = &c->kind->strength;
  if (!strength->name || c->number[strength->number] > 0)
    return TILE_OK;
  if (noise_estimate(s, &c->noise, e))
    return e->code;
  c->number[strength->number] = strength->by_noise * c->noise;
  return c->noise > 0 ? TILE_OK
                      : tile_fail(e, TILE_REJECTED,
                                  "--%s: the noise of the image is estimated as 0, with which it would change nothing: "
                                  "state %s (--%s takes %s)",
                                  c->kind->name, strength->name, c->kind->name, c->kind->expect);
}

static int apply(struct source *s, struct filter_choice *c, int device, struct tile_error *e)
{
  c->device = device;
  int code = check_reach(s, c, e);
  if (!code)
    code = find_strength(s, c, e);
  return code ? code : c->kind->apply(s, c, e);
}

int filter_list_apply(struct filter_list *l, struct source *s, struct tile_error *e)
{
  const struct voxel_type *type = kept_type(s);
  bool ranks = true;
  int code = l->count ? tap(l, 0, s, e) : TILE_OK;
  for (int i = 0; i < l->count && !code; i++) {
    code = i ? tap(l, i, s, e) : TILE_OK;
    if (!code)
      code = apply(s, &l->item[i], l->device, e);
    ranks = ranks && l->item[i].kind->ranks;
    s->means = s->means || !ranks;
  }
  if (!code && l->count && type)
    code = filter_type(s, type, e);
  return code || !l->count ? code : tap(l, l->count, s, e);
}
