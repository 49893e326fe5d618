/* SPDX-License-Identifier: BSD-3-Clause */
/* The pipe to a program that reads images. The first byte chooses the reader of the bytes that follow: a client that
 * asks for arbitrary data, for a VTK image, for DICOM files, for a mesh or for HDF5; or the program that answers. Linked with
 * --wrap=worker_ask, so that no program is started. */
#include <config.h>

#include "dicom.h"
#include "mesh.h"
#include "source_read.h"
#include "volume_file.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define setrlimit(...) ((void)0) /* the limits would hold for the fuzzer too */
#define tile_limit_memory(...) ((void)0)
#include "../../tools/input/worker/worker_serve.c"
#undef tile_limit_memory

enum {
  MESH = 0xff,
  HDF5 = 0xfe
}; /* first bytes of inputs for these; others, modulo 4, are the numbers of other readers */

static const uint8_t *replies;
static size_t length_of_replies;

int __real_worker_ask(struct worker *w, char what, const char *path, uint64_t number, void *answer, size_t bytes,
                      struct tile_error *e);
int __wrap_worker_ask(struct worker *w, char what, const char *path, uint64_t number, void *answer, size_t bytes,
                      struct tile_error *e);

static FILE *open_bytes(const uint8_t *data, size_t length)
{
  return length ? fmemopen((void *)data, length, "rb") : fopen("/dev/null", "rb");
}

/* A program whose answers are all ready; a program that is started again has none. */
int __wrap_worker_ask(struct worker *w, char what, const char *path, uint64_t number, void *answer, size_t bytes,
                      struct tile_error *e)
{
  if (!w->pid) {
    w->pid = getpid(); /* not a child of ours, so that nobody waits for it */
    w->to = fopen("/dev/null", "wb");
    w->from = open_bytes(replies, length_of_replies);
    length_of_replies = 0;
    if (!w->to || !w->from)
      abort();
  }
  return __real_worker_ask(w, what, path, number, answer, bytes, e);
}

/* ---- clients ---- */

static void ask_for_anything(unsigned choice)
{
  static const size_t sizes[] = {1, 8, 24, 64};
  unsigned char answer[64];
  struct worker w = {.program = "none", .library = "none"};
  struct tile_error e;
  (void)choice;
  for (uint64_t i = 0; i < 8; i++) {
    int code = worker_ask(&w, 'x', "a file", i, answer, sizes[i % 4], &e);
    if (code)
      fuzz_check_error(code, &e);
  }
  worker_end(&w);
}

/* Only once: the answers to a second reading would differ. */
static void read_once(struct source *s)
{
  s->rereadable = false;
  fuzz_read_source(s);
}

static void ask_for_volume(unsigned choice)
{
  struct source s;
  struct tile_error e;
  const struct image_choice wanted = {
      .channel = (int)(choice % 4) - 1, .array = choice & 4 ? "velocity" : NULL, .unit = choice & 8 ? "um" : NULL};
  const char *path = fuzz_file("", 0);
  if (!path)
    return;
  int code = source_volume(&s, vti_header, "volume", path, &wanted, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    read_once(&s);
}

static void ask_for_series(unsigned choice)
{
  char *const paths[] = {"a.dcm", "b.dcm", "c.dcm"};
  struct source s;
  struct tile_error e;
  int code = source_dicom(&s, paths, 1 + (int)(choice % 3), (int)(choice / 3 % 4) - 1, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    read_once(&s);
}

static void ask_for_mesh(unsigned choice)
{
  struct mesh m;
  struct tile_error e;
  const char *path = fuzz_file("", 0);
  (void)choice;
  if (!path)
    return;
  int code = mesh_read_as(&m, mesh_read_vtk, path, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    mesh_free(&m);
}

static void ask_for_hdf5(unsigned choice)
{
  static const char signature[] = "\x89HDF\r\n\x1a\n";
  struct source s;
  struct tile_error e;
  const char *path = fuzz_file(signature, sizeof signature - 1);
  (void)choice;
  if (!path)
    return;
  int code = source_volume(&s, hdf5_header, "HDF5", path, &(struct image_choice){.channel = -1}, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    read_once(&s);
}

/* ---- the program ---- */

static int answer_anything(char what, const char *path, uint64_t number, void *answer, size_t bytes,
                           struct tile_error *e)
{
  memset(answer, what, bytes);
  number += strlen(worker_with(path));
  return number % 4 ? tile_fail(e, (int)(number % 4), "%s: no", path) : TILE_OK;
}

static void answer_requests(unsigned choice)
{
  struct pipes p = {open_bytes(replies, length_of_replies), fopen("/dev/null", "wb")};
  (void)choice;
  for (bool more = p.in && p.out; more;) {
    struct served s = {0};
    more = serve_one(answer_anything, &p, &s);
    free(s.path);
    free(s.answer);
    free(s.data);
  }
  fclose(p.in);
  fclose(p.out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  static void (*const readers[])(unsigned) = {ask_for_anything, ask_for_volume, ask_for_series,
                                              answer_requests,  ask_for_mesh,   ask_for_hdf5};
  if (!length)
    return 0;
  tile_limit_memory((size_t)64 << 20);
  replies = data + 1;
  length_of_replies = length - 1;
  readers[*data == MESH ? 4 : *data == HDF5 ? 5 : *data % 4](*data / 4);
  return 0;
}
