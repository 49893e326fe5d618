#include "tile.h"

#include <stdarg.h>
#include <stdlib.h>

/* A message is one line on somebody's terminal, whatever a file or its name holds. */
static void one_line(char *text)
{
  for (; *text; text++)
    if ((unsigned char)*text < 0x20 || *text == 0x7f)
      *text = '?';
}

int tile_fail(struct tile_error *e, int code, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(e->text, sizeof e->text, format, list);
  va_end(list);
  one_line(e->text);
  e->code = code;
  return code;
}

int tile_fail_memory(struct tile_error *e, size_t bytes, const char *what)
{
  return tile_fail(e, TILE_FAILED, "out of memory: %.1f MiB for %s", (double)bytes / 1048576.0, what);
}

void *tile_alloc(size_t count, size_t size)
{
  return calloc(count ? count : 1, size ? size : 1);
}

void *tile_grow(void *old, size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return NULL;
  return realloc(old, bytes ? bytes : 1);
}
