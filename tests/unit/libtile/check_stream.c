/* SPDX-License-Identifier: BSD-3-Clause */
/* The tile file as a stream: header text, records, trailer, digest, damage. */
#include "config.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file_made.h"
#include "random.h"
#include "suite.h"

/* ---- header ---- */

static const char *const awkward[] = {"",
                                      " ",
                                      "5e-06",
                                      "two\nlines",
                                      "tab\tbell\a",
                                      "back\\slash \\x41",
                                      "\x7f",
                                      "\xc3\xa9t\xc3\xa9",
                                      "latin \xe9",
                                      "\xc2\x9b",
                                      "\xed\xa0\x80",
                                      "\xf0\x9f\xaa\xa8",
                                      "\xf5\x80\x80\x80",
                                      "\xe2\x82",
                                      ": : "};
enum { AWKWARD = sizeof awkward / sizeof *awkward };

static struct bytes write_header(const struct tile_header *h)
{
  struct bytes b;
  struct tile_error e;
  struct tile_writer *w;
  FILE *out = open_memstream(&b.data, &b.length);
  OK(tile_writer_open(&w, out, h, &e));
  OK(tile_writer_close(w, "00112233445566778899aabbccddeeff", &e));
  tile_writer_free(w);
  fclose(out);
  return b;
}

TEST(header_comes_back)
{
  struct tile_error e;
  struct tile_header h = {0};
  struct tile_reader *r;
  struct tile_record record;
  for (int i = 0; i < AWKWARD; i++)
    OK(tile_header_set(&h, &e, (char[]){'k', (char)('a' + i), 0}, "%s", awkward[i]));
  OK(tile_header_add_history(&h, "tessera-voxelize", 3, (char *[]){"/x/y", "it's\n\xff", "--size=1,2,3", NULL}, &e));
  struct bytes b = write_header(&h);
  for (size_t i = 0; i < b.length - 72; i++) /* up to the trailer: 32 + 16 + 24 bytes */
    ck_assert(b.data[i] == '\n' || (unsigned char)b.data[i] >= 0x20);
  FILE *in = fmemopen(b.data, b.length, "r");
  OK(tile_reader_open(&r, in, "rock.tile", &e));
  const struct tile_header *back = tile_reader_header(r);
  ck_assert_uint_eq(back->count, AWKWARD);
  for (size_t i = 0; i < AWKWARD; i++)
    ck_assert_str_eq(back->keys[i].value, awkward[i]);
  ck_assert_uint_eq(back->lines, 1);
  ck_assert_str_eq(back->history[0], h.history[0]);
  ck_assert_ptr_nonnull(strstr(h.history[0], ": tessera-voxelize 'it'\\''s\n\xff' --size=1,2,3"));
  OK(tile_reader_record(r, "VOXL", &record, &e));
  ck_assert_str_eq(record.tag, "");
  ck_assert_str_eq(tile_reader_digest(r), "00112233445566778899aabbccddeeff");
  tile_reader_free(r);
  fclose(in);
  free(b.data);
  tile_header_free(&h);
}

TEST(keys_change_in_place)
{
  struct tile_error e;
  struct tile_header h = {0}, copy;
  OK(tile_header_set(&h, &e, "a", "%d", 1));
  OK(tile_header_set(&h, &e, "b", "%d", 2));
  OK(tile_header_set(&h, &e, "a", "%s", tile_header_get(&h, "a")));
  OK(tile_header_set(&h, &e, "a", "3"));
  OK(tile_header_copy(&copy, &h, &e));
  tile_header_drop(&h, "a");
  tile_header_drop(&h, "absent");
  ck_assert_ptr_null(tile_header_get(&h, "a"));
  ck_assert_str_eq(h.keys[0].key, "b");
  ck_assert_str_eq(copy.keys[0].value, "3");
  for (const char *const *key = (const char *const[]){"", "A", "1a", "a_b", "history", "end", NULL}; *key; key++)
    ck_assert_int_eq(tile_header_set(&h, &e, *key, "x"), TILE_USAGE);
  tile_header_free(&h);
  tile_header_free(&copy);
}

