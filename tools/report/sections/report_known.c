/* SPDX-License-Identifier: BSD-3-Clause */
/* What to know: every warning, once, with the files that it is about. */
#include <config.h>

#include "report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct report_warning *find(struct report *r, const char *text)
{
  for (size_t i = 0; i < r->warnings; i++)
    if (strcmp(r->warning[i].text, text) == 0)
      return r->warning + i;
  return NULL;
}

static struct report_warning *append(struct report *r, const char *program, const char *text)
{
  struct tile_error e;
  struct report_warning added = {.text = strdup(text)};
  snprintf(added.program, sizeof added.program, "%s", program);
  if (!added.text || tile_reserve(&r->warning, NULL, r->warnings + 1, sizeof *r->warning, "a warning", &e)) {
    free(added.text);
    r->failed = true;
    return NULL;
  }
  r->warning[r->warnings] = added;
  return r->warning + r->warnings++;
}

void report_warn_add(struct report *r, const char *name, const char *program, const char *text)
{
  struct report_warning *w = find(r, text);
  if (!w)
    w = append(r, program, text);
  for (int i = 0; w && i < w->names; i++)
    if (strcmp(w->name[i], name) == 0)
      return;
  if (w && w->names < REPORT_FILES)
    w->name[w->names++] = name;
}

void report_warn_of(struct report *r, const char *name, const char *format, ...)
{
  char text[2400];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  report_warn_add(r, name, "", text);
}

static void put(FILE *out, const struct report_warning *w)
{
  fputs("<li><b>", out);
  for (int i = 0; i < w->names; i++) {
    fputs(i ? ", " : "", out);
    html_text(out, w->name[i]);
  }
  fputs("</b>: ", out);
  html_text(out, w->text);
  if (*w->program) {
    fputs(" (", out);
    html_text(out, w->program);
    fputs(")", out);
  }
  fputs("</li>\n", out);
}

bool report_known(const struct report *r, FILE *out)
{
  fputs(r->warnings ? "<ul class=\"warnings\">\n" : "<p class=\"calm\">No warnings.</p>\n", out);
  for (size_t i = 0; i < r->warnings; i++)
    put(out, r->warning + i);
  fputs(r->warnings ? "</ul>\n" : "", out);
  return true;
}
