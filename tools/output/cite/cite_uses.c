/* SPDX-License-Identifier: BSD-3-Clause */
/* What the keys and the history of a file say about the methods: tessera-tile(5), "Keys of a run". */
#include <config.h>

#include "cite.h"

#include <string.h>

static bool has(const struct tile_header *h, const char *key, const char *text)
{
  const char *value = tile_header_get(h, key);
  return value && strstr(value, text);
}

static bool is(const struct tile_header *h, const char *key, const char *word)
{
  const char *value = tile_header_get(h, key);
  return value && strcmp(value, word) == 0;
}

/* Whether a command of the history has this word or, of an option, at least so many of its first letters. */
static bool said(const struct tile_header *h, const char *word, size_t least)
{
  for (size_t i = 0; i < h->lines; i++)
    for (const char *at = *h->history[i] == '#' ? "" : h->history[i]; *at;
         at += strcspn(at, " =") + (at[strcspn(at, " =")] != 0)) {
      const size_t length = strcspn(at, " =");
      if (length >= least && length <= strlen(word) && strncmp(at, word, length) == 0)
        return true;
    }
  return false;
}

/* Whether a word of a command begins so, as the value otsu:3 does with otsu: */
static bool began(const struct tile_header *h, const char *with)
{
  for (size_t i = 0; i < h->lines; i++)
    for (const char *at = *h->history[i] == '#' ? "" : h->history[i]; *at;
         at += strcspn(at, " =") + (at[strcspn(at, " =")] != 0))
      if (strncmp(at, with, strlen(with)) == 0)
        return true;
  return false;
}

/* ---- in the order of the table ---- */

static bool always(const struct tile_header *h)
{
  (void)h;
  return true;
}

static bool tiles(const struct tile_header *h)
{
  return tile_header_get(h, "tiles");
}

static bool lattice(const struct tile_header *h)
{
  return tile_header_get(h, "collision");
}

static bool magic(const struct tile_header *h)
{
  return tile_header_get(h, "magic");
}

static bool trt(const struct tile_header *h)
{
  return is(h, "collision", "trt");
}

static bool interpolated(const struct tile_header *h)
{
  return is(h, "walls", "interpolated");
}

static bool through_face(const struct tile_header *h)
{
  return (has(h, "conditions", ":pressure=") || has(h, "conditions", ":velocity=") ||
          has(h, "conditions", ":parabola=") || has(h, "conditions", ":flow")) &&
         (has(h, "patches", "-") || has(h, "patches", "+"));
}

static bool pressure_at_opening(const struct tile_header *h)
{
  return has(h, "patches", "=opening") && has(h, "conditions", ":pressure=");
}

static bool velocity_at_opening(const struct tile_header *h)
{
  return has(h, "patches", "=opening") &&
         (has(h, "conditions", ":velocity=") || has(h, "conditions", ":parabola=") || has(h, "conditions", ":flow"));
}

static bool moving(const struct tile_header *h)
{
  return has(h, "conditions", ":wall=");
}

static bool flat(const struct tile_header *h)
{
  return is(h, "lattice", "d2q9");
}

static bool mrt(const struct tile_header *h)
{
  return is(h, "collision", "mrt") && !flat(h);
}

static bool mrt_flat(const struct tile_header *h)
{
  return is(h, "collision", "mrt") && flat(h);
}

static bool incompressible(const struct tile_header *h)
{
  return is(h, "equilibrium", "incompressible");
}

static bool force(const struct tile_header *h)
{
  return tile_header_get(h, "force");
}

static bool corrected(const struct tile_header *h)
{
  return tile_header_get(h, "drive") && has(h, "relaxation", "auto");
}

static bool linear(const struct tile_header *h)
{
  return is(h, "walls", "linear");
}

static bool half(const struct tile_header *h)
{
  return is(h, "precision", "fp16") || said(h, "fp32/fp16", sizeof "fp32/fp16" - 1); /* fields are never in 16 bits */
}

static bool forces(const struct tile_header *h)
{
  return said(h, "--force-on", sizeof "--force-" - 1);
}

static bool regularised(const struct tile_header *h)
{
  return is(h, "collision", "regularised");
}

static bool carreau(const struct tile_header *h)
{
  return has(h, "blood", "carreau-yasuda");
}

static bool casson(const struct tile_header *h)
{
  return has(h, "blood", "casson");
}

static bool power_law(const struct tile_header *h)
{
  return has(h, "blood", "power-law");
}

static bool eddies(const struct tile_header *h)
{
  return tile_header_get(h, "les");
}

static bool womersley(const struct tile_header *h)
{
  return has(h, "conditions", ":flow-womersley=");
}

static bool outlets(const struct tile_header *h)
{
  return has(h, "outlets", ":resistance=") || has(h, "outlets", ":rcr=") || has(h, "outlets", ":split=");
}

/* Only an interval has commas. */
static bool refined(const struct tile_header *h)
{
  return has(h, CLI_PERMEABILITY_KEY, ",") || has(h, CLI_DIFFUSION_KEY, ",");
}

static bool osi(const struct tile_header *h)
{
  return has(h, "values", "osi=");
}

