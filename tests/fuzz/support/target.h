/* A fuzz target: any bytes in, no crash, no leak, no memory that the input does not justify.
 * Linked with libFuzzer by `make fuzz`, else with replay.c, which runs it over files. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "own.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

/* Reads a tile file of any kind to its end and, where the geometry is good, asks everything of it that
 * a small machine can answer. stream_whole.c */
void fuzz_whole_stream(const void *data, size_t length);

/* Puts right every checksum of a tile file and, if wanted, the trailer's index, so that what lies behind them is
 * reached. seal.c */
void fuzz_seal(unsigned char *data, size_t length, bool index);

/* A file of these bytes, by a path that can be opened; NULL: not on this system. memory_file.c */
const char *fuzz_file(const void *data, size_t length);

/* A failure must say so: a code and one line. */
void fuzz_check_error(int code, const struct tile_error *e);

#endif
