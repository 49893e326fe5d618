/* SPDX-License-Identifier: BSD-3-Clause */
/* Networks of pores against definitions node by node, and exact values. */
#include "bits_made.h"
#include "numbers.h"
#include "pores.h"
#include "suite.h"

#include <math.h>
#include <string.h>

#define NOISE 0.8660254037844386 /* half the diagonal of a voxel */

struct made {
  struct tile_squares s;
  struct tile_regions r;
  struct tile_network n;
};

static struct made network_of(const struct tile_bits *b, unsigned periodic, double persistence, double noise)
{
  struct made m;
  struct tile_error e = {0};
  ck_assert_msg(tile_squares_make(&m.s, b, NULL, false, periodic, &e) == 0, "%s", e.text);
  ck_assert_msg(tile_regions_make(&m.r, &m.s, persistence, noise, &e) == 0, "%s", e.text);
  ck_assert_msg(tile_network_make(&m.n, &m.s, &m.r, &e) == 0, "%s", e.text);
  return m;
}

static void made_free(struct made *m)
{
  tile_network_free(&m->n);
  tile_regions_free(&m->r);
  tile_squares_free(&m->s);
}

static int64_t all_of(const struct tile_squares *s)
{
  return s->grid[0] * s->grid[1] * s->grid[2];
}

/* The neighbour behind a face; -1: outside. */
static int64_t behind(const struct tile_squares *s, int64_t node, int face)
{
  const int64_t *n = s->grid;
  int64_t at[3] = {node % n[0], node / n[0] % n[1], node / n[0] / n[1]};
  const int axis = face % 3;
  at[axis] += face < 3 ? -1 : 1;
  if (at[axis] < 0 || at[axis] >= n[axis]) {
    if (!(s->periodic >> axis & 1))
      return -1;
    at[axis] = (at[axis] + n[axis]) % n[axis];
  }
  return (at[2] * n[1] + at[1]) * n[0] + at[0];
}

/* ---- by definition ---------------------------------------------------------------- */

/* Marks what is connected with a node through nodes of at least a value, or of one region. */
static void spread(bool *in, const struct tile_squares *s, int64_t from, uint32_t value, const uint32_t *of)
{
  int64_t *stack = malloc((size_t)all_of(s) * sizeof *stack), count = 1;
  ck_assert(stack != NULL);
  memset(in, 0, (size_t)all_of(s));
  in[stack[0] = from] = true;
  while (count) {
    const int64_t node = stack[--count];
    for (int face = 0; face < 6; face++) {
      const int64_t to = behind(s, node, face);
      if (to >= 0 && !in[to] && s->at[to] >= value && (!of || of[to] == of[from]))
        in[stack[count++] = to] = true;
    }
  }
  free(stack);
}

/* Regions cover the phase, and are connected. */
static void check_regions(const struct made *m)
{
  const int64_t all = all_of(&m->s);
  bool *in = malloc((size_t)all), *seen = calloc((size_t)m->r.count + 1, 1);
  ck_assert(in && seen);
  for (int64_t i = 0; i < all; i++) {
    const uint32_t of = m->r.of[i];
    ck_assert_int_eq(of > 0, m->s.at[i] > 0);
    if (!of || seen[of])
      continue;
    seen[of] = true;
    spread(in, &m->s, i, 1, m->r.of);
    for (int64_t k = 0; k < all; k++)
      ck_assert_int_eq(in[k], m->r.of[k] == of);
  }
  for (int64_t r = 1; r <= m->r.count; r++)
    ck_assert(seen[r]);
  free(in);
  free(seen);
}

static bool merges(uint32_t saddle, uint32_t most, double persistence, double noise)
{
  const double r = sqrt((double)saddle), of = sqrt((double)most);
  return saddle && (r > persistence * of || r > of - noise);
}

/* The maxima that remain: in the order of their values, each whose connection with one before it is not flat, or does
 * not exist. */
static int64_t maxima_of(const struct tile_squares *s, double persistence, double noise)
{
  const int64_t all = all_of(s);
  bool *in = malloc((size_t)all), *peak = calloc((size_t)all, 1), *known = calloc((size_t)all, 1);
  int64_t found = 0;
  ck_assert(in && peak && known);
  for (uint32_t v = s->most; v > 0; v--)
    for (int64_t i = 0; i < all; i++) {
      if (s->at[i] != v || known[i])
        continue;
      bool highest = true;
      spread(in, s, i, v, NULL);
      for (int64_t k = 0; k < all; k++)
        highest &= !in[k] || s->at[k] == v;
      for (int64_t k = 0; highest && k < all; k++)
        known[k] |= in[k];
      uint32_t saddle = highest ? v : 0;
      for (bool met = false; saddle > 0 && !met; saddle -= !met) {
        spread(in, s, i, saddle, NULL);
        for (int64_t k = 0; k < all; k++)
          met |= in[k] && peak[k];
      }
      peak[i] = highest;
      found += highest && !merges(saddle, v, persistence, noise);
    }
  free(in);
  free(peak);
  free(known);
  return found;
}

