/* SPDX-License-Identifier: BSD-3-Clause */
/* One domain file, written by several processes that pipes connect: it has the bytes of one process, and where one
 * process fails all fail. */
#include "file_made.h"
#include "suite.h"

#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 7, EDGE = 10, TILES = EDGE * EDGE * EDGE };

/* ---- processes ---- */

static int here, size, lane[MOST][MOST][2];

static void give(int to, const void *data, size_t length)
{
  for (size_t at = 0; at < length;) {
    const ssize_t got = write(lane[here][to][1], (const char *)data + at, length - at);
    if (got <= 0)
      _exit(9);
    at += (size_t)got;
  }
}

static void take(int from, void *data, size_t length)
{
  for (size_t at = 0; at < length;) {
    const ssize_t got = read(lane[from][here][0], (char *)data + at, length - at);
    if (got <= 0)
      _exit(9);
    at += (size_t)got;
  }
}

static void carry(void *sums, size_t bytes, void (*add)(void *self, void *sums), void *self)
{
  if (here > 0)
    take(here - 1, sums, bytes);
  add(self, sums);
  if (here < size - 1) {
    give(here + 1, sums, bytes);
    take(size - 1, sums, bytes);
  } else
    for (int to = 0; to < here; to++)
      give(to, sums, bytes);
}

static void pass(void *data, size_t bytes, int from, int to)
{
  if (here == from)
    give(to, data, bytes);
  else if (here == to)
    take(from, data, bytes);
}

/* ---- the range of each process ---- */

/* Records hold about 215 tiles, and end anywhere in the range of a process. */
static void make(struct tile_domain *d)
{
  *d = (struct tile_domain){.grid = {4 * EDGE, 4 * EDGE, 4 * EDGE}, .edge = 4, .dx = 1e-6, .tiles = TILES, .words = 1};
  d->coord = malloc(TILES * sizeof *d->coord);
  d->mask = malloc(TILES * sizeof *d->mask);
  for (int t = 0; t < TILES; t++) {
    d->coord[t][0] = t % EDGE;
    d->coord[t][1] = t / EDGE % EDGE;
    d->coord[t][2] = t / EDGE / EDGE;
    d->mask[t] = t % 7 ? UINT64_MAX : UINT64_C(0x8000f00000000001) >> t % 3;
  }
}

/* The rest, which the first process alone writes: several records. */
enum { REST = (5 << 20) / 2 + 3 };
static unsigned char rest_byte(uint64_t at)
{
  return (unsigned char)(at * 7 + at / 251);
}

static int put_rest(void *self, uint64_t at, void *data, size_t length, struct tile_error *e)
{
  (void)self, (void)e;
  for (size_t i = 0; i < length; i++)
    ((unsigned char *)data)[i] = rest_byte(at + i);
  return TILE_OK;
}

/* 0: success; 1: failure with a message; 2: failure without a message. */
static int write_part(FILE *out)
{
  struct tile_domain d;
  struct tile_error e = {0};
  size_t first[MOST + 1];
  struct made_array fields = {&d, 4}, populations = {&d, 19};
  struct tile_array array[2] = {{"FLDS", 16, made_values, &fields, false},
                                {"POPS", 76, made_values, &populations, false}};
  make(&d);
  for (int rank = 0; rank <= size; rank++)
    first[rank] = (size_t)(TILES * rank / (size ? size : 1));
  const struct tile_communicator communicator = {here, size, first, carry, pass};
  const struct tile_rest rest = {REST, put_rest, NULL, false};
  const int code = tile_domain_write_together(&d, out, array, 2, here ? NULL : &rest, size ? &communicator : NULL, &e);
  tile_domain_free(&d);
  return code == TILE_OK && fflush(out) == 0 ? 0 : *e.text ? 1 : 2;
}

static void start_all(int processes, const char *path, const char *command)
{
  size = processes;
  for (int from = 0; from < size; from++)
    for (int to = 0; to < size; to++)
      ck_assert_int_eq(pipe(lane[from][to]), 0);
  fclose(fopen(path, "w"));
  for (here = 0; here < size; here++)
    if (!fork())
      _exit(write_part(command && !here ? popen(command, "w") : fopen(path, "r+")));
}

