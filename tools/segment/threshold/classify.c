/* SPDX-License-Identifier: BSD-3-Clause */
#include "classify.h"

#include "hysteresis.h"
#include "numbers.h"
#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

long double rule_number(const char *text, char **end)
{
  const size_t sign = *text == '-' || *text == '+', digits = strspn(text + sign, "0123456789");
  double value;
  if (!tile_real_read(text, end, &value))
    return (long double)NAN;
  return *end == text + sign + digits && fabs(value) <= 0x1p64 ? strtold(text, end) : (long double)value;
}

/* Parses V or V-W, up to *end. */
static bool parse_range(struct rule_range *range, const char *text, char **end)
{
  range->low = range->high = rule_number(text, end);
  const char *last = **end == '-' && *end > text ? *end + 1 : NULL;
  if (last)
    range->high = rule_number(last, end);
  return *end > (last ? last : text) && isfinite(range->low) && isfinite(range->high) && range->low <= range->high;
}

/* Adds ranges until the end of the text. */
static int parse_equal(struct rule *r, const char *text, struct tile_error *e)
{
  for (const char *at = text;; at++) {
    struct rule_range range;
    char *end;
    if (!parse_range(&range, at, &end) || (*end && *end != ','))
      return tile_fail(e, TILE_USAGE, "must be numbers or ranges (1-64, the lower first) separated by commas");
    if (tile_reserve(&r->equal, NULL, r->count + 1, sizeof *r->equal, "values", e))
      return e->code;
    r->equal[r->count++] = range;
    at = end;
    if (!*at)
      return TILE_OK;
  }
}

int rule_parse(struct rule *r, const char *text, struct tile_error *e)
{
  free(r->equal);
  r->equal = NULL;
  r->count = 0;
  r->solid = false;
  r->kind = RULE_EQUAL;
  if (strncmp(text, "equal=", 6) == 0 || strncmp(text, "class=", 6) == 0) {
    r->kind = *text == 'c' ? RULE_CLASS : RULE_EQUAL;
    return parse_equal(r, text + 6, e);
  }
  r->kind = strcmp(text, "above") == 0 ? RULE_ABOVE : RULE_BELOW;
  if (r->kind == RULE_BELOW && strcmp(text, "below"))
    return tile_fail(e, TILE_USAGE, "must be below, above, equal=V[-W][,V[-W]...] or class=N[,N...]");
  return TILE_OK;
}

int rule_parse_solid(struct rule *r, const char *text, struct tile_error *e)
{
  if (strncmp(text, "equal=", 6))
    return tile_fail(e, TILE_USAGE, "must be equal=V[-W][,V[-W]...]; for a threshold say what is --fluid");
  int code = rule_parse(r, text, e);
  r->solid = true;
  return code;
}

int rule_parse_nan(struct rule *r, const char *text, struct tile_error *e)
{
  r->nans = true;
  r->nan = strcmp(text, "fluid") == 0 ? TILE_FLUID : TILE_SOLID;
  return r->nan == TILE_FLUID || strcmp(text, "solid") == 0 ? TILE_OK
                                                            : tile_fail(e, TILE_USAGE, "must be solid or fluid");
}

static long double as_half(long double value)
{
  int exponent;
  frexpl(value, &exponent);
  const long double step = ldexpl(1, exponent - 11 > -24 ? exponent - 11 : -24);
  return rintl(value / step) * step;
}

void rule_store(struct rule *r, const char *type)
{
  const bool half = strcmp(type, "f16") == 0;
  for (size_t i = 0; i < r->count && (half || strcmp(type, "f32") == 0); i++) {
    struct rule_range *range = &r->equal[i];
    range->low = half ? as_half(range->low) : (long double)(float)range->low;
    range->high = half ? as_half(range->high) : (long double)(float)range->high;
  }
}

/* Sets to = most - to. */
static void turn_round(unsigned char *to, size_t count, unsigned char most)
{
#pragma omp simd
  for (size_t i = 0; i < count; i++)
    to[i] = (unsigned char)(most - to[i]);
}

void rule_apply(const struct rule *r, const struct voxel_loops *loops, const void *values, size_t count,
                unsigned char *to)
{
  memset(to, TILE_SOLID, count);
  if (r->kind != RULE_EQUAL)
    loops->below(to, values, count, r->threshold);
  if (r->kind == RULE_ABOVE)
    turn_round(to, count, TILE_FLUID);
  for (size_t i = 0; r->kind == RULE_EQUAL && i < r->count; i++)
    loops->within(to, values, count, r->equal[i].low, r->equal[i].high);
  if (r->kind == RULE_EQUAL && r->solid)
    turn_round(to, count, TILE_FLUID);
  if (r->nans && loops->nans)
    loops->nans(to, values, count, r->nan);
}

int rule_parse_hysteresis(struct rule *r, const char *text, struct tile_error *e)
{
  char *end, *last;
  r->low = rule_number(text, &end);
  r->high = *end == ',' ? rule_number(end + 1, &last) : (long double)NAN;
  if (end == text || !isfinite(r->low) || !isfinite(r->high) || last == end + 1 || *last || r->low >= r->high)
    return tile_fail(e, TILE_USAGE, "must be two numbers LO,HI, LO below HI");
  return TILE_OK;
}

void rule_levels(const struct rule *r, const struct voxel_loops *loops, const void *values, size_t count,
                 unsigned char *to)
{
  memset(to, HYSTERESIS_NO, count);
  loops->below(to, values, count, r->low);
  loops->below(to, values, count, r->high);
  if (r->kind != RULE_BELOW)
    turn_round(to, count, HYSTERESIS_STRONG);
  if (r->nans && loops->nans)
    loops->nans(to, values, count, r->nan == TILE_FLUID ? HYSTERESIS_STRONG : HYSTERESIS_NO);
}
