/* SPDX-License-Identifier: BSD-3-Clause */
/* The n-th allocation fails, for every n: writing and reading report it, and leak nothing. Linked with --wrap, so that
 * the calls of the library reach the functions of this file. */
#include <config.h>

#include "file_made.h"
#include "suite.h"

#include <malloc.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);

/* Allocations until one fails; negative: none fails. It is volatile because compilers assume that malloc does not read
 * it. */
static volatile long left = -1;

static bool fails(void)
{
  return left >= 0 && left-- == 0;
}

void *__wrap_malloc(size_t size)
{
  return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
  return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
  return fails() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
  return fails() ? NULL : __real_strdup(text);
}

#if HAVE_MALLINFO2
struct mallinfo2 __real_mallinfo2(void);
struct mallinfo2 __wrap_mallinfo2(void);

static int looks;

struct mallinfo2 __wrap_mallinfo2(void)
{
  looks++;
  return __real_mallinfo2();
}

/* The C library may set up its heap at the first query, which must not come from several threads at once. */
START_TEST(limit_looks_before_threads_do)
{
  tile_limit_memory(1 << 20);
  ck_assert_int_gt(looks, 0);
}
END_TEST
#endif

typedef int action(struct tile_error *e);

static struct bytes voxels, fields, values;

static int read_voxel_file(struct tile_error *e)
{
  char digest[33];
  return read_bytes(voxels.data, voxels.length, digest, e);
}

static int read_field_file(struct tile_error *e)
{
  char digest[33];
  return read_bytes(fields.data, fields.length, digest, e);
}

static int read_value_file(struct tile_error *e)
{
  char digest[33];
  return read_bytes(values.data, values.length, digest, e);
}

/* Writes the made domain with an array of so many values a node. */
static int write_array(const char *tag, size_t count, FILE *out, struct tile_error *e)
{
  static const struct tile_value value = {"label", "1"};
  struct tile_domain d;
  const long wait = left;
  left = -1;
  made_domain(&d);
  ck_assert(!tile_values_set(&d.header, &value, 1, e));
  left = wait;
  struct made_array made = {&d, count};
  struct tile_array array = {"", 4 * count, made_values, &made, false};
  memcpy(array.tag, tag, sizeof array.tag);
  int code = tile_domain_write(&d, out, &array, 1, NULL, e);
  fclose(out);
  tile_domain_free(&d);
  return code;
}

static int write_fields(struct tile_error *e)
{
  return write_array("FLDS", 4, fopen("/dev/null", "w"), e);
}

static int write_values(struct tile_error *e)
{
  return write_array("VALS", 1, fopen("/dev/null", "w"), e);
}

static struct bytes made_value_file(void)
{
  struct tile_error e;
  struct bytes b;
  OK(write_array("VALS", 1, open_memstream(&b.data, &b.length), &e));
  return b;
}

static int write_voxels(struct tile_error *e)
{
  struct tile_header h = {0};
  struct tile_voxels_writer *w = NULL;
  const unsigned char bits[3] = {5, 0, 0};
  FILE *out = fopen("/dev/null", "w");
  int code = tile_header_add_history(&h, "tessera-voxelize", 1, (char *[]){"tessera-voxelize", NULL}, e);
  if (!code)
    code = tile_header_set(&h, e, "grid", "4 3 1");
  if (!code)
    code = tile_voxels_create(&w, out, &h, e);
  if (!code)
    code = tile_voxels_put(w, bits, e);
  if (!code)
    code = tile_voxels_finish(w, e);
  tile_voxels_discard(w);
  tile_header_free(&h);
  fclose(out);
  return code;
}

static int set_surfaces(struct tile_header *h, struct tile_error *e)
{
  return tile_header_set(h, e, "grid", "4 3 1") || tile_header_set(h, e, "wall-distances", "yes") ||
                 tile_header_set(h, e, "surfaces", "skin lid") || tile_header_set(h, e, "openings", "lid=1,0,0,0,0,0,1")
             ? e->code
             : TILE_OK;
}

/* The first and the third voxel of the first row; a surface around them, and an opening. */
static const struct tile_wall_at walls[] = {{0, 9, 1, 1}, {2, 9, 2, 1}, {2, 99, 5, 2}};

static int write_walls(struct tile_error *e)
{
  struct tile_header h = {0};
  struct tile_voxels_writer *w = NULL;
  FILE *out = fopen("/dev/null", "w");
  int code = set_surfaces(&h, e);
  if (!code)
    code = tile_voxels_create(&w, out, &h, e);
  if (!code)
    code = tile_voxels_put(w, (const unsigned char[]){5, 0, 0}, e);
  if (!code)
    code = tile_voxels_put_walls(w, walls, 3, e);
  if (!code)
    code = tile_voxels_finish(w, e);
  tile_voxels_discard(w);
  tile_header_free(&h);
  fclose(out);
  return code;
}

