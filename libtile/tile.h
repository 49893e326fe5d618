/* SPDX-License-Identifier: BSD-3-Clause */
/* libtile: make, read, write and measure domains of sparse tiles. The formats are specified in tessera-tile(5); the
 * numbers of rules in parentheses, such as (H9), refer to that page. An example program is in libtile(3).
 *
 * Terms
 *   node       one lattice site, that is one voxel of the image; it is solid or non-solid (fluid)
 *   tile       a cube of edge^3 nodes with at least one non-solid node; cubes of solid nodes only are not stored
 *   domain     a list of tiles with their coordinates, one bit for each of their nodes, and the boundary conditions
 *   link       the vector from a node to one of its neighbours along a direction of D3Q19 (tile_link)
 *   wall       the place at which a surface cuts a link; thin wall: one between two non-solid nodes
 *   patch      a named part of the boundary through which fluid may enter or leave: a face of the grid or an opening
 *   mark       a list of the links of one node that leave through one patch or that a thin wall cuts
 *   component  a maximal set of non-solid nodes connected through the six faces of nodes (6-connected)
 *
 * Coordinates and sizes count nodes, and start at 0; other units are stated. Axes are x (column), y (row), z (slice),
 * in this order in every array of three. Wherever nodes, voxels or tiles are listed x varies fastest, then y, then z.
 *
 * A set of axes has bit a for axis a: TILE_X, TILE_Y, TILE_Z. A set of faces of the grid has bit a for the lower face
 * of axis a and bit a + 3 for its upper face. As text a face is the axis and its side: "x-", "x+", "y-", "y+", "z-",
 * "z+".
 *
 * Padded coordinates: X = x + offset; along a periodic axis X = (x + offset) mod (size of the grid). The tile of a node
 * has the coordinate floor(X / edge). Within its tile a node has the number n = x + edge * (y + edge * z), where x, y,
 * z are the padded coordinates modulo edge. In masks node n is bit n % 64 of word n / 64.
 *
 * Errors: a function with a parameter `struct tile_error *e` (never NULL) returns TILE_OK, or the status that it wrote
 * to e->code with one line of text. After TILE_OK the content of *e has no meaning. Any function of this kind may
 * return TILE_FAILED for lack of memory; the comments below name the other causes. Nothing here prints or ends the
 * process.
 *
 * Ownership: an object filled by a function _new, _open, _create, _make, _init or _read is released by the function
 * _free, _close or _discard of its family, which accepts a zeroed structure and, for a handle, NULL. When such a
 * function fails, there is nothing to release, and a handle is NULL. When any other function on a handle fails, that
 * handle can only be released, unless stated otherwise. Parameters are not kept after the return, and FILEs are never
 * closed, unless stated otherwise. Strings end with NUL.
 *
 * Threads: different threads may use different objects at the same time. Functions that take an object by a pointer to
 * const may share it. Some functions use OpenMP; results do not depend on the number of threads.
 *
 * Numbers in header values and messages have a decimal point, whatever the locale of the process. */
#ifndef TESSERA_TILE_H
#define TESSERA_TILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- version -------------------------------------------------------- */

/* The version of this header. TILE_VERSION is 10000 * major + 100 * minor + patch level. */
#define TILE_VERSION_MAJOR 0
#define TILE_VERSION_MINOR 1
#define TILE_VERSION_PATCH 0
#define TILE_VERSION_OF(major, minor, patch) (10000 * (major) + 100 * (minor) + (patch))
#define TILE_VERSION TILE_VERSION_OF(TILE_VERSION_MAJOR, TILE_VERSION_MINOR, TILE_VERSION_PATCH)
/* The TILE_VERSION of the library that the program runs with. */
int tile_version(void);

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

/* Writes the shortest of the decimal texts of 15, 16 and 17 significant digits that reads back as the same double, and
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

/* ---- voxel streams -------------------------------------------------- */

enum { TILE_SOLID = 0, TILE_FLUID = 1 }; /* values of voxels of one byte */

/* Writes a file of kind voxels in this order: _create, nz times _put, any number of _put_walls, _finish, _discard. It
 * compresses and writes in a thread of its own, so that an output error may be returned by a later call. */
struct tile_voxels_writer;

/* Opens a writer. The header must hold `grid` ("NX NY NZ"); `kind`, `bits` and `classes` are set here, in *h too. `out`
 * as in tile_writer_open. TILE_REJECTED: `grid` is absent, or `grid`, `wall-distances`, `surfaces` or `openings` breaks
 * its rule (K2, K7 ... K9). TILE_FAILED as tile_writer_open. */
int tile_voxels_create(struct tile_voxels_writer **w, FILE *out, struct tile_header *h, struct tile_error *e);

