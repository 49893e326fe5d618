/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of tile.h, which states the conventions: header, records, trailer and digest of a file. */
#ifndef TESSERA_TILE_STREAM_H
#define TESSERA_TILE_STREAM_H

#include "tile_error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- header: text keys ---------------------------------------------- */

/* One line `key: value`. Key: [a-z][a-z0-9-]*, neither "history" nor "end" (H3). Value: any bytes; those that are not
 * printable UTF-8 are escaped in the file only (H6). */
struct tile_key {
  char *key, *value; /* owned by the header */
};

/* The header of a file. A zeroed structure is an empty header. tile_header_free releases all members. */
struct tile_header {
  size_t count;          /* number of keys; a file holds at most 1024 (H5) */
  struct tile_key *keys; /* [count], each key once, in the order of the file */
  size_t lines;          /* number of history lines */
  char **history;        /* [lines], oldest first: a command for each program, and after it its warnings (H7) */
};

/* Releases the members and zeroes *h. */
void tile_header_free(struct tile_header *h);

/* Makes *to a copy of *from. The old content of *to is overwritten, not released. */
int tile_header_copy(struct tile_header *to, const struct tile_header *from, struct tile_error *e);

/* The value of a key, NULL if absent. It belongs to the header, and is valid until that key is set or dropped or the
 * header is released. */
const char *tile_header_get(const struct tile_header *h, const char *key);

/* Sets a key to a text formatted in the manner of printf(3); a new key is appended. The arguments may use the old
 * value. On failure *h is unchanged. TILE_USAGE: not a valid key. */
