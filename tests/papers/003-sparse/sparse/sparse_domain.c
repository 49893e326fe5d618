/* SPDX-License-Identifier: BSD-3-Clause */
/* A tile file as a numbered box of nodes. */
#include "internal.h"
#include "sparse.h"

#include <limits.h>
#include <stdlib.h>

/* ---- reading --------------------------------------------------------------------------- */

static int fits(const struct tile_domain *d, size_t *box, struct tile_error *e)
{
  bool seams = false;
  for (int a = 0; a < 3; a++)
    seams |= d->periodic >> a & 1 && d->grid[a] % TILE_EDGE;
  *box = (size_t)d->grid[0] * (size_t)d->grid[1] * (size_t)d->grid[2];
  return d->edge != TILE_EDGE ? tile_fail(e, TILE_USAGE, "tiles of edge %d: needs %d", d->edge, TILE_EDGE)
         : d->marks           ? tile_fail(e, TILE_USAGE, "patches or walls between nodes: there is no kernel for them")
         : seams              ? tile_fail(e, TILE_USAGE, "a period is no multiple of %d", TILE_EDGE)
         : *box > INT_MAX     ? tile_fail(e, TILE_USAGE, "more than 2^31 nodes in the box")
                              : 0;
}

static int read_tiles(struct tile_domain *d, FILE *in, const char *path, struct tile_error *e)
{
  struct tile_reader *reader;
  struct tile_input *input;
  if (tile_reader_open(&reader, in, path, e))
    return e->code;
  int code = tile_input_open(&input, d, reader, e);
  if (!code) {
    code = tile_input_arrays(input, NULL, 0, e);
    tile_input_close(input);
  }
  tile_reader_free(reader);
  return code;
}

/* ---- numbers ---------------------------------------------------------------------------- */

static size_t place_of(const struct tile_domain *d, const int64_t at[3])
{
  return (size_t)at[0] + (size_t)d->grid[0] * ((size_t)at[1] + (size_t)d->grid[1] * (size_t)at[2]);
}

static void mark_fluid(const struct sparse_domain *d)
{
  const struct tile_domain *t = &d->tiles;
#pragma omp parallel for schedule(static)
  for (size_t n = 0; n < d->box; n++)
    d->number[n] = -1;
#pragma omp parallel for schedule(static)
  for (size_t tile = 0; tile < t->tiles; tile++)
    for (int n = 0; n < SPARSE_NODES; n++) {
      int64_t at[3];
      if (t->mask[tile] >> n & 1 && tile_domain_node(t, tile, n, at))
        d->number[place_of(t, at)] = 0;
    }
}

/* The wall distances by node; 1/2 where the link opposite is cut, too. */
static int keep_cuts(struct sparse_domain *d, struct tile_error *e)
{
  const struct tile_domain *t = &d->tiles;
  d->cut = tile_alloc(d->nodes, sizeof *d->cut);
  if (!d->cut)
    return tile_fail_memory(e, d->nodes * sizeof *d->cut, "wall distances");
  for (size_t n = 0; n < d->nodes; n++)
    for (int i = 0; i < LBM_Q; i++)
      d->cut[n][i] = 0.5F;
  for (size_t tile = 0; tile < t->tiles; tile++)
    for (size_t w = t->wall_begin[tile]; w < t->wall_begin[tile + 1]; w++) {
      int64_t at[3];
      if (tile_domain_node(t, tile, t->wall[w].node, at) &&
          sparse_source(d, at, t->wall[w].link) >= 0) /* which the population of the opposite link comes from */
        d->cut[d->number[place_of(t, at)]][t->wall[w].link] = (float)TILE_WALL_Q(t->wall[w].q);
    }
  return 0;
}

static int number_nodes(struct sparse_domain *d, struct tile_error *e)
{
  d->number = tile_alloc(d->box, sizeof *d->number);
  if (!d->number)
    return tile_fail_memory(e, d->box * sizeof *d->number, "the box");
  mark_fluid(d);
  for (size_t n = 0; n < d->box; n++)
    if (d->number[n] >= 0)
      d->number[n] = (int32_t)d->nodes++;
  for (int a = 0; a < 3; a++)
    d->wraps[a] = d->tiles.periodic >> a & 1;
  return d->tiles.walls ? keep_cuts(d, e) : 0;
}

int sparse_domain_read(struct sparse_domain *d, const char *path)
{
  struct tile_error e;
  FILE *in = fopen(path, "rb");
  *d = (struct sparse_domain){0};
  int code = in ? read_tiles(&d->tiles, in, path, &e) : tile_fail(&e, TILE_FAILED, "it cannot be read");
  code = code || fits(&d->tiles, &d->box, &e) || tile_measure_domain(&d->measure, &d->tiles, &e) || number_nodes(d, &e);
  if (in)
    fclose(in);
  if (code)
    fprintf(stderr, "sparse: %s: %s\n", path, e.text);
  return code;
}

