/* Which links of which nodes leave through a patch: libtile's own header. */
#ifndef MARKS_H
#define MARKS_H

#include "domain.h"

/* Names, faces, and that no face is taken twice or periodic; with openings among the patches, or not. */
int marks_check(const struct tile_make *how, bool openings, struct tile_error *e);
/* Adds those of the patches at faces to d->mark, which holds others: thin walls, openings. Sorted by tile, node, patch. */
int marks_make(struct tile_domain *d, struct tile_error *e);
/* Leaves the others. */
void marks_drop_faces(struct tile_domain *d);

/* ---- walls.c ---- */

/* d->wall and d->mark (of thin walls and openings) from those of the volume. */
int walls_make(struct tile_domain *d, const struct tile_bits *b, struct tile_error *e);
/* A link that leaves through the patch of a face has no wall, nor has one that leaves through another before the wall. */
void walls_drop_faces(struct tile_domain *d);

#endif
