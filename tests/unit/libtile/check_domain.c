/* SPDX-License-Identifier: BSD-3-Clause */
/* The geometry of a domain, and writing and reading its file. */
#include "file_made.h"
#include "suite.h"

#include <math.h>
#include <omp.h>
#include <string.h>

/* ---- geometry ---- */

TEST(links_are_the_nineteen)
{
  int at[TILE_LINKS], squares[3] = {0, 0, 0};
  for (int i = 0; i < TILE_LINKS; i++) {
    const signed char *c = tile_link[i];
    at[i] = (c[0] + 1) + 3 * (c[1] + 1) + 9 * (c[2] + 1);
    for (int j = 0; j < i; j++)
      ck_assert_int_ne(at[i], at[j]);
    squares[c[0] * c[0] + c[1] * c[1] + c[2] * c[2]]++;
  }
  ck_assert(squares[0] == 1 && squares[1] == 6 && squares[2] == 12);
  const signed char *ne = tile_link[7], *wt = tile_link[13], *sb = tile_link[18];
  ck_assert(ne[0] == 1 && ne[1] == 1 && ne[2] == 0);
  ck_assert(wt[0] == -1 && wt[1] == 0 && wt[2] == 1);
  ck_assert(sb[0] == 0 && sb[1] == -1 && sb[2] == -1);
}

/* Every tile of the padded grid; all nodes inside the grid are non-solid. */
static struct tile_domain full(const int64_t grid[3], int edge, const int offset[3], unsigned periodic)
{
  struct tile_domain d = {.edge = edge, .periodic = periodic, .words = (size_t)(edge * edge * edge + 63) / 64};
  int64_t span[3], at[3];
  for (int a = 0; a < 3; a++) {
    d.grid[a] = grid[a];
    d.offset[a] = offset[a];
  }
  tile_domain_span(&d, span);
  d.tiles = (size_t)(span[0] * span[1] * span[2]);
  d.coord = tile_alloc(d.tiles, sizeof *d.coord);
  d.mask = tile_alloc(d.tiles * d.words, sizeof *d.mask);
  for (size_t t = 0; t < d.tiles; t++) {
    d.coord[t][0] = (int32_t)((int64_t)t % span[0]);
    d.coord[t][1] = (int32_t)((int64_t)t / span[0] % span[1]);
    d.coord[t][2] = (int32_t)((int64_t)t / span[0] / span[1]);
    for (int n = 0; n < edge * edge * edge; n++)
      if (tile_domain_node(&d, t, n, at))
        d.mask[t * d.words + (size_t)n / 64] |= (uint64_t)1 << (n % 64);
  }
  return d;
}

/* Every coordinate of the grid has one node, and this node has this coordinate. */
static void check_bijection(const struct tile_domain *d)
{
  struct tile_error e;
  struct tile_lookup l;
  OK(tile_lookup_make(&l, d, &e));
  ck_assert_int_eq(tile_domain_nonsolid(d), d->grid[0] * d->grid[1] * d->grid[2]);
  for (int64_t i = 0; i < d->grid[0] * d->grid[1] * d->grid[2]; i++) {
    const int64_t at[3] = {i % d->grid[0], i / d->grid[0] % d->grid[1], i / d->grid[0] / d->grid[1]};
    int64_t back[3];
    size_t tile;
    int node;
    ck_assert(tile_lookup_node(&l, at, &tile, &node));
    ck_assert(tile_domain_node(d, tile, node, back));
    ck_assert_mem_eq(at, back, sizeof at);
  }
  tile_lookup_free(&l);
}

TEST(nodes_and_coordinates_agree)
{
  const int64_t grids[][3] = {{1, 1, 1}, {4, 8, 4}, {5, 7, 9}, {17, 2, 3}};
  const int offsets[][3] = {{0, 0, 0}, {1, 1, 1}, {1, 0, 1}};
  for (size_t g = 0; g < 4; g++)
    for (unsigned periodic = 0; periodic < 8; periodic++)
      for (int edge = 2; edge <= 16; edge *= 2)
        for (int o = 0; o < 3; o++) {
          struct tile_domain d = full(grids[g], edge, offsets[o], periodic);
          check_bijection(&d);
          tile_domain_free(&d);
        }
}

