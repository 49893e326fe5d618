/* SPDX-License-Identifier: BSD-3-Clause */
#include "raw.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Parses what may follow the type: "be" and "skip=BYTES", in any order. */
static bool parse_rest(struct raw *r, const char *text)
{
  while (*text) {
    const char *word = text + 1;
    const size_t length = strcspn(word, ",");
    char *end = (char *)word;
    if (*text != ',')
      return false;
    if (length == 2 && strncmp(word, "be", 2) == 0)
      r->swap = true;
    else if (strncmp(word, "skip=", 5) == 0 && isdigit((unsigned char)word[5]))
      r->skip = strtoull(word + 5, &end, 10);
    else
      return false;
    text = word + length;
    if ((end != word && end != text) || r->skip > INT64_MAX / 4)
      return false;
  }
  return true;
}

int raw_describe(struct source *s, struct raw *r, const char *text, struct tile_error *e)
{
  long long n[3];
  int at = 0;
  char type[16] = "";
  int fields = sscanf(text, "%lld,%lld,%lld,%15[a-z0-9]%n", &n[0], &n[1], &n[2], type, &at);
  if (fields < 4 || !parse_rest(r, text + at))
    return tile_fail(e, TILE_USAGE, "--raw %s: must be NX,NY,NZ,TYPE, then ,be or ,skip=BYTES or nothing", text);
  r->type = voxel_type_named(type, strlen(type));
  if (!r->type)
    return tile_fail(e, TILE_USAGE, "--raw %s: unknown type '%s'; known are " VOXEL_TYPE_NAMES, text, type);
  r->expected = (uint64_t)r->type->bits / 8;
  for (int a = 0; a < 3; a++) {
    if (n[a] < 1 || __builtin_mul_overflow(r->expected, (uint64_t)n[a], &r->expected) || r->expected > INT64_MAX / 2)
      return tile_fail(e, TILE_USAGE, "--raw %s: impossible size", text);
    s->grid[a] = n[a];
  }
  r->slice = r->expected / (uint64_t)n[2];
  return TILE_OK;
}