TEST(numbers_are_strict)
{
  struct tile_error e;
  struct tile_header h = {0};
  double real;
  int64_t ints[3];
  const char *const no_real[] = {"", " 1", "1 ", "nan", "inf", "0x10", "1e999", "1,5", NULL};
  const char *const no_ints[] = {"", "1 2", "1 2 3 4", "1  2 3", "1 2 3 ", "1 2 99999999999999999999", "1 2 3.0", NULL};
  for (const char *const *text = no_real; *text; text++) {
    OK(tile_header_set(&h, &e, "k", "%s", *text));
    ck_assert_msg(tile_header_get_real(&h, "k", &real, &e) == TILE_REJECTED, "\"%s\"", *text);
  }
  for (const char *const *text = no_ints; *text; text++) {
    OK(tile_header_set(&h, &e, "k", "%s", *text));
    ck_assert_msg(tile_header_get_ints(&h, "k", 3, ints, &e) == TILE_REJECTED, "\"%s\"", *text);
  }
  OK(tile_header_set(&h, &e, "k", "-1 0 9223372036854775807"));
  OK(tile_header_get_ints(&h, "k", 3, ints, &e));
  ck_assert(ints[0] == -1 && ints[1] == 0 && ints[2] == INT64_MAX);
  ck_assert_int_eq(tile_header_get_real(&h, "absent", &real, &e), TILE_REJECTED);
  ck_assert_int_eq(tile_header_set_real(&h, "k", (double)INFINITY, &e), TILE_USAGE);
  tile_header_free(&h);
}

TEST(reals_are_short_and_exact)
{
  char text[TILE_REAL_TEXT];
  ck_assert_str_eq(tile_real_text(text, 0.1), "0.1");
  ck_assert_str_eq(tile_real_text(text, 5e-6), "5e-06");
  ck_assert_str_eq(tile_real_text(text, 0.1 + 0.2), "0.30000000000000004");
  ck_assert_str_eq(tile_real_text(text, 5e-324), "5e-324");
  ck_assert_str_eq(tile_real_text(text, -1.5e-310), "-1.5e-310");
  for (int i = 0; i < 1000; i++) {
    double value = exp(i / 7.0 - 70) * (i % 2 ? 1 : -1);
    ck_assert(strtod(tile_real_text(text, value), NULL) == value);
  }
}

/* Makes a locale with a decimal comma and takes it. localedef(1) of glibc makes one without any data; it tells of the
 * categories that are missing, and fails, though the locale can be used. */
static bool take_decimal_comma(char folder[])
{
  const char make[] =
      "cd %s && printf 'LC_NUMERIC\\ndecimal_point \",\"\\nthousands_sep \"\"\\ngrouping -1\\n"
      "END LC_NUMERIC\\n' >comma && "
      "printf '<code_set_name> ASCII\\nCHARMAP\\n<U0000>..<U007F> /x00 NULL\\nEND CHARMAP\\n' >ascii && "
      "localedef -c -i ./comma -f ./ascii ./xx_XX >/dev/null 2>&1";
  char command[1024];
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(command, sizeof command, make, folder);
  const int made = system(command); /* see above: its status says nothing */
  setenv("LOCPATH", folder, 1);
  const bool taken = made != -1 && setlocale(LC_NUMERIC, "xx_XX");
  snprintf(command, sizeof command, "rm -rf %s", folder);
  ck_assert_int_eq(system(command), 0);
  return taken;
}

/* In a program whose language has a decimal comma, files and messages have a decimal point, and the locale stays. */
TEST(locale_changes_nothing)
{
  struct tile_error e;
  struct tile_header h = {0};
  char text[TILE_REAL_TEXT], folder[] = "/tmp/check_stream-XXXXXX";
  double value;
  if (!take_decimal_comma(folder)) {
    printf("check_stream: localedef cannot make a locale here, so that one test was left out\n");
    return;
  }
  snprintf(text, sizeof text, "%g", 0.25);
  ck_assert_str_eq(text, "0,25");
  ck_assert_str_eq(tile_real_text(text, 0.25), "0.25");
  ck_assert_str_eq(tile_real_text(text, 0.1 + 0.2), "0.30000000000000004");
  OK(tile_header_set_real(&h, "dx", 2.5e-7, &e));
  ck_assert_str_eq(tile_header_get(&h, "dx"), "2.5e-07");
  OK(tile_header_get_real(&h, "dx", &value, &e));
  ck_assert(value == 2.5e-7);
  OK(tile_header_set(&h, &e, "dx", "%.1f", 0.5));
  ck_assert_str_eq(tile_header_get(&h, "dx"), "0.5");
  tile_fail(&e, TILE_FAILED, "%g", 0.75);
  ck_assert_str_eq(e.text, "0.75");
  snprintf(text, sizeof text, "%g", 0.25);
  ck_assert_str_eq(text, "0,25");
  tile_header_free(&h);
}

