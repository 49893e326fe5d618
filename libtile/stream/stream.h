/* SPDX-License-Identifier: BSD-3-Clause */
/* Declarations shared by the folders of libtile: header text, records, voxel streams, keys. */
#ifndef STREAM_H
#define STREAM_H

#include "memory.h"
#include "tile_voxels.h"

#include <locale.h>

struct tile_communicator;

/* ---- numbers with a decimal point ----------------------- decimal.c --- */

/* Between the two the thread has the locale "C"; other threads keep theirs. */
struct tile_decimal {
  locale_t plain, before;
};
void tile_decimal_begin(struct tile_decimal *d);
void tile_decimal_end(const struct tile_decimal *d);

/* ---- text of the header ------------------------------ header_text.c --- */

#define TILE_MAGIC "TESSERA 1\n"
#define TILE_KEYS_LIMIT 1024
#define TILE_PATCHES_LIMIT 1024
#define TILE_END_LINE 22 /* bytes of "end: " 16 digits "\n" */

/* [a-z][a-z0-9-]*, and neither "history" nor "end". header.c */
bool tile_key_valid(const char *key);
/* Sets a key and makes it the first, so that the beginning of a file shows it. */
int tile_header_lead(struct tile_header *h, const char *key, const char *value, struct tile_error *e);
/* Append a key, which must be new, or a history line. */
int tile_header_append(struct tile_header *h, const char *key, const char *value, struct tile_error *e);
int tile_header_append_history(struct tile_header *h, const char *line, struct tile_error *e);

/* Writes a value as it stands in the file: control characters, backslashes and bytes that are not UTF-8 are escaped. */
void tile_value_print(FILE *out, const char *value);
/* Makes the text of a header, first line to end line; the caller releases *text with free(3). */
int tile_header_format(const struct tile_header *h, char **text, size_t *length, struct tile_error *e);
/* Reads such a text, which must begin with TILE_MAGIC and end with an end line; its content is destroyed. */
int tile_header_parse(struct tile_header *h, const char *name, char *text, size_t length, struct tile_error *e);

/* ---- records --------------------------------------- writer.c, reader.c */

enum {
  TILE_HEAD = 32,     /* bytes before a payload: tag, flags, stored, raw, checksum */
  TILE_SUMMED = 24,   /* the first bytes of these, which the checksum covers */
  TILE_ENTRY = 24,    /* bytes of the index per record: tag, flags, offset, raw length */
  TILE_DIGEST = 16,   /* bytes of a digest */
  TILE_END = 24,      /* bytes after the trailer's record */
  TILE_COMPRESSED = 1 /* flag: zstd */
};
#define TILE_END_MARK "TESSEND\n"
#define TILE_RECORDS_LIMIT ((TILE_RECORD_LIMIT - TILE_DIGEST) / TILE_ENTRY)
#define TILE_WARNINGS_LIMIT ((size_t)1 << 16) /* bytes of the record `warn` */
#define TILE_CHUNK ((size_t)1 << 20)          /* bytes of payload that writers collect for one record */

/* XXH3-64 of the first TILE_SUMMED bytes of a head and its payload. checksum.c */
struct XXH3_state_s;
uint64_t tile_checksum(struct XXH3_state_s *state, const void *head, const void *payload, size_t length);
/* Returns the compressed length, or 0 if compression saves less than a tenth, as estimated from a sample. room:
 * ZSTD_compressBound(length) at least. compress.c */
struct ZSTD_CCtx_s;
size_t tile_compress(struct ZSTD_CCtx_s *zstd, void *to, size_t room, const void *payload, size_t length);
/* TILE_FAILED: the machine is not little-endian, as files are. */
int tile_need_little_endian(struct tile_error *e);

/* ---- records of a file that several processes write ------- writer.c --- */

/* Opens a writer of records from byte `offset` on, at which `out` stands. out NULL: it only counts bytes. */
int tile_writer_begin(struct tile_writer **w, FILE *out, uint64_t offset, struct tile_error *e);
/* The byte at which the next record begins. */
uint64_t tile_writer_offset(const struct tile_writer *w);
/* The index, TILE_ENTRY bytes for each record; valid until the next record is written. */
const unsigned char *tile_writer_index(const struct tile_writer *w, size_t *length);
/* Appends the index of records that another process wrote, and continues at byte `end` after them. */
int tile_writer_join(struct tile_writer *w, const unsigned char *index, size_t length, uint64_t end,
                     struct tile_error *e);

/* ---- records that other processes read ------------ reader_ahead.c --- */

/* Reads the index at the end of the file, so that records can be skipped. If it is damaged, or the input is not
 * seekable, tile_reader_ahead always returns false. */
void tile_reader_look_ahead(struct tile_reader *r);
/* Tag and uncompressed length of the next record; false: not known. */
bool tile_reader_ahead(const struct tile_reader *r, char tag[5], uint64_t *length);
/* Skips the record for which tile_reader_ahead returned true. */
int tile_reader_pass(struct tile_reader *r, struct tile_error *e);

/* Puts "NAME: PART: " before the message of *e, for errors that do not belong to one record. Returns e->code.
 * reader_bytes.c */
