/* A program that answers, seen from who asks. */
#include <config.h>

#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- starting and ending ---- */

/* Beside this program, as in the folder of a build, or where `make install` puts it. */
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

/* Its standard input and output are pipes; what libraries say goes nowhere: answers hold the messages. */
static int spawn(struct worker *w, char *program, const int in[2], const int out[2])
{
  posix_spawn_file_actions_t actions;
  pid_t pid = 0;
  if (posix_spawn_file_actions_init(&actions))
    return ENOMEM;
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  int failed = posix_spawn(&pid, program, &actions, NULL, (char *[]){ program, NULL }, environ);
  posix_spawn_file_actions_destroy(&actions);
  w->pid = failed ? 0 : pid;
  return failed;
}

static int open_pipes(struct worker *w, char *program)
{
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC))
    return errno;
  if (pipe2(out, O_CLOEXEC)) {
    close(in[0]);
    close(in[1]);
    return EMFILE;
  }
  int failed = spawn(w, program, in, out);
  close(in[0]);
  close(out[1]);
  w->to = fdopen(in[1], "wb");
  w->from = fdopen(out[0], "rb");
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

void worker_end(struct worker *w)
{
  if (w->to)
    fclose(w->to);
  if (w->from)
    fclose(w->from);
  w->to = w->from = NULL;
  while (w->pid && waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
    continue;
  w->pid = 0;
}

/* ---- asking ---- */

static bool request(struct worker *w, const struct worker_request *r, const char *path)
{
  return fwrite(r, sizeof *r, 1, w->to) == 1 && fwrite(path, 1, r->length, w->to) == r->length && !fflush(w->to);
}

static bool receive(struct worker *w, void *answer, size_t bytes, struct tile_error *e)
{
  struct worker_answer a;
  if (fread(&a, sizeof a, 1, w->from) != 1)
    return false;
  e->code = (int)a.code;
  if (a.code == TILE_OK)
    return fread(answer, 1, bytes, w->from) == bytes;
  size_t length = a.length < sizeof e->text ? (size_t)a.length : sizeof e->text - 1;
  e->text[length] = 0;
  return fread(e->text, 1, length, w->from) == length;
}

int worker_ask(struct worker *w, char what, const char *path, uint64_t number, void *answer, size_t bytes,
               struct tile_error *e)
{
  const struct worker_request r = { what, number, bytes, strlen(path) };
  int code = w->pid ? TILE_OK : start(w, path, e);
  if (code)
    return code;
  errno = 0;
  if (request(w, &r, path) && receive(w, answer, bytes, e))
    return e->code;
  int why = ferror(w->to) || ferror(w->from) ? errno : 0;
  worker_end(w);
  if (why && why != EPIPE) /* the pipe failed, not the program */
    return tile_fail(e, TILE_FAILED, "%s: %s: %s", path, w->program, strerror(why));
  return tile_fail(e, TILE_REJECTED, "%s: %s came to grief over it: it is damaged or cut off", path, w->program);
}
