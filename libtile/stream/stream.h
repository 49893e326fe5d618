/* What the files of libtile share about the stream, and nobody else needs. */
#ifndef STREAM_H
#define STREAM_H

#include "own.h"

/* ---- text of the header ------------------------------ header_text.c --- */

#define TILE_MAGIC "TESSERA 1\n"
#define TILE_KEYS_LIMIT 1024
#define TILE_PATCHES_LIMIT 1024
#define TILE_END_LINE 22 /* bytes of "end: " 16 digits "\n" */

/* [a-z][a-z0-9-]*, and neither "history" nor "end". header.c */
bool tile_key_valid(const char *key);
/* Sets a key and puts it first, for whoever reads the beginning of a file. */
int tile_header_lead(struct tile_header *h, const char *key, const char *value, struct tile_error *e);
int tile_header_append(struct tile_header *h, const char *key, const char *value, struct tile_error *e);
int tile_header_append_history(struct tile_header *h, const char *line, struct tile_error *e);

/* A value as it stands in the file: control characters, backslashes and what is not UTF-8 escaped. */
void tile_value_print(FILE *out, const char *value);
/* The whole header, magic to end line; free(). */
int tile_header_format(const struct tile_header *h, char **text, size_t *length, struct tile_error *e);
/* The same text back; changes it. It begins with the magic and ends with an end line. */
int tile_header_parse(struct tile_header *h, const char *name, char *text, size_t length, struct tile_error *e);

/* ---- records --------------------------------------- writer.c, reader.c */

enum {
  TILE_HEAD = 32,     /* bytes before a payload: tag, flags, stored, raw, checksum */
  TILE_SUMMED = 24,   /* of which the checksum covers these */
  TILE_ENTRY = 24,    /* bytes of the index per record: tag, flags, offset, raw length */
  TILE_DIGEST = 16,   /* bytes of a digest */
  TILE_END = 24,      /* bytes after the trailer's record */
  TILE_COMPRESSED = 1 /* flag: zstd */
};
#define TILE_END_MARK "TESSEND\n"
#define TILE_RECORDS_LIMIT ((TILE_RECORD_LIMIT - TILE_DIGEST) / TILE_ENTRY)
#define TILE_CHUNK ((size_t)1 << 20) /* aimed-at payload of one record */

/* XXH3-64 of the summed part of a head and its payload. checksum.c */
struct XXH3_state_s;
uint64_t tile_checksum(struct XXH3_state_s *state, const void *head, const void *payload, size_t length);
/* The compressed length when that saves at least a tenth, as far as a sample tells, else 0. Room as
 * ZSTD_compressBound(length). compress.c */
struct ZSTD_CCtx_s;
size_t tile_compress(struct ZSTD_CCtx_s *zstd, void *to, size_t room, const void *payload, size_t length);
/* The file is little-endian and so must the machine be. */
int tile_need_little_endian(struct tile_error *e);

/* ---- records of a file that several processes write ------- writer.c --- */

/* A writer of records from byte `offset` on, to which `out` has been set; out NULL: it counts them only. */
int tile_writer_begin(struct tile_writer **w, FILE *out, uint64_t offset, struct tile_error *e);
/* The byte at which the next record begins. */
uint64_t tile_writer_offset(const struct tile_writer *w);
/* TILE_ENTRY bytes of each record; until the next one is written. */
const unsigned char *tile_writer_index(const struct tile_writer *w, size_t *length);
/* The next records are these, up to byte `end`: somebody else has written them. */
int tile_writer_join(struct tile_writer *w, const unsigned char *index, size_t length, uint64_t end,
                     struct tile_error *e);

/* ---- records that somebody else reads ------------- reader_ahead.c --- */

/* Reads the index, which ends the file, so that records can be passed over. Where there is none, or it is damaged, or the
 * input is a pipe, tile_reader_ahead knows none. */
void tile_reader_look_ahead(struct tile_reader *r);
/* The next record; false: not known. */
bool tile_reader_ahead(const struct tile_reader *r, char tag[5], uint64_t *length);
/* Passes over the one that tile_reader_ahead told of. */
int tile_reader_pass(struct tile_reader *r, struct tile_error *e);

/* Puts "NAME: PART: " before a message that does not belong to one record. reader.c */
int tile_reader_blame(const struct tile_reader *r, const char *part, struct tile_error *e);
/* The key `kind` must be this one, or the other unless NULL. */
int tile_reader_need_kind(struct tile_reader *r, const char *kind, const char *other, struct tile_error *e);
/* Records (the trailer too) and bytes read so far. */
void tile_reader_extent(const struct tile_reader *r, uint64_t *records, uint64_t *bytes);
/* At the end: the digest of what was read against the one stated. */
int tile_reader_check_digest(struct tile_reader *r, struct tile_digest *d, struct tile_error *e);

