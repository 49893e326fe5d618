/* SPDX-License-Identifier: BSD-3-Clause */
/* The client side: starts a helper program and sends requests. */
#include <config.h>

#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ---- starting and ending ---- */

/* Looks in the folder of this program, as in a build, then where `make install` puts it. */
static bool find_program(const struct worker *w, char path[PATH_MAX])
{
  ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
  path[length > 0 ? length : 0] = 0;
  char *slash = strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
  if (folder && (size_t)snprintf(path + folder, PATH_MAX - folder, "%s", w->program) < PATH_MAX - folder &&
      access(path, X_OK) == 0)
    return true;
  return (size_t)snprintf(path, PATH_MAX, "%s/%s", PKGLIBEXECDIR, w->program) < PATH_MAX && access(path, X_OK) == 0;
}

/* Connects its standard input and output to pipes and discards what its libraries print: answers contain the
 * messages. */
static int direct(posix_spawn_file_actions_t *actions, int in, int out)
{
  int failed = posix_spawn_file_actions_adddup2(actions, in, STDIN_FILENO);
  if (!failed)
    failed = posix_spawn_file_actions_adddup2(actions, out, STDOUT_FILENO);
  return failed ? failed : posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
}

static int spawn(struct worker *w, char *program, int in, int out)
{
  posix_spawn_file_actions_t actions;
  pid_t pid = 0;
  if (posix_spawn_file_actions_init(&actions))
    return ENOMEM;
  int failed = direct(&actions, in, out);
  if (!failed)
    failed = posix_spawn(&pid, program, &actions, NULL, (char *[]){program, NULL}, environ);
  posix_spawn_file_actions_destroy(&actions);
  w->pid = failed ? 0 : pid;
  return failed;
}

static FILE *stream_of(int pipe, const char *mode)
{
  FILE *stream = fdopen(pipe, mode);
  if (!stream)
    close(pipe);
  return stream;
}

static int open_pipes(struct worker *w, char *program)
{
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC))
    return errno;
  if (pipe2(out, O_CLOEXEC)) {
    const int why = errno;
    close(in[0]);
    close(in[1]);
    return why;
  }
  int failed = spawn(w, program, in[0], out[1]);
  close(in[0]);
  close(out[1]);
  w->to = stream_of(in[1], "wb");
  w->from = stream_of(out[0], "rb");
  return failed ? failed : w->to && w->from ? 0 : ENOMEM;
}

static int start(struct worker *w, const char *path, struct tile_error *e)
{
  char program[PATH_MAX];
  if (!find_program(w, program))
    return tile_fail(e, TILE_FAILED, "%s: %s", path, w->library);
  int failed = open_pipes(w, program);
  if (!failed)
    return TILE_OK;
  worker_end(w);
  return tile_fail(e, TILE_FAILED, "%s: %s", program, strerror(failed));
}

/* The helper ends at once when its pipes are closed; if it does not, it is killed. Returns its status, as of wait(). */
static int reap(struct worker *w)
{
  enum { PATIENCE = 500 }; /* ms */
  int status = 0;
  pid_t ended = 0;
  if (w->to)
    fclose(w->to);
  if (w->from)
    fclose(w->from);
  w->to = w->from = NULL;
  for (int i = 0; w->pid && i < PATIENCE && (ended = waitpid(w->pid, &status, WNOHANG)) == 0; i++)
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  if (w->pid && ended == 0 && kill(w->pid, SIGKILL) == 0)
    while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
      continue;
  w->pid = 0;
  return status;
}

void worker_end(struct worker *w)
{
  reap(w);
}

/* ---- requests ---- */

static bool request(struct worker *w, const struct worker_request *r, const char *path, const void *data)
{
  const size_t name = strlen(path) + 1, with = r->length - name;
  return fwrite(r, sizeof *r, 1, w->to) == 1 && fwrite(path, 1, name, w->to) == name &&
         (!with || fwrite(w->with, 1, with, w->to) == with) && (!data || fwrite(data, 1, r->data, w->to) == r->data) &&
         !fflush(w->to);
}

enum outcome { SILENT, STRANGE, ANSWERED };

