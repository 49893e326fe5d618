/* SPDX-License-Identifier: BSD-3-Clause */
/* A report of tessera-run, tessera-stats or tessera-probe --json, given to tessera-report: its numbers, its charts and what is
 * warned of. */
#include <config.h>

#include "report.h"
#include "target.h"

#include <stdlib.h>

static void put(struct report *r)
{
  char *page = NULL;
  size_t size;
  FILE *out = open_memstream(&page, &size);
  report_columns_make(r);
  report_results(r, out);
  report_known(r, out);
  report_curves(r, out);
  report_numbers(r, out);
  report_definitions(r, out);
  fclose(out);
  free(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  static struct report r;
  struct tile_error e;
  FILE *in = length ? fmemopen((void *)(uintptr_t)data, length, "r") : NULL;
  r = (struct report){.sources = 1, .source = {{.name = "report.json"}}};
  if (!in)
    return 0;
  const int code = report_begin(&r, &e) ? -1 : report_json_add(&r, in, "report.json", &e);
  if (code > 0)
    fuzz_check_error(code, &e);
  report_close(&r);
  if (!code)
    put(&r);
  report_free(&r);
  fclose(in);
  return 0;
}
