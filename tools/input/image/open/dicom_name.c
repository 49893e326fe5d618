/* SPDX-License-Identifier: BSD-3-Clause */
#include "inputs.h"

#include "regular.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool dicom_is(const char *path)
{
  char begin[132] = "";
  struct tile_error e;
  const char *dot = strrchr(path, '.');
  FILE *in = tile_read_regular(path, &e);
  if (!in)
    return false;
  const size_t got = fread(begin, 1, sizeof begin, in);
  fclose(in);
  return (got == sizeof begin && memcmp(begin + 128, "DICM", 4) == 0) || (dot && strcasecmp(dot, ".dcm") == 0);
}
