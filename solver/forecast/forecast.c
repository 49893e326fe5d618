/* SPDX-License-Identifier: BSD-3-Clause */
#include "forecast.h"

#include "in_place.h"
#include "cuda_tile.h"
#include "exceptions.h"
#include "precision.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { CPU_ALIGN = 64 }; /* bytes */

/* ---- tile statistics ---------------------------------------------------------- */

struct tile_counter {
  struct lbm_tile_statistics *statistics;
  struct tile_lookup lookup;
  unsigned char *marked; /* [tiles], THIN | PATCH */
  int64_t span[3];
  size_t pairs[TILE_WAYS]; /* number of populations of a full tile that come from each neighbour */
};
enum { THIN = 1, PATCH = 2 };

static void count_pairs(size_t pairs[TILE_WAYS])
{
  for (int i = 1; i < LBM_Q; i++)
    for (int node = 0; node < 64; node++) {
      int x = (node & 3) - lbm_c[i][0], y = (node >> 2 & 3) - lbm_c[i][1], z = (node >> 4) - lbm_c[i][2];
      pairs[lbm_way(x, y, z)]++;
    }
}

static bool wraps(const struct tile_domain *d, int axis)
{
  return d->periodic >> axis & 1 && d->grid[axis] % d->edge == 0;
}

static bool at_seam(const struct tile_counter *t, size_t tile)
{
  const struct tile_domain *d = t->statistics->domain;
  for (int a = 0; a < 3; a++)
    if (d->periodic >> a & 1 && !wraps(d, a) && (d->coord[tile][a] == 0 || d->coord[tile][a] == t->span[a] - 1))
      return true;
  return false;
}

static bool is_full(const struct tile_counter *t, size_t tile, int way)
{
  const struct tile_domain *d = t->statistics->domain;
  const int step[3] = {way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1};
  int32_t coord[3];
  for (int a = 0; a < 3; a++) {
    int64_t at = d->coord[tile][a] + step[a];
    coord[a] = (int32_t)(wraps(d, a) ? (at + t->span[a]) % t->span[a] : at);
  }
  int64_t there = tile_lookup_tile(&t->lookup, coord);
  return there >= 0 && d->mask[there] == UINT64_MAX;
}

/* The number of populations of a full tile that do not come from full tiles. */
static size_t count_exceptions(const struct tile_counter *t, size_t tile)
{
  size_t count = 0;
  for (int way = 0; way < TILE_WAYS; way++)
    if (t->pairs[way] && way != LBM_SELF && !is_full(t, tile, way))
      count += t->pairs[way];
  return count;
}

static void count_tiles(struct tile_counter *t)
{
  struct lbm_tile_statistics *c = t->statistics;
  size_t exceptions = 0, *of_size = c->of_size, *listed = c->listed, *seamed = c->seamed, *boundary = c->boundary;
#pragma omp parallel for reduction(+ : exceptions, of_size[:65], listed[:65], seamed[:65], boundary[:65])
  for (size_t tile = 0; tile < c->domain->tiles; tile++) {
    int size = __builtin_popcountll(c->domain->mask[tile]);
    bool thin = t->marked[tile] & THIN, seam = at_seam(t, tile);
    size_t odd = size == 64 && !thin ? count_exceptions(t, tile) : 0;
    of_size[size]++;
    listed[size] += size < 64 || thin || odd;
    seamed[size] += thin || seam;
    boundary[size] += thin || seam || t->marked[tile] & PATCH;
    exceptions += odd;
  }
  c->exceptions = exceptions;
  for (size_t size = 0; size <= 64; size++)
    c->boundary_tiles += boundary[size];
}

static void note_marks(struct tile_counter *t)
{
  const struct tile_domain *d = t->statistics->domain;
  for (size_t m = 0; m < d->marks; m++) {
    t->marked[d->mark[m].tile] |= d->mark[m].patch ? PATCH : THIN;
    t->statistics->marks += d->mark[m].patch != 0;
  }
  for (size_t tile = 0; d->wall_begin && tile < d->tiles; tile++)
    t->marked[tile] |= d->wall_begin[tile + 1] - d->wall_begin[tile] > LBM_CUDA_CUTS ? PATCH : 0;
}