TEST(an_offset_shifts)
{
  struct tile_domain d = full((int64_t[]){6, 6, 8}, 4, (int[]){3, 3, 3}, TILE_Y | TILE_Z);
  int64_t span[3], at[3];
  tile_domain_span(&d, span);
  ck_assert(span[0] == 3 && span[1] == 2 && span[2] == 2); /* 9, 6, 8 nodes with the padding */
  ck_assert(!tile_domain_node(&d, 0, 2, at));              /* x: outside the grid */
  ck_assert(tile_domain_node(&d, 0, 3, at));
  ck_assert(at[0] == 0 && at[1] == 3 && at[2] == 5); /* y, z: shifted periodically */
  tile_domain_free(&d);
}

TEST(neighbours_wrap_where_tiles_fit)
{
  struct tile_error e;
  struct tile_domain d = full((int64_t[]){8, 6, 4}, 4, (int[]){0, 0, 0}, TILE_X | TILE_Y | TILE_Z);
  int32_t(*map)[TILE_WAYS];
  OK(tile_neighbours(&d, &map, &e));
  ck_assert_int_eq(map[0][TILE_WAY(0, 0, 0)], 0);
  ck_assert_int_eq(map[0][TILE_WAY(1, 0, 0)], 1);
  ck_assert_int_eq(map[0][TILE_WAY(-1, 0, 0)], 1); /* 8 nodes are 2 tiles: closed */
  ck_assert_int_eq(map[0][TILE_WAY(0, 1, 0)], 2);
  ck_assert_int_eq(map[0][TILE_WAY(0, -1, 0)], -1); /* 6 nodes: the seam cuts a tile */
  ck_assert_int_eq(map[3][TILE_WAY(0, 1, 0)], -1);
  ck_assert_int_eq(map[3][TILE_WAY(1, -1, 1)], 0);
  ck_assert_int_eq(map[3][TILE_WAY(0, 0, 1)], 3); /* 4 nodes are 1 tile: its own neighbour */
  free(map);
  d.periodic = 0;
  OK(tile_neighbours(&d, &map, &e));
  ck_assert_int_eq(map[0][TILE_WAY(-1, 0, 0)], -1);
  ck_assert_int_eq(map[0][TILE_WAY(0, 0, 1)], -1);
  ck_assert_int_eq(map[1][TILE_WAY(-1, 1, 0)], 2);
  free(map);
  tile_domain_free(&d);
}

TEST(tiles_are_found_once)
{
  struct tile_error e;
  struct tile_lookup l;
  struct tile_domain d;
  made_domain(&d);
  OK(tile_lookup_make(&l, &d, &e));
  ck_assert_int_eq(tile_lookup_tile(&l, (int32_t[]){2, 0, 0}), 1);
  ck_assert_int_eq(tile_lookup_tile(&l, (int32_t[]){3, 0, 0}), -1);
  ck_assert_int_eq(tile_lookup_tile(&l, (int32_t[]){-1, 0, 0}), -1);
  tile_lookup_free(&l);
  d.coord[2][0] = 2;
  ck_assert_int_eq(tile_lookup_make(&l, &d, &e), TILE_REJECTED);
  tile_domain_free(&d);
}

/* With one tile in eight places, a tile is found in a table of all places; with fewer, by its hash. Outside the grid no
 * tile is found. */
/* Threads share many tiles; what is named is the first pair all the same. */
TEST(the_first_two_at_one_place_are_named)
{
  struct tile_error e;
  struct tile_lookup l;
  const int offset[3] = {0, 0, 0};
  omp_set_num_threads(3);
  for (int sparse = 0; sparse < 2; sparse++) {
    struct tile_domain d = full((const int64_t[]){72, 72, 72}, 4, offset, 0);
    d.grid[2] *= sparse ? 400 : 1; /* then there is a hash table */
    ck_assert_uint_gt(d.tiles, 5000);
    memcpy(d.coord[4100], d.coord[77], sizeof *d.coord);
    memcpy(d.coord[5000], d.coord[3], sizeof *d.coord);
    ck_assert_int_eq(tile_lookup_make(&l, &d, &e), TILE_REJECTED);
    ck_assert_ptr_nonnull(strstr(e.text, "tiles 77 and 4100 have the same coordinates"));
    tile_domain_free(&d);
  }
}

