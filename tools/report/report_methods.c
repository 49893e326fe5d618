/* SPDX-License-Identifier: BSD-3-Clause */
/* What a file tells of methods, as sentences for a paper with keys of publications: those of tessera-cite. */
#include <config.h>

#include "cite.h"
#include "keys.h"
#include "report.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where a publication is named; that of the programs begins. */
static const enum report_stage stage_of[CITE_REFERENCES] = {[CITE_TESSERA] = STAGES,
                                                            [CITE_TOMCZAK_2018] = STAGE_PROGRAM,
                                                            [CITE_TOMCZAK_2019] = STAGE_PROGRAM,
                                                            [CITE_QIAN_1992] = STAGE_FLOW,
                                                            [CITE_GINZBURG_2003] = STAGE_FLOW,
                                                            [CITE_GINZBURG_2008] = STAGE_FLOW,
                                                            [CITE_HUMIERES_2002] = STAGE_FLOW,
                                                            [CITE_LALLEMAND_2000] = STAGE_FLOW,
                                                            [CITE_HE_1997] = STAGE_FLOW,
                                                            [CITE_GUO_2002] = STAGE_FLOW,
                                                            [CITE_PATANKAR_1972] = STAGE_FLOW,
                                                            [CITE_BOUZIDI_2001] = STAGE_FLOW,
                                                            [CITE_PAN_2006] = STAGE_FLOW,
                                                            [CITE_LADD_1994] = STAGE_FLOW,
                                                            [CITE_ZOU_1997] = STAGE_FLOW,
                                                            [CITE_HECHT_2010] = STAGE_FLOW,
                                                            [CITE_CROCI_2022] = STAGE_FLOW,
                                                            [CITE_WEN_2014] = STAGE_FLOW,
                                                            [CITE_LATT_2006] = STAGE_FLOW,
                                                            [CITE_CHO_1991] = STAGE_FLOW,
                                                            [CITE_BOYD_2007] = STAGE_FLOW,
                                                            [CITE_SHIBESHI_2005] = STAGE_FLOW,
                                                            [CITE_SMAGORINSKY_1963] = STAGE_FLOW,
                                                            [CITE_WOMERSLEY_1955] = STAGE_FLOW,
                                                            [CITE_ESMAILY_2011] = STAGE_FLOW,
                                                            [CITE_ROACHE_1994] = STAGE_RESULT,
                                                            [CITE_HE_1996] = STAGE_RESULT,
                                                            [CITE_HIMBURG_2004] = STAGE_RESULT,
                                                            [CITE_DI_ACHILLE_2014] = STAGE_RESULT,
                                                            [CITE_PEIFFER_2013] = STAGE_RESULT,
                                                            [CITE_DANCKWERTS_1953] = STAGE_RESULT,
                                                            [CITE_OTSU_1979] = STAGE_IMAGE,
                                                            [CITE_LIAO_2001] = STAGE_IMAGE,
                                                            [CITE_SAUVOLA_2000] = STAGE_IMAGE,
                                                            [CITE_MEYER_1994] = STAGE_IMAGE,
                                                            [CITE_BUADES_2005] = STAGE_IMAGE,
                                                            [CITE_TOMASI_1998] = STAGE_IMAGE,
                                                            [CITE_PERONA_1990] = STAGE_IMAGE,
                                                            [CITE_SIJBERS_2004] = STAGE_IMAGE,
                                                            [CITE_JACOBSON_2013] = STAGE_IMAGE,
                                                            [CITE_HILDEBRAND_1997] = STAGE_PORES};

static bool is_used(const struct cite_use *u, const struct tile_header *h, enum report_stage stage)
{
  return stage_of[u->cited] == stage && u->in(h);
}

static bool any_used(const struct tile_header *h, enum report_stage stage)
{
  bool any = false;
  for (int i = 0; i < cite_use_count; i++)
    any = any || is_used(cite_uses + i, h, stage);
  return any;
}

/* ", the lattice [@qian1992], sparse tiles [@tomczak2018,tomczak2019]": publications of one reason stand together. */
static void put_reasons(FILE *out, const struct tile_header *h, enum report_stage stage, const char *first)
{
  const char *why = NULL;
  for (int i = 0; i < cite_use_count; i++) {
    const struct cite_use *u = cite_uses + i;
    if (!is_used(u, h, stage))
      continue;
    if (why && strcmp(why, u->why) == 0)
      fprintf(out, ",%s", cite_references[u->cited].name);
    else
      fprintf(out, "%s%s [@%s", why ? "], " : first, u->why, cite_references[u->cited].name);
    why = u->why;
  }
  fputs(why ? "]" : "", out);
}

static void add_reasons(struct report_file *r, enum report_stage stage, const char *begin)
{
  const struct tile_header *h = &r->f.domain.header;
  char *text = NULL;
  size_t size;
  FILE *out = any_used(h, stage) ? open_memstream(&text, &size) : NULL;
  if (!out)
    return;
  put_reasons(out, h, stage, begin);
  if (tile_text_end(out, &text))
    report_method(r->report, stage, "%s", text);
  free(text);
}

