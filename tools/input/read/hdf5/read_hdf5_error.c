/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages: HDF5 says in its stack of errors whether memory was short, data are of a newer version, or a file is being written. */
#include "read_hdf5.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

static struct {
  bool memory, newer, written;
} cause;

/* Versions and locks have no number of their own in all versions of HDF5. */
static herr_t note(unsigned n, const H5E_error2_t *error, void *none)
{
  const char *text = error->desc ? error->desc : "";
  (void)n, (void)none;
  if (error->maj_num == H5E_RESOURCE && (error->min_num == H5E_NOSPACE || error->min_num == H5E_CANTALLOC))
    cause.memory = true;
  cause.newer = cause.newer || error->min_num == H5E_VERSION || strstr(text, "bad version number");
  cause.written = cause.written || strstr(text, "already open for write") || strstr(text, "unable to lock");
  return 0;
}

bool hdf5_note(void)
{
  H5Ewalk(H5E_DEFAULT, H5E_WALK_DOWNWARD, note, NULL);
  return cause.memory;
}

bool hdf5_is_newer(void)
{
  return cause.newer;
}

void hdf5_forget(void)
{
  memset(&cause, 0, sizeof cause);
}

void hdf5_clean(char *text)
{
  for (char *at = text; *at; at++)
    *at = iscntrl((unsigned char)*at) ? '?' : *at;
}

int hdf5_reject(const char *path, struct tile_error *e, const char *format, ...)
{
  char text[900];
  unsigned major, minor, release;
  va_list more;
  hdf5_note();
  va_start(more, format);
  vsnprintf(text, sizeof text, format, more);
  va_end(more);
  hdf5_clean(text);
  if (cause.memory)
    return tile_fail(e, TILE_FAILED, "%s: not enough memory to read it", path);
  if (cause.written)
    return tile_fail(e, TILE_FAILED,
                     "%s: another program is writing it, or ended without closing it: wait, or use h5clear -s", path);
  if (cause.newer && H5get_libversion(&major, &minor, &release) >= 0)
    return tile_fail(
        e, TILE_REJECTED,
        "%s: has data of a newer version of the format than HDF5 %u.%u.%u of this program reads: write them with "
        "libver='v108' of h5py",
        path, major, minor, release);
  return tile_fail(e, TILE_REJECTED, "%s: %s", path, text);
}
