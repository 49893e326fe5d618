/* SPDX-License-Identifier: BSD-3-Clause */
#include "background.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct tile_background {
  struct tile_writer *writer;
  char tag[4];
  bool threaded, stop;
  pthread_t thread;
  pthread_mutex_t mutex; /* protects stop and all members below */
  pthread_cond_t changed;
  const void *payload; /* NULL: there is nothing to write */
  size_t length;
  int code; /* status of the last record, with its error */
  struct tile_error error;
};

static void *work_on(void *of_background)
{
  struct tile_background *b = of_background;
  pthread_mutex_lock(&b->mutex);
  while (!b->stop) {
    if (b->payload) {
      pthread_mutex_unlock(&b->mutex);
      int code = tile_writer_record(b->writer, b->tag, b->payload, b->length, &b->error);
      pthread_mutex_lock(&b->mutex);
      b->code = code;
      b->payload = NULL;
      pthread_cond_broadcast(&b->changed);
    } else
      pthread_cond_wait(&b->changed, &b->mutex);
  }
  pthread_mutex_unlock(&b->mutex);
  return NULL;
}

/* Signals go to the thread of the caller, except SIGPIPE, which is for the thread that writes. */
static bool start(struct tile_background *b)
{
  sigset_t all, kept;
  sigfillset(&all);
  sigdelset(&all, SIGPIPE);
  pthread_sigmask(SIG_SETMASK, &all, &kept);
  bool started = pthread_create(&b->thread, NULL, work_on, b) == 0;
  pthread_sigmask(SIG_SETMASK, &kept, NULL);
  return started;
}

struct tile_background *tile_background_new(struct tile_writer *w, const char tag[4])
{
  struct tile_background *b = tile_alloc(1, sizeof *b);
  if (!b)
    return NULL;
  b->writer = w;
  memcpy(b->tag, tag, sizeof b->tag);
  pthread_mutex_init(&b->mutex, NULL);
  pthread_cond_init(&b->changed, NULL);
  b->threaded = start(b);
  return b;
}

int tile_background_wait(struct tile_background *b, struct tile_error *e)
{
  pthread_mutex_lock(&b->mutex);
  while (b->payload)
    pthread_cond_wait(&b->changed, &b->mutex);
  pthread_mutex_unlock(&b->mutex);
  if (b->code)
    *e = b->error;
  return b->code;
}

int tile_background_put(struct tile_background *b, const void *payload, size_t length, struct tile_error *e)
{
  if (tile_background_wait(b, e))
    return b->code;
  if (!b->threaded)
    return tile_writer_record(b->writer, b->tag, payload, length, e);
  pthread_mutex_lock(&b->mutex);
  b->payload = payload;
  b->length = length;
  pthread_cond_broadcast(&b->changed);
  pthread_mutex_unlock(&b->mutex);
  return TILE_OK;
}

void tile_background_free(struct tile_background *b)
{
  if (!b)
    return;
  pthread_mutex_lock(&b->mutex);
  b->stop = true;
  pthread_cond_broadcast(&b->changed);
  pthread_mutex_unlock(&b->mutex);
  if (b->threaded)
    pthread_join(b->thread, NULL);
  pthread_cond_destroy(&b->changed);
  pthread_mutex_destroy(&b->mutex);
  free(b);
}
