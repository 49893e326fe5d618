/* SPDX-License-Identifier: BSD-3-Clause */
#include "inputs.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool dicom_is(const char *path)
{
  char begin[132] = "";
  struct stat status;
  const char *dot = strrchr(path, '.');
  if (stat(path, &status) || !S_ISREG(status.st_mode))
    return false;
  FILE *in = fopen(path, "rb");
  size_t got = in ? fread(begin, 1, sizeof begin, in) : 0;
  if (in)
    fclose(in);
  return (got == sizeof begin && memcmp(begin + 128, "DICM", 4) == 0) || (dot && strcasecmp(dot, ".dcm") == 0);
}
