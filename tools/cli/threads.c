/* How many threads may be asked for: what OpenMP's library cannot start ends the program in its own words, or crashes
 * it. */
#include "cli_internal.h"

#include <inttypes.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

/* The library keeps what it starts threads with on the stack, 100 bytes and more of each. */
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

/* Of so many threads, those that can be there at once. */
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

/* As many threads as processors are taken for possible. */
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

/* Of a list, which is for nested threads, the first counts. What is no number OpenMP's library tells. */
void cli_check_threads(void)
{
  struct tile_error e;
  const char *text = getenv("OMP_NUM_THREADS");
  const unsigned long long count = text ? strtoull(text, NULL, 10) : 1;
  if (need_threads(count > INT64_MAX ? INT64_MAX : (int64_t)count, &e))
    cli_usage("OMP_NUM_THREADS=%s: %s", text, e.text);
}