static enum outcome receive_text(struct worker *w, const struct worker_answer *a, struct tile_error *e)
{
  char text[sizeof e->text];
  if (a->code < TILE_OK || a->code > TILE_REJECTED || a->length < 1 || a->length >= sizeof text)
    return STRANGE;
  if (fread(text, 1, a->length, w->from) != a->length)
    return SILENT;
  text[a->length] = 0;
  if (strlen(text) != a->length)
    return STRANGE;
  tile_fail(e, (int)a->code, "%s", text);
  return ANSWERED;
}

static enum outcome receive(struct worker *w, void *answer, size_t bytes, struct tile_error *e)
{
  struct worker_answer a;
  e->code = TILE_OK;
  if (fread(&a, sizeof a, 1, w->from) != 1)
    return SILENT;
  if (a.mark != WORKER_MARK)
    return STRANGE;
  if (a.code != TILE_OK)
    return receive_text(w, &a, e);
  if (a.length != bytes)
    return STRANGE;
  return fread(answer, 1, bytes, w->from) == bytes ? ANSWERED : SILENT;
}

/* Whether memory is limited: with too little of it the helper crashes as it does on a damaged file. */
static bool is_limited(void)
{
  enum { LITTLE = 1 << 30 };
  struct rlimit limit;
  return tile_memory_left() < LITTLE || (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY);
}

/* Finds out from how the helper ended why there was no answer; `why`: errno of our end of the pipe, or 0. */
static int explain(struct worker *w, enum outcome outcome, int why, const char *path, struct tile_error *e)
{
  const int status = reap(w), code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const char *doing = w->writes ? "writing" : "reading";
  if (why && why != EPIPE)
    return tile_fail(e, TILE_FAILED, "%s: %s: %s", path, w->program, strerror(why));
  if (outcome == STRANGE)
    return tile_fail(e, TILE_FAILED, "%s: invalid reply from %s: is it of another version?", path, w->program);
  if (code == 126 || code == 127)
    return tile_fail(e, TILE_FAILED, "%s: %s cannot run: is a library that it needs missing?", path, w->program);
  if (code == WORKER_NO_PIPE)
    return tile_fail(e, TILE_FAILED, "%s: %s does not respond", path, w->program);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return tile_fail(e, TILE_FAILED, "%s: %s was killed %s it: is there enough memory?", path, w->program, doing);
  if (w->writes)
    return tile_fail(e, TILE_FAILED, "%s: %s crashed writing it", path, w->program);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    return tile_fail(e, TILE_REJECTED, "%s: %s takes far too long reading it: it is damaged", path, w->program);
  if (is_limited())
    return tile_fail(e, TILE_FAILED,
                     "%s: %s crashed reading it: its memory is limited (--max-memory, ulimit -v): try again without; "
                     "if that does not help, it is damaged or cut off",
                     path, w->program);
  return tile_fail(e, TILE_REJECTED, "%s: %s crashed reading it: it is damaged or cut off", path, w->program);
}

static int exchange(struct worker *w, const struct worker_request *r, const char *path, void *answer, const void *data,
                    struct tile_error *e)
{
  int code = w->pid ? TILE_OK : start(w, path, e);
  if (code)
    return code;
  errno = 0;
  enum outcome outcome = request(w, r, path, data) ? receive(w, answer, r->bytes, e) : SILENT;
  if (outcome == ANSWERED)
    return e->code;
  return explain(w, outcome, ferror(w->to) || ferror(w->from) ? errno : 0, path, e);
}

static uint64_t length_of(const struct worker *w, const char *path)
{
  return strlen(path) + 1 + (w->with ? strlen(w->with) : 0);
}

int worker_ask(struct worker *w, char what, const char *path, uint64_t number, void *answer, size_t bytes,
               struct tile_error *e)
{
  const struct worker_request r = {(unsigned char)what, number, bytes, length_of(w, path), 0, tile_memory_left()};
  return exchange(w, &r, path, answer, NULL, e);
}

int worker_tell(struct worker *w, char what, const char *path, uint64_t number, const void *data, size_t bytes,
                struct tile_error *e)
{
  char done; /* an answer of no bytes could not be told from none */
  const struct worker_request r = {(unsigned char)what, number, sizeof done,
                                   length_of(w, path),  bytes,  tile_memory_left()};
  return exchange(w, &r, path, &done, data, e);
}
