/* SPDX-License-Identifier: BSD-3-Clause */
/* fault CALL[:ERROR] N COMMAND...: runs COMMAND and makes its N-th system call of this kind fail, without its
 * knowledge:
 *   read, write, close, fsync, rename, memory: that call and all later ones fail with ERROR (EIO)
 *   full: N bytes can be written, then the disk is full: the write that reaches the end is short, later ones fail
 *   kill: any call counts, and the program is killed (-9) before it
 * Exit status: that of the command; 137: killed; 200: it ended before its N-th such call; 77: this system has no
 * tracing. Calls count from the point where the program ignores SIGPIPE, its first action: so the loader is not
 * affected. Only the first thread is traced, which reads and writes. */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__
#include <sys/user.h>

static const struct {
  const char *name;
  long number[3]; /* -1: none */
} kinds[] = {
    {"read", {SYS_read, SYS_pread64, SYS_readv}}, /* READ, WRITE: the first two */
    {"write", {SYS_write, SYS_pwrite64, SYS_writev}},
    {"close", {SYS_close, -1, -1}},
    {"fsync", {SYS_fsync, -1, -1}},
    {"rename", {SYS_rename, SYS_renameat, SYS_renameat2}},
    {"memory", {SYS_brk, SYS_mmap, SYS_mremap}},
};
enum { KINDS = sizeof kinds / sizeof *kinds, WRITE = 1, FULL = KINDS, KILL };

struct fault {
  int kind;   /* of kinds; FULL; KILL */
  long error; /* errno */
  long left;  /* calls, or bytes, until it happens */
};

/* Standard error always works: otherwise the program could not report the error. */
static bool is_kind(const struct fault *f, const struct user_regs_struct *r)
{
  const long call = (long)r->orig_rax;
  const int like = f->kind == FULL ? WRITE : f->kind;
  if (f->kind == KILL)
    return true;
  if (r->rdi == STDERR_FILENO && call != SYS_brk)
    return false;
  for (int i = 0; i < 3; i++)
    if (call == kinds[like].number[i])
      return true;
  return false;
}

/* Has main() begun? The loader reads libraries before; the first action of a program is to ignore SIGPIPE. */
static bool begins(const struct user_regs_struct *r)
{
  return (long)r->orig_rax == SYS_rt_sigaction && r->rdi == SIGPIPE;
}

static bool step(pid_t child, int *status)
{
  static int signal_to_pass;
  if (ptrace(PTRACE_SYSCALL, child, NULL, (void *)(long)signal_to_pass))
    return false;
  if (waitpid(child, status, 0) != child || WIFEXITED(*status) || WIFSIGNALED(*status))
    return false;
  signal_to_pass = WSTOPSIG(*status) == (SIGTRAP | 0x80) ? 0 : WSTOPSIG(*status);
  return true;
}

/* The call is replaced by one that does not exist, and its result by the error. brk reports failure by returning the
 * old break, as brk(0) does. The registers of the program are restored. */
static void refuse(pid_t child, const struct user_regs_struct *was, long error, int *status)
{
  const bool brk = was->orig_rax == SYS_brk;
  struct user_regs_struct r = *was;
  if (brk)
    r.rdi = 0;
  else
    r.orig_rax = (unsigned long long)-1;
  ptrace(PTRACE_SETREGS, child, NULL, &r);
  if (!step(child, status) || ptrace(PTRACE_GETREGS, child, NULL, &r))
    return;
  r.rdi = was->rdi;
  r.rax = brk ? r.rax : (unsigned long long)-error;
  ptrace(PTRACE_SETREGS, child, NULL, &r);
}

/* Writes as much as fits. Returns true if that is not all. */
static bool fill(pid_t child, struct fault *f, const struct user_regs_struct *was, int *status)
{
  struct user_regs_struct r = *was;
  if (r.rdx <= (unsigned long)f->left) {
    f->left -= (long)r.rdx;
    return false;
  }
  if (f->left <= 0) {
    refuse(child, was, ENOSPC, status);
    return true;
  }
  r.rdx = (unsigned long)f->left;
  f->left = 0;
  ptrace(PTRACE_SETREGS, child, NULL, &r);
  if (step(child, status) && ptrace(PTRACE_GETREGS, child, NULL, &r) == 0) {
    r.rdx = was->rdx;
    ptrace(PTRACE_SETREGS, child, NULL, &r);
  }
  return true;
}

static int kill_it(pid_t child)
{
  int status;
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : 99;
}

/* Traces the program; returns the exit status. */
static int watch(pid_t child, struct fault *f)
{
  int status = 0;
  bool begun = false, entering = false, happened = false;
  waitpid(child, &status, 0);
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(long)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL));
  while (step(child, &status)) {
    struct user_regs_struct r;
    if (WSTOPSIG(status) != (SIGTRAP | 0x80) || ptrace(PTRACE_GETREGS, child, NULL, &r))
      continue;
    entering = !entering;
    if (!entering)
      continue;
    begun = begun || begins(&r);
    if (!begun || !is_kind(f, &r))
      continue;
    if (f->kind == FULL) {
      const bool full = fill(child, f, &r, &status);
      entering = !full && entering;
      happened = happened || full;
      continue;
    }
    if (f->left-- > 0)
      continue;
    happened = true;
    if (f->kind == KILL)
      return kill_it(child);
    refuse(child, &r, f->error, &status);
    entering = false;
    f->left = 0;
  }
  return !happened ? 200 : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static long error_named(const char *name)
{
  return !strcmp(name, "ENOSPC") ? ENOSPC : !strcmp(name, "EINTR") ? EINTR : !strcmp(name, "ENOMEM") ? ENOMEM : EIO;
}

static struct fault parse(char *what, const char *count)
{
  struct fault f = {.error = EIO, .left = strtol(count, NULL, 10)};
  char *error = strchr(what, ':');
  if (error) {
    *error = 0;
    f.error = error_named(error + 1);
  }
  while (f.kind < KINDS && strcmp(kinds[f.kind].name, what))
    f.kind++;
  if (f.kind == KINDS)
    f.kind = strcmp(what, "full") ? KILL : FULL;
  return f;
}

int main(int argc, char **argv)
{
  if (argc < 4)
    return 2;
  struct fault f = parse(argv[1], argv[2]);
  pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
      _exit(77);
    execvp(argv[3], argv + 3);
    _exit(99);
  }
  return watch(child, &f);
}
#else
int main(void)
{
  return 77; /* the registers are those of x86-64 */
}
#endif
