/* SPDX-License-Identifier: BSD-3-Clause */
#include "watershed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A voxel is what it is times WATERSHED_LEVELS plus its height: free, a marker, flooded from one, or at last no part. */
enum { FREE, MARKER_A, MARKER_B, FLOODED_A, FLOODED_B, OUT };
enum { FIRST_FLOODED = FLOODED_A - MARKER_A, OUTSIDE = OUT * WATERSHED_LEVELS };
_Static_assert(OUTSIDE == 255, "a byte holds all");

enum { CHUNK = 16384, AHEAD = 24 };
struct chunk {
  struct chunk *next;
  size_t begin, end; /* voxels that wait */
  uint32_t voxel[];  /* or uint64_t */
};
/* Of one height: first in, first out. */
struct queue {
  struct chunk *first, *last;
};

struct watershed {
  int64_t grid[3], row, plane; /* row, plane: steps along y and z in `state` */
  size_t count;                /* of state, which has a layer of OUTSIDE around */
  unsigned char *state;
  bool large; /* numbers of voxels need 64 bits */
  struct queue queue[WATERSHED_LEVELS];
  struct chunk *unused;
  int lowest; /* no queue below it has a voxel */
};

int watershed_new(struct watershed **made, const int64_t grid[3], struct tile_error *e)
{
  struct watershed *w = *made = tile_alloc(1, sizeof *w);
  if (!w)
    return tile_fail_memory(e, sizeof *w, "the watershed");
  memcpy(w->grid, grid, sizeof w->grid);
  w->row = grid[0] + 2;
  const bool far = __builtin_mul_overflow(w->row, grid[1] + 2, &w->plane) ||
                   __builtin_mul_overflow((size_t)w->plane, (size_t)grid[2] + 2, &w->count);
  w->large = w->count > UINT32_MAX;
  w->state = far ? NULL : tile_alloc(w->count, 1);
  if (w->state) {
    memset(w->state, OUTSIDE, w->count);
    return TILE_OK;
  }
  const size_t bytes = far ? SIZE_MAX : w->count;
  watershed_free(w);
  *made = NULL;
  return tile_fail_memory(e, bytes, "the watershed");
}

static void free_chunks(struct chunk *c)
{
  while (c) {
    struct chunk *next = c->next;
    free(c);
    c = next;
  }
}

void watershed_free(struct watershed *w)
{
  if (!w)
    return;
  for (int i = 0; i < WATERSHED_LEVELS; i++)
    free_chunks(w->queue[i].first);
  free_chunks(w->unused);
  free(w->state);
  free(w);
}

static unsigned char *row_of(const struct watershed *w, int64_t y, int64_t z)
{
  return w->state + (z + 1) * w->plane + (y + 1) * w->row + 1;
}

void watershed_put(struct watershed *w, int64_t z, const unsigned char *marker, const unsigned char *height)
{
  const int64_t nx = w->grid[0];
  for (int64_t y = 0; y < w->grid[1]; y++) {
    unsigned char *to = row_of(w, y, z);
    for (int64_t x = 0, i = y * nx; x < nx; x++, i++)
      to[x] = (unsigned char)(marker[i] == WATERSHED_OUT ? OUTSIDE : marker[i] * WATERSHED_LEVELS + height[i]);
  }
}

void watershed_get(const struct watershed *w, int64_t z, unsigned char *to)
{
  static const unsigned char what[] = {WATERSHED_FREE, WATERSHED_A, WATERSHED_B,
                                       WATERSHED_A,    WATERSHED_B, WATERSHED_OUT};
  for (int64_t y = 0; y < w->grid[1]; y++)
    for (int64_t x = 0; x < w->grid[0]; x++)
      *to++ = what[row_of(w, y, z)[x] / WATERSHED_LEVELS];
}

/* ---- the queues ---- */

