/* SPDX-License-Identifier: BSD-3-Clause */
/* The list "warnings" of a report. */
#include <config.h>

#include "json_value.h"
#include "report_json.h"

void report_warnings_json(struct report *to, const char *name, const char *program, const char *r)
{
  char said[2048];
  for (const char *w = json_first(json_member(r, "warnings")); w; w = json_next(w))
    report_warn_add(to, name, program, json_string(said, sizeof said, w));
}
