/* A program that answers, from within. */
#include "worker.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* What is allocated for one request. */
struct served {
  char *path;
  void *answer;
};

static bool read_request(struct worker_request *r, struct served *s)
{
  if (fread(r, sizeof *r, 1, stdin) != 1 || r->length > 1 << 20)
    return false;
  s->path = calloc(r->length + 1, 1);
  return s->path && fread(s->path, 1, r->length, stdin) == r->length;
}

static bool send_answer(const struct worker_request *r, const struct served *s, const struct tile_error *e)
{
  const struct worker_answer a = { e->code, strlen(e->text) };
  const void *what = e->code ? (const void *)e->text : s->answer;
  size_t bytes = e->code ? (size_t)a.length : (size_t)r->bytes;
  return fwrite(&a, sizeof a, 1, stdout) == 1 && fwrite(what, 1, bytes, stdout) == bytes && !fflush(stdout);
}

static bool serve_one(worker_answerer *answer, struct served *s)
{
  struct worker_request r;
  struct tile_error e = { 0 };
  if (!read_request(&r, s))
    return false;
  s->answer = calloc(r.bytes ? r.bytes : 1, 1);
  e.code = s->answer ? answer(r.what, s->path, r.number, s->answer, r.bytes, &e)
                     : tile_fail_memory(&e, r.bytes, s->path);
  return send_answer(&r, s, &e);
}

int worker_serve(worker_answerer *answer)
{
  setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 }); /* its death is foreseen */
  for (bool more = true; more;) {
    struct served s = { NULL, NULL };
    more = serve_one(answer, &s);
    free(s.path);
    free(s.answer);
  }
  return ferror(stdin) || ferror(stdout);
}
