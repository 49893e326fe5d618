/* SPDX-License-Identifier: BSD-3-Clause */
/* JSON, read as tessera-report reads it: every value is visited, as each of its kinds. */
#include <config.h>

#include "json_value.h"
#include "target.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Values that are visited: members may have values in common. */
enum { MOST = 300 };

static void visit(const char *value, int *left)
{
  static const char *const names[] = {"a", "permeability", ""};
  char text[16];
  if (!value || --*left < 0)
    return;
  if (*value != '"' && *json_string(text, sizeof text, value))
    abort();
  if (strlen(json_string(text, sizeof text, value)) >= sizeof text)
    abort();
  if (*value == '{' && isfinite(json_number(value)))
    abort();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    visit(json_member(value, names[i]), left);
  for (const char *element = json_first(value); element && *left > 0; element = json_next(element))
    visit(element, left);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  struct tile_error e;
  struct json_document d;
  int left = MOST;
  FILE *in = length ? fmemopen((void *)(uintptr_t)data, length, "r") : NULL;
  if (!in)
    return 0;
  const int code = json_document_read(&d, in, "json", &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    visit(d.value, &left);
  json_document_free(&d);
  fclose(in);
  return 0;
}