/* ---- a unit of the digest in pieces ---------------------- digest.c --- */

void tile_digest_begin(struct tile_digest *d, const char tag[4], const int32_t at[3]);
void tile_digest_add(struct tile_digest *d, const void *data, size_t length);
void tile_digest_end(struct tile_digest *d);

/* Forgets all units. */
void tile_digest_clear(struct tile_digest *d);
/* What each process has added is added up; all have the sum. */
void tile_digest_join(struct tile_digest *d, const struct tile_company *c);

/* ---- rows of a voxel stream ------------------------ voxels_read.c --- */

struct tile_voxels_reader {
  struct tile_reader *reader; /* not owned: the caller opened it */
  int64_t grid[3];
  int bits, classes;
  unsigned char fluid[256];  /* class value -> TILE_SOLID, TILE_FLUID */
  int64_t z;                 /* slices read */
  const unsigned char *data; /* unread rest of the current record */
  size_t left;
  unsigned char *row; /* one that lies across records */
  size_t room;
  uint64_t *word;    /* one at one bit a voxel */
  bool distances;    /* walls may follow the slices */
  bool walls, ended; /* they, or the end, have begun; the end has been seen */
  int surfaces;      /* that they may name */
  struct tile_wall_at last;
  int64_t wall_z; /* the slice whose walls the digest takes in; -1: none */
  struct tile_digest *digest;
  char input[33]; /* digest of the data that the voxels were made from; after the last slice; "": not stated */
};

/* Row y of slice v->z, in order: ceil(nx/64) words, set = fluid, unused bits 0. */
int tile_voxels_row(struct tile_voxels_reader *v, int64_t y, uint64_t *word, struct tile_error *e);
/* The same into a row of the reader's own, v->word, which is allocated once the first row has come. */
int tile_voxels_pass_row(struct tile_voxels_reader *v, int64_t y, struct tile_error *e);
/* After the last row: nothing may follow, and the digest must agree. */
int tile_voxels_end(struct tile_voxels_reader *v, struct tile_error *e);
/* The same from the first record on that is neither voxels nor walls. */
int tile_voxels_last(struct tile_voxels_reader *v, struct tile_record record, struct tile_error *e);

/* ---- links that walls cut, of a voxel stream ----------- walls_read.c --- */

enum { TILE_WALL_BYTES = 12 };
_Static_assert(sizeof(struct tile_wall_at) == TILE_WALL_BYTES, "a wall in memory is a wall in the file");
/* What is wrong with a wall of that grid that comes after *last (all 0: none); else NULL, and it is the last. */
const char *tile_wall_fault(const struct tile_wall_at *w, const int64_t grid[3], int surfaces,
                            struct tile_wall_at *last);
/* In the digest, the walls of a slice are one unit. *z is the slice that is begun; -1: none. */
void tile_digest_walls(struct tile_digest *d, int64_t *z, const int64_t grid[3], const struct tile_wall_at *wall,
                       size_t count);
void tile_digest_walls_end(struct tile_digest *d, int64_t *z);

/* ---- keys with a meaning ------------------------------------ keys.c --- */

/* 1 ... 2^31-1 each, product below 2^63. */
int tile_keys_grid(const struct tile_header *h, int64_t grid[3], struct tile_error *e);
/* dx, origin, orientation, when present. *dx is 0 when unknown. */
int tile_keys_frame(const struct tile_header *h, double *dx, struct tile_error *e);
/* mask, when present, is 1 ... the number of voxels of the grid, which is known to be good. *inside is 0 without it. */
int tile_keys_mask(const struct tile_header *h, const int64_t grid[3], int64_t *inside, struct tile_error *e);
/* pad, when present, leaves something of the grid along each axis. All 0 without it. */
int tile_keys_pad(const struct tile_header *h, const int64_t grid[3], int64_t pad[6], struct tile_error *e);
/* wall-distances, when present, is "yes". *distances is false without it. */
int tile_keys_distances(const struct tile_header *h, bool *distances, struct tile_error *e);
/* 1 ... 31 letters, digits, _ and -, a letter first: of patches and surfaces. */
bool tile_name_valid(const char *text);
/* Says why the value of a key is refused, and the value. */
int tile_keys_reject(const char *key, const struct tile_header *h, const char *why, struct tile_error *e);

#endif
