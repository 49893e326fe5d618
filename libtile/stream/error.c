/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "stream.h"

#include <stdarg.h>

/* Text from files and their names must not control the terminal. */
static void one_line(char *text)
{
  for (; *text; text++)
    if ((unsigned char)*text < 0x20 || *text == 0x7f)
      *text = '?';
}

int tile_fail(struct tile_error *e, int code, const char *format, ...)
{
  struct tile_decimal decimal;
  va_list list;
  tile_decimal_begin(&decimal);
  va_start(list, format);
  vsnprintf(e->text, sizeof e->text, format, list);
  va_end(list);
  tile_decimal_end(&decimal);
  one_line(e->text);
  e->code = code;
  return code;
}