/* Each throat joins regions that meet; areas, volumes and surfaces are counts of faces and nodes. */
static void check_counts(const struct made *m)
{
  const int64_t pores = m->n.pores, width = pores + 6;
  int64_t *area = calloc((size_t)(pores * width), sizeof *area), *volume = calloc((size_t)pores, sizeof *volume);
  int64_t *surface = calloc((size_t)pores, sizeof *surface), listed = 0, counted = 0;
  uint32_t *square = calloc((size_t)(pores * width), sizeof *square), *most = calloc((size_t)pores, sizeof *most);
  ck_assert(area && volume && surface && square && most);
  for (int64_t i = 0; i < all_of(&m->s); i++) {
    const int64_t a = (int64_t)m->r.of[i] - 1;
    if (a < 0)
      continue;
    volume[a]++;
    most[a] = m->s.at[i] > most[a] ? m->s.at[i] : most[a];
    for (int face = 0; face < 6; face++) {
      const int64_t to = behind(&m->s, i, face);
      const int64_t b = to < 0 ? pores + face : (int64_t)m->r.of[to] - 1;
      surface[a] += b < 0;
      if (b <= a)
        continue;
      const uint32_t low = to < 0 || m->s.at[i] < m->s.at[to] ? m->s.at[i] : m->s.at[to];
      area[a * width + b]++;
      square[a * width + b] = low > square[a * width + b] ? low : square[a * width + b];
    }
  }
  for (int64_t i = 0; i < m->n.throats + m->n.openings; i++) {
    const struct tile_throat *t = m->n.throat + i;
    ck_assert_int_eq(t->pore[1] < 0, i >= m->n.throats);
    const int64_t at = t->pore[0] * width + (t->pore[1] < 0 ? pores - 1 - t->pore[1] : t->pore[1]);
    ck_assert_int_eq(t->area, area[at]);
    ck_assert_uint_eq(t->square, square[at]);
    ck_assert(t->part[0] >= 0.5 && (t->pore[1] < 0 || t->part[1] >= 0.5));
    ck_assert(t->pore[1] >= 0 || m->n.pore[t->pore[0]].faces >> (-1 - t->pore[1]) & 1);
    listed += area[at] > 0;
  }
  for (int64_t i = 0; i < pores * width; i++)
    counted += area[i] > 0;
  ck_assert_int_eq(listed, counted);
  for (int64_t i = 0; i < pores; i++) {
    ck_assert_int_eq(m->n.pore[i].volume, volume[i]);
    ck_assert_int_eq(m->n.pore[i].surface, surface[i]);
    ck_assert_uint_eq(m->n.pore[i].square, most[i]);
  }
  free(area);
  free(volume);
  free(surface);
  free(square);
  free(most);
}

/* Two pores that meet are as different as the persistence asks. */
static void check_saddles(const struct made *m, double persistence, double noise)
{
  for (int64_t i = 0; i < m->n.throats; i++) {
    const struct tile_throat *t = m->n.throat + i;
    const uint32_t a = m->n.pore[t->pore[0]].square, b = m->n.pore[t->pore[1]].square;
    ck_assert(!merges(t->square, a < b ? a : b, persistence, noise));
  }
}

/* The widest way through the network from face to face: by trying all values. */
static uint32_t widest(const struct tile_network *n, int axis)
{
  bool *in = malloc((size_t)n->pores);
  uint32_t best = 0;
  ck_assert(in != NULL);
  for (int64_t i = 0; i < n->throats + n->openings; i++) {
    const uint32_t least = n->throat[i].square;
    bool more = true, through = false;
    memset(in, 0, (size_t)n->pores);
    while (more && least > best) {
      more = false;
      for (int64_t k = 0; k < n->throats + n->openings; k++) {
        const struct tile_throat *t = n->throat + k;
        if (t->square < least)
          continue;
        if (t->pore[1] < 0) {
          if (t->pore[1] == -1 - axis && !in[t->pore[0]])
            in[t->pore[0]] = more = true;
          through |= t->pore[1] == -4 - axis && in[t->pore[0]];
        } else if (in[t->pore[0]] != in[t->pore[1]])
          in[t->pore[0]] = in[t->pore[1]] = more = true;
      }
    }
    if (through)
      best = least;
  }
  free(in);
  return best;
}

