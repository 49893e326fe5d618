/* SPDX-License-Identifier: BSD-3-Clause */
/* The helper side: answers requests. */
#include "worker.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the pipes ---- */

struct pipes {
  FILE *in, *out;
};

/* Libraries print on the old standard output; answers use a copy of it. */
static bool get_pipes(struct pipes *p)
{
  const int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1),
            out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1),
            none = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (in < 0 || out < 0 || none < 0 || dup2(none, STDIN_FILENO) < 0 || dup2(none, STDOUT_FILENO) < 0)
    return false;
  close(none);
  p->in = fdopen(in, "rb");
  p->out = fdopen(out, "wb");
  return p->in && p->out;
}

/* Ends the program when the other end is closed: not even an endless loop over a damaged file may outlive the
 * client. */
static void *watch(void *self)
{
  struct pollfd in = {.fd = fileno(((struct pipes *)self)->in)};
  while (!(in.revents & (POLLHUP | POLLERR | POLLNVAL)))
    poll(&in, 1, -1);
  _exit(0);
}

/* ---- one request ---- */

/* Memory allocated for one request. */
struct served {
  char *path;
  void *answer, *data;
  size_t bytes; /* of the data */
};
static const struct served *present;

static bool read_request(struct worker_request *r, struct served *s, FILE *in)
{
  if (fread(r, sizeof *r, 1, in) != 1 || r->length > 1 << 20)
    return false;
  s->path = calloc(r->length + 2, 1); /* two zeros end it, whatever was received */
  s->data = tile_alloc(r->data, 1);
  s->bytes = r->data;
  return s->path && s->data && fread(s->path, 1, r->length, in) == r->length &&
         fread(s->data, 1, r->data, in) == r->data;
}

const char *worker_with(const char *path)
{
  return path + strlen(path) + 1;
}

const void *worker_data(size_t *bytes)
{
  *bytes = present->bytes;
  return present->data;
}

static bool send_answer(const struct worker_request *r, const struct served *s, const struct tile_error *e, FILE *out)
{
  const size_t bytes = e->code ? strlen(e->text) : (size_t)r->bytes;
  const struct worker_answer a = {WORKER_MARK, e->code, bytes};
  const void *what = e->code ? (const void *)e->text : s->answer;
  return fwrite(&a, sizeof a, 1, out) == 1 && fwrite(what, 1, bytes, out) == bytes && !fflush(out);
}

#if defined __SANITIZE_ADDRESS__
#define LIMITED 0 /* the sanitizer's shadow memory is larger */
#else
#define LIMITED 1
#endif

/* What is left of the client's limit is that of this program, too, and of its libraries, beside what they need without
 * any file. Another limit is far above the need of a file of this length: it protects the machine from a damaged file
 * that a library does not recognize. */
static void limit_memory(const struct worker_request *r, const char *path)
{
  const rlim_t own = (rlim_t)64 << 20;
  struct stat file = {0};
  struct rlimit limit;
  tile_limit_memory(r->memory ? r->memory : 1);
  if (!LIMITED || stat(path, &file) || getrlimit(RLIMIT_DATA, &limit))
    return;
  rlim_t most = ((rlim_t)4 << 30) + 16 * ((rlim_t)file.st_size + r->bytes + r->data);
  if (most > own && r->memory < most - own)
    most = r->memory + own;
  limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
  setrlimit(RLIMIT_DATA, &limit);
}

/* The limit is far above the need of a file of this length: it ends endless loops over damaged files. */
static void limit_time(const char *path)
{
  struct stat file = {0};
  struct rusage used;
  struct rlimit limit;
  if (stat(path, &file) || getrusage(RUSAGE_SELF, &used) || getrlimit(RLIMIT_CPU, &limit))
    return;
  const rlim_t most = (rlim_t)used.ru_utime.tv_sec + (rlim_t)used.ru_stime.tv_sec + 60 + (rlim_t)(file.st_size >> 20);
  limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
  setrlimit(RLIMIT_CPU, &limit);
}

static bool serve_one(worker_answerer *answer, const struct pipes *p, struct served *s)
{
  struct worker_request r;
  struct tile_error e = {0};
  present = s;
  if (!read_request(&r, s, p->in))
    return false;
  limit_memory(&r, s->path);
  limit_time(s->path);
  s->answer = tile_alloc(r.bytes, 1);
  e.code = s->answer ? answer((char)r.what, s->path, r.number, s->answer, r.bytes, &e)
                     : tile_fail_memory(&e, r.bytes, s->path);
  return send_answer(&r, s, &e, p->out);
}

int worker_serve(worker_answerer *answer)
{
  static struct pipes p; /* static, because the watcher uses them until the end */
  pthread_t watcher;
  signal(SIGPIPE, SIG_IGN);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* crashes are expected */
  if (!get_pipes(&p) || pthread_create(&watcher, NULL, watch, &p))
    return WORKER_NO_PIPE;
  for (bool more = true; more;) {
    struct served s = {0};
    more = serve_one(answer, &p, &s);
    free(s.path);
    free(s.answer);
    free(s.data);
  }
  return WORKER_NO_PIPE; /* the client closes the pipe, and the watcher ends the program */
}