/* Appends one slice: bits[ny][(nx + 7) / 8] as tile_pack makes them, unused bits 0. TILE_USAGE: more than nz slices, or
 * more records than a file can have. TILE_FAILED: output error. */
int tile_voxels_put(struct tile_voxels_writer *w, const unsigned char *bits, struct tile_error *e);

/* The same for voxels of several classes, at one byte each. classes: their names, separated by one space, at most 256;
 * the first is `solid`, the others are fluid. TILE_USAGE: they are not that. Slices are written by _put_classes. */
int tile_voxels_create_classes(struct tile_voxels_writer **w, FILE *out, struct tile_header *h, const char *classes,
                               struct tile_error *e);

/* Appends one slice: voxels[ny][nx], numbers of classes. Errors as tile_voxels_put. */
int tile_voxels_put_classes(struct tile_voxels_writer *w, const unsigned char *voxels, struct tile_error *e);

/* Packs voxels[rows][nx], each TILE_SOLID or TILE_FLUID, into bits[rows][(nx + 7) / 8]: voxel x is bit x % 8 of byte
 * x / 8, unused bits of the last byte are 0. The arrays must not overlap. Returns the number of fluid voxels. */
int64_t tile_pack(unsigned char *bits, const unsigned char *voxels, int64_t nx, int64_t rows);

/* Adds `length` bytes of the data that the voxels were made from, in order, at any time before _finish. If called, the
 * XXH3-128 of all these bytes is written after voxels and walls (V7). */
void tile_voxels_note_input(struct tile_voxels_writer *w, const void *data, size_t length);

/* Writes the remaining voxels or walls and the trailer, and flushes. Afterwards the writer can only be released.
 * TILE_USAGE: fewer than nz slices. TILE_FAILED: output error. */
int tile_voxels_finish(struct tile_voxels_writer *w, struct tile_error *e);

/* Releases the writer, at any time and after _finish too. */
void tile_voxels_discard(struct tile_voxels_writer *w);

/* A link from a fluid voxel that a wall cuts. The layout is that of the file (WALL of a file of kind voxels). */
struct tile_wall_at {
  uint64_t voxel; /* x + nx * (y + ny * z) */
  uint16_t q;     /* the wall lies at TILE_WALL_Q(q) of the link */
  /* link: 1 ... 18, index into tile_link; surface: number, from 1, of a name in the key `surfaces` (K8), 0: unnamed */
  uint8_t link, surface;
} __attribute__((packed, aligned(4)));

/* The fraction of a link, in (0, 1], that lies before the wall, and the inverse, rounded to the nearest number.
 * Fractions out of range are clamped. */
#define TILE_WALL_Q(q) (((q) + 1) / 65536.0)
static inline uint16_t tile_wall_number(double q)
{
  const double steps = q * 65536.0 + 0.5;
  return (uint16_t)(steps >= 65536.0 ? 65535 : steps >= 1.0 ? (uint32_t)steps - 1 : 0);
}

/* Appends wall[count] after the last slice. Over all calls walls are sorted by voxel, then by link, each pair once. The
 * caller ensures that their voxels are fluid. TILE_USAGE: before the last slice; the header given to _create does not
 * say `wall-distances: yes`; a wall out of order or out of range; more records than a file can have. TILE_FAILED:
 * output error. */
int tile_voxels_put_walls(struct tile_voxels_writer *w, const struct tile_wall_at *wall, size_t count,
                          struct tile_error *e);

struct tile_voxels_reader;

/* Opens a reader of voxels on `r`, of which only the header has been read, and which must not be used otherwise or
 * released before tile_voxels_close. TILE_REJECTED: the key `kind` is not "voxels", or a key breaks its rule. */
int tile_voxels_open(struct tile_voxels_reader **v, struct tile_reader *r, struct tile_error *e);

/* The size of the image: [3], nx, ny, nz. Valid until tile_voxels_close. */
const int64_t *tile_voxels_grid(const struct tile_voxels_reader *v);

/* The number of slices read so far, 0 ... nz. */
int64_t tile_voxels_slices(const struct tile_voxels_reader *v);

/* The XXH3-128 of the data that the voxels were made from, 32 hexadecimal digits; "" if the file does not state it, and
 * before the end of the file. Valid until tile_voxels_close. */
const char *tile_voxels_input(const struct tile_voxels_reader *v);

/* Reads the next slice into slice[ny][nx], each TILE_SOLID or TILE_FLUID, whatever the classes of the file. Without
 * `wall-distances: yes` the call for the last slice also verifies the end of the file and its digest. TILE_USAGE: all
 * slices have been read. TILE_REJECTED and TILE_FAILED as tile_reader_record; TILE_REJECTED also when a rule of voxels
 * (V1 ... V7) is broken or the digest differs. */
int tile_voxels_get(struct tile_voxels_reader *v, unsigned char *slice, struct tile_error *e);

