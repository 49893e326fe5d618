/* SPDX-License-Identifier: BSD-3-Clause */
/* A fuzz target: for any bytes there is no crash, no leak, and no memory use that the input does not justify. It is
 * linked with libFuzzer by `make fuzz`, else with replay.c, which runs it on files. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

/* Reads a tile file of any kind to its end and, where the geometry is valid, calls every measure of it that a small
 * machine can compute. stream_whole.c */
void fuzz_whole_stream(const void *data, size_t length);

/* Corrects every checksum of a tile file and, if `index`, the index of the trailer, so that the code behind these
 * checks is reached. seal.c */
void fuzz_seal(unsigned char *data, size_t length, bool index);

/* The path of a file with these bytes; NULL: not on this system. memory_file.c */
const char *fuzz_file(const void *data, size_t length);

/* Aborts unless a failure has a valid code and a message of one line. */
void fuzz_check_error(int code, const struct tile_error *e);

#endif