int lbm_tile_statistics_make(struct lbm_tile_statistics *c, const struct tile_domain *d, struct tile_error *e)
{
  struct tile_counter t = {.statistics = c, .marked = tile_alloc(d->tiles, 1)};
  *c = (struct lbm_tile_statistics){.domain = d};
  if (!t.marked || d->edge != TILE_EDGE || tile_lookup_make(&t.lookup, d, e)) {
    int code = !t.marked              ? tile_fail_memory(e, d->tiles, "marks of tiles")
               : d->edge != TILE_EDGE ? tile_fail(e, TILE_USAGE, "tiles of edge %d cannot be run: make them of edge %d",
                                                  d->edge, TILE_EDGE)
                                      : e->code;
    free(t.marked);
    return code;
  }
  tile_domain_span(d, t.span);
  count_pairs(t.pairs);
  note_marks(&t);
  count_tiles(&t);
  for (size_t size = 0; size <= 64; size++)
    c->nonsolid += size * c->of_size[size];
  tile_lookup_free(&t.lookup);
  free(t.marked);
  return TILE_OK;
}

/* ---- the forecast --------------------------------------------------------------- */

static size_t rounded(size_t n, size_t step)
{
  return (n + step - 1) / step * step;
}

static size_t stride_of(enum lbm_layout layout, size_t size)
{
  return (size_t)lbm_columns_of(layout, (int)size);
}

/* Bytes of one copy of the populations. tiles: number of tiles by size. */
static double copy_bytes(const size_t tiles[65], enum lbm_layout layout, size_t value, size_t align)
{
  double bytes = 0;
  for (size_t size = 0; size <= 64; size++)
    bytes += (double)tiles[size] * (double)rounded(LBM_Q * stride_of(layout, size) * value, align);
  return bytes;
}

static double copies_bytes(const struct lbm_tile_statistics *c, enum lbm_device_kind device, enum lbm_layout layout,
                           size_t value, size_t align)
{
  return lbm_layouts[layout].copies[device] * copy_bytes(c->of_size, layout, value, align);
}

/* The number of entries of source lists. tiles: number of tiles by size. */
static size_t list_entries(const size_t tiles[65], enum lbm_layout layout)
{
  size_t entries = 0;
  for (size_t size = 0; size <= 64; size++)
    entries += tiles[size] * (LBM_Q - 1) * rounded(stride_of(layout, size), LBM_LIST_STEP);
  return entries;
}

/* The number of links cut by interpolated walls, all of which a time step reads. */
static size_t cuts_of(const struct lbm_tile_statistics *c, const struct lbm_choice *s)
{
  return c->domain->wall_begin && s->walls != LBM_WALLS_HALFWAY ? c->domain->walls : 0;
}

static size_t cuts_bytes(const struct lbm_tile_statistics *c, const struct lbm_choice *s)
{
  const size_t cuts = cuts_of(c, s);
  return cuts ? (c->domain->tiles + 1) * sizeof(size_t) + (cuts + LBM_WALL_LINK_STEP) * sizeof(struct lbm_wall_link)
              : 0;
}

/* On the CPU only every second time step reads the source lists. */
static struct lbm_forecast on_cpu(const struct lbm_tile_statistics *c, const struct lbm_choice *s)
{
  const size_t value = lbm_value_bytes_of(s->precision);
  double lists = (double)(list_entries(c->listed, s->layout) * sizeof(int32_t)),
         exceptions = (double)(c->exceptions * sizeof(struct lbm_exception)),
         full = (double)c->listed[64] * (LBM_Q - 1) * 64 * sizeof(int32_t), cuts = (double)cuts_bytes(c, s);
  double beside = (double)lbm_geometry_bytes(c->domain->tiles, 0, c->marks) + cuts + lists + exceptions;
  return (struct lbm_forecast){.memory = copies_bytes(c, LBM_ON_CPU, s->layout, value, CPU_ALIGN) + beside,
                               .traffic = 2.0 * LBM_Q * (double)value +
                                          ((lists - full + exceptions) / 2 + cuts) / (double)c->nonsolid};
}