/* Tiles are read by several threads, too. */
TEST(the_first_bad_tile_is_named)
{
  struct tile_error e;
  struct tile_reader *r;
  struct tile_input *input;
  const int offset[3] = {0, 0, 0};
  struct tile_domain d = full((const int64_t[]){72, 72, 72}, 4, offset, 0), back;
  omp_set_num_threads(3);
  d.coord[5001][2] = -1;
  d.mask[4099] = 0;
  struct bytes b = write_domain(&d, 1, NULL);
  FILE *in = fmemopen(b.data, b.length, "r");
  OK(tile_reader_open(&r, in, "bad.tile", &e));
  ck_assert_int_eq(tile_input_open(&input, &back, r, &e), TILE_REJECTED);
  ck_assert_ptr_nonnull(strstr(e.text, "tile 4099 ("));
  ck_assert_ptr_nonnull(strstr(e.text, "no non-solid node"));
  tile_reader_free(r);
  fclose(in);
  free(b.data);
  tile_domain_free(&d);
}

TEST(few_tiles_are_found_as_many)
{
  enum { TILES = 500 };
  struct tile_error e;
  struct tile_lookup l;
  for (int every = 7; every <= 9; every++) {
    struct tile_domain d = {.edge = 4, .tiles = TILES, .coord = malloc(TILES * sizeof *d.coord)};
    memcpy(d.grid, (int64_t[]){40, 20, 2 * every * TILES / 25}, sizeof d.grid);
    for (int t = 0, place = 0; t < TILES; t++, place += every)
      memcpy(d.coord[t], (int32_t[]){place % 10, place / 10 % 5, place / 50}, sizeof *d.coord);
    OK(tile_lookup_make(&l, &d, &e));
    ck_assert(every <= 8 ? l.span[0] == 10 && l.slots == (size_t)(every * TILES) : !l.span[0] && l.slots == 1024);
    for (int32_t z = -1, place = -1; z <= every * TILES / 50; z++)
      for (int32_t y = -1; y <= 5; y++)
        for (int32_t x = -1; x <= 10; x++) {
          place = x + 10 * (y + 5 * z);
          const bool inside = x >= 0 && x < 10 && y >= 0 && y < 5 && z >= 0 && z < every * TILES / 50;
          const int64_t wanted = inside && place % every == 0 ? place / every : -1;
          ck_assert_int_eq(tile_lookup_tile(&l, (int32_t[]){x, y, z}), wanted);
        }
    tile_lookup_free(&l);
    free(d.coord);
  }
}

/* The hash function of lookup.c for a table at address 0. */
static uint64_t plain_hash(const int32_t coord[3])
{
  uint64_t key = (uint32_t)coord[0] * UINT64_C(0x9e3779b97f4a7c15);
  key = (key ^ (key >> 29) ^ (uint32_t)coord[1]) * UINT64_C(0xbf58476d1ce4e5b9);
  key = (key ^ (key >> 32) ^ (uint32_t)coord[2]) * UINT64_C(0x94d049bb133111eb);
  return key ^ (key >> 31);
}

/* Tiles that would all fall into a 64th of the table, if the hash did not depend on its address: each search would then
 * go through the whole list. */
TEST(tiles_cannot_be_made_to_collide)
{
  enum { TILES = 20000, SLOTS = 65536 };
  struct tile_error e;
  struct tile_lookup l;
  struct tile_domain d = {
      .edge = 4, .grid = {4000, 40000, 4000}, .tiles = TILES, .coord = malloc(TILES * sizeof *d.coord)};
  int32_t at[3] = {0, 0, 0};
  size_t longest = 0, run = 0;
  for (size_t tile = 0; tile < TILES; at[0] = (at[0] + 1) % 1000, at[1] += at[0] == 0)
    if (plain_hash(at) % SLOTS < SLOTS / 64)
      memcpy(d.coord[tile++], at, sizeof at);
  OK(tile_lookup_make(&l, &d, &e));
  ck_assert_uint_eq(l.slots, SLOTS);
  for (size_t i = 0; i < l.slots; i++) {
    run = l.slot[i] < 0 ? 0 : run + 1;
    longest = run > longest ? run : longest;
  }
  ck_assert_msg(longest < 1000, "%zu full slots beside each other", longest); /* of 65536, a third full: 40 are rare */
  tile_lookup_free(&l);
  free(d.coord);
}

