/* SPDX-License-Identifier: BSD-3-Clause */
/* The page: its head, the sections in their order, and the contents. */
#include <config.h>

#include "report.h"

#include <stdlib.h>
#include <string.h>

/* ---- sections that are collected while files are read ---- */

static bool put_piece(const struct report *r, FILE *out, enum report_piece piece)
{
  fputs(r->piece[piece].text, out);
  return r->piece[piece].size > 0;
}

static bool put_pictures(const struct report *r, FILE *out)
{
  return put_piece(r, out, PIECE_PICTURES);
}

static bool put_origin(const struct report *r, FILE *out)
{
  fputs("<p>Written by tessera-report " PACKAGE_VERSION ".</p>\n", out);
  return put_piece(r, out, PIECE_ORIGIN);
}

/* A section that writes nothing and returns false is left out, and its heading too. */
static const struct {
  const char *id, *heading;
  bool (*put)(const struct report *r, FILE *out);
} sections[] = {
    {"result", "Result", report_results},         {"known", "What to know", report_known},
    {"pictures", "Pictures", put_pictures},       {"curves", "Curves", report_curves},
    {"numbers", "All numbers", report_numbers},   {"methods", "Methods", report_methods},
    {"terms", "Definitions", report_definitions}, {"origin", "Provenance", put_origin},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

/* ---- head ---- */

static void put_lines(FILE *out, const char *const *line)
{
  for (; *line; line++)
    fprintf(out, "%s\n", *line);
}

/* "rock.tile", "rock.tile and sand.tile", "rock.tile and 3 others" */
static void put_subject(const struct report *r, FILE *out)
{
  if (r->sample.count == 1 || !r->columns) {
    html_text(out, r->sample.count == 1 ? r->sample.value[0] : r->source[0].name);
    return;
  }
  html_text(out, report_column_name(r, 0));
  if (r->columns == 2) {
    fputs(" and ", out);
    html_text(out, report_column_name(r, 1));
  } else if (r->columns > 2)
    fprintf(out, " and %d others", r->columns - 1);
}

/* Given, or such as "Permeability of rock.tile". */
static void put_title(const struct report *r, FILE *out)
{
  int first = REPORT_QUANTITIES;
  if (r->title) {
    html_text(out, r->title);
    return;
  }
  for (int i = 0; i < r->sources; i++)
    if (r->source[i].results && (int)r->source[i].result[0].of < first)
      first = (int)r->source[i].result[0].of;
  const char *name = first < REPORT_QUANTITIES ? report_quantities[first] : "Report";
  fprintf(out, "%.*s of ", (int)strcspn(name, ","), name);
  put_subject(r, out);
}

static void put_given(FILE *out, const char *name, const char *text, bool *any)
{
  if (!text || !*text)
    return;
  fprintf(out, "%s<span><b>%s</b> ", *any ? "" : "<p class=\"given\">", name);
  html_text(out, text);
  fputs("</span>\n", out);
  *any = true;
}

static void put_head(const struct report *r, FILE *out)
{
  bool any = false;
  fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>",
        out);
  put_title(r, out);
  fputs("</title>\n<style>\n", out);
  put_lines(out, report_style);
  fputs("</style></head>\n<body>\n<header><h1>", out);
  put_title(r, out);
  fputs("</h1>\n", out);
  for (size_t i = 0; i < r->sample.count; i++)
    put_given(out, "Sample", r->sample.value[i], &any);
  put_given(out, "Author", r->author, &any);
  put_given(out, "Date", r->date, &any);
  fputs(any ? "</p>\n</header>\n" : "</header>\n", out);
}

/* ---- contents and sections ---- */

static void put_contents(FILE *out, char *const text[SECTIONS])
{
  fputs("<nav aria-label=\"Contents\"><ol>\n", out);
  for (int i = 0; i < SECTIONS; i++)
    if (text[i])
      fprintf(out, "<li><a href=\"#%s\">%s</a></li>\n", sections[i].id, sections[i].heading);
  fputs("</ol></nav>\n<main>\n", out);
}

/* NULL: the section is empty. */
static char *text_of(const struct report *r, int section, bool *failed)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  const bool any = out && sections[section].put(r, out);
  *failed = *failed || !tile_text_end(out, &text);
  if (!any) {
    free(text);
    text = NULL;
  }
  return text;
}

int report_page(const struct report *r, FILE *out, struct tile_error *e)
{
  char *text[SECTIONS];
  bool failed = r->failed;
  for (int i = 0; i < SECTIONS; i++)
    text[i] = text_of(r, i, &failed);
  put_head(r, out);
  put_contents(out, text);
  for (int i = 0; i < SECTIONS; i++) {
    if (text[i])
      fprintf(out, "<section id=\"%s\"><h2>%s</h2>\n%s</section>\n", sections[i].id, sections[i].heading, text[i]);
    free(text[i]);
  }
  fputs("</main>\n<script>\n", out);
  put_lines(out, report_script);
  fputs("</script>\n</body></html>\n", out);
  return failed ? tile_fail_memory(e, 4096, "the page") : 0;
}
