#include "classify.h"

#include "hysteresis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

long double rule_number(const char *text, char **end)
{
  const size_t sign = *text == '-' || *text == '+', digits = strspn(text + sign, "0123456789");
  const double value = strtod(text, end);
  return *end == text + sign + digits && fabs(value) <= 0x1p64 ? strtold(text, end) : (long double)value;
}

/* V[,V...]: one number more a call, until the end of the text. */
static int parse_equal(struct rule *r, const char *text, struct tile_error *e)
{
  for (const char *at = text;; at++) {
    char *end;
    long double value = rule_number(at, &end);
    if (end == at || (*end && *end != ','))
      return tile_fail(e, TILE_USAGE, "must be numbers separated by commas");
    if (isnan(value))
      return tile_fail(e, TILE_USAGE, "nan equals no value, not even itself");
    long double *more = tile_grow(r->equal, r->count + 1, sizeof *more);
    if (!more)
      return tile_fail_memory(e, sizeof *more, "values");
    r->equal = more;
    r->equal[r->count++] = value;
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
  r->kind = RULE_EQUAL;
  if (strncmp(text, "equal=", 6) == 0)
    return parse_equal(r, text + 6, e);
  r->kind = strcmp(text, "above") == 0 ? RULE_ABOVE : RULE_BELOW;
  if (r->kind == RULE_BELOW && strcmp(text, "below"))
    return tile_fail(e, TILE_USAGE, "must be below, above or equal=V[,V...]");
  return TILE_OK;
}

/* to = most - to */
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
    loops->equal(to, values, count, r->equal[i]);
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
}