/* After the last slice: reads the next 1 ... room walls into wall[room] and their number into *count. `room` is at
 * least 1. *count 0: there are no more, and the end of the file and its digest have been verified. Whether the voxels
 * of walls are fluid is not checked. TILE_USAGE: before the last slice. Other errors as tile_voxels_get, and
 * TILE_REJECTED when a rule of walls (V8, V9) is broken. */
int tile_voxels_get_walls(struct tile_voxels_reader *v, struct tile_wall_at *wall, size_t room, size_t *count,
                          struct tile_error *e);

/* Releases the reader of voxels; the reader given to _open remains. */
void tile_voxels_close(struct tile_voxels_reader *v);

/* ---- bits: a whole volume at one bit per voxel ---------------------- */

struct tile_bits {
  int64_t grid[3]; /* nx, ny, nz */
  size_t row;      /* number of 64-bit words of a row: ceil(nx / 64) */
  uint64_t *word;  /* [nz][ny][row]: voxel x is bit x % 64 of word x / 64, 1 = non-solid; unused bits are 0 */
  bool distances;  /* the header says `wall-distances: yes` */
  size_t walls;    /* number of walls; 0 without distances */
  /* [walls], sorted by voxel and link. Their voxels were fluid when they were read; tile_keep does not remove walls. */
  struct tile_wall_at *wall;
};

/* Reads the whole volume and its walls from a reader of which no slice has been read, and verifies the end of the file
 * and its digest. Memory: one bit for each voxel, rows rounded up to 64, and 12 to 15 bytes for each wall. Errors as
 * tile_voxels_get_walls, and TILE_REJECTED when the voxel of a wall is solid (V9). */
int tile_bits_read(struct tile_bits *b, struct tile_voxels_reader *v, struct tile_error *e);

/* The same, and sets *classes to [nz][ny][nx], the number of the class of each voxel in the key `classes`; NULL: the
 * file has only one class that is not solid, or no row. The caller releases it with free(3). Memory: one byte more for
 * each voxel. */
int tile_bits_read_classes(struct tile_bits *b, unsigned char **classes, struct tile_voxels_reader *v,
                           struct tile_error *e);

/* Releases the members and zeroes *b. */
void tile_bits_free(struct tile_bits *b);

/* Is the voxel non-solid? It must lie in the grid. */
static inline bool tile_bit(const struct tile_bits *b, int64_t x, int64_t y, int64_t z)
{
  return b->word[((size_t)z * (size_t)b->grid[1] + (size_t)y) * b->row + (size_t)x / 64] >> (x % 64) & 1;
}

/* The number of non-solid voxels. */
int64_t tile_bits_count(const struct tile_bits *b);

/* ---- connected components ------------------------------------------- */

/* A run: consecutive non-solid nodes of one row, as long as possible. */
struct tile_run {
  int32_t begin, end; /* x of the first node, and x after the last one */
  uint32_t component; /* index, 0 ... count - 1 */
};

/* The components of a volume: sets of non-solid nodes connected through their six faces, across the seams of periodic
 * axes too. Walls between nodes are ignored. They are numbered in the order of their first nodes. */
struct tile_components {
  int64_t count;   /* number of components */
  int64_t *size;   /* [count], number of nodes */
  unsigned *spans; /* [count], axes of which the component touches both faces; periodic axes: around which it winds */
  int64_t largest; /* index of the component with the most nodes, the first of several; -1: count is 0 */
  /* [count], faces of the grid that the component touches, those of periodic axes included */
  unsigned *touches;
  bool percolates[3];   /* by axis: some component spans it */
  size_t runs;          /* number of runs */
  struct tile_run *run; /* [runs], x fastest, then y, then z */
  size_t *row_begin;    /* [ny * nz + 1], index of the first run of row y + ny * z */
};

/* Finds the components of *b. periodic: set of axes. Memory: 12 bytes for each run, 8 bytes for each row, and up to 60
 * bytes for each component of the volume without its seams. Uses OpenMP. TILE_REJECTED: 2^32 - 1 runs or more. */
int tile_components_make(struct tile_components *c, const struct tile_bits *b, unsigned periodic, struct tile_error *e);

/* Releases the members and makes *c empty. */
void tile_components_free(struct tile_components *c);

/* ---- connections that a flow can use -------------------------------- */

struct tile_domain;

/* Along the links of D3Q19 fluid also passes an edge at which two solid nodes meet. These connections are those of the
 * 18-connected sets of non-solid nodes, across the seams of periodic axes too. Links that thin walls cut count as
 * open. */
struct tile_paths {
  bool through[3];   /* by axis: some set touches both faces; periodic axes: some set winds around the axis */
  unsigned joins[6]; /* by face: faces touched by the sets that touch this face, this one included; 0: periodic axis */
};