/* ---- voxels ---- */

TEST(voxels_come_back)
{
  const int64_t grids[][3] = {{1, 1, 1}, {7, 3, 2}, {8, 2, 3}, {64, 2, 2}, {65, 3, 1}, {3000, 1200, 3}};
  for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
    const int64_t *g = grids[i];
    struct tile_error e;
    struct tile_reader *r;
    struct tile_voxels_reader *v;
    struct bytes b = made_voxels(g[0], g[1], g[2]);
    FILE *in = fmemopen(b.data, b.length, "r");
    unsigned char *slice = malloc((size_t)(g[0] * g[1]));
    OK(tile_reader_open(&r, in, "rock.tile", &e));
    OK(tile_voxels_open(&v, r, &e));
    for (int64_t z = 0; z < g[2]; z++) {
      OK(tile_voxels_get(v, slice, &e));
      for (int64_t n = 0; n < g[0] * g[1]; n++)
        ck_assert_int_eq(slice[n], pattern(n % g[0], n / g[0], z));
    }
    ck_assert_int_eq(tile_voxels_get(v, slice, &e), TILE_USAGE);
    tile_voxels_close(v);
    tile_reader_free(r);
    fclose(in);
    free(slice);
    free(b.data);
  }
}

TEST(bits_come_back)
{
  struct tile_error e;
  struct tile_reader *r;
  struct tile_voxels_reader *v;
  struct tile_bits bits;
  struct bytes b = made_voxels(70, 9, 5);
  FILE *in = fmemopen(b.data, b.length, "r");
  int64_t count = 0;
  OK(tile_reader_open(&r, in, "rock.tile", &e));
  OK(tile_voxels_open(&v, r, &e));
  OK(tile_bits_read(&bits, v, &e));
  for (int64_t n = 0; n < 70 * 9 * 5; n++) {
    const int64_t x = n % 70, y = n / 70 % 9, z = n / 630;
    ck_assert_int_eq(tile_bit(&bits, x, y, z), pattern(x, y, z));
    count += pattern(x, y, z);
  }
  ck_assert_int_eq(tile_bits_count(&bits), count);
  tile_bits_free(&bits);
  tile_voxels_close(v);
  tile_reader_free(r);
  fclose(in);
  free(b.data);
}

/* ---- pipes ---- */

static struct bytes through_pipe(void)
{
  struct bytes b = {malloc(1 << 20), 0};
  int end[2];
  ck_assert_int_eq(pipe(end), 0);
  pid_t writer = fork();
  if (writer == 0) {
    struct tile_header h = {0};
    struct tile_error e;
    FILE *out = fdopen(end[1], "w");
    close(end[0]);
    tile_header_add_history(&h, "tessera-voxelize", 2, (char *[]){"tessera-voxelize", "a b", NULL}, &e);
    write_pattern(out, &h, (int64_t[]){40, 30, 20});
    _exit(fclose(out) != 0);
  }
  close(end[1]);
  for (ssize_t got; (got = read(end[0], b.data + b.length, (1 << 20) - b.length)) > 0;)
    b.length += (size_t)got;
  close(end[0]);
  int status;
  waitpid(writer, &status, 0);
  ck_assert_int_eq(status, 0);
  return b;
}

TEST(pipe_and_file_hold_the_same_bytes)
{
  struct bytes file = made_voxels(40, 30, 20), piped = through_pipe();
  ck_assert_uint_eq(file.length, piped.length);
  ck_assert_mem_eq(file.data, piped.data, file.length);
  free(file.data);
  free(piped.data);
}