static int write_and_read(struct tile_domain *d, struct tile_error *e)
{
  char digest[33];
  struct bytes b;
  FILE *out = open_memstream(&b.data, &b.length);
  int code = tile_domain_write(d, out, NULL, 0, NULL, e);
  fclose(out);
  if (!code)
    code = read_bytes(b.data, b.length, digest, e);
  free(b.data);
  return code;
}

static int domain_of_walls(struct tile_error *e)
{
  struct tile_domain d;
  struct tile_header h = {0};
  uint64_t word[] = {5, 0, 0};
  struct tile_wall_at wall[3];
  memcpy(wall, walls, sizeof wall);
  const struct tile_bits b = {.grid = {4, 3, 1}, .row = 1, .word = word, .distances = true, .walls = 3, .wall = wall};
  const struct tile_make how = {.edge = 4};
  int code = set_surfaces(&h, e);
  if (!code)
    code = tile_domain_make(&d, &b, &how, &h, e);
  tile_header_free(&h);
  if (code)
    return code;
  code = write_and_read(&d, e);
  tile_domain_free(&d);
  return code;
}

static int neighbours(struct tile_error *e)
{
  struct tile_domain d;
  struct tile_block block;
  int32_t(*map)[27] = NULL;
  const long wait = left;
  left = -1;
  made_domain(&d);
  left = wait;
  int code = tile_neighbours(&d, &map, e);
  if (!code)
    code = tile_block_make(&block, &d, 8, e);
  if (!code)
    tile_block_free(&block);
  free(map);
  tile_domain_free(&d);
  return code;
}

static action *const actions[] = {read_voxel_file, read_field_file, read_value_file, write_fields, write_values,
                                  write_voxels,    write_walls,     domain_of_walls, neighbours};

START_TEST(every_allocation_may_fail)
{
  int code = TILE_FAILED;
  long n = 0;
  voxels = made_voxels(70, 3, 2);
  fields = made_file(2);
  values = made_value_file();
  for (; code; n++) {
    struct tile_error e;
    left = n;
    code = actions[_i](&e);
    left = -1;
    ck_assert_msg(code == TILE_OK || (code == TILE_FAILED && strstr(e.text, "out of memory")),
                  "allocation %ld: code %d %s", n, code, e.text);
  }
  ck_assert_int_gt(n, 3);
  free(voxels.data);
  free(fields.data);
  free(values.data);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__
/* A block of 100 MiB that grows to 150 never takes 250: its pages are moved. */
START_TEST(large_blocks_are_not_there_twice)
{
  const size_t mib = 1 << 20;
  tile_limit_memory(200 * mib);
  unsigned char *block = tile_alloc(100, mib), *grown = tile_grow(block, 150, mib);
  ck_assert(block && grown);
  ck_assert_ptr_null(tile_grow(grown, 250, mib));
  ck_assert_ptr_null(tile_alloc(100, mib));
  free(grown);
}
END_TEST
#endif

/* A list that grows one by one gets half as much again, one that begins or jumps 16 more, and one that has room nothing. */
START_TEST(lists_have_the_room_they_say)
{
  static const struct {
    size_t room, need, wanted;
  } rows[] = {{0, 10, 26}, {10, 10, 10}, {10, 11, 15}, {10, 100, 116}, {64, 65, 96}};
  struct tile_error e;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t room = rows[i].room;
    double *list = room ? tile_alloc(room, sizeof *list) : NULL, *before = list;
    ck_assert_int_eq(tile_reserve(&list, &room, rows[i].need, sizeof *list, "a list", &e), TILE_OK);
    ck_assert_uint_eq(room, rows[i].wanted);
    ck_assert(list && (rows[i].need > rows[i].room || list == before));
    free(list);
  }
}
END_TEST

/* The limit is reported, even though another request was granted since. */
START_TEST(what_was_refused_is_told)
{
  struct tile_error e;
  tile_limit_memory((size_t)1 << 20);
  ck_assert_ptr_null(tile_alloc(2, (size_t)1 << 20));
  free(tile_alloc(1, 100));
  ck_assert_int_eq(tile_fail_memory(&e, (size_t)2 << 20, "this"), TILE_FAILED);
  ck_assert_ptr_nonnull(strstr(e.text, "more than the limit of 1.0 MiB"));
  tile_fail_memory(&e, (size_t)2 << 20, "this");
  ck_assert_ptr_nonnull(strstr(e.text, "out of memory"));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("memory");
  TCase *c = tcase_create("all");
  tcase_add_loop_test(c, every_allocation_may_fail, 0, sizeof actions / sizeof *actions);
#if HAVE_MALLINFO2
  tcase_add_test(c, limit_looks_before_threads_do);
#endif
  tcase_add_test(c, lists_have_the_room_they_say);
  tcase_add_test(c, what_was_refused_is_told);
#ifndef __SANITIZE_ADDRESS__
  tcase_add_test(c, large_blocks_are_not_there_twice);
#endif
  suite_add_tcase(suite, c);
  return run_suite(suite, CK_FORK_GETENV);
}
