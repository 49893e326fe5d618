/* SPDX-License-Identifier: BSD-3-Clause */
/* The communicator of processes that exchange messages through MPI. */
#include "communicator.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size = 1;

/* Launchers set these variables: Open MPI, PMIx (Slurm, PRRTE), PMI (MPICH, Intel MPI, Slurm), MVAPICH. */
static bool is_launched(void)
{
  static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE",
                                      "MV2_COMM_WORLD_SIZE"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (getenv(names[i]))
      return true;
  return false;
}

void lbm_comm_begin(void)
{
  int level;
  if (!is_launched())
    return;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static bool is_running(void)
{
  int begun, ended;
  MPI_Initialized(&begun);
  MPI_Finalized(&ended);
  return begun && !ended;
}

void lbm_comm_end(void)
{
  if (is_running())
    MPI_Finalize();
}

void lbm_comm_abort(int code)
{
  if (is_running() && size > 1)
    MPI_Abort(MPI_COMM_WORLD, code);
}

int lbm_comm_rank(void)
{
  return rank;
}

int lbm_comm_size(void)
{
  return size;
}

/* The answer of `ask` for the communicator of the processes on this machine. */
static int of_machine(int (*ask)(MPI_Comm machine, int *answer))
{
  MPI_Comm machine;
  int answer;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  ask(machine, &answer);
  MPI_Comm_free(&machine);
  return answer;
}

int lbm_comm_neighbours(void)
{
  return size == 1 ? 1 : of_machine(MPI_Comm_size);
}

int lbm_comm_place(void)
{
  return size == 1 ? 0 : of_machine(MPI_Comm_rank);
}

/* MPI counts bytes in int, so that long messages are divided. */
enum { PIECE = 1 << 30 };

static int pieces_of(size_t bytes)
{
  return (int)((bytes + PIECE - 1) / PIECE);
}

static int begin_pieces(const struct lbm_message *m, MPI_Request *request)
{
  const int pieces = pieces_of(m->bytes);
  for (int i = 0; i < pieces; i++) {
    char *data = (char *)m->data + (size_t)i * PIECE;
    const size_t left = m->bytes - (size_t)i * PIECE;
    const int bytes = left < PIECE ? (int)left : PIECE;
    if (m->sends)
      MPI_Isend(data, bytes, MPI_BYTE, m->rank, m->tag, MPI_COMM_WORLD, request + i);
    else
      MPI_Irecv(data, bytes, MPI_BYTE, m->rank, m->tag, MPI_COMM_WORLD, request + i);
  }
  return pieces;
}

/* Other processes wait for the messages of this one: returning an error would leave them waiting, so that all end. */
static MPI_Request *requests(int count)
{
  MPI_Request *made = malloc((size_t)count * sizeof *made);
  if (!made) {
    fprintf(stderr, "tessera-run: not enough memory for %d messages between processes\n", count);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return made;
}

void lbm_comm_exchange(const struct lbm_message *message, int count)
{
  enum { AT_ONCE = 64 };
  MPI_Request some[AT_ONCE], *request = some;
  int pieces = 0, begun = 0;
  if (size == 1)
    return;
  for (int n = 0; n < count; n++)
    pieces += pieces_of(message[n].bytes);
  if (pieces > AT_ONCE)
    request = requests(pieces);
  for (int sends = 0; sends < 2; sends++) /* receives first, so that no message has to be buffered */
    for (int n = 0; n < count; n++)
      if (message[n].sends == (sends == 1))
        begun += begin_pieces(message + n, request + begun);
  MPI_Waitall(begun, request, MPI_STATUSES_IGNORE);
  if (request != some)
    free(request);
}

void lbm_comm_share(void *data, size_t bytes, int from)
{
  for (size_t at = 0; size > 1 && at < bytes; at += PIECE)
    MPI_Bcast((char *)data + at, bytes - at < PIECE ? (int)(bytes - at) : PIECE, MPI_BYTE, from, MPI_COMM_WORLD);
}

bool lbm_comm_any(bool here)
{
  int any = here;
  if (size > 1)
    MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
  return any;
}

void lbm_comm_ordered_reduce(void *sums, size_t bytes, void (*add)(void *self, void *sums), void *self)
{
  struct lbm_message before = {rank - 1, LBM_TAG_SUMS, false, sums, bytes},
                     after = {rank + 1, LBM_TAG_SUMS, true, sums, bytes};
  if (rank > 0)
    lbm_comm_exchange(&before, 1);
  add(self, sums);
  if (rank < size - 1)
    lbm_comm_exchange(&after, 1);
  lbm_comm_share(sums, bytes, size - 1);
}
