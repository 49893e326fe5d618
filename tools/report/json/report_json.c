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

static const struct kind {
  bool (*is)(const char *r);
  const char *of;
} kinds[] = {{report_is_band, "data/band"},
             {report_is_run, "tessera-run"},
             {report_is_stats, "tessera-stats"},
             {is_probe, "tessera-probe"}};
enum { BAND, RUN, STATS, PROBE, KINDS };

static int add(struct report *to, int kind, const char *name, const char *r, struct tile_error *e)
{
  if (kind == BAND)
    return report_band(to, name, r, e);
  if (kind == STATS)
    return report_stats(to, name, r, e);
  (kind == RUN ? report_run : probe)(to, name, r);
  return 0;
}

static int describe(struct report *to, const char *name, const char *r, struct tile_error *e)
{
  int kind = 0;
  char version[40], digest[40], what[120];
  while (kind < KINDS && !kinds[kind].is(r))
    kind++;
  if (kind == KINDS)
    return tile_fail(
        e, TILE_REJECTED,
        "%s: not a report of tessera-run, tessera-stats or tessera-probe --json, or of data/band (band.json)", name);
  const char *from = kind == BAND ? json_member(r, "run") : r;
  json_string(version, sizeof version, json_member(from, "version"));
  json_string(digest, sizeof digest, json_member(from, "digest"));
  report_digest(to->source + to->now, digest);
  snprintf(what, sizeof what, "Report of %s %s%s", kinds[kind].of, version, *digest ? " on the input of digest" : "");
  report_origin_begin(to, name, what, digest);
  return add(to, kind, name, r, e);
}

int report_json_add(struct report *r, FILE *in, const char *name, struct tile_error *e)
{
  struct json_document d;
  const int code = json_document_read(&d, in, name, e) || describe(r, name, d.value, e) ? e->code : 0;
  json_document_free(&d);
  return code;
}
