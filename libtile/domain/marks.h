/* SPDX-License-Identifier: BSD-3-Clause */
/* Making the marks and the walls of a domain. */
#ifndef MARKS_H
#define MARKS_H

#include "domain.h"
#include "tile_make.h"

/* TILE_USAGE: a name or face is not valid or appears twice, or a face is of a periodic axis. openings: patches may be
 * some. */
int marks_check(const struct tile_make *how, bool openings, struct tile_error *e);
/* Adds the marks of patches at faces to d->mark, which has those of thin walls and openings; keeps it sorted. */
int marks_make(struct tile_domain *d, struct tile_error *e);
/* Removes the marks of patches at faces. */
void marks_drop_faces(struct tile_domain *d);

/* ---- walls.c ---- */

/* Makes d->wall, and d->mark of thin walls and openings, of the walls of the volume. */
int walls_make(struct tile_domain *d, const struct tile_bits *b, struct tile_error *e);
/* Removes walls of links that leave through the patch of a face, or through another face before the wall. */
void walls_drop_faces(struct tile_domain *d);

#endif
