/* SPDX-License-Identifier: BSD-3-Clause */
#include "band.h"

#include "threshold.h"
#include "watershed.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* Local thresholds are counted over three times the contrast, with the classes in the middle; FLAT: one class alone is
 * near; OUT: something that is no part of the image is. */
enum { RING = 2 * BAND_REACH + 1, BINS = 4096, FLAT = BINS, OUT };

struct band_edges {
  int64_t grid[3], put; /* slices so far */
  double first, contrast;
  float *ring, *scratch;
  unsigned char *height;      /* a slice */
  uint16_t *bin;              /* a slice */
  uint64_t (*count)[OUT + 1]; /* of each height */
};

static size_t slice_count(const struct band_edges *d)
{
  return (size_t)(d->grid[0] * d->grid[1]);
}

/* Of a thread: rows of the least and the greatest values, BAND_REACH longer on both sides; watershed_heights takes as
 * much for itself. */
static size_t row_room(const struct band_edges *d)
{
  return (size_t)d->grid[0] + 2 * BAND_REACH;
}

int band_new(struct band_edges **made, const int64_t grid[3], const double mean[2], struct tile_error *e)
{
  struct band_edges *d = *made = tile_alloc(1, sizeof *d);
  if (!d)
    return tile_fail_memory(e, sizeof *d, "edges");
  memcpy(d->grid, grid, sizeof d->grid);
  d->contrast = mean[1] - mean[0];
  d->first = mean[0] - d->contrast;
  const size_t slice = slice_count(d), rows = 3 * (size_t)omp_get_max_threads();
  d->ring = tile_alloc(slice, RING * sizeof *d->ring);
  d->scratch = tile_alloc(row_room(d), rows * sizeof *d->scratch);
  d->height = tile_alloc(slice, sizeof *d->height);
  d->bin = tile_alloc(slice, sizeof *d->bin);
  d->count = tile_alloc(WATERSHED_LEVELS, sizeof *d->count);
  return d->ring && d->scratch && d->height && d->bin && d->count
             ? TILE_OK
             : tile_fail_memory(e, slice * (RING * sizeof *d->ring + 3), "the slices around one");
}

void band_free(struct band_edges *d)
{
  if (!d)
    return;
  free(d->ring);
  free(d->scratch);
  free(d->height);
  free(d->bin);
  free(d->count);
  free(d);
}

static int64_t clamp(int64_t i, int64_t n)
{
  return i < 0 ? 0 : i < n ? i : n - 1;
}

static const float *row_of(const struct band_edges *d, int64_t y, int64_t z)
{
  return d->ring + (size_t)(clamp(z, d->grid[2]) % RING) * slice_count(d) + clamp(y, d->grid[1]) * d->grid[0];
}

/* ---- local thresholds ---- */

static void widen_range(float *restrict low, float *restrict high, const float *restrict row, int64_t nx)
{
#pragma omp simd
  for (int64_t x = 0; x < nx; x++) {
    low[x] = row[x] < low[x] ? row[x] : low[x];
    high[x] = row[x] > high[x] ? row[x] : high[x];
  }
}

/* The least and the greatest value in the rows around; beyond both ends there are none. */
static void find_rows(const struct band_edges *d, int64_t y, int64_t z, float *low, float *high)
{
  for (size_t x = 0; x < row_room(d); x++) {
    low[x] = INFINITY;
    high[x] = -INFINITY;
  }
  for (int64_t k = z - BAND_REACH; k <= z + BAND_REACH; k++)
    for (int64_t j = y - BAND_REACH; j <= y + BAND_REACH; j++)
      if (k >= 0 && k < d->grid[2] && j >= 0 && j < d->grid[1])
        widen_range(low + BAND_REACH, high + BAND_REACH, row_of(d, j, k), d->grid[0]);
}

/* What is no part of the image is infinite. */
static uint16_t bin_of(const struct band_edges *d, float low, float high)
{
  const double apart = (double)high - (double)low, middle = 0.5 * ((double)high + (double)low);
  if (!isfinite(apart))
    return OUT;
  if (apart < d->contrast)
    return FLAT;
  return (uint16_t)fmin(fmax((middle - d->first) / (3 * d->contrast) * BINS, 0), BINS - 1);
}