/* Finds the connections of a domain with tiles of TILE_EDGE. Memory during the call: up to 40 bytes for each tile and
 * 41 bytes for each 18-connected set within a tile. Uses OpenMP. TILE_USAGE: another edge. TILE_REJECTED: two tiles
 * with the same coordinates, or 2^32 - 1 such sets or more. */
int tile_paths_make(struct tile_paths *p, const struct tile_domain *d, struct tile_error *e);

/* ---- keeping some components ---------------------------------------- */

enum tile_kept { TILE_KEEP_ALL, TILE_KEEP_LARGEST, TILE_KEEP_PERCOLATING };

/* Which components to keep. all_of and any_of are sets of axes, and used by TILE_KEEP_PERCOLATING only. */
struct tile_keep {
  enum tile_kept what;
  unsigned all_of; /* the component spans every one of these axes; 0: no condition */
  unsigned any_of; /* and at least one of these; 0: no component is kept */
};

/* Counts of components and of their nodes. */
struct tile_share {
  int64_t components, nodes;
};

/* Makes the nodes of all other components solid in *b, of which *c was made, and writes their counts to *removed.
 * b->wall is left as it is. On failure *b is unchanged. Uses OpenMP. */
int tile_keep(struct tile_bits *b, const struct tile_components *c, const struct tile_keep *keep,
              struct tile_share *removed, struct tile_error *e);

/* Counts the components that no flow can reach: they touch no face of the set `open`, and wind around no axis of the
 * set `periodic`. When both sets are empty, those that span no axis. */
struct tile_share tile_unreachable(const struct tile_components *c, unsigned open, unsigned periodic);

/* Does some component that is kept touch a face of the set `from` and one of the set `to`? */
bool tile_joins(const struct tile_components *c, const struct tile_keep *keep, unsigned from, unsigned to);

/* ---- geometry that may falsify a result ----------------------------- */

/* Counts the non-solid nodes in gaps: in a run of one or two nodes along at least one axis. open: set of faces beyond
 * which runs continue; periodic: set of axes that wrap; beyond other faces all is solid. Uses OpenMP. */
int tile_count_narrow(const struct tile_bits *b, unsigned open, unsigned periodic, int64_t *narrow,
                      struct tile_error *e);

/* How well the two ends of an axis match: of two layers normal to it, the fraction of nodes (0 ... 1) that are solid in
 * one of them only. */
struct tile_seam {
  double seam, inside; /* between the last and the first layer; mean over all neighbouring layers, 0 if there is one */
};

/* Fills seam[axis] for each axis, periodic or not. Uses OpenMP. */
void tile_find_seams(const struct tile_bits *b, struct tile_seam seam[3]);

/* The number of non-solid nodes in the layer at a face, "x-" ... "z+". */
int64_t tile_face_nodes(const struct tile_bits *b, const char face[3]);

/* ---- the domain ----------------------------------------------------- */

#define TILE_EDGE 4 /* nodes; the edge that tessera-run(1) needs. In files it is 2, 4, 8 or 16 (G1) */

/* The directions of D3Q19 (Qian, d'Humieres and Lallemand, Europhys. Lett. 17, 479, 1992), [direction][axis], numbered
 * as in tessera-tile(5), CLAS: O E W N S T B NE NW SE SW ET EB WT WB NT NB ST SB, where E is +x, N +y and T +z. */
#define TILE_LINKS 19
extern const signed char tile_link[TILE_LINKS][3];

/* The links of one non-solid node that leave through a patch, or that thin walls cut. A node may have one mark for each
 * patch and one for thin walls. A link that leaves the grid through two faces at once is in the marks of both if both
 * have patches, and in none if one has neither patch nor period. The layout is that of the file. */
struct tile_mark {
  uint32_t tile;  /* index of the tile */
  uint16_t node;  /* number of the node in its tile, 0 ... edge^3 - 1 */
  uint16_t patch; /* 1 ... patches: patch[patch - 1] of the domain; 0: thin walls, between two non-solid nodes */
  uint32_t links; /* bit i, 1 ... 18: the link along tile_link[i]; at least one */
};

struct tile_patch {
  char name[32];    /* 1 ... 31 letters, digits, '_' and '-', a letter first; each name once (G4) */
  char face[8];     /* "x-" ... "z+"; "opening": one of the key `openings`, anywhere in the grid (K9) */
  double normal[3]; /* unit vector into the fluid; the library fills it in */
};

/* A link of a non-solid node that a wall cuts. The node behind it is solid or out of the grid, or a mark lists the
 * link. The layout is that of the file, where the index of the tile precedes it. */
struct tile_wall {
  uint16_t node, q;      /* number of the node in its tile; the wall lies at TILE_WALL_Q(q) of the link */
  uint8_t link, surface; /* as in struct tile_wall_at */
};

