/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the walls between voxels if the source knows those of a slice (a surface); otherwise these functions do
 * nothing. */
#ifndef SEGMENTATION_CUTS_H
#define SEGMENTATION_CUTS_H

#include "segmentation.h"

/* Sets the names and openings of the surfaces; call it before the first slice is written. */
int cuts_set_header(struct tile_header *h, const struct source *s, const struct pads *pads, struct tile_error *e);
/* Writes the walls; call it after the last slice. w may be NULL. */
int cuts_put(struct segmentation *p, struct tile_voxels_writer *w, struct tile_error *e);

#endif
