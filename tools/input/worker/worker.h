/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a library that may crash on a damaged file, or that needs a hundred others, in a helper program. The client
 * fills a struct worker and calls worker_ask, which starts the helper and sends requests through a pipe; a crash
 * becomes an error of the file. The helper's main calls worker_serve. */
#ifndef WORKER_H
#define WORKER_H

#ifdef __cplusplus
extern "C" {
#endif

#include "memory.h" /* declarations of C linkage */

/* Client and helper are of one build. A request is followed by the path; an answer by the requested data, or by one
 * line of text if the code is not TILE_OK. Answers are validated, because the helper may be of another build, or its
 * library may print. */
struct worker_request {
  uint64_t what;          /* kind of request, defined by the helper */
  uint64_t number;        /* for example of a slice */
  uint64_t bytes, length; /* of the answer; of the path and, after a zero, the text */
  uint64_t data;          /* bytes that follow them */
  uint64_t memory;        /* what is left of the limit of the client; UINT64_MAX: it has none */
};
struct worker_answer {
  uint64_t mark; /* WORKER_MARK */
  int64_t code;
  uint64_t length; /* of the data that follow */
};
#define WORKER_MARK UINT64_C(0x317277736e417354) /* "TsAnswr1" */
enum { WORKER_NO_PIPE = 74 };                    /* exit status: the pipe failed, not the file */

/* ---- client: worker.c ---- */

struct worker {
  const char *program; /* "tessera-read-dicom": in the folder of this program, or where it was installed */
  const char *library; /* the library that it needs and how to get it; for messages */
  const char *with;    /* a text that is sent with every request; NULL: "" */
  bool writes;         /* the file, for messages: else it reads it */
  int pid;             /* 0: not running; started by the first request */
  FILE *to, *from;
};

/* Puts `bytes` bytes into *answer. TILE_FAILED if the helper is missing or does not work; TILE_REJECTED if it crashes
 * while it reads the file. After either error the helper has ended. */
int worker_ask(struct worker *w, char what, const char *path, uint64_t number, void *answer, size_t bytes,
               struct tile_error *e);
/* The same with data for the helper, and no answer but that it has them. */
int worker_tell(struct worker *w, char what, const char *path, uint64_t number, const void *data, size_t bytes,
                struct tile_error *e);
/* Ends the helper: it ends when its pipe closes, or is killed. */
void worker_end(struct worker *w);

/* ---- helper: worker_serve.c ---- */

typedef int worker_answerer(char what, const char *path, uint64_t number, void *answer, size_t bytes,
                            struct tile_error *e);
/* The text that was sent with the path. */
const char *worker_with(const char *path);
/* The data of the present request. */
const void *worker_data(size_t *bytes);
/* Reads requests from standard input and answers on standard output until the input ends; returns the value for main.
 * If the client ends, so does this program at once. What libraries print is discarded. */
int worker_serve(worker_answerer *answer);

#ifdef __cplusplus
}
#endif

#endif