/* The network lets the same balls pass as the image does. Only in one pore, from an opening, the image may be narrower
 * by what was flat. */
static void check_passage(const struct made *m, double persistence, double noise)
{
  for (int axis = 0; axis < 3; axis++) {
    uint32_t square;
    struct tile_error e;
    ck_assert_int_eq(tile_squares_pass(&m->s, axis, &square, &e), 0);
    if (m->s.periodic >> axis & 1)
      continue;
    const uint32_t found = widest(&m->n, axis);
    ck_assert(found >= square);
    ck_assert(found == square || merges(square, found, persistence, noise));
  }
}

static const int64_t sizes[][3] = {{9, 7, 6}, {5, 1, 11}, {12, 10, 1}, {14, 13, 12}, {70, 3, 2}};
static const double shares[] = {0.97, 0.8, 0.4}, cuts[] = {1, 0.9, 0.6, 0.9};
static const double noises[] = {0, 0, 0, NOISE};

LOOP_TEST(by_definition, slow() ? 120 : 30)
{
  struct tile_bits b = random_bits(sizes[_i % 5], shares[_i % 3], (unsigned)_i + 1);
  const int64_t pores = tile_bits_count(&b), all = b.grid[0] * b.grid[1] * b.grid[2];
  if (pores && pores < all)
    for (int i = 0; i < 4; i++) {
      struct made m = network_of(&b, (unsigned)_i % 8, cuts[i], noises[i]);
      ck_assert_int_eq(m.r.count, maxima_of(&m.s, cuts[i], noises[i]));
      check_regions(&m);
      check_counts(&m);
      check_saddles(&m, cuts[i], noises[i]);
      check_passage(&m, cuts[i], noises[i]);
      made_free(&m);
    }
  tile_bits_free(&b);
}

/* ---- turned and mirrored --------------------------------------------------------------- */

/* Axis a of the result is axis turn[a] of the image, mirrored where the bit is set. */
static struct tile_bits turned(const struct tile_bits *b, const int turn[3], unsigned mirror)
{
  struct tile_bits t = empty_bits((const int64_t[]){b->grid[turn[0]], b->grid[turn[1]], b->grid[turn[2]]});
  int64_t at[3], to[3];
  for (at[2] = 0; at[2] < b->grid[2]; at[2]++)
    for (at[1] = 0; at[1] < b->grid[1]; at[1]++)
      for (at[0] = 0; at[0] < b->grid[0]; at[0]++) {
        for (int a = 0; a < 3; a++)
          to[a] = mirror >> a & 1 ? t.grid[a] - 1 - at[turn[a]] : at[turn[a]];
        if (tile_bit(b, at[0], at[1], at[2]))
          set_bit(&t, to[0], to[1], to[2]);
      }
  return t;
}

enum { LISTS = 4 };
struct lists {
  size_t count[LISTS];
  double *value[LISTS];
};

/* Volumes and squares of pores, squares and areas of throats, sorted. */
static struct lists lists_of(const struct made *m)
{
  struct lists l = {.count = {(size_t)m->n.pores, (size_t)m->n.pores, (size_t)m->n.throats, (size_t)m->n.throats}};
  for (int k = 0; k < LISTS; k++) {
    l.value[k] = malloc((l.count[k] + 1) * sizeof *l.value[k]);
    ck_assert(l.value[k] != NULL);
    for (size_t i = 0; i < l.count[k]; i++)
      l.value[k][i] = (double)(k == 0   ? m->n.pore[i].volume
                               : k == 1 ? m->n.pore[i].square
                               : k == 2 ? m->n.throat[i].square
                                        : m->n.throat[i].area);
    qsort(l.value[k], l.count[k], sizeof *l.value[k], tile_ascending);
  }
  return l;
}

static void lists_free(struct lists *l)
{
  for (int k = 0; k < LISTS; k++)
    free(l->value[k]);
}

