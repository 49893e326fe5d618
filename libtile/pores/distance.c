/* SPDX-License-Identifier: BSD-3-Clause */
/* Exact squared distances, one axis after the other: of each line the lower envelope of parabolas. */
#include "bit_rows.h"
#include "pores.h"
#include "tile_make.h"

#include <stdlib.h>
#include <string.h>

#define FAR (INT64_C(1) << 40) /* no node of the other phase yet */
enum { BLOCK = 16 };           /* lines side by side, which share cache lines */

/* ---- along x ----------------------------------------------------------------- */

struct row {
  const uint64_t *word, *mask; /* mask NULL: there is none */
  uint64_t flip;
  int64_t nx;
};

/* What is outside the mask is no wall. */
static bool in_phase(const struct row *r, int64_t x)
{
  return ((r->word[x / 64] ^ r->flip) | (r->mask ? ~r->mask[x / 64] : 0)) >> (x % 64) & 1;
}

/* The last x outside the phase; -1: none. */
static int64_t last_outside(const struct row *r)
{
  int64_t x = r->nx - 1;
  while (x >= 0 && in_phase(r, x))
    x--;
  return x;
}

static uint32_t square_of(int64_t distance)
{
  return distance < FAR ? (uint32_t)(distance * distance) : UINT32_MAX;
}

static void measure_row(uint32_t *at, const struct row *r, bool wraps)
{
  const int64_t last = last_outside(r), nx = r->nx;
  if (last < 0) {
    for (int64_t x = 0; x < nx; x++)
      at[x] = UINT32_MAX;
    return;
  }
  int64_t before = wraps ? last - nx : -2 * FAR;
  for (int64_t x = 0; x < nx; x++) {
    if (!in_phase(r, x))
      before = x;
    at[x] = square_of(x - before);
  }
  int64_t behind = 2 * FAR;
  for (int64_t x = 0; wraps && behind > FAR; x++)
    if (!in_phase(r, x))
      behind = x + nx;
  for (int64_t x = nx - 1; x >= 0; x--) {
    if (!in_phase(r, x))
      behind = x;
    const uint32_t square = square_of(behind - x);
    if (square < at[x])
      at[x] = square;
  }
}

/* ---- along the other axes ------------------------------------------------------ */

/* Work space for one line: three times its length, since periodic lines without a zero are repeated. */
struct work {
  int64_t *value, *result;     /* [3 n] */
  int64_t *site, *from;        /* parabolas of the envelope, and where each begins */
  int64_t *line[BLOCK], *side; /* [n + 1] each */
};

static int64_t parabola(const int64_t *f, int64_t x, int64_t at)
{
  return (x - at) * (x - at) + f[at];
}

/* d[x] becomes the least of f[i] + (x - i)^2. */
static void envelope(int64_t *d, const int64_t *f, int64_t n, struct work *w)
{
  int64_t q = 0;
  w->site[0] = w->from[0] = 0;
  for (int64_t u = 1; u < n; u++) {
    while (q >= 0 && parabola(f, w->from[q], w->site[q]) > parabola(f, w->from[q], u))
      q--;
    if (q < 0) {
      q = 0;
      w->site[0] = u;
      continue;
    }
    const int64_t i = w->site[q], begins = 1 + (u * u - i * i + f[u] - f[i]) / (2 * (u - i));
    if (begins < n) {
      q++;
      w->site[q] = u;
      w->from[q] = begins;
    }
  }
  for (int64_t u = n - 1; u >= 0; u--) {
    d[u] = parabola(f, u, w->site[q]);
    if (u == w->from[q])
      q--;
  }
}

/* A line: zeros separate its parts, which do not affect each other. */
static void measure_parts(int64_t *f, int64_t n, struct work *w)
{
  for (int64_t begin = 0; begin < n;) {
    int64_t end = begin + 1;
    while (end < n && f[end])
      end++;
    const int64_t to = end < n ? end + 1 : n;
    if (end - begin > 1 || f[begin]) {
      envelope(w->result, f + begin, to - begin, w);
      memcpy(f + begin, w->result, (size_t)(to - begin) * sizeof *f);
    }
    begin = end;
  }
}

static void measure_periodic(int64_t *f, int64_t n, struct work *w)
{
  int64_t zero = 0;
  while (zero < n && f[zero])
    zero++;
  const bool repeat = zero == n;
  const int64_t length = repeat ? 3 * n : n + 1, first = repeat ? 0 : zero;
  for (int64_t i = 0; i < length; i++)
    w->value[i] = f[(first + i) % n];
  measure_parts(w->value, length, w);
  for (int64_t i = 0; i < n; i++)
    f[(first + i) % n] = w->value[repeat ? n + i : i];
}

static void measure_line(int64_t *f, int64_t n, bool wraps, struct work *w)
{
  (wraps ? measure_periodic : measure_parts)(f, n, w);
}

/* `count` lines side by side from `at` on, whose values lie `stride` apart. */
static void measure_block(uint32_t *at, size_t stride, int count, int64_t n, bool wraps, struct work *w)
{
  for (int64_t i = 0; i < n; i++)
    for (int k = 0; k < count; k++) {
      const uint32_t v = at[(size_t)i * stride + (size_t)k];
      w->line[k][i] = v == UINT32_MAX ? FAR : v;
    }
  for (int k = 0; k < count; k++)
    measure_line(w->line[k], n, wraps, w);
  for (int64_t i = 0; i < n; i++)
    for (int k = 0; k < count; k++) {
      const int64_t v = w->line[k][i];
      at[(size_t)i * stride + (size_t)k] = v >= FAR ? UINT32_MAX : (uint32_t)v;
    }
}