int tile_header_set(struct tile_header *h, struct tile_error *e, const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Removes a key, if present. */
void tile_header_drop(struct tile_header *h, const char *key);

/* Sets a key to the text of tile_real_text. Errors as tile_header_set; TILE_USAGE too if the value is not finite, since
 * no other can be read back. */
int tile_header_set_real(struct tile_header *h, const char *key, double value, struct tile_error *e);

/* Reads one number into *value, which is unchanged on failure. TILE_REJECTED: the key is absent, or its value is not
 * one finite decimal number. The header remains usable after a failure. */
int tile_header_get_real(const struct tile_header *h, const char *key, double *value, struct tile_error *e);

/* Reads exactly `count` (1 or more) whole numbers separated by one space into value[count], which is undefined on
 * failure. TILE_REJECTED: the key is absent, or its value is anything else. The header remains usable after a
 * failure. */
int tile_header_get_ints(const struct tile_header *h, const char *key, int count, int64_t *value, struct tile_error *e);

/* Appends the history line "PROGRAM VERSION: COMMAND LINE" of argv[1 ... argc - 1], quoted for a POSIX shell. VERSION
 * is that of the library. A note in brackets after the name of the program is not repeated in the command line:
 * "tessera-run[cpu avx2] 0.1.0: tessera-run ...". */
int tile_header_add_history(struct tile_header *h, const char *program, int argc, char *const *argv,
                            struct tile_error *e);

/* Appends "  # input DIGEST" to the last history line, a comment for a shell. Without history lines it does nothing. */
int tile_header_note_input(struct tile_header *h, const char *digest, struct tile_error *e);

/* Removes all history lines. */
void tile_header_drop_history(struct tile_header *h);

/* Writes the decimal text with the fewest significant digits that, rounded from the value, reads back as the same double, and
 * returns `text`. */
#define TILE_REAL_TEXT 32 /* bytes, with NUL */
char *tile_real_text(char text[TILE_REAL_TEXT], double value);

/* ---- digest --------------------------------------------------------- */

/* The digest identifies the content of a file, whatever the order of tiles, the storage of voxels and the history:
 * XXH3-128 over the sorted keys of the header (without history, `bits` and `classes`), the number of units, and the sum
 * modulo 2^128 of the XXH3-128 of each unit. A unit is a slice of voxels, or the part of a tile in a kind of record,
 * with its tag and place. Specified in tessera-tile(5), "Digest". */
struct tile_digest;

/* Makes an empty digest; release it with tile_digest_free. */
int tile_digest_new(struct tile_digest **d, struct tile_error *e);
void tile_digest_free(struct tile_digest *d);

/* Adds one unit: the record's tag, its place (0, 0, z of a slice, or the coordinate of a tile) and `length` bytes of
 * data. The order of calls has no influence. */
int tile_digest_unit(struct tile_digest *d, const char tag[4], const int32_t at[3], const void *data, size_t length,
                     struct tile_error *e);

/* Writes 32 hexadecimal digits, lower-case, and NUL. It may be called once, after the last unit. */
int tile_digest_finish(struct tile_digest *d, const struct tile_header *h, char text[33], struct tile_error *e);

/* ---- stream: header, records, trailer ------------------------------- */

#define TILE_RECORD_LIMIT ((size_t)64 << 20) /* most bytes of the payload of one record, uncompressed (R4) */
#define TILE_HEADER_LIMIT ((size_t)16 << 20) /* most bytes of a header (H9) */

struct tile_writer;

/* Opens a writer and writes the header. `out` must stand at the beginning of the file, stay open until
 * tile_writer_free, and not be used otherwise before; it need not be seekable. TILE_FAILED: output error; the header
 * exceeds its limits; the machine is not little-endian. */
int tile_writer_open(struct tile_writer **w, FILE *out, const struct tile_header *h, struct tile_error *e);

/* Writes a record of 1 ... TILE_RECORD_LIMIT bytes. tag: four ASCII letters (R1, R2). It is compressed with zstd when
 * that saves at least a tenth, as estimated from a sample. TILE_USAGE: a length out of range, or more than 2796202
 * records, the most that fit into the trailer. TILE_FAILED: output error. */
int tile_writer_record(struct tile_writer *w, const char tag[4], const void *payload, size_t length,
                       struct tile_error *e);

/* Writes the trailer with the digest (32 hexadecimal digits) and flushes `out`. Afterwards the writer can only be
 * released. TILE_FAILED: output error. */
int tile_writer_close(struct tile_writer *w, const char digest[33], struct tile_error *e);

/* Releases the writer; a file without tile_writer_close is truncated. */
void tile_writer_free(struct tile_writer *w);

struct tile_reader;

struct tile_record {
  char tag[5];               /* "": the end of the file */
  size_t length;             /* bytes of data, uncompressed */
  const unsigned char *data; /* [length], owned by the reader, valid until the next tile_reader_record */
  uint64_t number, offset;   /* of the record in the file, from 1; byte of the file at which it begins */
};

/* Opens a reader and reads the header. `in` must stand at the beginning of the file and stay open until
 * tile_reader_free; it is read front to back and need not be seekable. `name` is for messages and is copied.
 * TILE_REJECTED: not a tile file, a later version of the format, truncated, or a rule of the header (H1 ... H9) is
 * broken. TILE_FAILED: input error; the machine is not little-endian. */
int tile_reader_open(struct tile_reader **r, FILE *in, const char *name, struct tile_error *e);

/* The header, valid until tile_reader_free. */
const struct tile_header *tile_reader_header(const struct tile_reader *r);

/* Reads the next record. `known` lists the tags to return, without separators: "TDIRCLAS". Records with other tags are
 * skipped when the first letter is lower-case, and rejected otherwise. At the end of the file the tag is "": the
 * trailer then agrees with all records, and nothing follows it. Memory grows with the bytes read, not with the lengths
 * claimed. TILE_REJECTED: truncated, or a rule of records or trailer (R1 ... R7, T1 ... T6) is broken. TILE_FAILED:
 * input error. */
int tile_reader_record(struct tile_reader *r, const char *known, struct tile_record *record, struct tile_error *e);

/* The digest that the trailer states, 32 hexadecimal digits; "" before the end. Valid until tile_reader_free. It is not
 * compared with the content here: the readers of voxels and of domains do that. */
const char *tile_reader_digest(const struct tile_reader *r);

/* Fills *e for an error in the content of the record read last, "NAME: record 7 (CLAS) at byte 4096: " and the message
 * (511 bytes at most), or before the first record "NAME: " and the message. Returns TILE_REJECTED. */
int tile_reader_reject(struct tile_reader *r, struct tile_error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Releases the reader with its header and the data of the last record. */
void tile_reader_free(struct tile_reader *r);

/* ---- checking a file ------------------------------------------------ */

struct tile_checked {
  char kind[16];           /* value of the key `kind`, cut to 15 bytes; "": absent */
  uint64_t records, bytes; /* numbers of records (the trailer and a faulty one included) and of bytes read */
  char digest[33]; /* the digest that the trailer states, 32 hexadecimal digits; "": the trailer was not reached */
};

/* Reads a file of any kind from its beginning to its end and checks header, checksums, compression and trailer. `full`:
 * it also checks every rule of tessera-tile(5) for the content of records, and the digest. *c describes what was read,
 * after a failure too. `name` is for messages. Memory: the largest record; with `full` also one row of voxels (with
 * wall distances the whole volume as struct tile_bits), or the geometry of a domain. TILE_REJECTED: a rule is broken.
 * TILE_FAILED: input error; the machine is not little-endian. */
int tile_check(FILE *in, const char *name, bool full, struct tile_checked *c, struct tile_error *e);

#ifdef __cplusplus
}
#endif

#endif