/* tile_domain_free releases all members. Callers may read them, and change the header. */
struct tile_domain {
  /* All keys and the history. Those that members below repeat are brought up to date by tile_domain_write. */
  struct tile_header header;
  int64_t grid[3];          /* size in nodes, 1 ... 2^31 - 1 each, product below 2^63 */
  int edge;                 /* of tiles, in nodes: 2, 4, 8 or 16 */
  int offset[3];            /* of padded coordinates, 0 ... edge - 1; along a periodic axis also less than its size */
  unsigned periodic;        /* set of axes */
  double dx;                /* size of a voxel in metres; 0: unknown */
  int64_t inside;           /* number of voxels that count, such as those of a core in its box (K6); 0: all */
  int64_t pad[6];           /* layers that were added to the image at x- x+ y- y+ z- z+ (K10) */
  int patches;              /* number of patches, at most 1024 */
  struct tile_patch *patch; /* [patches] */
  size_t tiles;             /* number of tiles, at most 2^31 - 1 */
  size_t words;             /* number of 64-bit words of a mask: ceil(edge^3 / 64) */
  int32_t (*coord)[3];      /* [tiles][axis], coordinates of tiles, each triple once */
  uint64_t *mask;           /* [tiles][words], bit n: node n is non-solid; bits from edge^3 on are 0 */
  size_t marks;             /* number of marks */
  struct tile_mark *mark;   /* [marks], sorted by tile, node and patch */
  size_t walls;             /* number of walls */
  struct tile_wall *wall;   /* [walls], sorted by tile, node and link */
  size_t *wall_begin;       /* [tiles + 1], index of the first wall of each tile; NULL: without wall distances */
};

/* Releases the members and zeroes *d. */
void tile_domain_free(struct tile_domain *d);

/* The number of non-solid nodes. */
int64_t tile_domain_nonsolid(const struct tile_domain *d);

/* The number of tiles along each axis that the padded grid spans, stored or not. */
void tile_domain_span(const struct tile_domain *d, int64_t span[3]);

/* The coordinates of a node in the grid. false: the node lies outside the grid, and at[] has no meaning. */
bool tile_domain_node(const struct tile_domain *d, size_t tile, int node, int64_t at[3]);

/* Finds tiles by their coordinates. The domain must live until tile_lookup_free, with its tiles unchanged. */
struct tile_lookup {
  size_t slots;    /* number of slots */
  int32_t *slot;   /* [slots], index of a tile, -1: none */
  int64_t span[3]; /* one slot for each tile of this span, x fastest; 0: a hash table, slots is a power of two */
  const struct tile_domain *domain; /* not owned */
};

/* Makes the lookup of a domain. Memory: at most 32 bytes for each tile. TILE_REJECTED: two tiles have the same
 * coordinates. */
int tile_lookup_make(struct tile_lookup *l, const struct tile_domain *d, struct tile_error *e);

/* The index of the tile at these coordinates, which may be any; -1: none is stored. */
int64_t tile_lookup_tile(const struct tile_lookup *l, const int32_t coord[3]);

/* The tile and the number of the node at `at`, which must lie in the grid. false: the node is solid, and *tile and
 * *node have no meaning. */
bool tile_lookup_node(const struct tile_lookup *l, const int64_t at[3], size_t *tile, int *node);

/* Releases the slots and zeroes *l; the domain remains. */
void tile_lookup_free(struct tile_lookup *l);

/* A tile and those around it: the index of the one that is dx, dy, dz tiles away, -1, 0 or 1 each. */
#define TILE_WAYS 27
#define TILE_WAY(dx, dy, dz) (13 + (dx) + 3 * (dy) + 9 * (dz))

/* Allocates *map: [tiles][TILE_WAYS], the index of each neighbour at TILE_WAY, -1: none is stored. The caller releases
 * it with free(3); on failure it is NULL. Neighbours are found across the seam of a periodic axis if its size is a
 * multiple of the edge, and else not: there the seam cuts tiles. Uses OpenMP. TILE_REJECTED: two tiles have the same
 * coordinates. */
int tile_neighbours(const struct tile_domain *d, int32_t (**map)[TILE_WAYS], struct tile_error *e);

/* ---- making a domain from bits -------------------------------------- */

/* Orders of tiles: rows (x fastest, then y, then z); the Z-order curve, which interleaves the bits of the coordinates,
 * x lowest (Morton); the Hilbert curve of Skilling, AIP Conf. Proc. 707, 381 (2004). */
enum tile_order { TILE_ROWS, TILE_MORTON, TILE_HILBERT };

/* Members of a set of axes. */
enum { TILE_X = 1, TILE_Y = 2, TILE_Z = 4 };

