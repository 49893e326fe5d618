/* SPDX-License-Identifier: BSD-3-Clause */
/* What the provenance says of every FILE. */
#include <config.h>

#include "report.h"

void report_origin_begin(struct report *r, const char *name, const char *what, const char *digest)
{
  FILE *out = r->piece[PIECE_ORIGIN].to;
  fputs("<h3>", out);
  html_text(out, name);
  fputs("</h3>\n<p>", out);
  html_text(out, what);
  if (*digest) {
    fputs(" <code>", out);
    html_text(out, digest);
    fputs("</code>", out);
  }
  fputs("</p>\n", out);
}
