/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of tile.h, which states the conventions: voxels, as a stream and as bits. */
#ifndef TESSERA_TILE_VOXELS_H
#define TESSERA_TILE_VOXELS_H

#include "tile_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* ---- their size ------------------------------------------------------ */

/* A length in metres, of a unit in the spelling of any program that writes images: "um", "\u00b5m", "micrometers", "mm",
 * "inch". 0: it is no unit of length ("pixel"). */
double tile_length_in(double value, const char *unit);

#ifdef __cplusplus
}
#endif

#endif