static bool add_chunk(struct watershed *w, struct queue *q)
{
  struct chunk *c = w->unused;
  if (c)
    w->unused = c->next;
  else
    c = tile_alloc(1, sizeof *c + CHUNK * (w->large ? sizeof(uint64_t) : sizeof(uint32_t)));
  if (!c)
    return false;
  c->next = NULL;
  c->begin = c->end = 0;
  if (q->last)
    q->last->next = c;
  else
    q->first = c;
  q->last = c;
  return true;
}

static size_t voxel_at(const struct watershed *w, const struct chunk *c, size_t i)
{
  return w->large ? ((const uint64_t *)(const void *)c->voxel)[i] : c->voxel[i];
}

static bool push(struct watershed *w, int height, size_t voxel)
{
  struct queue *q = &w->queue[height];
  if ((!q->last || q->last->end == CHUNK) && !add_chunk(w, q))
    return false;
  struct chunk *c = q->last;
  if (w->large)
    ((uint64_t *)(void *)c->voxel)[c->end++] = voxel;
  else
    c->voxel[c->end++] = (uint32_t)voxel;
  w->lowest = height < w->lowest ? height : w->lowest;
  return true;
}

/* The neighbours of a voxel that comes later will be needed: their memory is far away. */
static void fetch_ahead(const struct watershed *w, const struct chunk *c)
{
  const size_t later = c->begin + AHEAD;
  if (later >= c->end)
    return;
  const unsigned char *at = w->state + voxel_at(w, c, later);
  __builtin_prefetch(at - w->plane);
  __builtin_prefetch(at - w->row);
  __builtin_prefetch(at);
  __builtin_prefetch(at + w->row);
  __builtin_prefetch(at + w->plane);
}

/* The queue has a voxel. */
static size_t pop(struct watershed *w, struct queue *q)
{
  struct chunk *c = q->first;
  fetch_ahead(w, c);
  const size_t voxel = voxel_at(w, c, c->begin++);
  if (c->begin == c->end) {
    q->first = c->next;
    q->last = q->first ? q->last : NULL;
    c->next = w->unused;
    w->unused = c;
  }
  return voxel;
}

/* ---- the flood ---- */

/* Floods the free neighbours of a voxel. */
static bool pass(struct watershed *w, size_t voxel)
{
  const int64_t beside[6] = {-w->plane, -w->row, -1, 1, w->row, w->plane};
  const int what = w->state[voxel] / WATERSHED_LEVELS;
  const int flooded = (what < FLOODED_A ? what + FIRST_FLOODED : what) * WATERSHED_LEVELS;
  for (int i = 0; i < 6; i++) {
    unsigned char *to = w->state + (int64_t)voxel + beside[i];
    if (*to >= WATERSHED_LEVELS)
      continue;
    const int height = *to;
    *to = (unsigned char)(flooded + height);
    if (!push(w, height, (size_t)(to - w->state)))
      return false;
  }
  return true;
}

/* Passes all voxels that wait below this height, the lowest first. */
static bool drain(struct watershed *w, int end)
{
  while (w->lowest < end) {
    struct queue *q = &w->queue[w->lowest];
    if (!q->first)
      w->lowest++;
    else if (!pass(w, pop(w, q)))
      return false;
  }
  return true;
}

/* Whether one of 64 voxels is a marker of this height. */
static bool has_marker(const unsigned char *state, unsigned char a, unsigned char b)
{
  unsigned char hit = 0;
#pragma omp simd reduction(| : hit)
  for (int i = 0; i < 64; i++)
    hit |= (unsigned char)((state[i] == a) | (state[i] == b));
  return hit;
}

/* The markers of a height are as if they had been reached before all other voxels of it. They do not wait in the queue:
 * often they are most of the image. */
static bool pass_markers(struct watershed *w, int height)
{
  const unsigned char a = (unsigned char)(MARKER_A * WATERSHED_LEVELS + height),
                      b = (unsigned char)(MARKER_B * WATERSHED_LEVELS + height);
  for (size_t at = 0; at < w->count; at += 64) {
    const size_t end = at + 64 < w->count ? at + 64 : w->count;
    if (end == at + 64 && !has_marker(w->state + at, a, b))
      continue;
    for (size_t i = at; i < end; i++)
      if ((w->state[i] == a || w->state[i] == b) && (!pass(w, i) || !drain(w, height)))
        return false;
  }
  return true;
}

