/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "target.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* One file in memory, which each call overwrites. */
const char *fuzz_file(const void *data, size_t length)
{
  static int file = -1;
  static char path[32];
  if (file < 0)
    file = memfd_create("fuzz", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, 0) || pwrite(file, data, length, 0) != (ssize_t)length)
    return NULL;
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return path;
}
