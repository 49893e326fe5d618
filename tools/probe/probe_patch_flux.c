/* Flux through the patches of a domain. */
#include "flux.h"
#include "probe_walls.h"

#include <math.h>
#include <stdlib.h>

static void print_row(FILE *out, const char *name, const struct lbm_gain *flux, double unit)
{
  char text[TILE_REAL_TEXT];
  fprintf(out, "%s,%lld,%s", name, (long long)flux->links, tile_real_text(text, flux->mass));
  fprintf(out, ",%s\n", isfinite(unit) ? tile_real_text(text, flux->mass * unit) : "");
}

static void print_csv(FILE *out, const struct tile_domain *d, const struct lbm_gain *flux, double unit)
{
  fputs("patch,links,flux,flux_m3_s\n", out);
  for (int p = 0; p < d->patches; p++)
    print_row(out, d->patch[p].name, flux + p, unit);
  print_row(out, "walls", flux + d->patches, unit);
}

static void print(const struct tile_domain *d, const struct lbm_gain *flux, struct cli_flux *of, double unit,
                  struct probe_report *r)
{
  const struct lbm_balance b = lbm_balance_of(flux, d->patches);
  const size_t count = (size_t)d->patches;
  for (size_t p = 0; p < count; p++)
    of[p] = (struct cli_flux){d->patch[p].name, flux[p].mass, flux[p].links};
  const struct cli_fluxes told = {of, count, flux[count].mass, b.inflow, b.gain, unit};
  if (r->form == PROBE_JSON) {
    json_fluxes(&r->json, &told);
    return;
  }
  probe_section(r, "flux through patches");
  if (r->form == PROBE_CSV)
    print_csv(r->out, d, flux, unit);
  else
    report_fluxes(r->out, &told);
}

int probe_patch_flux(const struct probe_walls *w, const struct fields *f, struct probe_report *r, struct tile_error *e)
{
  const size_t count = (size_t)f->domain.patches;
  if (!count)
    return tile_fail(e, TILE_REJECTED, "%s: has no patches, whose flux --patch-flux tells", f->name);
  struct lbm_gain *flux = tile_alloc(count + 1, sizeof *flux);
  struct cli_flux *of = tile_alloc(count, sizeof *of);
  const int code = flux && of ? lbm_fluxes(flux, &w->arrivals, e) : tile_fail_memory(e, count * sizeof *of, "fluxes");
  if (!code)
    print(&f->domain, flux, of, lbm_unit(&f->units, LBM_FLUX), r);
  free(flux);
  free(of);
  return code;
}
