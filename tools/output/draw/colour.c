/* SPDX-License-Identifier: BSD-3-Clause */
#include "colour.h"

#include <math.h>

/* Linear light to sRGB, one channel (IEC 61966-2-1). */
static unsigned char encode(double x)
{
  double s = x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
  return (unsigned char)lround(255 * fmin(fmax(s, 0), 1));
}

static double cube(double x)
{
  return x * x * x;
}

/* OKLab (Ottosson 2020) in polar form: lightness 0 ... 1, chroma, hue in degrees. */
static struct colour oklch(double lightness, double chroma, double hue)
{
  double a = chroma * cos(hue * M_PI / 180), b = chroma * sin(hue * M_PI / 180);
  double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return (struct colour){encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                         encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                         encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

static double clamp(double t)
{
  return fmin(fmax(t, 0), 1);
}

/* The chroma is within sRGB on the whole path: the narrowest place is the blue-green in the middle. */
struct colour colour_sequential(double t)
{
  t = clamp(t);
  double chroma = 0.120 + t * (-0.114 + t * (0.036 + t * 0.133));
  return oklch(0.27 + 0.65 * t, chroma, 310 - 205 * t);
}

/* Chroma falls to nothing in the middle, where the hue changes: no red and no green. */
struct colour colour_blue_yellow(double t)
{
  t = clamp(t);
  const double s = 2 * t - 1;
  return oklch(0.25 + 0.67 * t, 0.13 * fabs(s), s < 0 ? 262 : 98);
}

struct colour colour_black_red(double t)
{
  t = clamp(t);
  return oklch(0.12 + 0.86 * t, 0.7 * t * (1 - t), 15 + 90 * t);
}

struct colour colour_grey(double t)
{
  return oklch(0.15 + 0.83 * clamp(t), 0, 0);
}

struct colour colour_diverging(double t)
{
  double s = 2 * clamp(t) - 1, far = fabs(s);
  return oklch(0.96 - 0.54 * far, 0.16 * sin(M_PI / 2 * far), s < 0 ? 262 : 28);
}