/* Overlapping balls of radius 3 to 6 as solid. */
static struct tile_bits packing(const int64_t grid[3], int balls, unsigned seed)
{
  struct tile_bits b = empty_bits(grid);
  double ball[200][4];
  uint64_t state = seed;
  for (int i = 0; i < balls; i++)
    for (int a = 0; a < 4; a++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const double random = (double)(state >> 11) * 0x1p-53;
      ball[i][a] = a < 3 ? random * (double)grid[a] : 3 + 3 * random;
    }
  for (int64_t z = 0; z < grid[2]; z++)
    for (int64_t y = 0; y < grid[1]; y++)
      for (int64_t x = 0; x < grid[0]; x++) {
        bool open = true;
        for (int i = 0; i < balls; i++)
          open &= pow((double)x - ball[i][0], 2) + pow((double)y - ball[i][1], 2) + pow((double)z - ball[i][2], 2) >=
                  pow(ball[i][3], 2);
        if (open)
          set_bit(&b, x, y, z);
      }
  return b;
}

LOOP_TEST(directions, slow() ? 12 : 2)
{
  static const int turns[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};
  struct tile_bits b = packing((const int64_t[]){36, 31, 33}, 60, (unsigned)_i + 1);
  const unsigned periodic = _i % 2 ? 7 : 0;
  struct made m = network_of(&b, periodic, 0.9, NOISE);
  struct lists first = lists_of(&m);
  made_free(&m);
  for (int t = 0; t < 6; t++)
    for (unsigned mirror = 0; mirror < 8; mirror++) {
      struct tile_bits other = turned(&b, turns[t], mirror);
      m = network_of(&other, periodic, 0.9, NOISE);
      struct lists l = lists_of(&m);
      for (int k = 0; k < LISTS; k++) {
        ck_assert_uint_eq(l.count[k], first.count[k]);
        for (size_t i = 0; i < l.count[k]; i++)
          ck_assert_msg(l.value[k][i] == first.value[k][i], "turn %d, mirror %u: list %d differs at %zu: %g, %g", t,
                        mirror, k, i, l.value[k][i], first.value[k][i]);
      }
      lists_free(&l);
      made_free(&m);
      tile_bits_free(&other);
    }
  lists_free(&first);
  tile_bits_free(&b);
}

/* ---- exact values -------------------------------------------------------------------------- */

/* Spheres that touch, in cubic cells: places of their centres in the cell, and their radius by its side. Radii of holes
 * and throats, relative to that of a sphere, of which there are as many in a cell. */
static const struct array {
  int spheres, cells, side;
  double centre[4][3], radius, hole, small, throat;
  int holes, smalls, throats;
} arrays[] = {
    {1, 2, 33, {{0, 0, 0}}, 0.5, 0.73205, 0, 0.41421, 1, 0, 3},
    {2, 1, 64, {{0, 0, 0}, {0.5, 0.5, 0.5}}, 0.43301270, 0.29099, 0, 0.22474, 12, 0, 24},
    {4,
     1,
     80,
     {{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}},
     0.35355339,
     0.41421,
     0.22474,
     0.15470,
     4,
     8,
     32},
};

static bool in_sphere(const struct array *a, const int64_t at[3])
{
  for (int i = 0; i < a->spheres; i++) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
      const double d = ((double)at[k] + 0.5) / a->side - a->centre[i][k];
      square += pow(d - rint(d), 2);
    }
    if (square < pow(a->radius, 2))
      return true;
  }
  return false;
}

static bool is_near(uint32_t square, double radius)
{
  return fabs(sqrt((double)square) - radius) < 1;
}

/* Within a voxel: distances end at centres behind the wall, and begin at centres beside the middle. Where holes meet at
 * a point there are smaller throats, too. */
LOOP_TEST(touching, 3)
{
  const struct array *a = arrays + _i;
  const int64_t n = (int64_t)a->cells * a->side, cells = (int64_t)a->cells * a->cells * a->cells;
  const double r = a->radius * a->side;
  struct tile_bits b = empty_bits((const int64_t[]){n, n, n});
  int64_t at[3], holes = 0, smalls = 0;
  for (at[2] = 0; at[2] < n; at[2]++)
    for (at[1] = 0; at[1] < n; at[1]++)
      for (at[0] = 0; at[0] < n; at[0]++)
        if (!in_sphere(a, at))
          set_bit(&b, at[0], at[1], at[2]);
  struct made m = network_of(&b, 7, 0.9, NOISE);
  ck_assert_int_eq(m.n.pores, cells * (a->holes + a->smalls));
  for (int64_t i = 0; i < m.n.pores; i++) {
    holes += is_near(m.n.pore[i].square, a->hole * r);
    smalls += a->smalls && is_near(m.n.pore[i].square, a->small * r);
  }
  ck_assert_int_eq(holes, cells * a->holes);
  ck_assert_int_eq(smalls, cells * a->smalls);
  /* of a simple array two pores of two cells meet twice, on both sides: one throat */
  const int64_t expected = cells * a->throats / a->cells;
  int64_t throats = 0;
  for (int64_t i = 0; i < m.n.throats; i++)
    throats += is_near(m.n.throat[i].square, a->throat * r);
  ck_assert_int_eq(throats, expected);
  ck_assert_int_eq(m.n.openings, 0);
  made_free(&m);
  tile_bits_free(&b);
}

