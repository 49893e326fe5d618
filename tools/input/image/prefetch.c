/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads of its own prepare the slices: those of OpenMP would spin between slices and slow down the other programs of
 * a pipeline. */
#include "prefetch.h"

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum {
  WORTH = 1 << 16,
  ROOM = 256 << 20,
  SMALL = 4 << 20
}; /* values of a stack that is worth it; bytes of all results; bytes of small ones */

enum state { IDLE, ASKED, UNDER_WAY, DONE };

struct slot {
  enum state state;
  int64_t z;
  void *result;
  int code;
  struct tile_error error;
};

struct helper {
  struct prefetch_team *group;
  pthread_t thread;
};

struct prefetch_team {
  pthread_mutex_t mutex; /* of all states; a slot belongs to a thread while UNDER_WAY, otherwise to the caller */
  pthread_cond_t asked, done;
  bool stop;
  prefetch_work *work;
  void *with;
  int threads; /* how many run */
  int slots;
  struct slot *slot;
  struct slot *current; /* in use by the caller */
  int64_t last;         /* slice returned last */
  int64_t next;         /* slice to request next */
  int64_t step;         /* 1 or -1: direction in which slices are requested */
  char *results;
  struct helper helper[];
};

int prefetch_lanes(size_t count, int64_t slices)
{
  int64_t lanes = omp_get_max_threads();
  lanes = lanes < slices ? lanes : slices;
  return lanes < 2 || (double)count * (double)slices < WORTH ? 1 : (int)lanes;
}

void prefetch_begin(struct prefetch *a, int lanes, size_t bytes, int64_t slices)
{
  struct tile_error ignored;
  *a = (struct prefetch){.lanes = lanes, .slices = slices, .bytes = (bytes + 63) / 64 * 64};
  size_t room = a->bytes < ROOM ? ROOM / a->bytes - 1 : 1;
  a->lanes = (size_t)lanes < room ? lanes : room > 1 ? (int)room : 1;
  if (a->lanes > 1 && tile_afford((size_t)a->lanes * 4, a->bytes, "slices", &ignored))
    a->lanes = 1; /* memory is short: it is better used elsewhere */
}

/* ---- the threads ---- */

/* The slice that is needed first. */
static struct slot *find_work(struct prefetch_team *t)
{
  struct slot *first = NULL;
  for (struct slot *s = t->slot; s < t->slot + t->slots; s++)
    if (s->state == ASKED && (!first || (s->z - first->z) * t->step < 0))
      first = s;
  return first;
}

static void *work_on(void *of_helper)
{
  struct helper *w = of_helper;
  struct prefetch_team *t = w->group;
  struct slot *s = NULL;
  pthread_mutex_lock(&t->mutex);
  for (;;) {
    while (!t->stop && !(s = find_work(t)))
      pthread_cond_wait(&t->asked, &t->mutex);
    if (t->stop)
      break;
    s->state = UNDER_WAY;
    pthread_mutex_unlock(&t->mutex);
    s->code = t->work(t->with, (int)(w - t->helper), s->z, s->result, &s->error);
    pthread_mutex_lock(&t->mutex);
    s->state = DONE;
    pthread_cond_signal(&t->done); /* only the caller waits */
  }
  pthread_mutex_unlock(&t->mutex);
  return NULL;
}

/* Signals are handled by the main thread, which removes unfinished files. */
static bool start_threads(struct prefetch_team *t, int lanes)
{
  sigset_t all, kept;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &kept);
  for (struct helper *w = t->helper; t->threads < lanes; w++, t->threads++) {
    w->group = t;
    if (pthread_create(&w->thread, NULL, work_on, w))
      break;
  }
  pthread_sigmask(SIG_SETMASK, &kept, NULL);
  return t->threads == lanes;
}

/* One more than lanes: the caller has one while the lanes fill the others. Small results have many slots, so that no
 * thread waits. */
static int slots_of(const struct prefetch *a)
{
  const size_t small = SMALL / a->bytes, more = 4 * (size_t)a->lanes;
  return 1 + a->lanes + (int)(small < more ? small : more);
}

