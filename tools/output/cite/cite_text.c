/* A publication as a line of text. */
#include <config.h>

#include "cite.h"

#include <string.h>

/* The authors with commas between them, as text without the braces of BibTeX. */
static void put_authors(FILE *out, const char *author)
{
  const char *and;
  for (; (and = strstr(author, " and ")); author = and+strlen(" and "))
    fprintf(out, "%.*s, ", (int)(and-author), author);
  for (; *author; author++)
    if (*author != '{' && *author != '}')
      putc(*author, out);
}

void cite_text(FILE *out, const struct cite_reference *r)
{
  put_authors(out, r->author);
  fprintf(out, ": %s", r->title);
  if (r->journal)
    fprintf(out, ". %s %s%s%s", r->journal, r->volume ? r->volume : "", r->volume ? ", " : "", r->pages);
  fprintf(out, " (%s)", r->year);
  if (r->doi)
    fprintf(out, ", doi:%s", r->doi);
  putc('\n', out);
}
