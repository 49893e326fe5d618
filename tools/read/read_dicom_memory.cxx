// Memory for GDCM, which allocates what a length says: over a damaged one it would fill gigabytes.
#include "read_dicom.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>

static bool was_short; // of memory
static size_t most;    // that is allocated at once; 0: all that there is

void dicom_limit_memory(const char *path, size_t bytes)
{
  const size_t small = static_cast<size_t>(64) << 20;
  struct stat file;
  const size_t length = stat(path, &file) == 0 ? static_cast<size_t>(file.st_size) : 0;
  most = small + 4 * std::max(length, bytes);
  was_short = false;
  errno = 0;
}

// What the libraries of GDCM are refused only errno tells; a vast length in a damaged file is refused, too.
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
