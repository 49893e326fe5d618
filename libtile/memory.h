/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: memory. */
#ifndef TILE_MEMORY_H
#define TILE_MEMORY_H

#include "tile_error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- memory ----------------------------------------------- memory.c ---- */

/* Reports that `bytes` (0: unknown) for `what` could not be allocated, or exceed the limit of tile_limit_memory.
 * Returns TILE_FAILED. */
int tile_fail_memory(struct tile_error *e, size_t bytes, const char *what);

/* Allocate count * size bytes, which the caller releases with free(3); a size of 0 gives a block too. NULL: the product
 * overflows, memory is short, or the limit is reached. tile_alloc zeroes the block; tile_grow is like realloc(3), and
 * on failure `old` remains valid. */
void *tile_alloc(size_t count, size_t size);
void *tile_grow(void *old, size_t count, size_t size);

/* Gives *list, a pointer, room for `need` elements of `size` bytes, and sets *room; nothing happens where there is that
 * much. room NULL: exactly that much. TILE_FAILED: *list and *room stay. */
int tile_reserve_more(void *list, size_t *room, size_t need, size_t size, const char *what, struct tile_error *e);
static inline int tile_reserve(void *list, size_t *room, size_t need, size_t size, const char *what,
                               struct tile_error *e)
{
  return room && need <= *room ? TILE_OK : tile_reserve_more(list, room, need, size, what, e);
}

/* Limits the heap of this process to `bytes`; 0, the initial value: no limit. It applies to requests of 64 KiB and more
 * to tile_alloc and tile_grow. Global state, for programs: no other thread may allocate during the call. */
void tile_limit_memory(size_t bytes);

/* Checks before a long read that count * size bytes more for `what` stay within the limit. It allocates nothing. */
int tile_afford(size_t count, size_t size, const char *what, struct tile_error *e);
/* Bytes that are left of the limit; SIZE_MAX: there is none. */
size_t tile_memory_left(void);

/* Closes a stream of open_memstream(text, ...), which may be NULL. false: memory ran out, and *text is not complete;
 * fclose(3) does not report every such case. The caller releases *text with free(3) in both cases. */
bool tile_text_end(FILE *stream, char *const *text);

#ifdef __cplusplus
}
#endif

#endif
