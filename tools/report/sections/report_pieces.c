/* SPDX-License-Identifier: BSD-3-Clause */
/* What is collected while files are read: from its beginning to its end. */
#include <config.h>

#include "report.h"

#include <stdlib.h>

int report_begin(struct report *r, struct tile_error *e)
{
  for (int i = 0; i < REPORT_PIECES; i++) {
    struct report_text *p = r->piece + i;
    p->to = open_memstream(&p->text, &p->size);
    if (!p->to)
      return tile_fail_memory(e, 4096, "the page");
  }
  return 0;
}

void report_close(struct report *r)
{
  for (int i = 0; i < REPORT_PIECES; i++) {
    r->failed = !tile_text_end(r->piece[i].to, &r->piece[i].text) || r->failed;
    r->piece[i].to = NULL;
  }
}

void report_free(struct report *r)
{
  for (int i = 0; i < REPORT_PIECES; i++)
    free(r->piece[i].text);
  for (size_t i = 0; i < r->warnings; i++)
    free(r->warning[i].text);
  for (size_t i = 0; i < r->sentences; i++)
    free(r->sentence[i].text);
  for (size_t i = 0; i < r->charts; i++) {
    free(r->chart[i]->value);
    free(r->chart[i]);
  }
  for (int i = 0; i < r->files; i++)
    tile_header_free(r->earlier + i);
  free(r->warning);
  free(r->sentence);
  free(r->chart);
  free(r->curves);
}