/* ---- files ---- */

struct opened {
  FILE *in;
  struct tile_reader *reader;
  struct tile_input *input;
  struct tile_domain domain;
};

static void open_file(struct opened *o, const struct bytes *b)
{
  struct tile_error e;
  o->in = fmemopen(b->data, b->length, "r");
  OK(tile_reader_open(&o->reader, o->in, "rock.tile", &e));
  OK(tile_input_open(&o->input, &o->domain, o->reader, &e));
}

static void close_file(struct opened *o)
{
  tile_input_close(o->input);
  tile_domain_free(&o->domain);
  tile_reader_free(o->reader);
  fclose(o->in);
}

TEST(domain_comes_back)
{
  struct tile_error e;
  struct tile_domain d;
  struct opened o;
  made_domain(&d);
  OK(tile_header_set(&d.header, &e, "order", "morton"));
  OK(tile_header_set(&d.header, &e, "origin", "0 0.5 -1e-3"));
  struct bytes b = write_domain(&d, 0, NULL);
  open_file(&o, &b);
  OK(tile_input_arrays(o.input, NULL, 0, &e));
  ck_assert_mem_eq(o.domain.grid, d.grid, sizeof d.grid);
  ck_assert(o.domain.edge == 4 && o.domain.periodic == 1 && o.domain.patches == 1 && o.domain.words == 1);
  ck_assert(o.domain.dx == d.dx && o.domain.offset[0] == 0);
  ck_assert_str_eq(o.domain.patch[0].name, "inlet");
  ck_assert_str_eq(o.domain.patch[0].face, "z-");
  ck_assert(o.domain.tiles == 3 && o.domain.marks == 2);
  ck_assert_mem_eq(o.domain.coord, d.coord, 3 * sizeof *d.coord);
  ck_assert_mem_eq(o.domain.mask, d.mask, 3 * sizeof *d.mask);
  ck_assert_mem_eq(o.domain.mark, d.mark, 2 * sizeof *d.mark);
  ck_assert_str_eq(tile_header_get(&o.domain.header, "kind"), "domain");
  ck_assert_str_eq(tile_header_get(&o.domain.header, "origin"), "0 0.5 -1e-3");
  ck_assert_str_eq(tile_header_get(&o.domain.header, "nonsolid"), "33");
  close_file(&o);
  tile_domain_free(&d);
  free(b.data);
}

/* tessera-tile(5): X = (x + offset) mod N. With N = 2 an offset of 3 equals one of 1: node 0 of the tile is x = 1. */
TEST(an_offset_beyond_the_period)
{
  struct tile_error e;
  struct opened o;
  struct tile_bits bits;
  struct tile_domain d = {.grid = {2, 4, 4}, .edge = 4, .offset = {3}, .periodic = TILE_X, .tiles = 1, .words = 1};
  d.coord = calloc(1, sizeof *d.coord);
  d.mask = calloc(1, sizeof *d.mask);
  d.mask[0] = 0x0000000000000031; /* nodes 0, 4 and 5 */
  struct bytes b = write_domain(&d, 0, NULL);
  open_file(&o, &b);
  OK(tile_input_arrays(o.input, NULL, 0, &e));
  OK(tile_domain_bits(&bits, &o.domain, &e));
  ck_assert(tile_bit(&bits, 1, 0, 0) && tile_bit(&bits, 1, 1, 0) && tile_bit(&bits, 0, 1, 0));
  ck_assert_int_eq(tile_bits_count(&bits), 3);
  tile_bits_free(&bits);
  close_file(&o);
  tile_domain_free(&d);
  free(b.data);
}