int watershed_flood(struct watershed *w, void (*progress)(void *with, double done), void *with, struct tile_error *e)
{
  bool good = true;
  w->lowest = WATERSHED_LEVELS;
  for (int height = 0; height < WATERSHED_LEVELS && good; height++) {
    good = pass_markers(w, height) && drain(w, height + 1);
    if (progress)
      progress(with, (height + 1.0) / WATERSHED_LEVELS);
  }
  return good ? TILE_OK : tile_fail_memory(e, w->count, "the watershed");
}

/* ---- the relief ---- */

/* For GCC the loops are also compiled for wider vectors, without sums across them. */
#if defined __x86_64__ && defined __GLIBC__ && defined __GNUC__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* Smooths and differs across the row: along x follows. r[3 k + j]: row j of slice k. */
WIDE static void cross_rows(const float *const *r, int64_t nx, float *restrict smooth, float *restrict dy,
                            float *restrict dz)
{
  const float *a = r[0], *b = r[1], *c = r[2], *d = r[3], *f = r[4], *g = r[5], *h = r[6], *i = r[7], *j = r[8];
#pragma omp simd
  for (int64_t x = 0; x < nx; x++) {
    const float low = a[x] + 2 * b[x] + c[x], middle = d[x] + 2 * f[x] + g[x], high = h[x] + 2 * i[x] + j[x];
    smooth[x] = low + 2 * middle + high;
    dz[x] = high - low;
    dy[x] = c[x] - a[x] + 2 * (g[x] - d[x]) + j[x] - h[x];
  }
}

static unsigned char height_at(const float *smooth, const float *dy, const float *dz, int64_t x, int64_t nx,
                               float scale)
{
  const int64_t left = x ? x - 1 : 0, right = x < nx - 1 ? x + 1 : x;
  const float gx = smooth[right] - smooth[left], gy = dy[left] + 2 * dy[x] + dy[right],
              gz = dz[left] + 2 * dz[x] + dz[right], root = scale * sqrtf(sqrtf(gx * gx + gy * gy + gz * gz));
  return (unsigned char)(root < WATERSHED_LEVELS - 1 ? root : WATERSHED_LEVELS - 1);
}

/* A neighbour that is not a number, outside a mask, has the value of the voxel itself. */
static unsigned char height_inside(const float *const row[9], int64_t x, int64_t nx, float scale)
{
  float value[9][3], smooth[3], dy[3], dz[3];
  const float *around[9];
  const int64_t at[3] = {x ? x - 1 : 0, x, x < nx - 1 ? x + 1 : x};
  for (int i = 0; i < 27; i++)
    value[i / 3][i % 3] = isnan(row[i / 3][at[i % 3]]) ? row[4][x] : row[i / 3][at[i % 3]];
  for (int k = 0; k < 9; k++)
    around[k] = value[k];
  cross_rows(around, 3, smooth, dy, dz);
  return height_at(smooth, dy, dz, 1, 3, scale);
}

/* Of an edge of contrast c along an axis the sums give 16 c, as along an axis smooth has the weight 16. */
void watershed_heights(const float *const row[9], int64_t nx, float contrast, float *scratch, unsigned char *to)
{
  float *smooth = scratch, *dy = scratch + nx, *dz = scratch + 2 * nx;
  const float scale = WATERSHED_LEVELS / sqrtf(16 * contrast);
  cross_rows(row, nx, smooth, dy, dz);
  for (int64_t x = 0; x < nx; x++) {
    const float around = smooth[x ? x - 1 : 0] + smooth[x] + smooth[x < nx - 1 ? x + 1 : x];
    to[x] = isnan(around) ? height_inside(row, x, nx, scale) : height_at(smooth, dy, dz, x, nx, scale);
  }
}
