/* SPDX-License-Identifier: BSD-3-Clause */
/* Flux through the patches of a domain. */
#include "probe_walls.h"
#include "flow_report.h"

#include <math.h>
#include <stdlib.h>

static void print_row(FILE *out, const struct cli_flux *f, double unit)
{
  char text[TILE_REAL_TEXT];
  fprintf(out, "%s,%lld,%s", f->patch, (long long)f->links, tile_real_text(text, f->flux));
  fprintf(out, ",%s\n", isfinite(unit) ? tile_real_text(text, f->flux * unit) : "");
}

static void print_csv(FILE *out, const struct cli_fluxes *f)
{
  fputs("patch,links,flux,flux_m3_s\n", out);
  for (size_t p = 0; p < f->count; p++)
    print_row(out, f->of + p, f->unit);
  print_row(out, &f->walls, f->unit);
}

static void print(const struct cli_fluxes *f, struct probe_report *r)
{
  if (r->form == PROBE_JSON) {
    json_fluxes(&r->json, f);
    return;
  }
  probe_section(r, "flux through patches");
  if (r->form == PROBE_CSV)
    print_csv(r->out, f);
  else
    report_fluxes(r->out, f);
}

int probe_patch_flux(const struct probe_walls *w, const struct fields *f, struct probe_report *r, struct tile_error *e)
{
  struct cli_fluxes told;
  if (!f->domain.patches)
    return tile_fail(e, TILE_REJECTED, "%s: has no patches, whose flux --patch-flux tells", f->name);
  const int code = flow_report_fluxes(&told, &w->incoming, &f->domain, &f->units, e);
  if (!code)
    print(&told, r);
  free(told.of);
  return code;
}
