/* Libraries that may crash on a damaged file, or that bring a hundred others along, work in a program of their own: it
 * is asked through a pipe, and its death is an error of the file. */
#ifndef WORKER_H
#define WORKER_H

#ifdef __cplusplus
extern "C" {
#endif

#include "tile.h" /* C: of C linkage */

/* Both sides are of one build. A request is followed by the path, an answer by what was asked for, or by a line of text
 * when the code is not TILE_OK. */
struct worker_request {
  char what;             /* as the program understands it */
  uint64_t number;       /* of a slice ... */
  uint64_t bytes, length; /* of the answer; of the path */
};
struct worker_answer {
  int64_t code;
  uint64_t length;       /* of the text */
};

/* ---- who asks: worker.c ---- */

struct worker {
  const char *program; /* "tessera-read-dicom": in the folder of this one, or where it was installed */
  const char *library; /* that it needs, and how to get it; for messages */
  int pid;             /* 0: it does not run; it is started when it is asked */
  FILE *to, *from;
};

/* Puts `bytes` bytes into *answer. TILE_FAILED when there is no such program, TILE_REJECTED when it dies of the file. */
int worker_ask(struct worker *w, char what, const char *path, uint64_t number, void *answer, size_t bytes,
               struct tile_error *e);
void worker_end(struct worker *w);

/* ---- who answers: worker_serve.c ---- */

typedef int worker_answerer(char what, const char *path, uint64_t number, void *answer, size_t bytes,
                            struct tile_error *e);
/* Answers standard input on standard output until it ends; returns what main should. */
int worker_serve(worker_answerer *answer);

#ifdef __cplusplus
}
#endif

#endif
