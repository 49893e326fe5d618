/* SPDX-License-Identifier: BSD-3-Clause */
/* A FILE that is a report: whose it is, and what it adds. */
#include <config.h>

#include "json_value.h"
#include "report_json.h"

static bool is_probe(const char *r)
{
  static const char *const members[] = {"permeability", "patch_flux", "wall_shear", "forces",
                                        "flux",         "points",     "lines"};
  bool any = false;
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    any = any || json_member(r, members[i]);
  return any && json_member(r, "version");
}

static void probe(struct report *to, const char *name, const char *r)
{
  report_results_json(to, r);
  report_warnings_json(to, name, "tessera-probe", r);
}

static int describe(struct report *to, const char *name, const char *r, struct tile_error *e)
{
  const bool run = report_is_run(r), stats = !run && report_is_stats(r);
  char version[40], digest[40], what[120];
  if (!run && !stats && !is_probe(r))
    return tile_fail(e, TILE_REJECTED, "%s: not a report of tessera-run, tessera-stats or tessera-probe --json", name);
  json_string(version, sizeof version, json_member(r, "version"));
  json_string(digest, sizeof digest, json_member(r, "digest"));
  report_digest(to->source + to->now, digest);
  snprintf(what, sizeof what, "Report of tessera-%s %s%s",
           run     ? "run"
           : stats ? "stats"
                   : "probe",
           version, *digest ? " on the input of digest" : "");
  report_origin_begin(to, name, what, digest);
  if (run)
    report_run(to, name, r);
  else if (!stats)
    probe(to, name, r);
  return stats ? report_stats(to, name, r, e) : 0;
}

int report_json_add(struct report *r, FILE *in, const char *name, struct tile_error *e)
{
  struct json_document d;
  const int code = json_document_read(&d, in, name, e) || describe(r, name, d.value, e) ? e->code : 0;
  json_document_free(&d);
  return code;
}
