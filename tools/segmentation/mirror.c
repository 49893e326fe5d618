#include "mirror.h"

#include <string.h>

static void mirror_row(const unsigned char *row, int64_t width, unsigned char *to)
{
  for (int64_t x = 0; x < width; x++)
    to[x] = to[2 * width - 1 - x] = row[x];
}

void mirror_slice(int axis, const int64_t size[3], const unsigned char *slice, unsigned char *to)
{
  int64_t nx = size[0], ny = size[1];
  for (int64_t y = 0; y < ny; y++, slice += nx)
    if (axis == 0) {
      mirror_row(slice, nx, to + y * 2 * nx);
    } else {
      memcpy(to + y * nx, slice, (size_t)nx);
      memcpy(to + (2 * ny - 1 - y) * nx, slice, (size_t)nx);
    }
}
