/* tessera COMMAND ... runs tessera-COMMAND, from the folder of this program or from PATH. */
#include <config.h>

#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct command {
  const char *name, *summary;
} commands[] = {
    {"voxelize", "turns an image, a surface or a shape into a voxel stream"},
    {"tile", "turns a voxel stream into a domain of sparse tiles"},
    {"stats", "measures a voxel stream or a domain"},
    {"run", "computes the flow through a domain"},
    {"probe", "evaluates a flow: numbers, pictures, VTK files"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static char epilogue[1024];
static const struct cli_program program = {
    .name = "tessera",
    .summary = "Computes the flow through a geometry given as an image, by the lattice-Boltzmann method on sparse "
               "tiles. Each step is a command; data flows from one to the next through pipes or files.",
    .usage = "COMMAND [OPTION]... [OPERAND]...",
    .epilogue = epilogue,
};

static void write_epilogue(void)
{
  size_t at = (size_t)snprintf(epilogue, sizeof epilogue, "Commands; tessera COMMAND --help says more:");
  for (int i = 0; i < COMMANDS && at < sizeof epilogue; i++)
    at += (size_t)snprintf(epilogue + at, sizeof epilogue - at, "\n  %-10s %s", commands[i].name, commands[i].summary);
}

/* The folder that this program runs from, with its final slash; "" when it cannot be known. */
static void own_folder(char folder[PATH_MAX])
{
  ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
  folder[length > 0 ? length : 0] = 0;
  char *slash = strrchr(folder, '/');
  if (slash)
    slash[1] = 0;
}

/* Where OMP_PROC_BIND is set, OpenMP's library has bound this program to its first place. The program that replaces it
 * would see only that place, so all of them are given back. */
static void unbind(void)
{
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int place = 0; place < omp_get_num_places(); place++) {
    const int count = omp_get_place_num_procs(place);
    int *id = tile_alloc((size_t)count, sizeof *id);
    if (!id)
      return;
    omp_get_place_proc_ids(place, id);
    for (int n = 0; n < count; n++)
      if (id[n] < CPU_SETSIZE)
        CPU_SET((size_t)id[n], &all);
    free(id);
  }
  if (CPU_COUNT(&all))
    sched_setaffinity(0, sizeof all, &all);
}

static void run_command(const char *command, char **argv)
{
  static char name[64]; /* outlives the call, as argv does */
  char folder[PATH_MAX], path[PATH_MAX + sizeof name];
  if ((size_t)snprintf(name, sizeof name, "tessera-%s", command) >= sizeof name) {
    errno = ENOENT;
    return;
  }
  own_folder(folder);
  snprintf(path, sizeof path, "%s%s", folder, name);
  argv[0] = name;
  unbind();
  if (folder[0])
    execv(path, argv);
  if (errno == ENOENT)
    execvp(name, argv);
}

static bool is_command(const char *word)
{
  for (int i = 0; i < COMMANDS; i++)
    if (!strcmp(word, commands[i].name))
      return true;
  return false;
}

/* tessera help COMMAND: its page, or its --help where man is missing or has no page. */
static void help_on(const char *command, char **argv)
{
  char page[64], *help[] = {argv[0], (char *)"--help", NULL};
  if (!is_command(command))
    cli_usage("help %s: no such command; see tessera --help", command);
  snprintf(page, sizeof page, "tessera-%s", command);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr))
      _exit(1);
    execlp("man", "man", page, (char *)NULL);
    _exit(1);
  }
  int status = 1;
  if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
    exit(0);
  run_command(command, help);
}

int main(int argc, char **argv)
{
  char *all[] = {argv[0], (char *)"--help", NULL};
  if (argc > 2 && !strcmp(argv[1], "help")) {
    help_on(argv[2], argv);
    argv += 1;
  } else if (argc == 2 && !strcmp(argv[1], "help")) {
    write_epilogue();
    cli_start(&program, 2, all);
  }
  if (argc > 1 && argv[1][0] != '-') {
    const char *command = argv[1];
    run_command(command, argv + 1);
    if (errno == ENOENT)
      cli_usage("%s: no such command; see tessera --help", command);
    struct tile_error e;
    tile_fail(&e, TILE_FAILED, "%s: %s", command, strerror(errno));
    cli_die(&e);
  }
  write_epilogue();
  cli_start(&program, argc, argv);
  cli_usage("name a command; see tessera --help");
}
