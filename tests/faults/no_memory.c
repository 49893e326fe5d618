/* SPDX-License-Identifier: BSD-3-Clause */
/* LD_PRELOAD=no_memory.so FAULT_MALLOC=N FAULT_SAID=FILE [FAULT_ALL=1]: the N-th allocation of a program fails (0 is
 * the first); with FAULT_ALL every later one fails too. FILE is created at the first failure: if it is missing, the
 * program ended before. Allocations of libraries count too. As in fault.c, the count starts where the program ignores
 * SIGPIPE. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static long left = LONG_MAX; /* allocations before the one that fails */
static bool all;

void (*signal(int number, void (*handler)(int)))(int)
{
  const char *first = getenv("FAULT_MALLOC");
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
  if (number == SIGPIPE && first && getenv("FAULT_SAID")) {
    all = getenv("FAULT_ALL") != NULL;
    left = strtol(first, NULL, 10);
  }
  return sigaction(number, &action, &before) ? SIG_ERR : before.sa_handler;
}

static void say(void)
{
  const int file = open(getenv("FAULT_SAID"), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file >= 0)
    close(file);
}

static bool fails(void)
{
  const long before = __atomic_fetch_sub(&left, 1, __ATOMIC_RELAXED);
  if (before > 0 || (before < 0 && !all))
    return false;
  if (before == 0)
    say();
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size)
{
  return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
  return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
  return fails() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
  return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
  *to = aligned_alloc(alignment, size);
  return *to ? 0 : ENOMEM;
}
