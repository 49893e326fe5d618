/* Threads of our own: those of OpenMP spin between slices, at the cost of the other programs of a pipeline. */
#include "ahead.h"

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { WORTH = 1 << 16, ROOM = 64 << 20 }; /* values of a stack, bytes of all lanes */

enum state { IDLE, ASKED, DONE };

struct slot {
  struct ahead_team *team;
  pthread_t thread;
  enum state state;
  int64_t z;
  double *values;
  int code;
  struct tile_error error;
};

struct ahead_team {
  pthread_mutex_t mutex; /* of all states; values and error are the thread's while ASKED, else the caller's */
  pthread_cond_t asked, done;
  bool stop;
  ahead_read *read;
  void *lanes;
  int threads;    /* that run */
  int64_t last;   /* slice that was taken */
  int64_t step;   /* 1 or -1: where the next is expected */
  double *values;
  struct slot slot[];
};

static int choose_lanes(size_t count, int64_t slices)
{
  int64_t lanes = omp_get_max_threads();
  size_t room = count < ROOM ? ROOM / (count * sizeof(double)) : 0;
  lanes = lanes < slices ? lanes : slices;
  lanes = (size_t)lanes < room ? lanes : (int64_t)room;
  return lanes < 2 || (double)count * (double)slices < WORTH ? 1 : (int)lanes;
}

void ahead_begin(struct ahead *a, size_t count, int64_t slices)
{
  struct tile_error ignored;
  *a = (struct ahead){ .lanes = choose_lanes(count, slices), .slices = slices, .count = count };
  if (a->lanes > 1 && tile_afford((size_t)a->lanes * 4, count * sizeof(double), "slices", &ignored))
    a->lanes = 1; /* memory is short: it is better used elsewhere */
}

static void *work(void *of_slot)
{
  struct slot *s = of_slot;
  struct ahead_team *t = s->team;
  pthread_mutex_lock(&t->mutex);
  for (;;) {
    while (!t->stop && s->state != ASKED)
      pthread_cond_wait(&t->asked, &t->mutex);
    if (t->stop)
      break;
    pthread_mutex_unlock(&t->mutex);
    s->code = t->read(t->lanes, (int)(s - t->slot), s->z, s->values, &s->error);
    pthread_mutex_lock(&t->mutex);
    s->state = DONE;
    pthread_cond_broadcast(&t->done);
  }
  pthread_mutex_unlock(&t->mutex);
  return NULL;
}

/* Signals are for the main thread, whose handlers tidy up. */
static bool start_threads(struct ahead_team *t, int lanes)
{
  sigset_t all, kept;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &kept);
  while (t->threads < lanes && pthread_create(&t->slot[t->threads].thread, NULL, work, &t->slot[t->threads]) == 0)
    t->threads++;
  pthread_sigmask(SIG_SETMASK, &kept, NULL);
  return t->threads == lanes;
}

static bool start(struct ahead *a, ahead_read *read, void *lanes)
{
  struct ahead_team *t = a->team = tile_alloc(1, sizeof *t + (size_t)a->lanes * sizeof *t->slot);
  if (!t)
    return false;
  pthread_mutex_init(&t->mutex, NULL);
  pthread_cond_init(&t->asked, NULL);
  pthread_cond_init(&t->done, NULL);
  t->read = read;
  t->lanes = lanes;
  t->values = tile_alloc((size_t)a->lanes * a->count, sizeof *t->values);
  for (int i = 0; i < a->lanes; i++)
    t->slot[i] = (struct slot){ .team = t, .values = t->values + (t->values ? (size_t)i * a->count : 0) };
  return t->values && start_threads(t, a->lanes);
}

void ahead_end(struct ahead *a)
{
  struct ahead_team *t = a->team;
  if (!t)
    return;
  pthread_mutex_lock(&t->mutex);
  t->stop = true;
  pthread_cond_broadcast(&t->asked);
  pthread_mutex_unlock(&t->mutex);
  for (int i = 0; i < t->threads; i++)
    pthread_join(t->slot[i].thread, NULL);
  pthread_cond_destroy(&t->asked);
  pthread_cond_destroy(&t->done);
  pthread_mutex_destroy(&t->mutex);
  free(t->values);
  free(t);
  a->team = NULL;
}

static void ask(const struct ahead *a, struct slot *s, int64_t z)
{
  s->z = z;
  s->state = z >= 0 && z < a->slices ? ASKED : IDLE;
}

static struct slot *find(const struct ahead *a, int64_t z)
{
  for (int i = 0; i < a->lanes; i++)
    if (a->team->slot[i].state != IDLE && a->team->slot[i].z == z)
      return &a->team->slot[i];
  return NULL;
}

static void wait_for(struct ahead_team *t, const struct slot *s)
{
  while (s->state == ASKED)
    pthread_cond_wait(&t->done, &t->mutex);
}

/* Forgets what was read ahead, and expects the slices that follow z, or precede it if z precedes the last. */
static struct slot *start_at(struct ahead *a, int64_t z)
{
  struct ahead_team *t = a->team;
  t->step = z < t->last ? -1 : 1;
  for (int i = 0; i < a->lanes; i++) {
    wait_for(t, &t->slot[i]);
    ask(a, &t->slot[i], z + t->step * i);
  }
  pthread_cond_broadcast(&t->asked);
  return t->slot;
}

static int take(struct ahead *a, int64_t z, double *values, struct tile_error *e)
{
  struct ahead_team *t = a->team;
  pthread_mutex_lock(&t->mutex);
  struct slot *s = find(a, z);
  if (!s)
    s = start_at(a, z);
  wait_for(t, s);
  pthread_mutex_unlock(&t->mutex);
  t->last = z;
  int code = s->code;
  if (code)
    *e = s->error;
  else
    memcpy(values, s->values, a->count * sizeof *values);
  pthread_mutex_lock(&t->mutex);
  ask(a, s, z + t->step * a->lanes);
  pthread_cond_broadcast(&t->asked);
  pthread_mutex_unlock(&t->mutex);
  return code;
}

int ahead_take(struct ahead *a, ahead_read *read, void *lanes, int64_t z, double *values, struct tile_error *e)
{
  if (a->lanes > 1 && !a->team && !start(a, read, lanes)) {
    ahead_end(a);
    a->lanes = 1;
  }
  return a->lanes > 1 ? take(a, z, values, e) : read(lanes, 0, z, values, e);
}
