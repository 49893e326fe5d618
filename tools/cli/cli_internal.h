/* SPDX-License-Identifier: BSD-3-Clause */
/* Declarations that the files of this module share and cli.h does not show. */
#ifndef CLI_INTERNAL_H
#define CLI_INTERNAL_H

#include "cli.h"

extern const char *cli_name; /* "tessera-tile": begins every message */

/* Prints the options of the program, then the common ones. */
void cli_print_help(const struct cli_program *program, const struct cli_option *common);
void cli_print_version(const struct cli_program *program);
cli_parser cli_help_asked, cli_version_asked, cli_progress_asked;

/* rules.c: the options given, in order, and the kind of the input last. */
struct cli_use {
  const struct cli_option *option;
  const char *value; /* NULL: none */
};
extern struct cli_uses {
  struct cli_use *item;
  size_t count;
} cli_uses;
/* Is it an option that may be given several times, as "NAME..."? */
bool cli_is_list(const struct cli_option *option);
void cli_add_use(const struct cli_option *option, const char *value);
/* The rules that forbid options, and those that want more of them. A usage error ends the program. */
void cli_check_excluded(const struct cli_program *program);
void cli_check_needed(const struct cli_program *program);
/* A line for each pair: "--beats excludes --steps", "--unit needs --on". */
void cli_print_pairs(const struct cli_program *program);

/* Prints one line and ends the program; prints nothing if the reader has closed the pipe. */
void cli_fail(int code, const char *text) __attribute__((noreturn));
/* Writes buffered data. True: something could not be written; errno has the reason, 0 if unknown. */
bool cli_flush(FILE *file);
/* Registers the removal of unfinished outputs and the late check of standard output. */
void cli_guard_exit(void);
extern bool cli_failed; /* a message has been printed: later ones would only repeat it */

/* Whether path is NULL or "-": standard input or output. */
bool cli_is_standard(const char *path);

/* warnings.c: keeps a copy of a warning; a text that is there already is kept once. */
int cli_keep_warning(const char *text, struct tile_error *e);

/* unfinished.c: a path whose file is being written, and the name of the temporary file; NULL: nothing is to be
 * removed. */
int cli_remember(char *path, struct tile_error *e);
void cli_set_beside(const char *path, char *beside);
void cli_forget_path(const char *path);
/* Keeps handlers that the program installed and signals that it ignores (nohup). */
void cli_guard_signals(void);

/* Checks OMP_NUM_THREADS; exits with a usage error if it is too large. */
void cli_check_threads(void);

/* machine_memory.c: bytes of memory of the machine, or the limit of this process's control group if that is less; 0:
 * unknown. */
size_t cli_machine_memory(void);
/* The limit of the control groups that `list` (/proc/self/cgroup) names, mounted at `mount`. SIZE_MAX: none. */
size_t cli_group_memory(const char *list, const char *mount);

/* terminal.c: how many characters a progress bar may have. */
int cli_progress_width(void);
/* Draws a progress bar on the last line of the terminal, as much as fits. */
void cli_progress_line(const char *text);
/* Removes the bar, if there is one, before a message. */
void cli_progress_hide(void);

#endif