/* Two balls of radius 8, whose centres lie 30 nodes apart, and a tube of radius 3 between; also across a seam, with 40 nodes the
 * other way. */
LOOP_TEST(two_balls, 2)
{
  const int64_t length = _i ? 70 : 51, shift = _i ? 30 : 0;
  struct tile_bits b = empty_bits((const int64_t[]){length, 21, 21});
  for (int64_t z = 0; z < 21; z++)
    for (int64_t y = 0; y < 21; y++)
      for (int64_t x = 0; x < 51; x++) {
        const int64_t across = (y - 10) * (y - 10) + (z - 10) * (z - 10), left = x - 10, right = x - 40;
        if (left * left + across < 64 || right * right + across < 64 || (across < 9 && left > 0 && right < 0))
          set_bit(&b, (x + shift) % length, y, z);
      }
  struct made m = network_of(&b, _i ? TILE_X : 0, 0.9, NOISE);
  ck_assert_int_eq(m.n.pores, 2);
  ck_assert_int_eq(m.n.throats, 1);
  ck_assert_int_eq(m.n.openings, 0);
  const struct tile_throat *t = m.n.throat;
  ck_assert_uint_eq(t->square, 9);
  ck_assert_int_eq(t->area, 25); /* the disc of y^2 + z^2 < 9 */
  ck_assert_double_eq_tol(t->length, 30, 1e-12);
  ck_assert_double_eq_tol(t->part[0] + t->part[1], 30, 1e-12);
  for (int i = 0; i < 2; i++) {
    ck_assert_uint_eq(m.n.pore[i].square, 64);
    ck_assert_int_eq(m.n.pore[i].throats, 1);
    if (!_i)
      ck_assert_double_eq_tol(m.n.pore[i].centre[0], i ? 40.5 : 10.5, 1e-12);
    ck_assert_double_eq_tol(m.n.pore[i].centre[1], 10.5, 1e-12);
  }
  ck_assert_int_eq(m.n.pore[0].volume + m.n.pore[1].volume, tile_bits_count(&b));
  made_free(&m);
  tile_bits_free(&b);
}

/* A duct is one pore with two openings, or none if it closes on itself. */
LOOP_TEST(duct, 2)
{
  struct tile_bits b = box_bits((const int64_t[]){20, 9, 9}, (const int64_t[]){0, 1, 1}, (const int64_t[]){20, 8, 8});
  struct made m = network_of(&b, _i ? TILE_X : 0, 0.9, NOISE);
  ck_assert_int_eq(m.n.pores, 1);
  ck_assert_int_eq(m.n.throats, 0);
  ck_assert_int_eq(m.n.openings, _i ? 0 : 2);
  const struct tile_pore *p = m.n.pore;
  ck_assert_uint_eq(p->square, 16);
  ck_assert_int_eq(p->volume, 980);
  ck_assert_int_eq(p->surface, 560);
  ck_assert_uint_eq(p->faces, _i ? 0 : 1U | 8U);
  for (int i = 0; i < m.n.openings; i++) {
    ck_assert_int_eq(m.n.throat[i].pore[1], i ? -1 : -4);
    ck_assert_int_eq(m.n.throat[i].area, 49);
    ck_assert_double_eq_tol(m.n.throat[i].part[0], 10, 1e-12);
    ck_assert_double_eq_tol(m.n.throat[i].centre[0], i ? 0 : 20, 1e-12);
  }
  made_free(&m);
  tile_bits_free(&b);
}

/* Two chambers of 9 nodes and a throat of 3 between. */
TEST(chambers)
{
  struct tile_bits b = chambers_bits();
  struct made m = network_of(&b, 0, 0.9, NOISE);
  ck_assert_int_eq(m.n.pores, 2);
  ck_assert_int_eq(m.n.throats, 1);
  ck_assert_uint_eq(m.n.throat[0].square, 4);
  ck_assert_int_eq(m.n.throat[0].area, 9);
  ck_assert_int_eq(m.n.pore[0].volume + m.n.pore[1].volume, 2 * 810 + 45);
  made_free(&m);
  tile_bits_free(&b);
}

int main(void)
{
  return run_tests("network", 60, CK_FORK_GETENV);
}
