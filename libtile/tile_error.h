/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of tile.h, which states the conventions: what functions return, and why they failed. */
#ifndef TESSERA_TILE_ERROR_H
#define TESSERA_TILE_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- errors --------------------------------------------------------- */

/* The programs of tessera(1) use these as exit statuses too. */
enum tile_status {
  TILE_OK = 0,
  TILE_FAILED = 1,  /* input or output error, too little memory, or a machine that is not little-endian */
  TILE_USAGE = 2,   /* the caller asks for something impossible */
  TILE_REJECTED = 3 /* the input breaks a rule of its format, or exceeds a limit */
};

struct tile_error {
  int code;        /* enum tile_status */
  char text[1024]; /* one line without newline: what is wrong, and where in the input */
};

/* Fills *e with a message in the manner of printf(3), and returns code. Control characters become '?', and text beyond
 * the 1023 bytes of the buffer is cut off. The arguments must not point into e->text. */
int tile_fail(struct tile_error *e, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif

#endif