static void find_bins(const struct band_edges *d, int64_t y, int64_t z, float *low, float *high)
{
  uint16_t *bin = d->bin + y * d->grid[0];
  find_rows(d, y, z, low, high);
  for (int64_t x = 0; x < d->grid[0]; x++) {
    float least = low[x], most = high[x];
    for (int i = 1; i < RING; i++) {
      least = low[x + i] < least ? low[x + i] : least;
      most = high[x + i] > most ? high[x + i] : most;
    }
    bin[x] = bin_of(d, least, most);
  }
}

static void look_at_row(const struct band_edges *d, int64_t y, int64_t z, float *scratch)
{
  const float *row[9];
  for (int k = 0; k < 9; k++)
    row[k] = row_of(d, y + k % 3 - 1, z + k / 3 - 1);
  watershed_heights(row, d->grid[0], (float)d->contrast, scratch, d->height + y * d->grid[0]);
  find_bins(d, y, z, scratch, scratch + row_room(d));
}

/* Slice z has now all its neighbours. */
static void look_at_slice(struct band_edges *d, int64_t z)
{
#pragma omp parallel for
  for (int64_t y = 0; y < d->grid[1]; y++)
    look_at_row(d, y, z, d->scratch + 3 * row_room(d) * (size_t)omp_get_thread_num());
  for (size_t i = 0; i < slice_count(d); i++)
    d->count[d->height[i]][d->bin[i]]++;
}

float *band_slice(struct band_edges *d)
{
  return d->ring + (size_t)(d->put % RING) * slice_count(d);
}

void band_put(struct band_edges *d)
{
  float *values = band_slice(d);
  for (size_t i = 0; i < slice_count(d); i++)
    values[i] = isnan(values[i]) ? INFINITY : values[i];
  d->put++;
  if (d->put > BAND_REACH)
    look_at_slice(d, d->put - 1 - BAND_REACH);
}

/* ---- the band ---- */

/* The least height of an edge. */
static int find_steep(const struct band_edges *d, int *steep, struct tile_error *e)
{
  struct histogram *h = NULL;
  uint64_t tally[WATERSHED_LEVELS] = {0};
  double threshold = 0;
  int code = histogram_new(&h, true, e);
  for (int i = 0; i < WATERSHED_LEVELS; i++)
    for (int bin = 0; bin <= FLAT; bin++)
      tally[i] += d->count[i][bin];
  if (!code)
    histogram_add_tally(h, 0, tally, WATERSHED_LEVELS);
  /* where all are alike, all count */
  struct tile_error alike;
  *steep = !code && !histogram_otsu(h, &threshold, &alike) ? (int)threshold : 0;
  histogram_free(h);
  return code;
}

/* The value below which this share of the edges is, to a digit that is 1/400 of the contrast or less. */
static double quantile(const struct band_edges *d, const uint64_t *edges, uint64_t all, double share)
{
  const double digit = pow(10, floor(log10(d->contrast / 400)));
  uint64_t below = 0;
  int bin = 0;
  while (bin < BINS - 1 && (double)(below += edges[bin]) < share * (double)all)
    bin++;
  return rint((d->first + (bin + 0.5) * 3 * d->contrast / BINS) / digit) * digit;
}

int band_find(struct band_edges *d, struct band *b, struct tile_error *e)
{
  uint64_t edges[BINS] = {0}, all = 0;
  int steep = 0;
  for (int64_t z = d->put > BAND_REACH ? d->put - BAND_REACH : 0; z < d->put; z++)
    look_at_slice(d, z);
  if (find_steep(d, &steep, e))
    return e->code;
  for (int i = steep; i < WATERSHED_LEVELS; i++)
    for (int bin = 0; bin < BINS; bin++) {
      edges[bin] += d->count[i][bin];
      all += d->count[i][bin];
    }
  *b = (struct band){quantile(d, edges, all, BAND_SHARE), quantile(d, edges, all, 0.5),
                     quantile(d, edges, all, 1 - BAND_SHARE), (int64_t)all};
  return all ? TILE_OK
             : tile_fail(e, TILE_REJECTED,
                         "--band: no edge: nowhere are values of both classes within %d voxels of each other",
                         BAND_REACH);
}