TEST(a_pipe_can_be_read)
{
  struct tile_error e;
  char digest[33];
  struct bytes b = made_voxels(40, 30, 20);
  int end[2];
  ck_assert_int_eq(pipe(end), 0);
  pid_t writer = fork();
  if (writer == 0) {
    close(end[0]);
    for (size_t at = 0; at < b.length; at += 7) /* a few bytes at a time, as from a slow pipe */
      if (write(end[1], b.data + at, b.length - at < 7 ? b.length - at : 7) < 0)
        _exit(1);
    _exit(0);
  }
  close(end[1]);
  FILE *in = fdopen(end[0], "r");
  OK(read_stream(in, "-", digest, &e));
  fclose(in);
  waitpid(writer, NULL, 0);
  free(b.data);
}

/* ---- damage ---- */

static struct bytes small_file(int kind)
{
  return kind ? made_file((size_t)kind - 1) : made_voxels(9, 3, 2);
}
enum { KINDS = 4 }; /* voxels, domain, FLDS, FLDS POPS */

static void expect_rejection(int code, const struct tile_error *e, const char *what, size_t at)
{
  ck_assert_msg(code == TILE_REJECTED, "%s at %zu: code %d %s", what, at, code, code ? e->text : "");
  ck_assert_msg(!strncmp(e->text, "rock.tile: ", 11) && !strchr(e->text, '\n'), "%s", e->text);
}

LOOP_TEST(small_files_are_good, KINDS)
{
  struct tile_error e;
  char digest[33];
  struct bytes b = small_file(_i);
  OK(read_bytes(b.data, b.length, digest, &e));
  free(b.data);
}

LOOP_TEST(every_truncation_is_rejected, KINDS)
{
  struct tile_error e;
  char digest[33];
  struct bytes b = small_file(_i);
  for (size_t length = 0; length < b.length; length++) {
    int code = read_bytes(b.data, length, digest, &e);
    expect_rejection(code, &e, "truncated", length);
    ck_assert_msg(strstr(e.text, length ? "truncated" : "empty") != NULL, "%s", e.text);
  }
  free(b.data);
}

LOOP_TEST(every_flipped_bit_is_rejected, KINDS)
{
  struct tile_error e;
  char digest[33];
  struct bytes b = small_file(_i);
  for (size_t at = 0; at < 8 * b.length; at++) {
    b.data[at / 8] ^= (char)(1 << at % 8);
    expect_rejection(read_bytes(b.data, b.length, digest, &e), &e, "bit flipped", at);
    b.data[at / 8] ^= (char)(1 << at % 8);
  }
  free(b.data);
}

/* ---- digest ---- */

TEST(digest_knows_no_order)
{
  struct tile_error e;
  struct tile_digest *d[2];
  char text[2][33];
  struct tile_header h[2] = {{0}, {0}};
  for (int i = 0; i < 2; i++) {
    OK(tile_digest_new(&d[i], &e));
    for (int k = 0; k < 300; k++) {
      int32_t n = i ? 299 - k : k;
      char data[300];
      memset(data, n & 255, sizeof data);
      OK(tile_digest_unit(d[i], "TDIR", (int32_t[]){n, -n, 3}, data, (size_t)n + 1, &e)); /* short and long */
    }
    OK(tile_header_set(&h[i], &e, i ? "b" : "a", "1"));
    OK(tile_header_set(&h[i], &e, i ? "a" : "b", "1"));
    OK(tile_header_set(&h[i], &e, "bits", "%d", 1 + i));
    OK(tile_header_add_history(&h[i], i ? "x" : "y", 0, NULL, &e));
    OK(tile_digest_finish(d[i], &h[i], text[i], &e));
    tile_digest_free(d[i]);
    tile_header_free(&h[i]);
  }
  ck_assert_str_eq(text[0], text[1]);
}

static void digest_of(char text[33], const char *tag, int32_t x, const char *data, const char *value)
{
  struct tile_error e;
  struct tile_digest *d;
  struct tile_header h = {0};
  OK(tile_digest_new(&d, &e));
  OK(tile_digest_unit(d, tag, (int32_t[]){x, 0, 0}, data, 4, &e));
  OK(tile_header_set(&h, &e, "k", "%s", value));
  OK(tile_digest_finish(d, &h, text, &e));
  tile_digest_free(d);
  tile_header_free(&h);
}