/* Counts the tiles stored for each offset of the tiles: count[edge^3], of offset ox, oy, oz at index ox + edge * (oy +
 * edge * oz). periodic: set of axes. Uses OpenMP. TILE_USAGE: edge is not 2, 4, 8 or 16. TILE_REJECTED: a size of the
 * grid above 2^31 - 1. */
int tile_count_offsets(const struct tile_bits *b, int edge, unsigned periodic, int64_t *count, struct tile_error *e);

/* The same for the nodes of a domain, count[d->edge^3], whatever its own offset. Memory: one bit for each node, layers
 * without tiles left out. TILE_REJECTED: the grid has too many nodes. */
int tile_domain_offsets(const struct tile_domain *d, int64_t *count, struct tile_error *e);

/* The offset with the fewest tiles. */
struct tile_placement {
  int offset[3];              /* the first in the order of tile_count_offsets of several */
  int64_t tiles, tiles_plain; /* numbers of tiles stored: with this offset, and with the offset 0, 0, 0 */
};

/* Tries all offsets. Errors as tile_count_offsets. */
int tile_find_placement(struct tile_placement *best, const struct tile_bits *b, int edge, unsigned periodic,
                        struct tile_error *e);

/* How to make a domain. */
struct tile_make {
  int edge;              /* 2, 4, 8 or 16 */
  int offset[3];         /* 0 ... edge - 1 each */
  unsigned periodic;     /* set of axes */
  enum tile_order order; /* of the tiles */
  int patches;           /* number of patches */
  /* [patches], copied: valid names, each once, and faces, each once and none of a periodic axis; `normal` is ignored */
  const struct tile_patch *patch;
};

/* Checks edge, offset and patches, which do not depend on the voxels. TILE_USAGE: one of them is not valid. */
int tile_make_check(const struct tile_make *how, struct tile_error *e);

/* Makes a domain of a volume: tiles in the order asked for, marks and walls. header: that of the voxel stream, whose
 * keys and history are copied; NULL: none. Each opening of its key `openings` becomes a patch after those of `how`.
 * Walls of voxels that are solid are left out. Uses OpenMP. TILE_USAGE as tile_make_check, or a patch has the name of
 * an opening. TILE_REJECTED: more than 2^31 - 1 tiles, or 2^21 along an axis; a size of the grid above 2^31 - 1; a key
 * of the header breaks its rule; the key `mask` is less than the number of non-solid nodes. */
int tile_domain_make(struct tile_domain *d, const struct tile_bits *b, const struct tile_make *how,
                     const struct tile_header *header, struct tile_error *e);

/* Appends a patch at a face, makes the marks of all faces anew, and drops walls whose links leave through the patch.
 * After a failure the domain can only be released. TILE_USAGE as tile_make_check. TILE_REJECTED: the key `openings`
 * lacks a patch that is an opening. */
int tile_domain_add_patch(struct tile_domain *d, const struct tile_patch *patch, struct tile_error *e);

/* Sorts the coordinates and masks of tiles. Marks and walls, which refer to tiles by index, are not renumbered: the
 * domain must not have any. On failure *d is unchanged. TILE_REJECTED: more than 2^21 tiles along an axis. */
int tile_sort(struct tile_domain *d, enum tile_order order, struct tile_error *e);

/* ---- named values of nodes ------------------------------------------ */

/* A value that each non-solid node has beside the flow, such as a label or a radius: a word of the key `values` (G10). */
struct tile_value {
  char name[32]; /* letters, digits, _ and -, begins with a letter */
  char unit[32]; /* "1": a pure number; "voxel": the size of a voxel; else that of SI, such as "Pa" */
};
enum { TILE_VALUES_LIMIT = 32 };

/* Reads the key `values` into value[TILE_VALUES_LIMIT]; *count 0: it is absent. TILE_REJECTED: it breaks G10. */
int tile_values_read(struct tile_value *value, int *count, const struct tile_header *h, struct tile_error *e);

/* Sets the key, or removes it if count is 0. The array VALS then has 4 * count bytes of a node: a float for each, NaN
 * where a node has no value. */
int tile_values_set(struct tile_header *h, const struct tile_value *value, int count, struct tile_error *e);

/* ---- domain files --------------------------------------------------- */

/* An array of values for the non-solid nodes, as it is written or read. In a file they come in the order VALS, FLDS,
 * POPS; in each the values are in the order of tiles, then nodes, then values of a node. */
struct tile_array {
  /* "VALS": those of the key `values`. "FLDS": density - 1 and velocity, 4 values of a node. "POPS": f_i - w_i, 19
   * values. The last two are in lattice units; see tessera-tile(5), "VALS" and "FLDS, POPS". */
  char tag[5];
  /* Bytes of the values of one node: VALS 4 for each; FLDS 32 (fp64) or 16 (fp32, fp16); POPS 152, 76 or 38. */
  size_t bytes;
  /* Called once for each tile, in order, in the calling thread. data: the values of the n non-solid nodes of the tile,
   * n * bytes, to be filled (writing) or taken (reading, where they may be changed too); it belongs to the library and
   * is valid during the call. Returns TILE_OK, or the status that it wrote to *e (tile_fail), which ends writing or
   * reading. */
  int (*move)(void *self, size_t tile, void *data, struct tile_error *e);
  void *self; /* first argument of move */
  bool found; /* set by reading: the file has this array */
};

