/* SPDX-License-Identifier: BSD-3-Clause */
/* Keeps sentences about methods until all files are read. */
#include <config.h>

#include "report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void report_method(struct report *r, enum report_stage stage, const char *format, ...)
{
  struct tile_error e;
  char *text = NULL;
  va_list values;
  va_start(values, format);
  const int length = vasprintf(&text, format, values);
  va_end(values);
  for (size_t i = 0; length >= 0 && i < r->sentences; i++)
    if (r->sentence[i].stage == stage && strcmp(r->sentence[i].text, text) == 0) {
      r->sentence[i].sources |= 1U << r->now;
      free(text);
      return;
    }
  if (length < 0 || tile_reserve(&r->sentence, NULL, r->sentences + 1, sizeof *r->sentence, "a sentence", &e)) {
    if (length >= 0)
      free(text);
    r->failed = true;
    return;
  }
  r->sentence[r->sentences++] = (struct report_sentence){stage, text, 1U << r->now};
}
