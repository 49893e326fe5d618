/* SPDX-License-Identifier: BSD-3-Clause */
/* The coefficients of a curve, as svMultiPhysics reads them (Fourier_coefficients_file_path): start and period, value and
 * slope at the start, how many modes, and on a line each real and imaginary part of a mode, the mean first:
 * value + slope t + sum over k of re cos(2 pi k t / T) - im sin(2 pi k t / T), t since the start. */
#include "curve.h"

#include <math.h>
#include <string.h>

enum { HEAD = 5, MODES = 512, POINTS_A_MODE = 32, LEAST = 64 };

/* The numbers of the file in their order, and the number of modes; 0: not all lines have as many as they must. */
static int read_numbers(double head[HEAD], double (*mode)[2], const char *text)
{
  static const int wanted[] = {2, 2, 1}, place[] = {0, 2, 4};
  int lines = 0;
  while (*text) {
    char line[256];
    const size_t length = strcspn(text, "\r\n");
    bool other;
    snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line - 1), text);
    text += length + (text[length] != 0);
    double value[2];
    const int count = curve_numbers(line, value, 2, &other);
    if (!count && !other)
      continue;
    if (other || count != (lines < 3 ? wanted[lines] : 2) || lines == 3 + MODES)
      return 0;
    memcpy(lines < 3 ? head + place[lines] : mode[lines - 3], value, (size_t)count * sizeof *value);
    lines++;
  }
  return lines > 3 && head[1] > 0 ? lines - 3 : 0;
}

static double value_at(const double head[HEAD], const double (*mode)[2], double t)
{
  const double turn = 2 * acos(-1) / head[1];
  double value = head[2] + head[3] * t;
  for (int k = 0; k < (int)head[4]; k++)
    value += mode[k][0] * cos(turn * k * t) - mode[k][1] * sin(turn * k * t);
  return value;
}

bool curve_of_coefficients(struct curve_reading *r, const char *text)
{
  double head[HEAD], mode[MODES][2];
  const int modes = read_numbers(head, mode, text);
  if (!modes)
    return false;
  if (head[4] != modes)
    curve_refuse(r, "says that it has %g modes, and has %d", head[4], modes);
  const int all = (int)head[4] * POINTS_A_MODE, points = all > LEAST ? all : LEAST;
  for (int n = 0; n <= points; n++)
    curve_add(r, head[0] + head[1] * n / points, value_at(head, mode, head[1] * n / points));
  return true;
}