/* Writes a domain: of kind `fields` if there is FLDS or POPS, else of kind `domain`. In d->header it sets the keys
 * `kind`, `grid`, `edge`, `offset`, `periodic`, `patches`, `dx`, `wall-distances`, `tiles`, `nonsolid`, `arrays` and
 * `precision`, or removes those that do not apply (except `precision`), and removes `bits` and `classes`, and `values`
 * if there is no array VALS; others are written as they are. `out` as in tile_writer_open. digest: receives the digest, 32 hexadecimal digits; may be NULL.
 * TILE_USAGE: `arrays` is not some of VALS, FLDS, POPS in this order, the last two of one precision, and
 * VALS of as many values as the key `values` names; or more records than a file can have. TILE_FAILED as tile_writer_open. Other errors are those of `move`. */
int tile_domain_write(struct tile_domain *d, FILE *out, struct tile_array *arrays, size_t count, char digest[33],
                      struct tile_error *e);

/* Reads a file of kind domain or fields in two steps: _open reads the geometry, _arrays the rest. */
struct tile_input;

/* Reads header, tiles, marks and walls into *d, whose old content is overwritten. Only the header has been read from
 * `r`, which must not be used otherwise or released before tile_input_close. *d must live until then, with its header,
 * tiles and masks unchanged; it remains the caller's, who releases it with tile_domain_free. TILE_REJECTED: the key
 * `kind` is neither "domain" nor "fields", or a rule of the keys or the geometry (K2 ... K10, G1 ... G9, D1 ... D6, C1
 * ... C8, W1 ... W7, A1, A2) is broken. Other errors as tile_reader_record. */
int tile_input_open(struct tile_input **in, struct tile_domain *d, struct tile_reader *r, struct tile_error *e);

/* Does the file have this array? */
bool tile_input_has(const struct tile_input *in, const char *tag);

/* Reads arrays[count] and sets their member `found`; other arrays of the file are checked and skipped. It then verifies
 * the end of the file and its digest: only after TILE_OK are the values known to be right. Call it once, with count 0
 * when no array is wanted. TILE_USAGE: an array of the file has another number of bytes of a node. TILE_REJECTED: a
 * rule of arrays (A3 ... A5) is broken, or the digest differs. Other errors as tile_reader_record, and those of
 * `move`. */
int tile_input_arrays(struct tile_input *in, struct tile_array *arrays, size_t count, struct tile_error *e);

/* Releases the input; reader and domain remain. */
void tile_input_close(struct tile_input *in);

/* Memory for all values of one array. */
struct tile_block {
  size_t bytes;  /* of the values of one node */
  size_t *begin; /* [tiles + 1], number of non-solid nodes in all tiles before this one */
  /* [nonsolid][bytes], in the order of tiles, then nodes; node i of the non-solid ones of a tile is begin[tile] + i */
  unsigned char *data;
  const struct tile_domain *domain; /* not owned */
};

/* Makes a block of zeros for a domain. */
int tile_block_make(struct tile_block *b, const struct tile_domain *d, size_t bytes, struct tile_error *e);

/* A tile_array.move for reading: copies the values of a tile into the block, a struct tile_block. It always returns
 * TILE_OK. */
int tile_block_get(void *block, size_t tile, void *data, struct tile_error *e);

/* Releases the members and zeroes *b; the domain remains. */
void tile_block_free(struct tile_block *b);

/* ---- measuring ------------------------------------------------------ */

/* The fractions are NaN for a domain without tiles, except porosity. Definitions: tessera-stats(1); faces, edges and
 * ghost buffers: Tomczak and Szafran, "A new GPU implementation for lattice-Boltzmann simulations on sparse
 * geometries", section 4.4. */
struct tile_measure {
  int64_t nodes, nonsolid;      /* numbers of nodes of the grid, and of non-solid nodes */
  int64_t tiles, tiles_all;     /* numbers of tiles stored, and of tiles that the padded grid spans */
  double porosity, utilisation; /* nonsolid / nodes; nonsolid / (tiles * edge^3) */
  int64_t histogram[10];        /* number of tiles by their own utilisation: (0, 0.1], (0.1, 0.2] ... (0.9, 1] */
  /* Per tile stored: faces that two stored tiles have in common, and edges across which two meet diagonally, counted
   * once. */
  double faces_per_tile, edges_per_tile;
  double boundary_share;   /* fraction of the non-solid nodes that have a link to solid or out of the grid, or a mark */
  double ghost_share;      /* fraction of the 30 possible ghost buffers of a tile (layout tgb) that are needed */
  double ghost_moves;      /* fraction of the values that are moved of those in ghost buffers if all are needed */
  int64_t tiles_mod16[16]; /* number of tiles by their non-solid nodes modulo 16, for the padding of `packed` */
  int64_t components;      /* number of components, 6-connected */
  bool percolates[3];      /* by axis: some component spans it */
};