LOOP_TEST(every_edge_comes_back, 4)
{
  struct tile_error e;
  struct opened o;
  struct tile_domain d = full((int64_t[]){21, 9, 18}, 2 << _i, (int[]){1, 0, 1}, TILE_Z);
  struct bytes b = write_domain(&d, 1 << (_i % 2), NULL);
  open_file(&o, &b);
  OK(tile_input_arrays(o.input, NULL, 0, &e));
  ck_assert_uint_eq(o.domain.tiles, d.tiles);
  ck_assert_mem_eq(o.domain.mask, d.mask, d.tiles * d.words * sizeof *d.mask);
  close_file(&o);
  tile_domain_free(&d);
  free(b.data);
}

static int values_with_a_gap(void *made, size_t tile, void *data, struct tile_error *e)
{
  made_values(made, tile, data, e);
  if (tile == 0)
    *(float *)data = NAN;
  return TILE_OK;
}

TEST(arrays_come_back)
{
  struct tile_error e;
  struct tile_block block[2];
  struct opened o;
  struct tile_domain d = full((int64_t[]){50, 40, 30}, 4, (int[]){1, 2, 3}, 0); /* several records per array */
  struct bytes b = write_domain(&d, 2, NULL);
  open_file(&o, &b);
  ck_assert(tile_input_has(o.input, "FLDS") && tile_input_has(o.input, "POPS"));
  ck_assert_str_eq(tile_header_get(&o.domain.header, "kind"), "fields");
  ck_assert_str_eq(tile_header_get(&o.domain.header, "precision"), "fp32");
  OK(tile_block_make(&block[0], &o.domain, 16, &e));
  OK(tile_block_make(&block[1], &o.domain, 76, &e));
  struct tile_array array[2] = {{"POPS", 76, tile_block_get, &block[1], false},
                                {"FLDS", 16, tile_block_get, &block[0], false}};
  OK(tile_input_arrays(o.input, array, 2, &e));
  ck_assert(array[0].found && array[1].found);
  for (int i = 0; i < 2; i++) {
    struct made_array made = {&d, block[i].bytes / 4};
    float values[64 * 19];
    for (size_t t = 0; t < d.tiles; t++) {
      made_values(&made, t, values, &e);
      ck_assert_mem_eq(block[i].data + block[i].begin[t] * block[i].bytes, values,
                       (block[i].begin[t + 1] - block[i].begin[t]) * block[i].bytes);
    }
    tile_block_free(&block[i]);
  }
  close_file(&o);
  tile_domain_free(&d);
  free(b.data);
}

/* Names, units and values, NaN too, of a file of kind domain; without the array the key is dropped. */
TEST(named_values_come_back)
{
  static const struct tile_value two[] = {{"label", "1"}, {"radius", "voxel"}};
  struct tile_value found[TILE_VALUES_LIMIT] = {0};
  struct tile_error e;
  struct tile_domain d;
  struct tile_block block;
  struct opened o;
  int count;
  made_domain(&d);
  struct made_array made = {&d, 2};
  struct tile_array array = {"VALS", 8, values_with_a_gap, &made, false};
  OK(tile_values_set(&d.header, two, 2, &e));
  struct bytes b = write_arrays(&d, &array, 1, NULL);
  open_file(&o, &b);
  ck_assert(tile_input_has(o.input, "VALS") && !tile_input_has(o.input, "FLDS"));
  ck_assert_str_eq(tile_header_get(&o.domain.header, "kind"), "domain");
  OK(tile_values_read(found, &count, &o.domain.header, &e));
  ck_assert(count == 2 && !memcmp(found, two, sizeof two));
  OK(tile_block_make(&block, &o.domain, 8, &e));
  array = (struct tile_array){"VALS", 8, tile_block_get, &block, false};
  OK(tile_input_arrays(o.input, &array, 1, &e));
  ck_assert(array.found);
  const float *value = (const float *)block.data;
  ck_assert(isnan(value[0]) && value[1] == 1.0F / 1024);
  tile_block_free(&block);
  close_file(&o);
  free(b.data);
  b = write_arrays(&d, NULL, 0, NULL);
  ck_assert_ptr_null(tile_header_get(&d.header, "values"));
  free(b.data);
  array.bytes = 8;
  ck_assert_int_eq(tile_domain_write(&d, stdout, &array, 1, NULL, &e), TILE_USAGE); /* no key names them */
  tile_domain_free(&d);
}

