/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the numbers come from: digests, programs with their versions, and commands. */
#include <config.h>

#include "report.h"

#include <string.h>

static void put_line(FILE *out, const char *line, bool ends)
{
  const char *warning = report_history_warning(line);
  fputs(warning ? "<p>warning: " : "<li><code>", out);
  html_text(out, warning ? warning : line);
  fputs(warning ? "</p>" : "</code>", out);
  fputs(ends ? "</li>\n" : "\n", out);
}

/* Whether b is what was made of a. */
static bool begins(const struct tile_header *a, const struct tile_header *b)
{
  bool same = a->lines && a->lines <= b->lines;
  for (size_t i = 0; same && i < a->lines; i++)
    same = strcmp(a->history[i], b->history[i]) == 0;
  return same;
}

/* The file from which this one was made with the fewest commands; -1: none is on the page. */
static int find_earlier(const struct report_file *r)
{
  int found = -1;
  for (int i = 0; i < r->index; i++)
    if (begins(r->report->earlier + i, &r->f.domain.header) &&
        (found < 0 || r->report->earlier[i].lines > r->report->earlier[found].lines))
      found = i;
  return found;
}

/* The commands of a file before are not told again. Returns how many lines that are. */
static size_t put_earlier(const struct report_file *r, FILE *out)
{
  const int found = find_earlier(r);
  if (found < 0)
    return 0;
  const size_t lines = r->report->earlier[found].lines;
  fputs(lines == r->f.domain.header.lines ? "<p>With the commands of " : "<p>Made from what the commands of ", out);
  html_text(out, r->report->path[found]);
  fputs(lines == r->f.domain.header.lines ? ".</p>\n" : " wrote:</p>\n", out);
  return lines;
}

static const char *kind_of(const struct report_file *r)
{
  return !r->f.flow          ? "Domain, digest"
         : r->walls.averages ? "Averages over a beat, digest"
         : r->walls.flow     ? "Flow with its populations, digest"
                             : "Flow, digest";
}

int report_origin(struct report_file *r, struct tile_error *e)
{
  const struct tile_header *h = &r->f.domain.header;
  FILE *out = r->report->piece[PIECE_ORIGIN].to;
  report_origin_begin(r->report, r->name, kind_of(r), r->f.digest);
  const size_t first = put_earlier(r, out);
  if (first < h->lines)
    fputs("<ol>\n", out);
  for (size_t i = first; i < h->lines; i++)
    put_line(out, h->history[i], i + 1 == h->lines || !report_history_warning(h->history[i + 1]));
  fputs(first < h->lines ? "</ol>\n" : h->lines ? "" : "<p>The file has no history.</p>\n", out);
  return tile_header_copy(r->report->earlier + r->index, h, e);
}
