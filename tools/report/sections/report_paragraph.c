/* SPDX-License-Identifier: BSD-3-Clause */
/* Methods as a paragraph for a paper, with its references, which are numbered as they come. */
#include <config.h>

#include "cite.h"
#include "report.h"

#include <string.h>

/* Numbers of the publications, in the order in which they come; 0: it did not come. */
struct numbers {
  int count, of[CITE_REFERENCES];
};

static int number_of(struct numbers *n, const char *key, size_t length)
{
  for (int i = 0; i < CITE_REFERENCES; i++) {
    const char *name = cite_references[i].name;
    if (strlen(name) != length || strncmp(name, key, length) != 0)
      continue;
    n->of[i] = n->of[i] ? n->of[i] : ++n->count;
    return n->of[i];
  }
  return 0;
}

/* "[@qian1992,guo2002]" as "[3, 9]"; returns what follows. */
static const char *put_keys(FILE *out, const char *at, struct numbers *n)
{
  fputs("[", out);
  for (at += 2; *at && *at != ']'; at += *at == ',') {
    const size_t length = strcspn(at, ",]");
    fprintf(out, "%d%s", number_of(n, at, length), at[length] == ',' ? ", " : "");
    at += length;
  }
  fputs("]", out);
  return *at ? at + 1 : at;
}

static void put_sentence(FILE *out, char *text, struct numbers *n)
{
  for (char *key; (key = strstr(text, "[@")); text += put_keys(out, key, n) - text) {
    *key = 0;
    html_value(out, text);
    *key = '[';
  }
  html_value(out, text);
  fputs(". ", out);
}

/* The columns of which a sentence is said, as bits. */
static unsigned columns_of(const struct report *r, const struct report_sentence *s)
{
  unsigned columns = 0;
  for (int i = 0; i < r->sources; i++)
    if (s->sources >> i & 1 && r->source[i].column >= 0)
      columns |= 1U << r->source[i].column;
  return columns;
}

/* Whether there is another such sentence about another sample. */
static bool differs(const struct report *r, const struct report_sentence *s)
{
  bool other = false;
  for (size_t k = 0; k < r->sentences; k++)
    other = other || (r->sentence[k].stage == s->stage && columns_of(r, r->sentence + k) != columns_of(r, s));
  return other;
}

/* "sand.tile, rock.tile: " */
static void put_samples(const struct report *r, FILE *out, unsigned columns)
{
  bool any = false;
  for (int c = 0; c < r->columns; c++)
    if (columns >> c & 1) {
      fputs(any ? ", " : "", out);
      html_text(out, report_column_name(r, c));
      any = true;
    }
  fputs(any ? ": " : "", out);
}

static void put_stage(const struct report *r, FILE *out, enum report_stage stage, struct numbers *n)
{
  for (const struct report_sentence *s = r->sentence; s < r->sentence + r->sentences; s++)
    if (s->stage == stage) {
      put_samples(r, out, differs(r, s) ? columns_of(r, s) : 0);
      put_sentence(out, s->text, n);
    }
}

static void put_reference(FILE *out, const struct numbers *n, int number)
{
  char text[CITE_TEXT];
  for (int i = 0; i < CITE_REFERENCES; i++)
    if (n->of[i] == number) {
      fputs("<li>", out);
      html_text(out, cite_text(text, cite_references + i));
      fputs("</li>\n", out);
    }
}

bool report_methods(const struct report *r, FILE *out)
{
  struct numbers n = {0};
  if (!r->sentences)
    return false;
  fputs("<p class=\"paragraph\">", out);
  for (int stage = 0; stage < STAGES; stage++)
    put_stage(r, out, (enum report_stage)stage, &n);
  fputs("</p>\n", out);
  if (n.count)
    fputs("<ol class=\"references\">\n", out);
  for (int number = 1; number <= n.count; number++)
    put_reference(out, &n, number);
  fputs(n.count ? "</ol>\n" : "", out);
  return true;
}
