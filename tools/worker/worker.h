/* Libraries that may crash on a damaged file, or that bring a hundred others along, work in a program of their own: it
 * is asked through a pipe, and if it crashes that is an error of the file. */
#ifndef WORKER_H
#define WORKER_H

#ifdef __cplusplus
extern "C" {
#endif

#include "own.h" /* C: of C linkage */

/* Both sides are of one build. A request is followed by the path, an answer by what was requested, or by a line of text
 * when the code is not TILE_OK. Replies are validated: they may come from another build, or from a library that prints. */
struct worker_request {
  uint64_t what;          /* as the program understands it */
  uint64_t number;        /* of a slice ... */
  uint64_t bytes, length; /* of the answer; of the path and, after a zero, the text with it */
};
struct worker_answer {
  uint64_t mark; /* WORKER_MARK */
  int64_t code;
  uint64_t length; /* of what follows */
};
#define WORKER_MARK UINT64_C(0x317277736e417354) /* "TsAnswr1" */
enum { WORKER_NO_PIPE = 74 };                    /* exit status: not the file, the pipe failed */

/* ---- who asks: worker.c ---- */

struct worker {
  const char *program; /* "tessera-read-dicom": in the folder of this one, or where it was installed */
  const char *library; /* that it needs, and how to get it; for messages */
  const char *with;    /* a text that goes with every request; NULL: "" */
  int pid;             /* 0: not running; started by the first request */
  FILE *to, *from;
};

/* Puts `bytes` bytes into *answer. TILE_FAILED when there is no such program, or it does not work; TILE_REJECTED when it
 * crashes reading the file. After either it has ended. */
int worker_ask(struct worker *w, char what, const char *path, uint64_t number, void *answer, size_t bytes,
               struct tile_error *e);
/* Ends it, whatever it is doing: it ends when its pipe closes, or is killed. */
void worker_end(struct worker *w);

/* ---- who answers: worker_serve.c ---- */

typedef int worker_answerer(char what, const char *path, uint64_t number, void *answer, size_t bytes,
                            struct tile_error *e);
/* The text that came with the path. */
const char *worker_with(const char *path);
/* Answers standard input on standard output until it ends; returns what main should. The client may end at any moment:
 * then the program ends, whatever it is doing. What libraries print is discarded. */
int worker_serve(worker_answerer *answer);

#ifdef __cplusplus
}
#endif

#endif
