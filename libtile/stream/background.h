/* Records that a thread compresses and writes while the caller makes the next one. */
#ifndef BEHIND_H
#define BEHIND_H

#include "stream.h"

struct tile_background;
/* Never fails: without a thread records are written at once. NULL: no memory. The writer stays the caller's. */
struct tile_background *tile_background_new(struct tile_writer *w, const char tag[4]);
/* The payload is the caller's again after the next call. Errors are those of the record before. */
int tile_background_put(struct tile_background *b, const void *payload, size_t length, struct tile_error *e);
/* What was put last is written; the error of that. */
int tile_background_wait(struct tile_background *b, struct tile_error *e);
void tile_background_free(struct tile_background *b);

#endif