int tile_reader_blame(const struct tile_reader *r, const char *part, struct tile_error *e);
/* TILE_REJECTED: the key `kind` is neither `kind` nor `other` (NULL: none). */
int tile_reader_need_kind(struct tile_reader *r, const char *kind, const char *other, struct tile_error *e);
/* Numbers of records (with the trailer) and of bytes read so far. */
void tile_reader_extent(const struct tile_reader *r, uint64_t *records, uint64_t *bytes);
/* After the trailer: compares the digest of the content with the one that the trailer states. */
int tile_reader_check_digest(struct tile_reader *r, struct tile_digest *d, struct tile_error *e);

/* ---- digest --------------------------------------------- digest.c --- */

/* tile_digest_unit in several calls: _begin, any number of _add, _end. */
void tile_digest_begin(struct tile_digest *d, const char tag[4], const int32_t at[3]);
void tile_digest_add(struct tile_digest *d, const void *data, size_t length);
void tile_digest_end(struct tile_digest *d);

/* tile_digest_unit for `count` units of equal length, by several threads. */
void tile_digest_units(struct tile_digest *d, const char tag[4], const int32_t (*at)[3], const void *data,
                       size_t length, size_t count);

/* Removes all units. */
void tile_digest_clear(struct tile_digest *d);
/* Replaces the units of each process by those of all processes. */
void tile_digest_join(struct tile_digest *d, const struct tile_communicator *c);

/* ---- rows of a voxel stream ------------------------ voxels_read.c --- */

struct tile_voxels_reader {
  struct tile_reader *reader; /* not owned: the caller opened it */
  int64_t grid[3];
  int bits, classes;
  unsigned char fluid[256];  /* class value -> TILE_SOLID, TILE_FLUID */
  int64_t z;                 /* slices read */
  const unsigned char *data; /* unread rest of the current record */
  size_t left;
  unsigned char *row; /* a row that lies in several records */
  size_t room;
  uint64_t *word;        /* a row at one bit a voxel */
  unsigned char *to;     /* where the classes of the next row go; NULL: they are not wanted */
  unsigned char **first; /* the same for tile_voxels_pass_row, allocated when the row has been read */
  bool distances;        /* walls may follow the slices */
  bool walls, ended;     /* reading of walls has begun; the end has been verified */
  int surfaces;          /* number of names that walls may refer to */
  struct tile_wall_at last;
  int64_t wall_z; /* the slice whose walls are being added to the digest; -1: none */
  struct tile_digest *digest;
  char input[33]; /* see tile_voxels_input */
  char *warnings; /* lines that each end with a newline; NULL: none */
};

/* Reads row y of slice v->z, the next one: word[ceil(nx / 64)], 1 = fluid, unused bits 0. */
int tile_voxels_row(struct tile_voxels_reader *v, int64_t y, uint64_t *word, struct tile_error *e);
/* The same into v->word, which is allocated when the first row has been read. */
int tile_voxels_pass_row(struct tile_voxels_reader *v, int64_t y, struct tile_error *e);
/* After the last row: checks that nothing but `inpt` and `warn` follows, and the digest. */
int tile_voxels_end(struct tile_voxels_reader *v, struct tile_error *e);
/* The same, where `record` has been read already and is neither voxels nor walls. */
int tile_voxels_last(struct tile_voxels_reader *v, struct tile_record record, struct tile_error *e);

/* ---- links that walls cut, of a voxel stream ----------- walls_read.c --- */

enum { TILE_WALL_BYTES = 12 }; /* bytes of a WALL entry of a voxel stream */
_Static_assert(sizeof(struct tile_wall_at) == TILE_WALL_BYTES, "a wall in memory is a wall in the file");
/* Checks a wall that follows *last (all 0: none). Returns what is wrong, or NULL, and then *last is this wall. */
const char *tile_wall_fault(const struct tile_wall_at *w, const int64_t grid[3], int surfaces,
                            struct tile_wall_at *last);
/* Adds walls to the digest, in which those of a slice are one unit. *z is the slice of the unit begun; -1: none. */
void tile_digest_walls(struct tile_digest *d, int64_t *z, const int64_t grid[3], const struct tile_wall_at *wall,
                       size_t count);
void tile_digest_walls_end(struct tile_digest *d, int64_t *z);

/* ---- keys of all kinds of files ------------------------------ keys.c --- */

/* These functions check keys of the header, and return TILE_REJECTED if one breaks its rule. */

/* grid: 1 ... 2^31-1 each, product below 2^63 (K2). */
int tile_keys_grid(const struct tile_header *h, int64_t grid[3], struct tile_error *e);
/* dx, origin, orientation, if present (K3 ... K5). *dx is 0 without it. */
int tile_keys_frame(const struct tile_header *h, double *dx, struct tile_error *e);
/* mask, if present: 1 ... the number of voxels of the grid, which is valid (K6). *inside is 0 without it. */
int tile_keys_mask(const struct tile_header *h, const int64_t grid[3], int64_t *inside, struct tile_error *e);
/* pad, if present: fewer layers along each axis than the grid has (K10). All 0 without it. */
int tile_keys_pad(const struct tile_header *h, const int64_t grid[3], int64_t pad[6], struct tile_error *e);
/* wall-distances, if present: "yes" (K7). *distances is false without it. */
int tile_keys_distances(const struct tile_header *h, bool *distances, struct tile_error *e);
/* Is it a name of a patch or a surface: 1 ... 31 letters, digits, _ and -, a letter first? */
bool tile_name_valid(const char *text);
/* Rejects the value of a key, with the reason `why` and the value in the message. */
int tile_keys_reject(const char *key, const struct tile_header *h, const char *why, struct tile_error *e);

#endif
