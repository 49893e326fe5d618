/* SPDX-License-Identifier: BSD-3-Clause */
/* Links that walls cut: in a voxel stream, in a domain, in its file. */
#include "config.h"

#include "bits_made.h"
#include "file_made.h"
#include "suite.h"

/* ---- a stream of a box of 5 x 4 x 3 whose outermost voxels are solid ---- */

static const struct tile_wall_at wall_of_box[] = {{26, 0, 2, 1}, {26, 65535, 6, 2}, {27, 32767, 5, 0}, {33, 1, 18, 2}};
enum { WALLS = sizeof wall_of_box / sizeof *wall_of_box };

static void begin_box(struct tile_voxels_writer **w, FILE *out, struct tile_header *h)
{
  struct tile_error e;
  OK(tile_header_set(h, &e, "grid", "5 4 3"));
  OK(tile_voxels_create(w, out, h, &e));
  for (int z = 0; z < 3; z++)
    OK(tile_voxels_put(*w, (const unsigned char[]){0, z == 1 ? 0x0e : 0, z == 1 ? 0x0e : 0, 0}, &e));
}

static void set_box_keys(struct tile_header *h)
{
  struct tile_error e;
  OK(tile_header_set(h, &e, "wall-distances", "yes"));
  OK(tile_header_set(h, &e, "surfaces", "skin lid"));
}

/* Writes the walls, `step` at a time. */
static struct bytes box_stream(const struct tile_wall_at *wall, size_t count, size_t step)
{
  struct bytes b;
  struct tile_error e;
  struct tile_header h = {0};
  struct tile_voxels_writer *w;
  FILE *out = open_memstream(&b.data, &b.length);
  set_box_keys(&h);
  begin_box(&w, out, &h);
  for (size_t i = 0; i < count; i += step)
    OK(tile_voxels_put_walls(w, wall + i, count - i < step ? count - i : step, &e));
  OK(tile_voxels_finish(w, &e));
  tile_voxels_discard(w);
  tile_header_free(&h);
  fclose(out);
  return b;
}

static void read_box(const struct bytes *b, size_t step)
{
  struct tile_error e;
  struct tile_reader *r;
  struct tile_voxels_reader *v;
  unsigned char slice[20];
  struct tile_wall_at wall[WALLS + 1];
  size_t count = 1, found = 0;
  FILE *in = fmemopen(b->data, b->length, "r");
  OK(tile_reader_open(&r, in, "rock.tile", &e));
  OK(tile_voxels_open(&v, r, &e));
  for (int z = 0; z < 3; z++)
    OK(tile_voxels_get(v, slice, &e));
  for (; count; found += count)
    OK(tile_voxels_get_walls(v, wall + found, step, &count, &e));
  ck_assert_uint_eq(found, WALLS);
  ck_assert(!memcmp(wall, wall_of_box, sizeof wall_of_box));
  ck_assert_uint_eq(strlen(tile_reader_digest(r)), 32);
  tile_voxels_close(v);
  tile_reader_free(r);
  fclose(in);
}

TEST(walls_come_back)
{
  for (size_t step = 1; step <= WALLS; step++) {
    struct bytes b = box_stream(wall_of_box, WALLS, step);
    read_box(&b, 1);
    read_box(&b, step);
    free(b.data);
  }
}

TEST(bits_hold_walls)
{
  struct tile_error e;
  struct tile_reader *r;
  struct tile_voxels_reader *v;
  struct tile_bits bits;
  struct bytes b = box_stream(wall_of_box, WALLS, 3);
  FILE *in = fmemopen(b.data, b.length, "r");
  OK(tile_reader_open(&r, in, "rock.tile", &e));
  OK(tile_voxels_open(&v, r, &e));
  OK(tile_bits_read(&bits, v, &e));
  ck_assert(bits.distances);
  ck_assert_uint_eq(bits.walls, WALLS);
  ck_assert(!memcmp(bits.wall, wall_of_box, sizeof wall_of_box));
  tile_bits_free(&bits);
  tile_voxels_close(v);
  tile_reader_free(r);
  fclose(in);
  free(b.data);
}

