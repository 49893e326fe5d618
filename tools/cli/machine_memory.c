/* SPDX-License-Identifier: BSD-3-Clause */
/* How much memory a program may use on this machine. */
#include "cli_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The number in a file; SIZE_MAX if there is no file or no number, such as "max". */
static size_t read_limit(const char *folder, const char *name)
{
  char path[PATH_MAX];
  unsigned long long bytes = 0;
  FILE *in = (size_t)snprintf(path, sizeof path, "%s/%s", folder, name) < sizeof path ? fopen(path, "r") : NULL;
  const bool found = in && fscanf(in, "%llu", &bytes) == 1 && bytes > 0;
  if (in)
    fclose(in);
  return found && bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

static size_t smaller(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* The smallest limit of a group and its parents up to the mount point: a container may see only that part of the
 * tree. */
static size_t group_limit(const char *mount, const char *group, const char *name)
{
  char folder[PATH_MAX];
  size_t least = read_limit(mount, name);
  if ((size_t)snprintf(folder, sizeof folder, "%s%s", mount, group) >= sizeof folder)
    return least;
  for (char *slash; (slash = strrchr(folder + strlen(mount), '/')); *slash = 0)
    least = smaller(least, read_limit(folder, name));
  return least;
}

size_t cli_group_memory(const char *list, const char *mount)
{
  char line[PATH_MAX], memory[PATH_MAX];
  size_t least = SIZE_MAX;
  FILE *in = fopen(list, "r");
  snprintf(memory, sizeof memory, "%s/memory", mount);
  while (in && fgets(line, sizeof line, in)) { /* NUMBER:CONTROLLER,...:/GROUP; version 2: 0::/GROUP */
    char *rest = line;
    line[strcspn(line, "\n")] = 0;
    strsep(&rest, ":");
    const char *controllers = strsep(&rest, ":");
    if (rest && !*controllers)
      least = smaller(least, group_limit(mount, rest, "memory.max"));
    else if (rest && strstr(controllers, "memory"))
      least = smaller(least, group_limit(memory, rest, "memory.limit_in_bytes"));
  }
  if (in)
    fclose(in);
  return least;
}

size_t cli_machine_memory(void)
{
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  size_t bytes;
  if (pages <= 0 || page <= 0 || __builtin_mul_overflow((size_t)pages, (size_t)page, &bytes))
    bytes = SIZE_MAX;
  bytes = smaller(bytes, cli_group_memory("/proc/self/cgroup", "/sys/fs/cgroup"));
  return bytes == SIZE_MAX ? 0 : bytes;
}
