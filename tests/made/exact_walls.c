/* exact_walls make FORM NX,NY,NZ: grey levels of a form as raw f32, negative in the fluid.
 *   With ,u8 after the size: integers, plus 128.
 * exact_walls FORM <STREAM: compares the wall distances of a voxel stream with those of the form, found by bisection,
 * and prints "links wrong worst off": the number of listed links, the number of missing and of superfluous ones, the
 * largest error, and how far from the surface, in the measure of the form, a distance ends. The prefix `in:` of FORM
 * leaves out links that leave the grid.
 * FORM: plane:NX,NY,NZ,D  tube:AXIS,U,V,R  slit:AXIS,LOW,HIGH  balls:PX,PY,PZ,(X,Y,Z,R),... (periods, 0: none)
 *       post:PERIOD,U,V,R (along z)
 *       torus:AXIS,U,V,W,RING,R (W along the axis; radii)  tubes:(X,Y,Z,AX,AY,AZ,R),... (with round ends)
 *       values:FILE (the trilinear interpolant of the output of `make`) */
#include "own.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct tile_error e;
static double number[256];
static int numbers;
static bool in_grid;
static int64_t grid[3];
static float *grey;

static void need(bool good, const char *why)
{
  if (good)
    return;
  fprintf(stderr, "exact_walls: %s\n", why);
  exit(99);
}

/* ---- forms: negative in the fluid ---- */

static double plane(const double p[3])
{
  return number[0] * p[0] + number[1] * p[1] + number[2] * p[2] - number[3];
}

static double tube(const double p[3])
{
  const int a = (int)number[0];
  return hypot(p[(a + 1) % 3] - number[1], p[(a + 2) % 3] - number[2]) - number[3];
}

static double post(const double p[3])
{
  return number[3] - hypot(remainder(p[0] - number[1], number[0]), remainder(p[1] - number[2], number[0]));
}

static double slit(const double p[3])
{
  const double at = p[(int)number[0]];
  return fmax(number[1] - at, at - number[2]);
}

static double balls(const double p[3])
{
  double most = -INFINITY;
  for (int i = 3; i < numbers; i += 4) {
    double square = 0;
    for (int a = 0; a < 3; a++) { /* to the nearest image */
      const double d = p[a] - number[i + a], near = number[a] > 0 ? d - number[a] * rint(d / number[a]) : d;
      square += near * near;
    }
    most = fmax(most, number[i + 3] - sqrt(square));
  }
  return most;
}

static double torus(const double p[3])
{
  const int a = (int)number[0];
  const double ring = hypot(p[(a + 1) % 3] - number[1], p[(a + 2) % 3] - number[2]);
  return hypot(ring - number[4], p[a] - number[3]) - number[5];
}

static double tubes(const double p[3])
{
  double least = INFINITY;
  for (int i = 0; i < numbers; i += 7) {
    double dot = 0, square = 0, off = 0;
    for (int a = 0; a < 3; a++) {
      dot += (p[a] - number[i + a]) * number[i + 3 + a];
      square += number[i + 3 + a] * number[i + 3 + a];
    }
    for (int a = 0; a < 3; a++)
      off += pow(p[a] - number[i + a] - fmin(fmax(dot / square, 0), 1) * number[i + 3 + a], 2);
    least = fmin(least, sqrt(off) - number[i + 6]);
  }
  return least;
}

static double values(const double p[3])
{
  double sum = 0;
  for (int corner = 0; corner < 8; corner++) {
    double share = 1;
    int64_t at[3];
    for (int a = 0; a < 3; a++) {
      const double low = floor(p[a]);
      at[a] = (int64_t)low + (corner >> a & 1);
      share *= corner >> a & 1 ? p[a] - low : 1 - (p[a] - low);
    }
    if (share > 0)
      sum += share * (double)grey[(at[2] * grid[1] + at[1]) * grid[0] + at[0]];
  }
  return sum;
}

static const struct form {
  const char *name;
  double (*over)(const double p[3]);
  bool beyond; /* the form is known beyond the grid */
} forms[] = {{"plane", plane, false}, {"tube", tube, true},    {"slit", slit, true},      {"balls", balls, true},
             {"torus", torus, true},  {"tubes", tubes, false}, {"values", values, false}, {"post", post, true}};