/* Walls out of order, and walls with a link, a voxel or a surface that does not exist. */
TEST(bad_walls_are_refused)
{
  static const struct {
    struct tile_wall_at wall[2];
    const char *why;
  } bad[] = {{{{26, 0, 2, 0}, {26, 0, 2, 0}}, "order"},  {{{26, 0, 2, 0}, {26, 0, 1, 0}}, "order"},
             {{{27, 0, 1, 0}, {26, 0, 2, 0}}, "order"},  {{{26, 0, 0, 0}, {26, 0, 2, 0}}, "links"},
             {{{26, 0, 1, 0}, {26, 0, 19, 0}}, "links"}, {{{26, 0, 1, 0}, {60, 0, 1, 0}}, "voxel"},
             {{{26, 0, 1, 0}, {26, 0, 2, 3}}, "surface"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct tile_error e;
    struct tile_header h = {0};
    struct tile_voxels_writer *w;
    FILE *out = fopen("/dev/null", "w");
    set_box_keys(&h);
    begin_box(&w, out, &h);
    ck_assert_int_eq(tile_voxels_put_walls(w, bad[i].wall, 2, &e), TILE_USAGE);
    ck_assert_msg(strstr(e.text, bad[i].why), "%s", e.text);
    tile_voxels_discard(w);
    tile_header_free(&h);
    fclose(out);
  }
}

TEST(walls_are_announced)
{
  struct tile_error e;
  struct tile_header h = {0};
  struct tile_voxels_writer *w;
  FILE *out = fopen("/dev/null", "w");
  begin_box(&w, out, &h);
  ck_assert_int_eq(tile_voxels_put_walls(w, wall_of_box, 1, &e), TILE_USAGE);
  ck_assert_msg(strstr(e.text, "wall-distances"), "%s", e.text);
  tile_voxels_discard(w);
  tile_header_free(&h);
  fclose(out);
}

TEST(fractions_are_the_nearest)
{
  for (int q = 0; q < 65536; q++)
    ck_assert_int_eq(tile_wall_number(TILE_WALL_Q(q)), q);
  ck_assert_int_eq(tile_wall_number(0), 0);
  ck_assert_int_eq(tile_wall_number(-1), 0);
  ck_assert_int_eq(tile_wall_number(2), 65535);
  ck_assert(TILE_WALL_Q(65535) == 1 && TILE_WALL_Q(32767) == 0.5);
}

/* ---- a domain ---- */

/* Every link of a fluid voxel that leads to a solid one or out of the grid, and some between fluid ones; q and surface
 * are derived from voxel and link. */
static void add_wall(struct tile_bits *b, uint64_t voxel, int link, int surface)
{
  if (b->walls % 1024 == 0)
    b->wall = tile_grow(b->wall, b->walls + 1024, sizeof *b->wall);
  b->wall[b->walls++] =
      (struct tile_wall_at){voxel, (uint16_t)(voxel * 977 + (uint64_t)link * 31), (uint8_t)link, (uint8_t)surface};
}

/* A thin wall on the links between layers z = 2 and 3. */
static bool is_thin(const int64_t at[3], int link)
{
  return tile_link[link][2] == (at[2] == 2) - (at[2] == 3) && tile_link[link][2];
}

static bool leads_to_fluid(const struct tile_bits *b, const int64_t at[3], int link, unsigned periodic)
{
  int64_t end[3];
  for (int a = 0; a < 3; a++) {
    end[a] = at[a] + tile_link[link][a];
    if (periodic >> a & 1)
      end[a] = (end[a] + b->grid[a]) % b->grid[a];
    if (end[a] < 0 || end[a] >= b->grid[a])
      return false;
  }
  return tile_bit(b, end[0], end[1], end[2]);
}

static struct tile_bits walled_bits(const int64_t grid[3], unsigned periodic, unsigned seed)
{
  struct tile_bits b = random_bits(grid, 0.7, seed);
  b.distances = true;
  for (uint64_t v = 0; v < (uint64_t)(grid[0] * grid[1] * grid[2]); v++) {
    const int64_t at[3] = {(int64_t)v % grid[0], (int64_t)v / grid[0] % grid[1], (int64_t)v / (grid[0] * grid[1])};
    for (int i = 1; i < TILE_LINKS && tile_bit(&b, at[0], at[1], at[2]); i++)
      if (!leads_to_fluid(&b, at, i, periodic) || is_thin(at, i))
        add_wall(&b, v, i, is_thin(at, i) ? 2 : 1);
  }
  return b;
}

static struct tile_domain walled_domain(const struct tile_bits *b, const struct tile_make *how)
{
  struct tile_error e;
  struct tile_domain d;
  struct tile_header h = {0};
  OK(tile_header_set(&h, &e, "surfaces", "skin lid"));
  OK(tile_domain_make(&d, b, how, &h, &e));
  tile_header_free(&h);
  return d;
}

/* The wall of a link of a node, or NULL. */
static const struct tile_wall *wall_of(const struct tile_domain *d, size_t tile, int node, int link)
{
  for (size_t i = d->wall_begin[tile]; i < d->wall_begin[tile + 1]; i++)
    if (d->wall[i].node == node && d->wall[i].link == link)
      return &d->wall[i];
  return NULL;
}

static uint32_t links_of(const struct tile_domain *d, size_t tile, int node, int patch)
{
  for (size_t i = 0; i < d->marks && d->mark[i].tile <= tile; i++)
    if (d->mark[i].tile == tile && d->mark[i].node == node && d->mark[i].patch == patch)
      return d->mark[i].links;
  return 0;
}

/* The bits of the axes along which the link leaves the grid. */
static unsigned leaves(const struct tile_bits *b, const int64_t at[3], int link)
{
  unsigned axes = 0;
  for (int a = 0; a < 3; a++)
    axes |= (unsigned)(at[a] + tile_link[link][a] < 0 || at[a] + tile_link[link][a] >= b->grid[a]) << a;
  return axes;
}

/* Does the link leave the grid, with the wall beyond the face? */
static bool is_beyond(const struct tile_bits *b, const int64_t at[3], const struct tile_wall_at *w, unsigned periodic)
{
  return leaves(b, at, w->link) & ~periodic && w->q >= 32768;
}

static void check_walled(const struct tile_domain *d, const struct tile_bits *b)
{
  struct tile_error e;
  struct tile_lookup lookup;
  size_t tile, thin = 0, beyond = 0, wrong = 0; /* counted, since an assert per link is slow */
  int node;
  OK(tile_lookup_make(&lookup, d, &e));
  for (size_t i = 0; i < b->walls; i++) {
    const struct tile_wall_at *w = &b->wall[i];
    const int64_t v = (int64_t)w->voxel,
                  at[3] = {v % b->grid[0], v / b->grid[0] % b->grid[1], v / (b->grid[0] * b->grid[1])};
    wrong += !tile_lookup_node(&lookup, at, &tile, &node);
    const struct tile_wall *found = wall_of(d, tile, node, w->link);
    if (is_beyond(b, at, w, d->periodic)) {
      wrong += found != NULL;
      beyond++;
      continue;
    }
    wrong += !found || found->q != w->q || found->surface != w->surface;
    const bool cut = leads_to_fluid(b, at, w->link, d->periodic);
    wrong += (links_of(d, tile, node, 0) >> w->link & 1) != cut;
    thin += cut;
  }
  for (size_t i = 0; i < d->marks; i++)
    thin -= (size_t)__builtin_popcount(d->mark[i].patch ? 0 : d->mark[i].links);
  ck_assert_uint_eq(wrong, 0);
  ck_assert_uint_eq(thin, 0);
  ck_assert_uint_eq(d->walls, b->walls - beyond);
  tile_lookup_free(&lookup);
}

static void read_some(const struct bytes *b, struct tile_domain *d, const struct tile_keeper *keeper, char digest[33])
{
  struct tile_error e;
  struct tile_reader *r;
  struct tile_input *input;
  FILE *in = fmemopen(b->data, b->length, "r");
  OK(tile_reader_open(&r, in, "rock.tile", &e));
  OK(tile_input_open_some(&input, d, r, keeper, &e));
  OK(tile_input_arrays(input, NULL, 0, &e));
  strcpy(digest, tile_reader_digest(r));
  tile_input_close(input);
  tile_reader_free(r);
  fclose(in);
}

static bool is_third(void *self, const struct tile_domain *d, size_t tile)
{
  (void)self;
  return tile < d->tiles && tile % 3 == 0;
}

/* Walls of tiles that are not kept enter the digest too. */
static void check_some(const struct bytes *file, const struct tile_domain *d, const char *digest)
{
  const struct tile_keeper keeper = {is_third, NULL};
  struct tile_domain some;
  char stated[33];
  size_t kept = 0;
  read_some(file, &some, &keeper, stated);
  ck_assert_str_eq(stated, digest);
  for (size_t t = 0; t < d->tiles; t++) {
    const size_t count = t % 3 == 0 ? d->wall_begin[t + 1] - d->wall_begin[t] : 0;
    ck_assert_uint_eq(some.wall_begin[t], kept);
    ck_assert(!count || !memcmp(some.wall + kept, d->wall + d->wall_begin[t], count * sizeof *d->wall));
    kept += count;
  }
  ck_assert_uint_eq(some.walls, kept);
  tile_domain_free(&some);
}

/* Writes and reads the file, also with arrays; sets the digest of the domain alone. */
static void check_file(struct tile_domain *d, const struct tile_bits *b, char digest[33])
{
  struct tile_domain back;
  char stated[33];
  for (size_t arrays = 0; arrays < 2; arrays++) {
    struct bytes file = write_domain(d, arrays, arrays ? NULL : digest);
    read_some(&file, &back, NULL, stated);
    ck_assert(arrays || !strcmp(stated, digest));
    check_some(&file, d, stated);
    ck_assert(!memcmp(back.wall, d->wall, d->walls * sizeof *d->wall));
    ck_assert(!memcmp(back.wall_begin, d->wall_begin, (d->tiles + 1) * sizeof *d->wall_begin));
    check_walled(&back, b);
    tile_domain_free(&back);
    free(file.data);
  }
}

static const int64_t walled_grids[][3] = {{9, 8, 7}, {5, 4, 6}, {35, 3, 5}, {3, 3, 4}};

LOOP_TEST(domains_hold_walls, sizeof walled_grids / sizeof *walled_grids)
{
  for (unsigned periodic = 0; periodic < 8; periodic += 1 + periodic / 2)
    for (int edge = 2; edge <= 8; edge *= 4) {
      char digest[3][33];
      struct tile_bits b = walled_bits(walled_grids[_i], periodic, periodic + 1);
      for (unsigned order = TILE_ROWS; order <= TILE_HILBERT; order++) {
        struct tile_make how = {.edge = edge, .offset = {1, 0, 1}, .periodic = periodic, .order = order};
        struct tile_domain d = walled_domain(&b, &how);
        check_walled(&d, &b);
        check_file(&d, &b, digest[order]);
        tile_domain_free(&d);
      }
      ck_assert_str_eq(digest[0], digest[1]);
      ck_assert_str_eq(digest[0], digest[2]);
      tile_bits_free(&b);
    }
}

TEST(a_wall_is_part_of_the_digest)
{
  char digest[4][33];
  struct tile_bits b = walled_bits(walled_grids[0], 0, 3);
  for (int i = 0; i < 4; i++) {
    const struct tile_make how = {.edge = 4};
    b.wall[5].q ^= i == 1;
    b.wall[6].surface ^= i == 2 ? 3 : 0;
    b.distances = i < 3;
    struct tile_domain d = walled_domain(&b, &how);
    struct bytes file = write_domain(&d, 0, digest[i]);
    for (int k = 0; k < i; k++)
      ck_assert_str_ne(digest[i], digest[k]);
    ck_assert(b.distances ? d.wall_begin != NULL : !d.wall_begin && !d.walls);
    tile_domain_free(&d);
    free(file.data);
  }
  tile_bits_free(&b);
}

TEST(removed_nodes_have_no_walls)
{
  struct tile_bits b = walled_bits(walled_grids[0], 7, 9);
  const size_t before = b.walls;
  size_t lost = 0;
  for (size_t i = 0; i < b.walls; i++)
    lost += b.wall[i].voxel % 9 == 4;
  for (int64_t n = 0; n < 8 * 7; n++)
    b.word[n] &= ~(UINT64_C(1) << 4);
  const struct tile_make how = {.edge = 4, .periodic = 7};
  struct tile_domain d = walled_domain(&b, &how);
  ck_assert(lost > 0);
  ck_assert_uint_eq(d.walls, before - lost);
  tile_domain_free(&d);
  tile_bits_free(&b);
}

/* Links through a patch have its mark and no distance, also when the patch is added later. */
TEST(patches_at_faces_have_no_walls)
{
  for (int later = 0; later < 2; later++) {
    struct tile_error e;
    struct tile_bits b = walled_bits(walled_grids[0], 0, 4);
    const struct tile_patch inlet = {.name = "inlet", .face = "z-"};
    struct tile_make how = {.edge = 4, .patches = 1 - later, .patch = &inlet};
    struct tile_domain d = walled_domain(&b, &how);
    size_t out = 0, all = 0;
    if (later)
      OK(tile_domain_add_patch(&d, &inlet, &e));
    for (size_t i = 0; i < b.walls; i++) {
      const int64_t v = (int64_t)b.wall[i].voxel, at[3] = {v % 9, v / 9 % 8, v / 72};
      const bool through = leaves(&b, at, b.wall[i].link) == TILE_Z && at[2] == 0; /* through the patch */
      all += through || !is_beyond(&b, at, &b.wall[i], 0);
    }
    for (size_t i = 0; i < d.marks; i++)
      out += (size_t)__builtin_popcount(d.mark[i].patch ? d.mark[i].links : 0);
    ck_assert(out > 0 && d.patch[0].normal[2] == 1 && d.patch[0].normal[0] == 0);
    ck_assert_uint_eq(d.walls, all - out);
    for (size_t t = 0; t < d.tiles; t++)
      for (size_t i = d.wall_begin[t]; i < d.wall_begin[t + 1]; i++)
        ck_assert(!(links_of(&d, t, d.wall[i].node, 1) >> d.wall[i].link & 1));
    tile_domain_free(&d);
    tile_bits_free(&b);
  }
}

TEST(openings_are_patches)
{
  struct tile_error e;
  struct tile_domain d, back;
  struct tile_header h = {0};
  struct tile_surfaces s;
  char digest[33];
  struct tile_bits b = walled_bits(walled_grids[0], 0, 4);
  const struct tile_patch patch[] = {{.name = "side", .face = "x-"}, {.name = "lid", .face = "y+"}};
  struct tile_make how = {.edge = 4, .patches = 1, .patch = patch};
  OK(tile_header_set(&h, &e, "surfaces", "skin lid"));
  OK(tile_header_set(&h, &e, "openings", "lid=0.6,0,-0.8,1e-3,2e-3,0.5,1e-6"));
  OK(tile_surfaces_read(&s, &h, &e));
  ck_assert(s.count == 2 && s.openings == 1 && s.opening[0].surface == 1 && s.opening[0].area == 1e-6);
  OK(tile_surfaces_set(&s, &h, &e));
  tile_surfaces_free(&s);
  OK(tile_domain_make(&d, &b, &how, &h, &e));
  ck_assert_str_eq(tile_header_get(&d.header, "patches"), "side=x- lid=opening");
  ck_assert(d.patch[1].normal[0] == 0.6 && d.patch[1].normal[2] == -0.8 && d.patch[0].normal[0] == 1);
  for (size_t t = 0; t < d.tiles; t++)
    for (size_t i = d.wall_begin[t]; i < d.wall_begin[t + 1]; i++)
      ck_assert_int_eq(links_of(&d, t, d.wall[i].node, 2) >> d.wall[i].link & 1, d.wall[i].surface == 2);
  OK(tile_domain_add_patch(&d, &(struct tile_patch){.name = "top", .face = "z+"}, &e));
  struct bytes file = write_domain(&d, 0, NULL);
  read_some(&file, &back, NULL, digest);
  ck_assert(back.patch[1].normal[2] == -0.8 && back.marks == d.marks);
  ck_assert(!memcmp(back.mark, d.mark, d.marks * sizeof *d.mark));
  tile_domain_free(&back);
  tile_domain_free(&d);
  how.patches = 2;
  ck_assert_int_eq(tile_domain_make(&d, &b, &how, &h, &e), TILE_USAGE);
  tile_header_free(&h);
  tile_bits_free(&b);
  free(file.data);
}

int main(void)
{
  return run_tests("walls", 0, CK_FORK_GETENV);
}
