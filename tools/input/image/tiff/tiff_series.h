/* SPDX-License-Identifier: BSD-3-Clause */
/* Which pages of a file are slices: those of reduced resolution and masks are not, and a file may contain several
 * series, each described on its first page. */
#ifndef TIFF_SERIES_H
#define TIFF_SERIES_H

#include "tiff_stated.h"

enum tiff_kind { TIFF_WHOLE, TIFF_REDUCED, TIFF_MASK, TIFF_KINDS };
/* What the current page is by NewSubfileType or SubfileType. */
enum tiff_kind tiff_kind_of(const struct tiff_file *f);

struct tiff_series {
  int64_t count;  /* of series, so far */
  int64_t images; /* stated by the current series; 0 or 1: any number */
  int64_t slices; /* of the current series, so far */
};
/* Adds the current page of the file: to the current series, or to the next one if that begins here. */
void tiff_series_add(struct tiff_series *g, const struct tiff_file *f);

#endif