/* Counts the processes by their exit status. */
static void end_all(int ended[3])
{
  for (int n = 0, status; n < size; n++) {
    ck_assert(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) < 3);
    ended[WEXITSTATUS(status)]++;
  }
  for (int from = 0; from < size; from++)
    for (int to = 0; to < size; to++) {
      close(lane[from][to][0]);
      close(lane[from][to][1]);
    }
}

static struct bytes write_alone(void)
{
  struct bytes b;
  FILE *out = open_memstream(&b.data, &b.length);
  here = size = 0;
  ck_assert_int_eq(write_part(out), 0);
  fclose(out);
  return b;
}

TEST(bytes_are_those_of_one)
{
  struct bytes one = write_alone();
  char *all = malloc(one.length + 1);
  for (int processes = 1; processes <= MOST; processes++) {
    int ended[3] = {0};
    start_all(processes, "together.tile", NULL);
    end_all(ended);
    ck_assert_int_eq(ended[0], processes);
    FILE *in = fopen("together.tile", "r");
    ck_assert_uint_eq(fread(all, 1, one.length + 1, in), one.length);
    ck_assert(!memcmp(all, one.data, one.length));
    fclose(in);
  }
  remove("together.tile");
  free(all);
  free(one.data);
}

struct taken {
  uint64_t bytes;
  bool wrong;
};

static int take_rest(void *of_taken, uint64_t at, void *data, size_t length, struct tile_error *e)
{
  struct taken *t = of_taken;
  (void)e;
  t->wrong |= at != t->bytes;
  for (size_t i = 0; i < length; i++)
    t->wrong |= ((const unsigned char *)data)[i] != rest_byte(at + i);
  t->bytes += length;
  return TILE_OK;
}

static int read_back(const struct bytes *b, struct tile_rest *rest, char digest[33])
{
  struct tile_domain d;
  struct tile_error e;
  struct tile_reader *r;
  struct tile_input *in;
  FILE *file = fmemopen(b->data, b->length, "r");
  OK(tile_reader_open(&r, file, "rest.tile", &e));
  OK(tile_input_open(&in, &d, r, &e));
  const int code = tile_input_arrays_together(in, NULL, 0, rest, NULL, &e);
  snprintf(digest, 33, "%s", tile_reader_digest(r));
  tile_input_close(in);
  tile_reader_free(r);
  tile_domain_free(&d);
  fclose(file);
  return code;
}

/* Who expects the rest gets it, whole; others skip it, and it is not part of the digest. */
TEST(rest_is_read_by_who_expects_it)
{
  struct tile_domain d;
  char with[33], without[33];
  make(&d);
  struct bytes none = write_domain(&d, 2, without), b = write_alone();
  struct taken t = {0};
  struct tile_rest rest = {REST, take_rest, &t, false}, longer = {REST + 1, take_rest, &t, false},
                   shorter = {REST - 1, take_rest, &t, false};
  ck_assert_int_eq(read_back(&b, &rest, with), TILE_OK);
  ck_assert(rest.found && t.bytes == REST && !t.wrong);
  ck_assert_str_eq(with, without);
  ck_assert_int_eq(read_back(&b, NULL, with), TILE_OK);
  ck_assert_int_eq(read_back(&none, &rest, with), TILE_OK);
  ck_assert(!rest.found);
  ck_assert_int_eq(read_back(&b, &longer, with), TILE_REJECTED);
  ck_assert_int_eq(read_back(&b, &shorter, with), TILE_REJECTED);
  free(none.data);
  free(b.data);
  tile_domain_free(&d);
}

/* The first process cannot seek in its output; it does so after the others have written theirs. */
TEST(all_fail_with_the_first)
{
  int ended[3] = {0};
  start_all(3, "together.tile", "cat >/dev/null");
  end_all(ended);
  ck_assert_int_eq(ended[1], 1);
  ck_assert_int_eq(ended[2], 2);
  remove("together.tile");
}

int main(void)
{
  return run_tests("together", 60, CK_FORK_GETENV);
}