void sparse_domain_free(struct sparse_domain *d)
{
  free(d->number);
  free(d->cut);
  tile_domain_free(&d->tiles);
}

/* ---- neighbours --------------------------------------------------------------------------- */

int32_t sparse_source(const struct sparse_domain *d, const int64_t at[3], int i)
{
  int64_t from[3];
  for (int a = 0; a < 3; a++) {
    const int64_t size = d->tiles.grid[a], beyond = at[a] - lbm_c[i][a];
    from[a] = d->wraps[a] ? (beyond + size) % size : beyond;
    if (from[a] < 0 || from[a] >= size)
      return -1;
  }
  return d->number[place_of(&d->tiles, from)];
}

void sparse_each_node(const struct sparse_domain *d, sparse_visit *visit, void *self)
{
  const int64_t *grid = d->tiles.grid;
#pragma omp parallel for schedule(dynamic)
  for (int64_t row = 0; row < grid[1] * grid[2]; row++)
    for (int64_t x = 0; x < grid[0]; x++) {
      const int32_t node = d->number[row * grid[0] + x];
      if (node >= 0)
        visit(self, (const int64_t[3]){x, row % grid[1], row / grid[1]}, node);
    }
}

double sparse_cut(const struct sparse_domain *d, const int64_t at[3], int i)
{
  return d->cut ? (double)d->cut[d->number[place_of(&d->tiles, at)]][i] : 0.5;
}

/* ---- bits ---------------------------------------------------------------------------------- */

size_t sparse_bits_place(const struct sparse_domain *d, size_t node, int i)
{
  const size_t row = (size_t)d->tiles.grid[0];
  return node / row * row * LBM_Q + (size_t)i * row + node % row;
}

struct field {
  const struct sparse_domain *domain;
  uint32_t *bits;
  void *array;
  bool single;
};

static void find_bits(void *self, const int64_t at[3], int32_t node)
{
  const struct field *f = self;
  uint32_t bits = 0;
  (void)node;
  for (int i = 1; i < LBM_Q; i++)
    bits |= (uint32_t)(sparse_source(f->domain, at, lbm_opposite[i]) < 0) << i;
  f->bits[place_of(&f->domain->tiles, at)] = bits;
}

uint32_t *sparse_bits(const struct sparse_domain *d)
{
  struct field f = {.domain = d, .bits = tile_alloc(d->box, sizeof *f.bits)};
  for (size_t n = 0; f.bits && n < d->box; n++)
    f.bits[n] = 1;
  if (f.bits)
    sparse_each_node(d, find_bits, &f);
  return f.bits;
}

/* The distance along link i lies in the cell from which the opposite population would come. */
static void keep_distance(void *self, const int64_t at[3], int32_t node)
{
  const struct field *f = self;
  const int64_t *grid = f->domain->tiles.grid;
  (void)node;
  for (int i = 1; i < LBM_Q; i++) {
    if (sparse_source(f->domain, at, lbm_opposite[i]) >= 0)
      continue;
    int64_t to[3];
    for (int a = 0; a < 3; a++)
      to[a] = (at[a] + lbm_c[i][a] + grid[a]) % grid[a];
    const size_t cell = sparse_bits_place(f->domain, place_of(&f->domain->tiles, to), lbm_opposite[i]);
    if (f->single)
      ((float *)f->array)[cell] = (float)sparse_cut(f->domain, at, i);
    else
      ((double *)f->array)[cell] = sparse_cut(f->domain, at, i);
  }
}

void sparse_bits_walls(const struct sparse_domain *d, void *array, bool single)
{
  sparse_each_node(d, keep_distance, &(struct field){.domain = d, .array = array, .single = single});
}

/* ---- connectivity -------------------------------------------------------------------------- */

struct connection {
  const struct sparse_domain *domain;
  uint32_t *source;
  size_t stride;
};

static void connect_node(void *self, const int64_t at[3], int32_t node)
{
  const struct connection *c = self;
  for (int i = 1; i < LBM_Q; i++) {
    const int32_t from = sparse_source(c->domain, at, i);
    const size_t value = from >= 0 ? (size_t)i * c->stride + (size_t)from : lbm_opposite[i] * c->stride + (size_t)node;
    c->source[(size_t)(i - 1) * c->stride + (size_t)node] = (uint32_t)value;
  }
}

uint32_t *sparse_connect(const struct sparse_domain *d, size_t stride)
{
  struct connection c = {d, tile_alloc((LBM_Q - 1) * stride, sizeof *c.source), stride};
  if (c.source)
    sparse_each_node(d, connect_node, &c);
  return c.source;
}