TEST(digest_sees_every_part)
{
  char text[5][33];
  digest_of(text[0], "TDIR", 1, "data", "v");
  digest_of(text[1], "CLAS", 1, "data", "v");
  digest_of(text[2], "TDIR", 2, "data", "v");
  digest_of(text[3], "TDIR", 1, "Data", "v");
  digest_of(text[4], "TDIR", 1, "data", "w");
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < i; j++)
      ck_assert_str_ne(text[i], text[j]);
}

/* ---- records ---- */

/* A file with one record with this tag and payload. */
static struct bytes one_record_of(const char *tag, const void *payload, size_t length)
{
  struct bytes b;
  struct tile_error e;
  struct tile_writer *w;
  struct tile_header h = {0};
  FILE *out = open_memstream(&b.data, &b.length);
  OK(tile_writer_open(&w, out, &h, &e));
  OK(tile_writer_record(w, tag, payload, length, &e));
  OK(tile_writer_close(w, "00000000000000000000000000000000", &e));
  tile_writer_free(w);
  fclose(out);
  return b;
}

static struct bytes one_record(const char *tag, size_t length, int value)
{
  char *payload = malloc(length);
  memset(payload, value, length);
  struct bytes b = one_record_of(tag, payload, length);
  free(payload);
  return b;
}

static int next_record(const struct bytes *b, const char *known, struct tile_record *record, struct tile_error *e)
{
  struct tile_reader *r;
  FILE *in = fmemopen(b->data, b->length, "r");
  ck_assert_int_eq(tile_reader_open(&r, in, "rock.tile", e), TILE_OK);
  int code = tile_reader_record(r, known, record, e);
  record->data = NULL;
  tile_reader_free(r);
  fclose(in);
  return code;
}

TEST(case_says_who_may_skip)
{
  struct tile_error e;
  struct tile_record record;
  struct bytes may = one_record("wDST", 100, 1), must = one_record("WDST", 100, 1);
  OK(next_record(&may, "VOXL", &record, &e));
  ck_assert_str_eq(record.tag, "");
  OK(next_record(&may, "VOXLwDST", &record, &e));
  ck_assert_str_eq(record.tag, "wDST");
  ck_assert_int_eq(next_record(&must, "VOXL", &record, &e), TILE_REJECTED);
  ck_assert_ptr_nonnull(strstr(e.text, "record 1 (WDST) at byte 32: "));
  free(may.data);
  free(must.data);
}

TEST(records_shrink_when_they_can)
{
  struct tile_error e;
  struct tile_record record;
  struct bytes b = one_record("VOXL", TILE_RECORD_LIMIT, 3);
  ck_assert_uint_lt(b.length, 1 << 20);
  OK(next_record(&b, "VOXL", &record, &e));
  ck_assert_uint_eq(record.length, TILE_RECORD_LIMIT);
  free(b.data);
}

/* Random bytes, each the `and` of `ands` random numbers; three leave one bit in eight set, which is 0.54 bits of
 * information per bit. Returns the percentage that the record takes. */
static size_t noise_takes(int ands)
{
  enum { LENGTH = 1 << 20 };
  struct tile_error e;
  struct tile_record record;
  struct random r = {5};
  unsigned char *noise = malloc(LENGTH);
  memset(noise, 255, LENGTH);
  for (size_t i = 0; i < LENGTH; i++)
    for (int k = 0; k < ands; k++)
      noise[i] &= (unsigned char)random_next(&r);
  struct bytes b = one_record_of("VOXL", noise, LENGTH);
  OK(next_record(&b, "VOXL", &record, &e));
  ck_assert_uint_eq(record.length, LENGTH);
  free(b.data);
  free(noise);
  return b.length * 100 / LENGTH;
}

TEST(noise_shrinks_as_far_as_it_can)
{
  ck_assert_uint_lt(noise_takes(3), 60);
  ck_assert_uint_eq(noise_takes(1), 100);
}