static const struct form *find_form(char *text)
{
  in_grid = !strncmp(text, "in:", 3);
  text += in_grid ? 3 : 0;
  const char *name = strsep(&text, ":");
  const struct form *f = forms;
  while (f < forms + sizeof forms / sizeof *forms && strcmp(f->name, name))
    f++;
  need(f < forms + sizeof forms / sizeof *forms && text, "no such form");
  if (f->over == values) {
    FILE *in = fopen(text, "rb");
    need(in != NULL, text);
    grey = malloc(1 << 26);
    need(fread(grey, 1, 1 << 26, in) > 0, text);
    fclose(in);
    return f;
  }
  for (char *word; (word = strsep(&text, ",()"));)
    if (*word)
      number[numbers++] = strtod(word, NULL);
  return f;
}

/* ---- links ---- */

static double along(const struct form *f, const double from[3], const signed char link[3], double part)
{
  return f->over((double[]){from[0] + part * link[0], from[1] + part * link[1], from[2] + part * link[2]});
}

/* The first change of sign, found in steps of a thousandth, then by bisection. */
static double first_root(const struct form *f, const double from[3], const signed char link[3])
{
  double low = 0, high = 1;
  for (int i = 1; i <= 1000; i++)
    if (along(f, from, link, i / 1000.0) >= 0) {
      high = i / 1000.0;
      low = (i - 1) / 1000.0;
      break;
    }
  for (int i = 0; i < 40; i++) {
    const double middle = (low + high) / 2;
    *(along(f, from, link, middle) < 0 ? &low : &high) = middle;
  }
  return (low + high) / 2;
}

/* Does the link lead to a solid node of the stream, or beyond the grid into the form? */
static bool is_cut(const struct form *f, const struct tile_bits *b, const int64_t at[3], const signed char link[3])
{
  double to[3];
  bool inside = true;
  for (int a = 0; a < 3; a++) {
    to[a] = (double)(at[a] + link[a]);
    inside = inside && to[a] >= 0 && to[a] < (double)grid[a];
  }
  return inside ? !tile_bit(b, at[0] + link[0], at[1] + link[1], at[2] + link[2])
                : !in_grid && f->beyond && f->over(to) >= 0;
}

static void compare(const struct form *f, const struct tile_bits *b)
{
  size_t next = 0, wrong = 0;
  double worst = 0, off = 0;
  for (int64_t v = 0; v < grid[0] * grid[1] * grid[2]; v++) {
    const int64_t at[3] = {v % grid[0], v / grid[0] % grid[1], v / (grid[0] * grid[1])};
    const double from[3] = {(double)at[0], (double)at[1], (double)at[2]};
    for (int i = 1; i < TILE_LINKS && tile_bit(b, at[0], at[1], at[2]); i++) {
      const struct tile_wall_at *w = &b->wall[next];
      const bool listed = next < b->walls && w->voxel == (uint64_t)v && w->link == i;
      next += listed;
      wrong += listed != is_cut(f, b, at, tile_link[i]);
      if (!listed)
        continue;
      worst = fmax(worst, fabs(TILE_WALL_Q(w->q) - first_root(f, from, tile_link[i])));
      off = fmax(off, fabs(along(f, from, tile_link[i], TILE_WALL_Q(w->q))));
    }
  }
  printf("%zu %zu %.3g %.3g\n", b->walls, wrong + b->walls - next, worst, off);
}

static void put(double value, bool bytes)
{
  const float real = (float)value;
  const unsigned char byte = (unsigned char)fmin(fmax(round(value + 128), 0), 255);
  need(fwrite(bytes ? (const void *)&byte : &real, bytes ? 1 : sizeof real, 1, stdout) == 1, "could not write");
}

static void make(const struct form *f, bool bytes)
{
  for (int64_t z = 0; z < grid[2]; z++)
    for (int64_t y = 0; y < grid[1]; y++)
      for (int64_t x = 0; x < grid[0]; x++)
        put(f->over((double[]){(double)x, (double)y, (double)z}), bytes);
}

int main(int argc, char **argv)
{
  struct tile_reader *r;
  struct tile_voxels_reader *v;
  struct tile_bits b;
  need(argc == 2 || argc == 4, "FORM, or make FORM NX,NY,NZ");
  const struct form *f = find_form(argv[argc == 4 ? 2 : 1]);
  if (argc == 4) {
    need(sscanf(argv[3], "%ld,%ld,%ld", &grid[0], &grid[1], &grid[2]) == 3, argv[3]);
    make(f, strstr(argv[3], ",u8") != NULL);
    return 0;
  }
  need(!tile_reader_open(&r, stdin, "standard input", &e) && !tile_voxels_open(&v, r, &e), e.text);
  need(!tile_bits_read(&b, v, &e), e.text);
  memcpy(grid, b.grid, sizeof grid);
  compare(f, &b);
  tile_bits_free(&b);
  tile_voxels_close(v);
  tile_reader_free(r);
  free(grey);
  return 0;
}
