/* SPDX-License-Identifier: BSD-3-Clause */
/* A publication as a line of text. */
#include <config.h>

#include "cite.h"

#include <stdarg.h>
#include <string.h>

static void add(char text[CITE_TEXT], const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(char text[CITE_TEXT], const char *format, ...)
{
  const size_t length = strlen(text);
  va_list values;
  va_start(values, format);
  vsnprintf(text + length, CITE_TEXT - length, format, values);
  va_end(values);
}

/* The authors with commas between them, as text without the braces of BibTeX. */
static void add_authors(char text[CITE_TEXT], const char *author)
{
  const char *next;
  for (; (next = strstr(author, " and ")); author = next + strlen(" and "))
    add(text, "%.*s, ", (int)(next - author), author);
  for (; *author; author++)
    if (*author != '{' && *author != '}')
      add(text, "%c", *author);
}

char *cite_text(char text[CITE_TEXT], const struct cite_reference *r)
{
  *text = 0;
  add_authors(text, r->author);
  add(text, ": %s", r->title);
  if (r->journal)
    add(text, ". %s %s%s%s", r->journal, r->volume ? r->volume : "", r->volume ? ", " : "", r->pages);
  add(text, " (%s)", r->year);
  if (r->doi)
    add(text, ", doi:%s", r->doi);
  return text;
}
