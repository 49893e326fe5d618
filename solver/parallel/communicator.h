/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages between the processes of one program. communicator_mpi.c implements them if MPI is configured, and otherwise
 * communicator_alone.c for a single process. With MPI too there is one process, and MPI is not started, unless a
 * launcher (mpirun, srun ...) started the program. Errors of MPI end all processes. Only the thread that called
 * lbm_comm_begin may call these functions. */
#ifndef COMMUNICATOR_H
#define COMMUNICATOR_H

#include <stdbool.h>
#include <stddef.h>

/* Call _begin before every other function, and _end after the last; _end waits for the other processes. */
void lbm_comm_begin(void);
void lbm_comm_end(void);
/* Ends all processes at once, with the exit status `code`. With one process it does nothing and returns. */
void lbm_comm_abort(int code);

int lbm_comm_rank(void); /* 0 ... size - 1 */
int lbm_comm_size(void);

/* The number of processes on this machine, this one included, and the number of this process among them, from 0.
 * Collective: all processes call them. */
int lbm_comm_neighbours(void);
int lbm_comm_place(void);

/* Tags are 0 ... 32767; these are reserved: */
enum { LBM_TAG_WALLS = 32765, LBM_TAG_FILE, LBM_TAG_SUMS };
struct lbm_message {
  int rank, tag; /* the other process */
  bool sends;    /* to that process; else the message is received from it */
  void *data;
  size_t bytes;
};
/* Sends and receives all messages, and returns when all are complete. Messages to one process with one tag arrive in
 * the order in which they were sent. */
void lbm_comm_exchange(const struct lbm_message *message, int count);

/* Copies the data of the process `from` to all processes. Collective. */
void lbm_comm_share(void *data, size_t bytes, int from);
/* true in all processes if `here` is true in one of them. Collective. */
bool lbm_comm_any(bool here);
/* An ordered reduction: the processes call `add` one after the other, by rank, each on the sums of the processes before
 * it; afterwards all processes have the final sums. Thus sums over tiles do not depend on the number of processes.
 * sums: on entry the initial values, of which those of the first process count. Collective. */
void lbm_comm_ordered_reduce(void *sums, size_t bytes, void (*add)(void *self, void *sums), void *self);

#endif