static void add_geometry(struct report_file *r)
{
  const struct tile_domain *d = &r->f.domain;
  char length[TILE_REAL_TEXT], of[TILE_REAL_TEXT + 8] = "", porosity[64] = "";
  if (d->dx > 0)
    snprintf(of, sizeof of, " of %s", cli_length_text(length, d->dx));
  if (!report_has_openings(r))
    snprintf(porosity, sizeof porosity, ", and a porosity of %.4g %%", 100 * r->measure.porosity);
  report_method(r->report, STAGE_GEOMETRY, "The %s has %lld × %lld × %lld voxels%s, of which %lld are fluid%s",
                report_has_openings(r) ? "box of the vessel" : "sample", (long long)d->grid[0], (long long)d->grid[1],
                (long long)d->grid[2], of, (long long)r->measure.nonsolid, porosity);
}

static const char *word(char text[40], const char *value)
{
  static const char *const said[][2] = {{"fp64", "double precision"},
                                        {"fp32", "single precision"},
                                        {"stokes", "without inertia"},
                                        {"quasi", "quasi-compressible equilibrium"},
                                        {"incompressible", "incompressible equilibrium"},
                                        {"regularised", "regularised collision"}};
  for (size_t i = 0; i < sizeof said / sizeof *said; i++)
    if (strcmp(said[i][0], value) == 0)
      return said[i][1];
  snprintf(text, 40, "%s", value);
  for (char *at = text; *at; at++)
    *at = (char)toupper((unsigned char)*at);
  return text;
}

static void put_flow(struct report_file *r, FILE *out)
{
  static const enum lbm_key keys[] = {LBM_KEY_COLLISION, LBM_KEY_EQUILIBRIUM, LBM_KEY_PRECISION};
  const char *lattice = lbm_key_text(&r->f.domain, LBM_KEY_LATTICE);
  char text[40];
  fprintf(out, "The flow was computed with the lattice-Boltzmann method (%s", word(text, lattice ? lattice : "d3q19"));
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const char *value = lbm_key_text(&r->f.domain, keys[i]);
    if (value)
      fprintf(out, ", %s", word(text, value));
  }
  fputs(")", out);
  put_reasons(out, &r->f.domain.header, STAGE_FLOW, ", with ");
}

static void add_flow(struct report_file *r)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return;
  put_flow(r, out);
  if (tile_text_end(out, &text))
    report_method(r->report, STAGE_FLOW, "%s", text);
  free(text);
}

static void add_end(struct report_file *r, const struct lbm_parameters *p)
{
  const struct probe_run run = probe_run_of(&r->f);
  const double remaining = report_remaining(r, p);
  char tau[64] = "";
  if (isfinite(run.tau))
    snprintf(tau, sizeof tau, ", with the relaxation time %.4g", run.tau);
  if (p->beat.taken && p->beat.beats)
    report_method(r->report, STAGE_END, "%lld beats were computed%s, and the last is shown", (long long)p->beat.beats,
                  tau);
  else if (run.converged && strcmp(run.converged, "yes") == 0 && isfinite(remaining))
    report_method(r->report, STAGE_END,
                  "It was taken as steady after %.0f steps%s, when its mean velocity%s within %.1g of the limit",
                  run.step, tau, p->openings.count ? " and the flow through each opening were" : " was", remaining);
  else if (run.converged && strcmp(run.converged, "yes") == 0)
    report_method(r->report, STAGE_END, "It was taken as steady after %.0f steps%s", run.step, tau);
  else if (isfinite(run.step))
    report_method(r->report, STAGE_END, "%.0f steps were computed%s", run.step, tau);
  if (r->driven)
    report_method(r->report, STAGE_RESULT,
                  "The permeability follows from Darcy's law, with the velocity averaged over the whole sample");
}

static bool has_interval(const struct report_file *r, const char *key)
{
  struct cli_result is;
  bool has = false;
  for (int axis = 0; axis < 3; axis++)
    has = has || (cli_result_get(&r->f.domain.header, key, axis, &is) && cli_has_interval(&is));
  return has;
}

int report_methods_of(struct report_file *r, struct tile_error *e)
{
  struct lbm_parameters p = {0};
  add_reasons(r, STAGE_PROGRAM, "The computations were made with Tessera " PACKAGE_VERSION " [@tessera], on ");
  add_reasons(r, STAGE_IMAGE, "The image was prepared with ");
  add_geometry(r);
  if (any_used(&r->f.domain.header, STAGE_PORES))
    report_method(r->report, STAGE_PORES, REPORT_THICKNESS);
  if (tile_header_get(&r->f.domain.header, "diffusion"))
    report_method(r->report, STAGE_DIFFUSION, REPORT_DIFFUSION);
  if (has_interval(r, CLI_PERMEABILITY_KEY))
    report_method(r->report, STAGE_ERROR, REPORT_PERMEABILITY_ERROR);
  if (has_interval(r, CLI_DIFFUSION_KEY))
    report_method(r->report, STAGE_DIFFUSION, REPORT_DIFFUSION_ERROR);
  if (!r->f.flow || !tile_header_get(&r->f.domain.header, "collision"))
    return 0;
  add_flow(r);
  add_reasons(r, STAGE_RESULT, "Derived from it were ");
  const int code = lbm_parameters_read(&p, &r->f.domain, e);
  if (!code)
    add_end(r, &p);
  lbm_parameters_free(&p);
  return code;
}