/* Memory of the source lists, and the bytes of them that a time step reads. Full tiles among full ones share one
 * list. */
static struct lbm_forecast lists_on_cuda(const struct lbm_tile_statistics *c, const struct lbm_choice *s)
{
  const size_t tiles = c->domain->tiles, words = lbm_cuda_wall_words(cuts_of(c, s), tiles, c->nonsolid),
               listed = c->nonsolid - 64 * (c->of_size[64] - c->listed[64]),
               read = tiles * LBM_CUDA_ROW + listed * LBM_CUDA_LIST + words;
  return (struct lbm_forecast){.memory = (double)lbm_cuda_lists_bytes(tiles, c->nonsolid, words),
                               .traffic = (double)(read * sizeof(uint32_t))};
}

/* The choice of cuda_lists.c, if memory is not short. */
static bool by_lists_on_cuda(const struct lbm_tile_statistics *c, const struct lbm_choice *s)
{
  const double below = lbm_cuda_lists_below(s->precision, cuts_of(c, s), s->collision == LBM_MRT);
  return s->layout == LBM_PACKED && s->addressing != LBM_BY_MASKS &&
         (s->addressing == LBM_BY_LISTS || (double)c->nonsolid < below * 64 * (double)c->domain->tiles);
}

static struct lbm_forecast on_cuda(const struct lbm_tile_statistics *c, const struct lbm_choice *s)
{
  const size_t value = lbm_value_bytes_of(s->precision), tiles = c->domain->tiles,
               sources = list_entries(c->seamed, s->layout);
  const bool by_lists = by_lists_on_cuda(c, s);
  const double cuts = (double)cuts_bytes(c, s),
               beside = (double)(lbm_cuda_bytes(tiles, c->boundary_tiles, c->marks, sources) + LBM_CUDA_STAGING) + cuts,
               copies = copies_bytes(c, LBM_ON_CUDA, s->layout, value, LBM_CUDA_ALIGN);
  const struct lbm_forecast lists = lists_on_cuda(c, s);
  const double read = (double)lbm_cuda_boundary_bytes(c->boundary_tiles, c->marks, sources) +
                      (by_lists ? lists.traffic : (double)(LBM_CUDA_TILE_READ * tiles) + cuts);
  return (struct lbm_forecast){.memory = copies + beside + (by_lists ? lists.memory : 0),
                               .traffic = 2.0 * LBM_Q * (double)value + read / (double)c->nonsolid};
}

/* Makes the in-place order and the gap that the flow will have. */
static int compress(struct lbm_in_place *order, const struct lbm_tile_statistics *c, size_t value, struct tile_error *e)
{
  const struct tile_domain *d = c->domain;
  struct lbm_geometry g = {.domain = d, .base = tile_alloc(d->tiles + 1, sizeof *g.base)};
  if (!g.base)
    return tile_fail_memory(e, d->tiles * sizeof *g.base, "the order of tiles");
#pragma omp parallel for schedule(static)
  for (size_t t = 0; t < d->tiles; t++) {
    const size_t size = (size_t)__builtin_popcountll(d->mask[t]);
    g.base[t + 1] = rounded(LBM_Q * stride_of(LBM_PACKED, size) * value, LBM_CUDA_ALIGN) / value;
  }
  for (size_t t = 0; t < d->tiles; t++)
    g.base[t + 1] += g.base[t];
  const int code = lbm_in_place_make(order, &g, e);
  free(g.base);
  return code;
}

