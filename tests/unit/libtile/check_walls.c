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

/* The walls `step` at a time. */
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

START_TEST(walls_come_back)
{
  for (size_t step = 1; step <= WALLS; step++) {
    struct bytes b = box_stream(wall_of_box, WALLS, step);
    read_box(&b, 1);
    read_box(&b, step);
    free(b.data);
  }
}
END_TEST

START_TEST(bits_hold_walls)
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
END_TEST

/* Of walls that are in order each, but not together, or that name what is not there. */
START_TEST(bad_walls_are_refused)
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
END_TEST

START_TEST(walls_are_announced)
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
END_TEST

START_TEST(fractions_are_the_nearest)
{
  for (int q = 0; q < 65536; q++)
    ck_assert_int_eq(tile_wall_number(TILE_WALL_Q(q)), q);
  ck_assert_int_eq(tile_wall_number(0), 0);
  ck_assert_int_eq(tile_wall_number(-1), 0);
  ck_assert_int_eq(tile_wall_number(2), 65535);
  ck_assert(TILE_WALL_Q(65535) == 1 && TILE_WALL_Q(32767) == 0.5);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("walls");
  TCase *c = tcase_create("walls");
  suite_add_tcase(suite, c);
  tcase_add_test(c, walls_come_back);
  tcase_add_test(c, bits_hold_walls);
  tcase_add_test(c, bad_walls_are_refused);
  tcase_add_test(c, walls_are_announced);
  tcase_add_test(c, fractions_are_the_nearest);
  return run_suite(suite, CK_FORK_GETENV);
}
