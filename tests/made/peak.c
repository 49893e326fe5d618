/* peak COMMAND...: runs the command and ends standard error with a line "SECONDS KIB": its time and its largest memory.
 * The exit status is that of the command. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
  double begun = now();
  struct rusage usage;
  int status;
  if (argc < 2)
    return 2;
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  if (child < 0 || wait4(child, &status, 0, &usage) != child)
    return 1;
  fprintf(stderr, "%.3f %ld\n", now() - begun, usage.ru_maxrss);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