static bool work_make(struct work *w, int64_t n)
{
  const size_t length = 3 * (size_t)n + 1;
  w->side = tile_alloc((4 + BLOCK) * length, sizeof *w->side);
  if (!w->side)
    return false;
  w->value = w->side;
  w->result = w->value + length;
  w->site = w->result + length;
  w->from = w->site + length;
  for (int k = 0; k < BLOCK; k++)
    w->line[k] = w->from + (size_t)(k + 1) * length;
  return true;
}

/* Lines along y lie in slices, those along z in planes of y. */
static bool measure_axis(struct tile_squares *s, int axis)
{
  const int64_t nx = s->grid[0], n = s->grid[axis], planes = s->grid[3 - axis];
  const size_t slice = (size_t)nx * (size_t)s->grid[1];
  const size_t stride = axis == 1 ? (size_t)nx : slice, next = axis == 1 ? slice : (size_t)nx;
  bool failed = false;
#pragma omp parallel
  {
    struct work w = {0};
    const bool ready = work_make(&w, n);
    if (!ready) {
#pragma omp atomic write
      failed = true;
    }
#pragma omp for schedule(dynamic, 1)
    for (int64_t p = 0; p < planes; p++)
      for (int64_t x = 0; ready && x < nx; x += BLOCK)
        measure_block(s->at + (size_t)p * next + x, stride, (int)(nx - x < BLOCK ? nx - x : BLOCK), n,
                      s->periodic >> axis & 1, &w);
    free(w.side);
  }
  return !failed;
}

/* ---- all ---------------------------------------------------------------------- */

static int check(const struct tile_squares *s, const struct tile_bits *b, int64_t all, bool solid, struct tile_error *e)
{
  uint64_t diagonal = 0;
  for (int a = 0; a < 3; a++)
    diagonal += b->grid[a] < 65535 ? (uint64_t)(b->grid[a] * b->grid[a]) : UINT32_MAX;
  if (diagonal >= UINT32_MAX)
    return tile_fail(e, TILE_REJECTED, "the grid is too large for distances: its diagonal exceeds 65534 voxels");
  if (!s->nodes)
    return tile_fail(e, TILE_REJECTED, "there are no %s nodes, and so no sizes of them", solid ? "solid" : "non-solid");
  if (s->nodes == all)
    return tile_fail(e, TILE_REJECTED, "there are no %s nodes, and so no distances to them",
                     solid ? "non-solid" : "solid");
  return TILE_OK;
}

static void find_most(struct tile_squares *s)
{
  const size_t all = (size_t)s->grid[0] * (size_t)s->grid[1] * (size_t)s->grid[2];
  uint32_t most = 0;
#pragma omp parallel for reduction(max : most)
  for (size_t i = 0; i < all; i++)
    most = s->at[i] > most ? s->at[i] : most;
  s->most = most;
}

static int64_t count_pores(const struct tile_bits *b, const struct tile_bits *mask)
{
  const size_t words = b->row * (size_t)b->grid[1] * (size_t)b->grid[2];
  int64_t pores = 0;
  for (size_t i = 0; i < words; i++)
    pores += tile_ones(b->word[i] & (mask ? mask->word[i] : ~UINT64_C(0)));
  return pores;
}

static void shut_outside(struct tile_squares *s)
{
  const size_t all = (size_t)s->grid[0] * (size_t)s->grid[1] * (size_t)s->grid[2];
  if (!s->mask)
    return;
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < all; i++)
    if (!tile_voxel_bit(s->mask, i))
      s->at[i] = 0;
}

int tile_squares_make(struct tile_squares *s, const struct tile_bits *b, const struct tile_bits *mask, bool solid,
                      unsigned periodic, struct tile_error *e)
{
  const int64_t *n = b->grid, rows = n[1] * n[2], all = n[0] * rows, pores = count_pores(b, mask);
  const int64_t inside = mask ? tile_bits_count(mask) : all;
  *s = (struct tile_squares){{n[0], n[1], n[2]}, periodic, solid ? inside - pores : pores, 0, NULL, mask};
  if (check(s, b, inside, solid, e))
    return e->code;
  s->at = tile_alloc((size_t)all, sizeof *s->at);
  if (!s->at)
    return tile_fail_memory(e, (size_t)all * sizeof *s->at, "the distances");
#pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < rows; i++) {
    const size_t word = (size_t)i * b->row;
    const struct row row = {b->word + word, mask ? mask->word + word : NULL, solid ? ~UINT64_C(0) : 0, n[0]};
    measure_row(s->at + i * n[0], &row, periodic & TILE_X);
  }
  for (int axis = 1; axis < 3; axis++)
    if (!measure_axis(s, axis)) {
      tile_squares_free(s);
      return tile_fail_memory(e, 0, "lines of distances");
    }
  shut_outside(s);
  find_most(s);
  return TILE_OK;
}

void tile_squares_free(struct tile_squares *s)
{
  free(s->at);
  *s = (struct tile_squares){0};
}

int tile_squares_count(int64_t **count, const struct tile_squares *s, struct tile_error *e)
{
  const size_t all = (size_t)s->grid[0] * (size_t)s->grid[1] * (size_t)s->grid[2];
  int64_t *c = *count = tile_alloc((size_t)s->most + 1, sizeof *c);
  if (!c)
    return tile_fail_memory(e, ((size_t)s->most + 1) * sizeof *c, "the distribution");
  int64_t sum = 0;
  for (size_t i = 0; i < all; i++)
    c[s->at[i]]++;
  for (uint32_t v = s->most; v > 0; v--)
    sum += c[v];
  c[0] = s->nodes - sum;
  return TILE_OK;
}
