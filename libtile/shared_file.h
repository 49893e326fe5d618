/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: domain files of several processes, and of a run. */
#ifndef SHARED_FILE_H
#define SHARED_FILE_H

#include "tile_file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- one domain file, several processes ----- domain_together.c, arrays_read.c ---- */

/* A communicator: processes that read or write a file together, each the values of its own tiles. All call the same
 * functions in the same order. If some fail, the first of them by rank returns its error, and all others TILE_FAILED
 * without text. The solver implements the two functions (solver/parallel/). */
struct tile_communicator {
  int rank, size; /* number of this process, from 0, and of all processes */
  size_t *first;  /* [size + 1]: process i has the tiles first[i] ... first[i + 1] - 1 */
  /* An ordered reduction: add(self, sums) is called in one process after the other, by rank, each time on the sums of
   * the process before; afterwards all processes have the final sums. */
  void (*carry)(void *sums, size_t bytes, void (*add)(void *self, void *sums), void *self);
  /* Sends data from the process `from` to the process `to`; in other processes it does nothing. */
  void (*pass)(void *data, size_t bytes, int from, int to);
};

/* Combines the status of each process, whose error is in *e, into the one that this process returns, as above. c NULL:
 * one process, returns `code`. communicator.c */
int tile_communicator_agree(const struct tile_communicator *c, int code, struct tile_error *e);

/* What a program keeps for itself behind the arrays, in records `hist`: they are not part of the digest, and other
 * programs skip them. The first process alone has it. */
struct tile_rest {
  uint64_t bytes; /* to be written, or expected */
  /* Fills (writing) or takes (reading) the bytes at ... at + length - 1, one piece after the other, as tile_array.move. */
  int (*move)(void *self, uint64_t at, void *data, size_t length, struct tile_error *e);
  void *self;
  bool found; /* set by reading: the file has them */
};

/* tile_domain_write by all processes, with the same bytes as by one. out: in the first process the new file, in each
 * other the same file opened for update. `move` is called for the tiles of the process only, at most twice each. rest
 * NULL: nothing. c NULL: one process. Memory: a few records. */
int tile_domain_write_together(struct tile_domain *d, FILE *out, struct tile_array *arrays, size_t count,
                               const struct tile_rest *rest, const struct tile_communicator *c, struct tile_error *e);

/* Selects the tiles whose walls a process keeps. keeps() is called when tiles and marks have been read. */
struct tile_keeper {
  bool (*keeps)(void *self, const struct tile_domain *d, size_t tile);
  void *self;
};

/* tile_input_open, keeping only the walls that the keeper selects: the others are checked and enter the digest. keeper
 * NULL: all are kept; else it is used during this call only. domain_read.c */
int tile_input_open_some(struct tile_input **in, struct tile_domain *d, struct tile_reader *r,
                         const struct tile_keeper *keeper, struct tile_error *e);

/* tile_input_arrays by all processes: `move` is called for the tiles of the process only. If the file is seekable and
 * has an index, a process reads only the records with values of its tiles; the digest is checked together. rest NULL:
 * it is skipped. c NULL: one process. TILE_REJECTED, too: the rest has another number of bytes. */
int tile_input_arrays_together(struct tile_input *in, struct tile_array *arrays, size_t count, struct tile_rest *rest,
                               const struct tile_communicator *c, struct tile_error *e);

#ifdef __cplusplus
}
#endif

#endif
