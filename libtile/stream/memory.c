/* SPDX-License-Identifier: BSD-3-Clause */
/* Checked allocation, with an optional limit. */
#include <config.h>

#include "memory.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static size_t limit; /* 0: none */
/* Bytes of the heap that the last refused request, of any thread, would have led to; 0: none, or it has been
 * reported. */
static _Atomic size_t refused;

enum { LARGE = 1 << 16 }; /* smaller requests do not depend on the size of the input, and mallinfo2 takes time */

/* Bytes of the heap in use; 0 where the C library does not report them, so that each request is checked alone. */
static size_t in_use(void)
{
#if HAVE_MALLINFO2
  const struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
#else
  return 0;
#endif
}

static bool allowed(size_t bytes)
{
  size_t all;
  if (!limit || bytes < LARGE || (!__builtin_add_overflow(in_use(), bytes, &all) && all <= limit))
    return true;
  refused = __builtin_add_overflow(in_use(), bytes, &all) ? SIZE_MAX : all;
  return false;
}

/* If the C library has allocated no block yet (a sanitizer has an allocator of its own), the first call of mallinfo2
 * initialises its heap, which is not thread-safe. */
void tile_limit_memory(size_t bytes)
{
  limit = bytes;
  (void)in_use();
}

int tile_afford(size_t count, size_t size, const char *what, struct tile_error *e)
{
  size_t bytes = __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes;
  return allowed(bytes) ? TILE_OK : tile_fail_memory(e, bytes, what);
}

size_t tile_memory_left(void)
{
  const size_t used = limit ? in_use() : 0;
  return !limit ? SIZE_MAX : used < limit ? limit - used : 0;
}

int tile_fail_memory(struct tile_error *e, size_t bytes, const char *what)
{
  const double mib = 1048576, one = (double)bytes, told = (double)atomic_exchange(&refused, 0);
  const double all = told > one ? told : one; /* the caller may report several requests, of which one was refused */
  if (told == 0)
    return tile_fail(e, TILE_FAILED, "out of memory: %.1f MiB for %s", one / mib, what);
  return tile_fail(e, TILE_FAILED, "%s: %.1f MiB, %.1f MiB in all, are needed, more than the limit of %.1f MiB", what,
                   one / mib, all / mib, (double)limit / mib);
}

bool tile_text_end(FILE *stream, char *const *text)
{
  const bool bad = !stream || ferror(stream);
  return (!stream || fclose(stream) == 0) && !bad && *text;
}

void *tile_alloc(size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || !allowed(bytes))
    return NULL;
  return calloc(count ? count : 1, size ? size : 1);
}

/* Bytes of a block that realloc moves by remapping its pages, so that old and new block never exist at once. */
static size_t moved(void *old)
{
  size_t bytes = 0;
#if HAVE_MALLINFO2
  bytes = old ? malloc_usable_size(old) : 0;
#endif
  return bytes >= (size_t)64 << 20 ? bytes : 0; /* twice the largest threshold of mmap in glibc */
}

/* Half as much again wastes little, and copies each element a few times. */
int tile_reserve_more(void *list, size_t *room, size_t need, size_t size, const char *what, struct tile_error *e)
{
  void *old, *grown;
  const size_t more = !room ? need : *room + *room / 2 > need ? *room + *room / 2 : need + 16;
  memcpy(&old, list, sizeof old);
  if (!(grown = tile_grow(old, more, size)))
    return tile_fail_memory(e, more * size, what);
  memcpy(list, &grown, sizeof grown);
  if (room)
    *room = more;
  return TILE_OK;
}

/* A small block is copied: until then old and new block both count. */
void *tile_grow(void *old, size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return NULL;
  const size_t there = moved(old);
  if (!allowed(bytes > there ? bytes - there : 0))
    return NULL;
  return realloc(old, bytes ? bytes : 1);
}
