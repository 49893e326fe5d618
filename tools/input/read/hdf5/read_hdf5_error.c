/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages: HDF5 says in its stack of errors whether memory was short. */
#include "read_hdf5.h"

#include <ctype.h>
#include <stdarg.h>

static herr_t is_memory(unsigned n, const H5E_error2_t *error, void *found)
{
  (void)n;
  if (error->maj_num == H5E_RESOURCE && (error->min_num == H5E_NOSPACE || error->min_num == H5E_CANTALLOC))
    *(bool *)found = true;
  return 0;
}

void hdf5_clean(char *text)
{
  for (char *at = text; *at; at++)
    *at = iscntrl((unsigned char)*at) ? '?' : *at;
}

int hdf5_reject(const char *path, struct tile_error *e, const char *format, ...)
{
  char text[900];
  bool memory = false;
  va_list more;
  H5Ewalk(H5E_DEFAULT, H5E_WALK_DOWNWARD, is_memory, &memory);
  va_start(more, format);
  vsnprintf(text, sizeof text, format, more);
  va_end(more);
  hdf5_clean(text);
  return memory ? tile_fail(e, TILE_FAILED, "%s: not enough memory to read it", path)
                : tile_fail(e, TILE_REJECTED, "%s: %s", path, text);
}
