/* The processes of one program: messages between them. comm_mpi.c where MPI is configured, else comm_alone.c, in which
 * there is one process. Also with MPI there is one, and MPI is not started, unless a launcher (mpirun, srun ...) started
 * the program. Errors of MPI end all processes. From one thread only. */
#ifndef COMM_H
#define COMM_H

#include <stdbool.h>
#include <stddef.h>

/* Before any other; _end when all is done: the others wait for it. */
void lbm_comm_begin(void);
void lbm_comm_end(void);
/* Ends all processes at once; this program ends with `code`. Does nothing, and returns, when there is one. */
void lbm_comm_abort(int code);

int lbm_comm_rank(void); /* 0 ... size - 1 */
int lbm_comm_size(void);

/* Processes on this machine, this one too; and this one's number among them. All call them. */
int lbm_comm_neighbours(void);
int lbm_comm_place(void);

/* All of them, from and to other processes, in one go; what is sent to a process under one tag arrives there in order.
 * tag: 0 ... 32767, of which the last are taken: */
enum { LBM_TAG_WALLS = 32765, LBM_TAG_FILE, LBM_TAG_SUMS };
struct lbm_message {
  int rank, tag;
  bool sends;
  void *data;
  size_t bytes;
};
void lbm_comm_exchange(const struct lbm_message *message, int count);

/* What process `from` has, everywhere. */
void lbm_comm_share(void *data, size_t bytes, int from);
/* True everywhere if it is somewhere. */
bool lbm_comm_any(bool here);
/* Sums in the order of processes: `add` adds those of this one to what the processes before it have; the result is
 * everywhere. It does not depend on how many processes share the work. */
void lbm_comm_ordered_reduce(void *sums, size_t bytes, void (*add)(void *self, void *sums), void *self);

#endif
