/* SPDX-License-Identifier: BSD-3-Clause */
#include "mirror.h"

#include <string.h>

static void mirror_row(const unsigned char *row, int64_t width, unsigned char *to)
{
  for (int64_t x = 0; x < width; x++)
    to[x] = to[2 * width - 1 - x] = row[x];
}

void mirror_slice(unsigned axes, const int64_t size[3], const unsigned char *slice, unsigned char *to)
{
  const int64_t nx = size[0], ny = size[1], width = axes & 1 ? 2 * nx : nx;
  for (int64_t y = 0; y < ny; y++, slice += nx) {
    unsigned char *row = to + y * width;
    if (axes & 1)
      mirror_row(slice, nx, row);
    else
      memcpy(row, slice, (size_t)nx);
    if (axes & 2)
      memcpy(to + (2 * ny - 1 - y) * width, row, (size_t)width);
  }
}