/* Measures a domain. Memory: one bit for each node, layers without tiles left out, and tile_components_make. Uses
 * OpenMP. TILE_REJECTED: the grid has too many nodes or tiles, or too many runs for tile_components_make. */
int tile_measure_domain(struct tile_measure *m, const struct tile_domain *d, struct tile_error *e);

/* Makes the volume of a domain, without walls: one bit for each node of the grid. Release it with tile_bits_free.
 * TILE_REJECTED: the grid has too many nodes. */
int tile_domain_bits(struct tile_bits *b, const struct tile_domain *d, struct tile_error *e);

/* ---- the pore space ------------------------------------------------- */

#define TILE_PROFILE_LIMIT (1 << 20) /* most layers of a profile of tile_texture_domain */

/* Nothing is counted across the seams of periodic axes, and the faces of the grid are no surface. */
struct tile_texture {
  /* [axis][size of the grid], non-solid nodes of each layer normal to the axis; NULL: of a domain with more than
   * TILE_PROFILE_LIMIT layers. */
  int64_t *profile[3];
  /* Number of faces between a solid and a non-solid node. A smooth surface without preferred direction has 2/3 of their
   * area: the mean of |nx| + |ny| + |nz| over all unit vectors is 3/2. In one slice it has pi/4: the mean of |nx| +
   * |ny| is 4/pi. */
  int64_t surface;
  /* Euler number of the non-solid nodes, connected through faces: components - tunnels + cavities, counted by the
   * formula of Euler and Poincare as nodes - pairs of neighbours + squares of 4 nodes - cubes of 8 nodes. */
  int64_t euler;
  double chord[3]; /* by axis: mean length of the runs of non-solid nodes, which end at faces of the grid; 0: no runs */
};

/* Measures a volume. No profile is NULL. Uses OpenMP. */
int tile_texture_make(struct tile_texture *t, const struct tile_bits *b, struct tile_error *e);

/* The same for a domain. Memory: one bit for each node, layers without tiles left out, and the profiles. TILE_REJECTED:
 * the grid has too many nodes. */
int tile_texture_domain(struct tile_texture *t, const struct tile_domain *d, struct tile_error *e);

/* Releases the profiles and zeroes *t. */
void tile_texture_free(struct tile_texture *t);

/* ---- models of memory and traffic ----------------------------------- */

/* Predicted cost of a data layout. Overheads are relative to one copy of the populations in memory, M = q * s bytes for
 * each non-solid node with q populations of s bytes, and to reading and writing them once a time step, 2 * M bytes. The
 * formulas are in tessera-stats(1), "Models". All but "packed" are after Tomczak and Szafran, "Sparse geometries
 * handling in lattice Boltzmann method implementation for graphic processors", sections III and IV; "packed" is the
 * layout of tessera-run(1) on a GPU with two copies. */
struct tile_model {
  const char *layout;                         /* "cm", "fia", "t2c", "tgb" or "packed"; a constant string */
  double memory_overhead, bandwidth_overhead; /* memory / M - 1; traffic / (2 * M) - 1 */
  /* The latter where memory moves whole bursts: the populations of solid nodes in stored tiles are moved too, and all
   * values of the ghost buffers. */
  double bandwidth_pessimistic;
  /* Both overheads without what avoids races: cm, fia, packed with one copy, fia with one launch; of tiles only what
   * their solid nodes and the types of nodes take. */
  double memory_ideal, bandwidth_ideal;
  double memory_bytes;     /* bytes for the whole domain */
  double bytes_per_update; /* bytes of traffic for each non-solid node and time step */
  double mflups;           /* millions of node updates per second at that bandwidth; NaN: unknown */
};
#define TILE_MODELS 5

/* Fills out[TILE_MODELS] in the order of `layout` above. *m was measured with tiles of `edge` nodes. q: 9 (tiles of two
 * dimensions, of which "packed" is not), 19 or 27; value_bytes: 2, 4 or 8; bandwidth in bytes/s, 0: unknown. Values of a domain without tiles are
 * not finite. */
void tile_models(struct tile_model out[TILE_MODELS], const struct tile_measure *m, int edge, int q, int value_bytes,
                 double bandwidth /* bytes/s; 0: unknown */);

#ifdef __cplusplus
}
#endif

#endif