TEST(absent_arrays_are_not_found)
{
  struct tile_error e;
  struct opened o;
  struct bytes b = made_file(1);
  struct tile_array array[2] = {{"POPS", 76, tile_block_get, NULL, true}, {"FLDS", 32, tile_block_get, NULL, true}};
  open_file(&o, &b);
  ck_assert(!tile_input_has(o.input, "POPS"));
  ck_assert_int_eq(tile_input_arrays(o.input, &array[1], 1, &e), TILE_USAGE); /* fp64 requested, fp32 stored */
  close_file(&o);
  open_file(&o, &b);
  OK(tile_input_arrays(o.input, array, 1, &e));
  ck_assert(!array[0].found);
  close_file(&o);
  free(b.data);
}

TEST(all_solid_is_a_domain)
{
  struct tile_error e;
  char digest[33];
  struct tile_domain d = {.grid = {5, 5, 5}, .edge = 4, .words = 1};
  for (size_t arrays = 0; arrays < 3; arrays++) {
    struct bytes b = write_domain(&d, arrays, NULL);
    OK(read_bytes(b.data, b.length, digest, &e));
    free(b.data);
  }
  tile_domain_free(&d);
}

static void swap_tiles(struct tile_domain *d, size_t a, size_t b)
{
  for (int i = 0; i < 3; i++) {
    int32_t c = d->coord[a][i];
    d->coord[a][i] = d->coord[b][i];
    d->coord[b][i] = c;
  }
  uint64_t mask = d->mask[a];
  d->mask[a] = d->mask[b];
  d->mask[b] = mask;
}

TEST(digest_ignores_tile_order_and_history)
{
  struct tile_error e;
  struct tile_domain d;
  char digest[3][33];
  made_domain(&d);
  struct bytes b = write_domain(&d, 2, digest[0]);
  free(b.data);
  swap_tiles(&d, 0, 2); /* tiles with marks: the marks move too */
  struct tile_mark first = d.mark[0];
  d.mark[0] = d.mark[1];
  d.mark[0].tile = 0;
  d.mark[1] = first;
  d.mark[1].tile = 2;
  OK(tile_header_add_history(&d.header, "tessera-tile", 0, NULL, &e));
  b = write_domain(&d, 2, digest[1]);
  OK(read_bytes(b.data, b.length, digest[2], &e));
  ck_assert_str_eq(digest[0], digest[1]);
  ck_assert_str_eq(digest[0], digest[2]);
  free(b.data);
  d.mark[0].links ^= 1u << 5;
  b = write_domain(&d, 2, digest[1]);
  ck_assert_str_ne(digest[0], digest[1]);
  free(b.data);
  tile_domain_free(&d);
}

TEST(unwritable_arrays_are_refused)
{
  struct tile_error e;
  struct tile_domain d;
  struct tile_array wrong[][2] = {{{"POPS", 76, NULL, NULL, false}, {"FLDS", 16, NULL, NULL, false}},
                                  {{"FLDS", 16, NULL, NULL, false}, {"POPS", 152, NULL, NULL, false}},
                                  {{"FLDS", 17, NULL, NULL, false}, {"POPS", 76, NULL, NULL, false}},
                                  {{"FLDS", 16, NULL, NULL, false}, {"FLDS", 16, NULL, NULL, false}},
                                  {{"ABCD", 16, NULL, NULL, false}, {"POPS", 76, NULL, NULL, false}}};
  made_domain(&d);
  FILE *out = fopen("/dev/null", "w");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    ck_assert_int_eq(tile_domain_write(&d, out, wrong[i], 2, NULL, &e), TILE_USAGE);
  fclose(out);
  tile_domain_free(&d);
}

int main(void)
{
  return run_tests("domain", 60, CK_FORK_GETENV);
}
