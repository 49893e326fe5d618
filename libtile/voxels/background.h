/* SPDX-License-Identifier: BSD-3-Clause */
/* Compression and writing of records in a thread, while the caller makes the next one. */
#ifndef BACKGROUND_H
#define BACKGROUND_H

#include "stream.h"

struct tile_background;
/* NULL: no memory. If no thread can be started, records are written at once. The writer remains the caller's, who must
 * not use it between _put and _wait. */
struct tile_background *tile_background_new(struct tile_writer *w, const char tag[4]);
/* Writes a record. The payload must not change before the next call. Errors are those of the record before. */
int tile_background_put(struct tile_background *b, const void *payload, size_t length, struct tile_error *e);
/* Waits until the last record is written, and returns its error. */
int tile_background_wait(struct tile_background *b, struct tile_error *e);
void tile_background_free(struct tile_background *b);

#endif
