/* SPDX-License-Identifier: BSD-3-Clause */
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
    {"report", "writes a page about domains and flows for a browser"},
    {"cite", "prints the publications to cite for a file"},
    {"help", "shows the man page of a command, or lists all commands"},
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
  if (*HOMEPAGE && at < sizeof epilogue)
    snprintf(epilogue + at, sizeof epilogue - at, "\n\nHome page: %s", HOMEPAGE);
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

/* Threads of GNU's library that wait for each other spin for milliseconds: beside programs that need the same processors a
 * permeability took 37 to 55 s in place of 6, and filters 4 to 21 in place of 1. After this many turns they sleep; alone,
 * that takes 1 to 3 % more (2 and 16 cores, 80^3 and 128^3). The library reads the number when a program starts. */
static void choose_waiting(void)
{
  if (!getenv("OMP_WAIT_POLICY"))
    setenv("GOMP_SPINCOUNT", "2000", 0);
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
  choose_waiting();
  if (folder[0])
    execv(path, argv);
  if (errno == ENOENT)
    execvp(name, argv);
}

/* ---- help ---------------------------------------------------------------- */

/* Whether man(1) is there and finds the page; where manuals are left out, it may print something else. */
static bool has_page(const char *page)
{
  char command[128], path[PATH_MAX] = "";
  snprintf(command, sizeof command, "man -w %s 2>/dev/null", page);
  FILE *out = popen(command, "r");
  const bool found = out && fgets(path, sizeof path, out);
  path[strcspn(path, "\n")] = 0;
  if (out)
    pclose(out);
  return found && access(path, R_OK) == 0;
}

/* Becomes man, or the command with --help. */
static void show_page(const struct command *c)
{
  char page[64], *words[] = {NULL, "--help", NULL};
  snprintf(page, sizeof page, "tessera-%s", c->name);
  if (has_page(page))
    execlp("man", "man", page, (char *)NULL);
  run_command(c->name, words);
}

/* The table ends with this command, which has no page of its own. */
static const struct command *find_command(const char *name)
{
  for (int i = 0; i < COMMANDS - 1; i++)
    if (strcmp(commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

static void refuse_command(const char *before, const char *word) __attribute__((noreturn));
static void refuse_command(const char *before, const char *word)
{
  char hint[CLI_HINT];
  struct cli_nearest n = {.word = word, .length = strlen(word)};
  for (int i = 0; i < COMMANDS; i++)
    cli_nearest_try(&n, commands[i].name);
  cli_usage("%s%s: no such command%s; see tessera --help", before, word, cli_nearest_hint(hint, &n, "tessera "));
}

static void help(int argc, char **argv)
{
  char *words[] = {argv[0], "--help", NULL};
  if (argc > 3)
    cli_usage("help takes one COMMAND, but %d are given", argc - 2);
  if (argc < 3) {
    write_epilogue();
    cli_start(&program, 2, words);
  }
  const struct command *c = find_command(argv[2]);
  if (!c)
    refuse_command("help ", argv[2]);
  show_page(c);
  struct tile_error e;
  tile_fail(&e, TILE_FAILED, "help %s: %s", c->name, strerror(errno));
  cli_die(&e);
}

int main(int argc, char **argv)
{
  if (argc > 1 && strcmp(argv[1], "help") == 0)
    help(argc, argv);
  if (argc > 1 && argv[1][0] != '-') {
    const char *command = argv[1];
    run_command(command, argv + 1);
    if (errno == ENOENT)
      refuse_command("", command);
    struct tile_error e;
    tile_fail(&e, TILE_FAILED, "%s: %s", command, strerror(errno));
    cli_die(&e);
  }
  write_epilogue();
  cli_start(&program, argc, argv);
  cli_usage("name a command; see tessera --help");
}
