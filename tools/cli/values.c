/* SPDX-License-Identifier: BSD-3-Clause */
/* Parsers of option values. Each reads the whole text or rejects it. */
#include "cli.h"
#include "numbers.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int cli_flag(void *to, const char *value, struct tile_error *e)
{
  (void)value, (void)e;
  *(bool *)to = true;
  return 0;
}

int cli_text(void *to, const char *value, struct tile_error *e)
{
  if (!*value)
    return tile_fail(e, TILE_USAGE, "expected a non-empty text");
  *(const char **)to = value;
  return 0;
}

/* Whether text begins with a number. strtoll would also accept leading space. */
static bool starts_number(const char *text)
{
  text += *text == '-' || *text == '+';
  text += *text == '.';
  return *text >= '0' && *text <= '9' && !(text[0] == '0' && (text[1] | 32) == 'x');
}

static bool read_int(const char *text, char **end, int64_t *value)
{
  *end = (char *)text;
  if (!starts_number(text))
    return false;
  errno = 0;
  *value = strtoll(text, end, 10);
  return errno == 0 && *end > text;
}

int cli_whole(int64_t *to, const char *value, int64_t least, int64_t most, struct tile_error *e)
{
  char *end;
  if (!read_int(value, &end, to) || *end || *to < least || *to > most)
    return tile_fail(e, TILE_USAGE, "expected a whole number from %lld to %lld", (long long)least, (long long)most);
  return 0;
}

int cli_count(void *to, const char *value, struct tile_error *e)
{
  if (cli_whole(to, value, 1, INT64_MAX, e))
    return tile_fail(e, TILE_USAGE, "expected a whole number above 0");
  return 0;
}

int cli_real(void *to, const char *value, struct tile_error *e)
{
  char *end;
  if (!tile_real_read(value, &end, to) || *end)
    return tile_fail(e, TILE_USAGE, "expected a number");
  return 0;
}

int cli_positive(void *to, const char *value, struct tile_error *e)
{
  char *end;
  if (!tile_real_read(value, &end, to) || *end || *(double *)to <= 0)
    return tile_fail(e, TILE_USAGE, "expected a number above 0");
  return 0;
}

int cli_reals3(void *to, const char *value, struct tile_error *e)
{
  double *real = to;
  for (int i = 0; i < 3; i++) {
    char *end;
    if (!tile_real_read(value, &end, &real[i]) || *end != (i < 2 ? ',' : 0))
      return tile_fail(e, TILE_USAGE, "expected three numbers X,Y,Z");
    value = end + 1;
  }
  return 0;
}

int cli_ints3(void *to, const char *value, struct tile_error *e)
{
  int64_t *number = to;
  for (int i = 0; i < 3; i++) {
    char *end;
    if (!read_int(value, &end, &number[i]) || *end != (i < 2 ? ',' : 0))
      return tile_fail(e, TILE_USAGE, "expected three whole numbers X,Y,Z");
    value = end + 1;
  }
  return 0;
}

const char *const cli_axis_names[3] = {"x", "y", "z"};

static int axis_of(char letter)
{
  return letter >= 'x' && letter <= 'z' ? letter - 'x' : -1;
}

int cli_axis(void *to, const char *value, struct tile_error *e)
{
  int axis = axis_of(value[0]);
  if (axis < 0 || value[1])
    return tile_fail(e, TILE_USAGE, "expected an axis: x, y or z");
  *(int *)to = axis;
  return 0;
}

int cli_axes(void *to, const char *value, struct tile_error *e)
{
  static const char expected[] = "expected axes, each once, such as x, yz, x,y,z or none";
  unsigned axes = 0;
  bool none = strcmp(value, "none") == 0;
  for (const char *at = none ? "" : value; *at; at++) {
    int axis = axis_of(*at);
    if (axis < 0 || axes & 1U << axis)
      return tile_fail(e, TILE_USAGE, expected);
    axes |= 1U << axis;
    at += at[1] == ',' && at[2];
  }
  if (!axes && !none)
    return tile_fail(e, TILE_USAGE, expected);
  *(unsigned *)to = axes;
  return 0;
}

int cli_word(int *to, const char *value, const char *const *names, int count, struct tile_error *e)
{
  char expected[128] = "";
  size_t length = 0;
  for (int i = 0; i < count; i++)
    if (!strcmp(value, names[i])) {
      *to = i;
      return 0;
    }
  for (int i = 0; i < count && length < sizeof expected; i++)
    length += (size_t)snprintf(expected + length, sizeof expected - length, "%s%s", names[i],
                               i < count - 2   ? ", "
                               : i < count - 1 ? " or "
                                               : "");
  return tile_fail(e, TILE_USAGE, "expected %s", expected);
}

int cli_list(void *to, const char *value, struct tile_error *e)
{
  struct cli_values *list = to;
  if (tile_reserve(&list->value, NULL, list->count + 1, sizeof *list->value, "the options", e))
    return e->code;
  list->value[list->count++] = value;
  return 0;
}
