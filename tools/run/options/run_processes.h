/* SPDX-License-Identifier: BSD-3-Clause */
/* Several processes that share one flow (mpirun), and the signals that end a run after its step. */
#ifndef TOOLS_RUN_PROCESSES_H
#define TOOLS_RUN_PROCESSES_H

#include "cli.h"
#include "shared_file.h"

/* ---- run_processes.c ------------------------------------------------------- */

/* Connects the processes. main() calls this before anything else. */
void run_begin_processes(void);
/* Is this the one process that prints and writes? */
bool run_leads(void);
/* The size of one process's range of `nodes` nodes, about. */
size_t run_range_of(size_t nodes);
/* Opens the file of `o`, which the first process has opened, in all the others too. False, in all of them: some process
 * cannot open it, or it is no file beside its place; then `o` is open in the first process alone. */
bool run_join_output(struct cli_output *o, const char *path);
/* A usage error ends the program if several processes are to read what only one can read. */
void run_check_processes(const char *input);
/* A usage error ends the program if the processes have other versions, command lines or domains. */
void run_check_same(char *const *argv, const struct tile_domain *d);

/* The tiles of this process; zeroed until they are found. */
struct run_range {
  size_t begin, end;
};
/* Selects the walls that this process reads. `range` is zeroed and must outlive the result. */
struct tile_keeper run_wall_keeper(struct run_range *range);

/* ---- run_signal.c: SIGINT and SIGTERM; of several processes SIGUSR1, since mpirun ends them at once at the others ---- */

void run_watch_signals(void);
/* The signal that was caught, or 0. Of several processes: the one that run_agree has found in any of them. */
int run_caught(void);
/* Has any process caught a signal? All processes call this together. */
bool run_agree(void);

#endif
