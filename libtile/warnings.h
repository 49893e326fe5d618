/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: warnings in the history. */
#ifndef TILE_WARNINGS_H
#define TILE_WARNINGS_H

#include "tile_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- warnings in the history: H7, V10 -------------------- header.c ---- */

#define TILE_WARNING "# warning: " /* begins a line of the history that is no command but a warning of that before it */

/* Appends a warning of the last command. Without history lines it does nothing. */
int tile_header_add_warning(struct tile_header *h, const char *text, struct tile_error *e);
/* Removes the warnings of the last command. */
void tile_header_drop_warnings(struct tile_header *h);

/* The same for voxels, whose header is written before all is known: the warnings follow the voxels. Call it before
 * _finish. */
struct tile_voxels_writer;
struct tile_voxels_reader;
int tile_voxels_note_warning(struct tile_voxels_writer *w, const char *text, struct tile_error *e);
/* After the end of the file: appends the warnings that follow the voxels to the history of h. */
int tile_voxels_add_warnings(const struct tile_voxels_reader *v, struct tile_header *h, struct tile_error *e);

#ifdef __cplusplus
}
#endif

#endif