int lbm_forecast_one_copy(double *memory, const struct lbm_tile_statistics *c, enum lbm_precision precision,
                          struct tile_error *e)
{
  const size_t value = lbm_value_bytes_of(precision);
  struct lbm_in_place order = {0};
  if (compress(&order, c, value, e)) {
    lbm_in_place_free(&order);
    return e->code;
  }
  const struct lbm_choice masks = {LBM_TRT, precision, LBM_PACKED, LBM_BY_MASKS, LBM_WALLS_INTERPOLATED};
  *memory = on_cuda(c, &masks).memory + (double)(order.gap * value + lbm_cuda_in_place_bytes(order.groups)) -
            copy_bytes(c->of_size, LBM_PACKED, value, LBM_CUDA_ALIGN) +
            copy_bytes(c->boundary, LBM_PACKED, value, LBM_CUDA_ALIGN);
  lbm_in_place_free(&order);
  return TILE_OK;
}

/* What a step takes: seconds = traffic / (share * copy bandwidth) * (1 + solid * solid nodes of stored tiles / others), on a GPU
 * + LATENCY. t2c moves whole sectors and vectors, of which solid nodes are a part; packed waits a little more for each tile, the
 * more of them there are for as many nodes.
 *
 * GPU, fp64 and fp32: least squares of the logarithms (robust: soft L1) over 56 measured speeds of BGK: on an H100 (copies of 3015
 * GB/s) tests/papers/PAPERS.md, 003/layouts-gpu, spheres of 40 in 256^3 at porosities 1 to 0.1, and cavities of 32^3 to 252^3
 * (000/cavity, all/own); on an H200 (4253 GB/s) the table of tests/bench/RESULTS.md, 320^3. All but one are within 7 %; a cavity of
 * 48^3, whose populations lie in the L2 cache, is 1.27 times as fast as this says. MRT and TRT differ by up to 3 % in fp64, and up
 * to 10 % in fp32. Vessels are not in the fit: of 000/vessels the small one is 0.91 (packed), 0.95 (t2c), in fp32 0.84 and 0.93 as
 * fast as this says, the aorta in t2c some 0.73. Narrower storage: by hand, of the box and spheres of 0.7 and 0.2 under
 * "Narrower storage" in RESULTS.md (H200), within 5 %, but for the box in fp64/fp32, with BGK 0.83 as fast as this says (with
 * TRT 0.96); t2c in fp64/fp32 from its one row.
 *
 * CPU: the copy bandwidth is a bound (share 1). t2c by packed, spheres of 40 at 0.2 in 160^3, one thread, `run --benchmark` in two
 * rounds: 0.72 and 0.64 in fp64, 0.64 and 0.56 in fp32; this says 0.65. */
struct pace {
  double share, solid;
};
static const struct pace on_a_cpu[2] = {{1, 0}, {1, 0.9}}; /* packed, t2c */
static const struct pace on_a_gpu[2][LBM_PRECISIONS] = {
    {[LBM_FP64] = {0.97, 0.03},
     [LBM_FP32] = {0.966, 0.014},
     [LBM_FP64_FP32] = {0.834, 0.35},
     [LBM_FP32_FP16] = {0.72, 1.2}},
    {[LBM_FP64] = {0.944, 0.75},
     [LBM_FP32] = {0.943, 0.89},
     [LBM_FP64_FP32] = {0.834, 3.2},
     [LBM_FP32_FP16] = {0.72, 1.2}},
};
#define LATENCY 6.6e-6 /* seconds of a step, of the same fit */

struct lbm_forecast lbm_forecast_of(const struct lbm_tile_statistics *c, enum lbm_device_kind device,
                                    const struct lbm_choice *choice)
{
  const bool on_gpu = device == LBM_ON_CUDA, rows = choice->layout != LBM_PACKED;
  const struct pace *p = on_gpu ? &on_a_gpu[rows][choice->precision] : &on_a_cpu[rows];
  const double nodes = (double)c->nonsolid, solid = 64 * (double)c->domain->tiles / nodes - 1;
  struct lbm_forecast f = (on_gpu ? on_cuda : on_cpu)(c, choice);
  f.moved = f.traffic / p->share * (1 + p->solid * solid);
  f.beside = on_gpu ? LATENCY / nodes : 0;
  return f;
}
