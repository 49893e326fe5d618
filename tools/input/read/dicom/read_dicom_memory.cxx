// SPDX-License-Identifier: BSD-3-Clause
// Limits the memory of GDCM, which allocates whatever a length states: for a damaged file, gigabytes.
#include "read_dicom.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>

static bool was_short; // whether memory ran out
static size_t most;    // bytes of a single allocation; 0: no limit

void dicom_limit_memory(const char *path, size_t bytes)
{
  const size_t small = static_cast<size_t>(64) << 20;
  struct stat file;
  const size_t length = stat(path, &file) == 0 ? static_cast<size_t>(file.st_size) : 0;
  most = small + 4 * std::max(length, bytes);
  was_short = false;
  errno = 0;
}

// When malloc fails in a library of GDCM, only errno shows it; a huge length in a damaged file has the same effect.
bool dicom_short_of_memory()
{
  void *room = errno == ENOMEM ? std::malloc(most) : nullptr;
  const bool refused = errno == ENOMEM && !room;
  std::free(room);
  return was_short || refused;
}

void *operator new(size_t size)
{
  const bool allowed = !most || size <= most;
  void *memory = allowed ? std::malloc(size ? size : 1) : nullptr;
  if (memory)
    return memory;
  was_short = was_short || allowed;
  throw std::bad_alloc();
}

void operator delete(void *memory) noexcept
{
  std::free(memory);
}

void operator delete(void *memory, size_t) noexcept
{
  std::free(memory);
}
