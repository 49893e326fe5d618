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

void report_origin(struct report_file *r)
{
  const struct tile_header *h = &r->f.domain.header;
  FILE *out = r->report->piece[PIECE_ORIGIN].to;
  report_origin_begin(r->report, r->name,
                      !r->f.flow          ? "Domain"
                      : r->walls.averages ? "Averages over a beat"
                      : r->walls.flow     ? "Flow with its populations"
                                          : "Flow",
                      r->f.digest);
  fputs(h->lines ? "<ol>\n" : "<p>The file has no history.</p>\n", out);
  for (size_t i = 0; i < h->lines; i++)
    put_line(out, h->history[i], i + 1 == h->lines || !report_history_warning(h->history[i + 1]));
  fputs(h->lines ? "</ol>\n" : "", out);
}
