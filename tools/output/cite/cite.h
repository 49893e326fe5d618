/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-cite: the publications behind what a file was made with. */
#ifndef CITE_H
#define CITE_H

#include "cli.h"

enum cite_name {
  CITE_TESSERA,
  CITE_TOMCZAK_2018,
  CITE_TOMCZAK_2019,
  CITE_QIAN_1992,
  CITE_GINZBURG_2003,
  CITE_GINZBURG_2008,
  CITE_HUMIERES_2002,
  CITE_LALLEMAND_2000,
  CITE_HE_1997,
  CITE_GUO_2002,
  CITE_PATANKAR_1972,
  CITE_BOUZIDI_2001,
  CITE_PAN_2006,
  CITE_LADD_1994,
  CITE_ZOU_1997,
  CITE_HECHT_2010,
  CITE_CROCI_2022,
  CITE_WEN_2014,
  CITE_LATT_2006,
  CITE_CHO_1991,
  CITE_BOYD_2007,
  CITE_SHIBESHI_2005,
  CITE_SMAGORINSKY_1963,
  CITE_WOMERSLEY_1955,
  CITE_ESMAILY_2011,
  CITE_ROACHE_1994,
  CITE_HE_1996,
  CITE_HIMBURG_2004,
  CITE_DI_ACHILLE_2014,
  CITE_PEIFFER_2013,
  CITE_DANCKWERTS_1953,
  CITE_OTSU_1979,
  CITE_LIAO_2001,
  CITE_SAUVOLA_2000,
  CITE_SCHLUETER_2014,
  CITE_MEYER_1994,
  CITE_BUADES_2005,
  CITE_TOMASI_1998,
  CITE_PERONA_1990,
  CITE_SIJBERS_2004,
  CITE_JACOBSON_2013,
  CITE_HILDEBRAND_1997,
  CITE_REFERENCES
};

/* As BibTeX names the members; authors are separated by " and ". NULL: none. */
struct cite_reference {
  const char *name, *author, *title, *journal, *volume, *pages, *year, *doi;
};
extern const struct cite_reference cite_references[CITE_REFERENCES];
/* "AUTHORS: TITLE. JOURNAL VOLUME, PAGES (YEAR), doi:DOI" */
enum { CITE_TEXT = 1024 };
char *cite_text(char text[CITE_TEXT], const struct cite_reference *r);

/* Why a reference is cited, and whether a file says that this was used. */
struct cite_use {
  enum cite_name cited;
  const char *why;
  bool (*in)(const struct tile_header *h);
};
extern const struct cite_use cite_uses[];
extern const int cite_use_count;

#endif