static bool start(struct prefetch *a, prefetch_work *work, void *with)
{
  struct prefetch_team *t = a->group = tile_alloc(1, sizeof *t + (size_t)a->lanes * sizeof *t->helper);
  if (!t)
    return false;
  pthread_mutex_init(&t->mutex, NULL);
  pthread_cond_init(&t->asked, NULL);
  pthread_cond_init(&t->done, NULL);
  t->work = work;
  t->with = with;
  t->slots = slots_of(a);
  t->step = 1;
  t->slot = tile_alloc((size_t)t->slots, sizeof *t->slot);
  t->results = tile_alloc((size_t)t->slots, a->bytes);
  for (int i = 0; t->slot && t->results && i < t->slots; i++)
    t->slot[i].result = t->results + (size_t)i * a->bytes;
  return t->slot && t->results && start_threads(t, a->lanes);
}

static void end_team(struct prefetch_team *t)
{
  pthread_mutex_lock(&t->mutex);
  t->stop = true;
  pthread_cond_broadcast(&t->asked);
  pthread_mutex_unlock(&t->mutex);
  for (int i = 0; i < t->threads; i++)
    pthread_join(t->helper[i].thread, NULL);
  pthread_cond_destroy(&t->asked);
  pthread_cond_destroy(&t->done);
  pthread_mutex_destroy(&t->mutex);
  free(t->slot);
  free(t->results);
  free(t);
}

void prefetch_end(struct prefetch *a)
{
  if (a->group)
    end_team(a->group);
  free(a->result);
  a->group = NULL;
  a->result = NULL;
}

/* ---- the caller, which holds the mutex ---- */

/* Requests the next slice in a slot of the caller. */
static void ask(const struct prefetch *a, struct slot *s)
{
  struct prefetch_team *t = a->group;
  s->z = t->next;
  s->state = s->z >= 0 && s->z < a->slices ? ASKED : IDLE;
  t->next += t->step;
  if (s->state == ASKED)
    pthread_cond_signal(&t->asked);
}

static struct slot *find(const struct prefetch_team *t, int64_t z)
{
  for (struct slot *s = t->slot; s < t->slot + t->slots; s++)
    if (s->state != IDLE && s->z == z)
      return s;
  return NULL;
}

static void wait_for(struct prefetch_team *t, const struct slot *s)
{
  while (s->state == ASKED || s->state == UNDER_WAY)
    pthread_cond_wait(&t->done, &t->mutex);
}

/* Discards the slices prepared ahead, and expects those that follow z, or precede it if z precedes the last one. */
static struct slot *start_at(struct prefetch *a, int64_t z)
{
  struct prefetch_team *t = a->group;
  for (int i = 0; i < t->slots; i++)
    if (t->slot[i].state == ASKED)
      t->slot[i].state = IDLE;
  for (int i = 0; i < t->slots; i++)
    wait_for(t, &t->slot[i]);
  t->step = z && z < t->last ? -1 : 1;
  t->next = z;
  for (int i = 0; i < t->slots; i++)
    ask(a, &t->slot[i]);
  return t->slot;
}

static int take(struct prefetch *a, int64_t z, void **result, struct tile_error *e)
{
  struct prefetch_team *t = a->group;
  pthread_mutex_lock(&t->mutex);
  if (t->current && t->current->z != z)
    ask(a, t->current);
  struct slot *s = find(t, z);
  if (!s)
    s = start_at(a, z);
  wait_for(t, s);
  t->last = z;
  t->current = s;
  pthread_mutex_unlock(&t->mutex);
  if (s->code)
    *e = s->error;
  *result = s->result;
  return s->code;
}

static int get_alone(struct prefetch *a, prefetch_work *work, void *with, int64_t z, void **result,
                     struct tile_error *e)
{
  if (!a->result && !(a->result = tile_alloc(1, a->bytes)))
    return tile_fail_memory(e, a->bytes, "one slice");
  *result = a->result;
  return work(with, 0, z, a->result, e);
}

int prefetch_get(struct prefetch *a, prefetch_work *work, void *with, int64_t z, void **result, struct tile_error *e)
{
  if (a->lanes > 1 && !a->group && !start(a, work, with)) {
    prefetch_end(a);
    a->lanes = 1;
  }
  return a->lanes > 1 ? take(a, z, result, e) : get_alone(a, work, with, z, result, e);
}