static bool rrt(const struct tile_header *h)
{
  return has(h, "values", "rrt=");
}

static bool ecap(const struct tile_header *h)
{
  return has(h, "values", "ecap=");
}

static bool transwss(const struct tile_header *h)
{
  return has(h, "values", "transwss=");
}

static bool residence(const struct tile_header *h)
{
  return has(h, "values", "residence=");
}

static bool otsu(const struct tile_header *h)
{
  return said(h, "otsu", sizeof "otsu" - 1) || began(h, "otsu:");
}

static bool several(const struct tile_header *h)
{
  return began(h, "otsu:");
}

static bool local(const struct tile_header *h)
{
  return began(h, "local:");
}

static bool edges(const struct tile_header *h)
{
  return said(h, "edges", sizeof "edges" - 1);
}

static bool watershed(const struct tile_header *h)
{
  return said(h, "watershed", sizeof "watershed" - 1) || began(h, "watershed:");
}

static bool nlm(const struct tile_header *h)
{
  return said(h, "--nlm", sizeof "--nl" - 1);
}

static bool bilateral(const struct tile_header *h)
{
  return said(h, "--bilateral", sizeof "--bil" - 1);
}

static bool anisotropic(const struct tile_header *h)
{
  return said(h, "--anisotropic", sizeof "--an" - 1);
}

static bool rings(const struct tile_header *h)
{
  return said(h, "--rings", sizeof "--ri" - 1);
}

static bool repair(const struct tile_header *h)
{
  return said(h, "--repair", sizeof "--rep" - 1);
}

static bool thickness(const struct tile_header *h)
{
  return said(h, "--thickness", sizeof "--thi" - 1);
}

const struct cite_use cite_uses[] = {
    {CITE_TESSERA, "the programs", always},
    {CITE_TOMCZAK_2018, "sparse tiles", tiles},
    {CITE_TOMCZAK_2019, "sparse tiles", tiles},
    {CITE_QIAN_1992, "the lattice", lattice},
    {CITE_GINZBURG_2003, "the magic parameter, which places walls half-way", magic},
    {CITE_GINZBURG_2008, "two relaxation times", trt},
    {CITE_GINZBURG_2008, "interpolated walls", interpolated},
    {CITE_GINZBURG_2008, "pressures at openings", pressure_at_opening},
    {CITE_HUMIERES_2002, "relaxation of moments", mrt},
    {CITE_LALLEMAND_2000, "relaxation of moments", mrt_flat},
    {CITE_HE_1997, "the incompressible equilibrium", incompressible},
    {CITE_GUO_2002, "the body force", force},
    {CITE_PATANKAR_1972, "the correction of the pressure", corrected},
    {CITE_BOUZIDI_2001, "linear walls", linear},
    {CITE_PAN_2006, "linear walls", linear},
    {CITE_LADD_1994, "moving walls", moving},
    {CITE_LADD_1994, "velocities at openings", velocity_at_opening},
    {CITE_ZOU_1997, "velocities and pressures at faces", through_face},
    {CITE_HECHT_2010, "velocities and pressures at faces", through_face},
    {CITE_CROCI_2022, "populations in 16 bits", half},
    {CITE_WEN_2014, "forces on walls", forces},
    {CITE_LATT_2006, "the regularised collision", regularised},
    {CITE_CHO_1991, "the viscosity of blood", carreau},
    {CITE_BOYD_2007, "the viscosity of blood", carreau},
    {CITE_BOYD_2007, "Casson's law", casson},
    {CITE_SHIBESHI_2005, "the viscosity of blood", power_law},
    {CITE_SMAGORINSKY_1963, "the eddy viscosity", eddies},
    {CITE_WOMERSLEY_1955, "the shape of a pulsatile inflow", womersley},
    {CITE_ESMAILY_2011, "flow that comes back through outlets", outlets},
    {CITE_ROACHE_1994, "the error of the grid", refined},
    {CITE_HE_1996, "OSI", osi},
    {CITE_HIMBURG_2004, "RRT", rrt},
    {CITE_DI_ACHILLE_2014, "ECAP", ecap},
    {CITE_PEIFFER_2013, "transWSS", transwss},
    {CITE_DANCKWERTS_1953, "the residence time", residence},
    {CITE_OTSU_1979, "Otsu's threshold", otsu},
    {CITE_LIAO_2001, "several classes", several},
    {CITE_SAUVOLA_2000, "the local threshold", local},
    {CITE_SCHLUETER_2014, "the threshold", edges},
    {CITE_MEYER_1994, "the watershed", watershed},
    {CITE_BUADES_2005, "non-local means", nlm},
    {CITE_TOMASI_1998, "the bilateral filter", bilateral},
    {CITE_PERONA_1990, "anisotropic diffusion", anisotropic},
    {CITE_SIJBERS_2004, "rings", rings},
    {CITE_JACOBSON_2013, "a surface that is not closed", repair},
    {CITE_HILDEBRAND_1997, "the thickness of pores", thickness},
};
const int cite_use_count = sizeof cite_uses / sizeof *cite_uses;
