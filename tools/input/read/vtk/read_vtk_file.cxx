// SPDX-License-Identifier: BSD-3-Clause
// Checks the file, and answers requests within limited memory.
#include "read_vtk.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include <sys/stat.h>

int check_end(const std::string &path, long *length, struct tile_error *e)
{
  char end[64];
  FILE *in = std::fopen(path.c_str(), "rb");
  if (!in)
    return tile_fail(e, TILE_FAILED, "%s: %s", path.c_str(), std::strerror(errno));
  std::fseek(in, 0, SEEK_END);
  *length = std::ftell(in);
  const long tail = std::min(*length, static_cast<long>(sizeof end));
  std::fseek(in, -tail, SEEK_END);
  const size_t got = std::fread(end, 1, static_cast<size_t>(tail), in);
  std::fclose(in);
  return memmem(end, got, "</VTKFile>", 10) ? TILE_OK : reject(path, "is not a VTK XML file, or is cut off", e);
}

// ---- answers ----

static worker_answerer *answerer;

// Libraries that run out of memory may call the file damaged.
static bool short_of_memory;

static int attempt(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  try {
    return answerer(what, path, number, to, bytes, e);
  } catch (const std::bad_alloc &) {
    short_of_memory = true;
    return tile_fail_memory(e, bytes, path);
  } catch (const std::exception &) {
    return reject(path, "VTK cannot read it: it is damaged", e);
  }
}

static void note_memory()
{
  short_of_memory = true;
  throw std::bad_alloc();
}

// When malloc fails in VTK, only errno shows it; a huge size in a damaged file has the same effect.
static bool is_refused(size_t bytes)
{
  void *room = errno == ENOMEM ? std::malloc(2 * slab_bytes + bytes) : nullptr;
  const bool refused = errno == ENOMEM && !room;
  std::free(room);
  return refused;
}

// Whether far more memory than a file of this length needs is available: VTK then failed to get what only a damaged
// file can request.
static bool was_vast(const char *path)
{
  struct stat file = {};
  void *room = stat(path, &file) ? nullptr : std::malloc(8 * slab_bytes + 1000 * static_cast<size_t>(file.st_size));
  std::free(room);
  return room;
}

static int answer_request(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  short_of_memory = false;
  errno = 0;
  const int code = attempt(what, path, number, to, bytes, e);
  if (!code || !(short_of_memory || is_refused(bytes)))
    return code;
  return was_vast(path) ? reject(path, "VTK cannot read it: it is damaged", e)
                        : tile_fail(e, TILE_FAILED, "%s: out of memory", path);
}

int serve(worker_answerer *answer)
{
  answerer = answer;
  std::set_new_handler(note_memory);
  return worker_serve(answer_request);
}
