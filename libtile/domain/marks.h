/* Which links of which nodes leave through a patch: libtile's own header. */
#ifndef MARKS_H
#define MARKS_H

#include "own.h"

/* Names, faces, and that no face is taken twice or periodic. */
int marks_check(const struct tile_make *how, struct tile_error *e);
/* Fills d->mark for the patches of d; sorted by tile, node, patch. */
int marks_make(struct tile_domain *d, struct tile_error *e);

#endif
