/* A report of tessera-run --json, given to tessera-report: its rows, its charts and what is warned of. */
#include <config.h>

#include "report.h"
#include "target.h"

#include <stdarg.h>
#include <stdlib.h>

/* That of report_warnings.c, which needs whole domains besides. */
void report_warn_of(struct report *r, const char *name, const char *format, ...)
{
  char text[1024];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  html_text(r->warning, name);
  html_text(r->warning, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  static struct report r;
  struct tile_error e;
  char *page = NULL;
  size_t size;
  FILE *in = length ? fmemopen((void *)(uintptr_t)data, length, "r") : NULL;
  r = (struct report){0};
  if (!in)
    return 0;
  r.warning = open_memstream(&r.warning_text, &r.warning_size);
  FILE *out = open_memstream(&page, &size);
  const int code = r.warning && out ? report_run_add(&r, in, "run.json", &e) : -1;
  if (code > 0)
    fuzz_check_error(code, &e);
  if (!code)
    report_runs(&r, out);
  fclose(out);
  fclose(r.warning);
  fclose(in);
  free(r.warning_text);
  free(page);
  return 0;
}
