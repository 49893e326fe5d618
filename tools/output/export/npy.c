/* SPDX-License-Identifier: BSD-3-Clause */
#include "npy.h"

#include <string.h>

bool npy_head(FILE *out, const char *type, const int64_t *shape, int axes)
{
  enum { BEFORE = 10, WHOLE = 192 }; /* a multiple of 64, so that values are aligned */
  char head[WHOLE + 1] = "\x93NUMPY\x01";
  char *at = head + BEFORE;
  head[8] = (char)(WHOLE - BEFORE);
  at += sprintf(at, "{'descr': '%s', 'fortran_order': False, 'shape': (", type);
  for (int a = 0; a < axes; a++)
    at += sprintf(at, a + 1 < axes ? "%lld, " : "%lld", (long long)shape[a]);
  at += sprintf(at, "), }");
  memset(at, ' ', (size_t)(head + WHOLE - at));
  head[WHOLE - 1] = '\n';
  return fwrite(head, 1, WHOLE, out) == WHOLE;
}
