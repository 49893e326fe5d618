/* The walls between voxels, of a source that knows those of a slice (a surface); else nothing is done. */
#ifndef PASS_CUTS_H
#define PASS_CUTS_H

#include "pass.h"

/* Their names and openings, before the first slice is written. */
int cuts_set_header(struct tile_header *h, const struct source *s, const struct pads *pads, struct tile_error *e);
/* After the last slice; w may be NULL. */
int cuts_put(struct pass *p, struct tile_voxels_writer *w, struct tile_error *e);

#endif