/* Rows of every width against writing voxel by voxel. */
TEST(rows_are_packed)
{
  enum { MOST = 70, ROWS = 3 };
  struct random r = {6};
  for (int nx = 1; nx <= MOST; nx++) {
    unsigned char voxels[ROWS * MOST], bits[ROWS * (MOST + 7) / 8 + ROWS], naive[sizeof bits] = {0};
    const int row = (nx + 7) / 8;
    int64_t fluid = 0;
    for (int i = 0; i < ROWS * nx; i++) {
      fluid += voxels[i] = random_next(&r) & 1;
      naive[i / nx * row + i % nx / 8] |= (unsigned char)(voxels[i] << i % nx % 8);
    }
    ck_assert_int_eq(tile_pack(bits, voxels, nx, ROWS), fluid);
    ck_assert(memcmp(bits, naive, (size_t)(ROWS * row)) == 0);
  }
}

/* A claim of 64 MiB without data must not need much memory. */
TEST(claims_are_not_allocated)
{
  struct tile_error e;
  struct tile_record record;
  struct bytes b = one_record("VOXL", 100000, 0);
  char *head = memmem(b.data, b.length, "VOXL", 4);
  const uint64_t claim = TILE_RECORD_LIMIT;
  memset(head + 4, 0, 4);
  memcpy(head + 8, &claim, 8);
  memcpy(head + 16, &claim, 8);
#ifndef __SANITIZE_ADDRESS__
  struct rlimit limit;
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = (rlim_t)32 << 20;
  setrlimit(RLIMIT_DATA, &limit);
#endif
  ck_assert_int_eq(next_record(&b, "VOXL", &record, &e), TILE_REJECTED);
  ck_assert_ptr_nonnull(strstr(e.text, "truncated"));
  free(b.data);
}

/* ---- failing writes ---- */

struct full {
  size_t left;
};

static ssize_t write_until_full(void *self, const char *data, size_t length)
{
  (void)data;
  struct full *f = self;
  if (length > f->left) {
    errno = ENOSPC;
    return 0;
  }
  f->left -= length;
  return (ssize_t)length;
}

TEST(every_failed_write_is_noticed)
{
  struct tile_domain d;
  made_domain(&d);
  struct bytes whole = write_domain(&d, 2, NULL);
  struct made_array fields = {&d, 4}, populations = {&d, 19};
  struct tile_array array[2] = {{"FLDS", 16, made_values, &fields, false},
                                {"POPS", 76, made_values, &populations, false}};
  for (size_t room = 0; room <= whole.length; room++) {
    struct tile_error e;
    struct full f = {room};
    FILE *out = fopencookie(&f, "w", (cookie_io_functions_t){.write = write_until_full});
    setvbuf(out, NULL, room % 2 ? _IOFBF : _IONBF, 64);
    int code = tile_domain_write(&d, out, array, 2, NULL, &e);
    ck_assert_int_eq(code, room == whole.length ? TILE_OK : TILE_FAILED);
    if (code)
      ck_assert_str_eq(e.text, "could not write: No space left on device");
    fclose(out);
  }
  tile_domain_free(&d);
  free(whole.data);
}

/* ---- failing reads ---- */

struct broken {
  const struct bytes *bytes;
  size_t at, bad;
};

static ssize_t read_until_broken(void *self, char *data, size_t length)
{
  struct broken *b = self;
  size_t rest = b->bad - b->at, step = length < rest ? length : rest;
  if (!step) {
    errno = EIO;
    return -1;
  }
  memcpy(data, b->bytes->data + b->at, step);
  b->at += step;
  return (ssize_t)step;
}

LOOP_TEST(every_failed_read_is_noticed, KINDS)
{
  struct bytes b = small_file(_i);
  for (size_t bad = 0; bad <= b.length; bad++) {
    struct tile_error e;
    char digest[33];
    struct broken source = {&b, 0, bad};
    FILE *in = fopencookie(&source, "r", (cookie_io_functions_t){.read = read_until_broken});
    ck_assert_int_eq(read_stream(in, "rock.tile", digest, &e), TILE_FAILED); /* also where the file ends */
    ck_assert_msg(strstr(e.text, "rock.tile: could not read: Input/output error") != NULL, "%s", e.text);
    fclose(in);
  }
  free(b.data);
}

int main(void)
{
  return run_tests("stream", 60, CK_FORK_GETENV);
}
