/* SPDX-License-Identifier: BSD-3-Clause */
/* How many threads may be requested: if OpenMP's library cannot start them, it ends the program with its own message,
 * or crashes. */
#include "cli_internal.h"

#include <inttypes.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

/* OpenMP's library keeps at least 100 bytes per thread on the stack while it starts them. */
enum { THREADS_MOST = 4096 };

static int64_t most_threads(void)
{
  const int processors = omp_get_num_procs();
  return processors > THREADS_MOST ? processors : THREADS_MOST;
}

static void *pass(void *gate)
{
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return NULL;
}

/* How many of `count` threads can exist at the same time. */
static int64_t start_threads(int64_t count)
{
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_t *thread = tile_alloc((size_t)count, sizeof *thread);
  int64_t started = 0;
  pthread_mutex_lock(&gate);
  while (thread && started < count && pthread_create(&thread[started], NULL, pass, &gate) == 0)
    started++;
  pthread_mutex_unlock(&gate);
  for (int64_t i = 0; i < started; i++)
    pthread_join(thread[i], NULL);
  free(thread);
  return started;
}

/* As many threads as processors are assumed to be possible. */
static int need_threads(int64_t count, struct tile_error *e)
{
  if (count > most_threads())
    return tile_fail(e, TILE_USAGE, "more than %" PRId64 " threads are not possible here", most_threads());
  const int64_t possible = count > omp_get_num_procs() ? 1 + start_threads(count - 1) : count;
  return possible < count ? tile_fail(e, TILE_USAGE, "only %" PRId64 " threads can be started here", possible) : 0;
}

int cli_threads(void *to, const char *value, struct tile_error *e)
{
  return cli_whole(to, value, 1, most_threads(), e) || need_threads(*(int64_t *)to, e) ? e->code : 0;
}

/* OMP_NUM_THREADS may be a list, for nested threads: the first number counts. OpenMP's library reports text that is no
 * number. */
void cli_check_threads(void)
{
  struct tile_error e;
  const char *text = getenv("OMP_NUM_THREADS");
  const unsigned long long count = text ? strtoull(text, NULL, 10) : 1;
  if (need_threads(count > INT64_MAX ? INT64_MAX : (int64_t)count, &e))
    cli_usage("OMP_NUM_THREADS=%s: %s", text, e.text);
}
