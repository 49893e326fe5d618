/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions of libtile for this project only, in addition to those of tile.h, whose conventions hold here too. The
 * header is not installed, and the shared library does not export these functions unless the programs are linked to
 * it. */
#ifndef INTERNAL_H
#define INTERNAL_H

#include "tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- memory ----------------------------------------------- memory.c ---- */

/* Reports that `bytes` (0: unknown) for `what` could not be allocated, or exceed the limit of tile_limit_memory.
 * Returns TILE_FAILED. */
int tile_fail_memory(struct tile_error *e, size_t bytes, const char *what);

/* Allocate count * size bytes, which the caller releases with free(3); a size of 0 gives a block too. NULL: the product
 * overflows, memory is short, or the limit is reached. tile_alloc zeroes the block; tile_grow is like realloc(3), and
 * on failure `old` remains valid. */
void *tile_alloc(size_t count, size_t size);
void *tile_grow(void *old, size_t count, size_t size);

/* Gives *list, a pointer, room for `need` elements of `size` bytes, and sets *room; nothing happens where there is that
 * much. room NULL: exactly that much. TILE_FAILED: *list and *room stay. */
int tile_reserve_more(void *list, size_t *room, size_t need, size_t size, const char *what, struct tile_error *e);
static inline int tile_reserve(void *list, size_t *room, size_t need, size_t size, const char *what,
                               struct tile_error *e)
{
  return room && need <= *room ? TILE_OK : tile_reserve_more(list, room, need, size, what, e);
}

/* Limits the heap of this process to `bytes`; 0, the initial value: no limit. It applies to requests of 64 KiB and more
 * to tile_alloc and tile_grow. Global state, for programs: no other thread may allocate during the call. */
void tile_limit_memory(size_t bytes);

/* Checks before a long read that count * size bytes more for `what` stay within the limit. It allocates nothing. */
int tile_afford(size_t count, size_t size, const char *what, struct tile_error *e);
/* Bytes that are left of the limit; SIZE_MAX: there is none. */
size_t tile_memory_left(void);

/* Closes a stream of open_memstream(text, ...), which may be NULL. false: memory ran out, and *text is not complete;
 * fclose(3) does not report every such case. The caller releases *text with free(3) in both cases. */
bool tile_text_end(FILE *stream, char *const *text);

/* ---- units ---------------------------------------------------------------- */

#define TILE_MMHG 133.322387415 /* Pa, of a mercury column of 1 mm */

/* ---- numbers in text -------------------------------------- decimal.c ---- */

/* Reads the number that the text begins with, and sets *end behind it. false: there is none; strtod(3) would take leading
 * space, hexadecimal numbers, "inf" and "nan", too. */
bool tile_real_read(const char *text, char **end, double *value);

/* ---- one domain file, several processes ----- domain_together.c, arrays_read.c ---- */

/* A communicator: processes that read or write a file together, each the values of its own tiles. All call the same
 * functions in the same order. If some fail, the first of them by rank returns its error, and all others TILE_FAILED
 * without text. The solver implements the two functions (solver/parallel/). */
struct tile_communicator {
  int rank, size; /* number of this process, from 0, and of all processes */
  size_t *first;  /* [size + 1]: process i has the tiles first[i] ... first[i + 1] - 1 */
  /* An ordered reduction: add(self, sums) is called in one process after the other, by rank, each time on the sums of
   * the process before; afterwards all processes have the final sums. */
  void (*carry)(void *sums, size_t bytes, void (*add)(void *self, void *sums), void *self);
  /* Sends data from the process `from` to the process `to`; in other processes it does nothing. */
  void (*pass)(void *data, size_t bytes, int from, int to);
};

/* Combines the status of each process, whose error is in *e, into the one that this process returns, as above. c NULL:
 * one process, returns `code`. communicator.c */
int tile_communicator_agree(const struct tile_communicator *c, int code, struct tile_error *e);

/* What a program keeps for itself behind the arrays, in records `hist`: they are not part of the digest, and other
 * programs skip them. The first process alone has it. */
struct tile_rest {
  uint64_t bytes; /* to be written, or expected */
  /* Fills (writing) or takes (reading) the bytes at ... at + length - 1, one piece after the other, as tile_array.move. */
  int (*move)(void *self, uint64_t at, void *data, size_t length, struct tile_error *e);
  void *self;
  bool found; /* set by reading: the file has them */
};

/* tile_domain_write by all processes, with the same bytes as by one. out: in the first process the new file, in each
 * other the same file opened for update. `move` is called for the tiles of the process only, at most twice each. rest
 * NULL: nothing. c NULL: one process. Memory: a few records. */
int tile_domain_write_together(struct tile_domain *d, FILE *out, struct tile_array *arrays, size_t count,
                               const struct tile_rest *rest, const struct tile_communicator *c, struct tile_error *e);

/* Selects the tiles whose walls a process keeps. keeps() is called when tiles and marks have been read. */
struct tile_keeper {
  bool (*keeps)(void *self, const struct tile_domain *d, size_t tile);
  void *self;
};

/* tile_input_open, keeping only the walls that the keeper selects: the others are checked and enter the digest. keeper
 * NULL: all are kept; else it is used during this call only. domain_read.c */
int tile_input_open_some(struct tile_input **in, struct tile_domain *d, struct tile_reader *r,
                         const struct tile_keeper *keeper, struct tile_error *e);

/* tile_input_arrays by all processes: `move` is called for the tiles of the process only. If the file is seekable and
 * has an index, a process reads only the records with values of its tiles; the digest is checked together. rest NULL:
 * it is skipped. c NULL: one process. TILE_REJECTED, too: the rest has another number of bytes. */
int tile_input_arrays_together(struct tile_input *in, struct tile_array *arrays, size_t count, struct tile_rest *rest,
                               const struct tile_communicator *c, struct tile_error *e);

/* ---- models of D2Q9 --------------------------------------- squares.c ---- */

/* Replaces what *m, of tile_measure_domain, says of tiles: those of one slice in squares of edge x edge nodes, a multiple
 * of d->edge, and with the ghost buffers of D2Q9. TILE_USAGE: it is not one slice, or not a multiple. Memory: 16 bytes
 * for each tile. */
int tile_measure_squares(struct tile_measure *m, const struct tile_domain *d, int edge, struct tile_error *e);

/* ---- warnings in the history: H7, V10 -------------------- header.c ---- */

#define TILE_WARNING "# warning: " /* begins a line of the history that is no command but a warning of that before it */

/* Appends a warning of the last command. Without history lines it does nothing. */
int tile_header_add_warning(struct tile_header *h, const char *text, struct tile_error *e);
/* Removes the warnings of the last command. */
void tile_header_drop_warnings(struct tile_header *h);

/* The same for voxels, whose header is written before all is known: the warnings follow the voxels. Call it before
 * _finish. */
int tile_voxels_note_warning(struct tile_voxels_writer *w, const char *text, struct tile_error *e);
/* After the end of the file: appends the warnings that follow the voxels to the history of h. */
int tile_voxels_add_warnings(const struct tile_voxels_reader *v, struct tile_header *h, struct tile_error *e);

/* ---- named surfaces and openings ------------------------ surfaces.c ---- */

#define TILE_SURFACES_LIMIT 255

/* A surface that is no wall but a flat end, at which a vessel was cut (K9). */
struct tile_opening {
  int surface; /* index into name */
  /* Unit vector into the fluid; centre in m from the corner of voxel 0,0,0; area in m^2, above 0. */
  double normal[3], centre[3], area;
  /* In m along the normal, from 0 on: how far behind the centre the fluid ends, on a plane of the grid, since the vessel
   * was prolonged as far as that. */
  double behind;
};

/* The named surfaces of a header. Zeroed: none. */
struct tile_surfaces {
  int count, openings;
  char (*name)[32];             /* [count]; surface i + 1 of a wall has name[i] */
  struct tile_opening *opening; /* [openings] */
};

/* Reads the keys `surfaces` and `openings`, if present. TILE_REJECTED: one of them breaks its rule (K8, K9). */
int tile_surfaces_read(struct tile_surfaces *s, const struct tile_header *h, struct tile_error *e);

/* Sets these keys, or drops those without content. */
int tile_surfaces_set(const struct tile_surfaces *s, struct tile_header *h, struct tile_error *e);

void tile_surfaces_free(struct tile_surfaces *s);

/* Is the patch an opening, rather than a face of the grid? patch_keys.c */
bool tile_patch_opens(const struct tile_patch *p);

/* ---- walls between voxels: closed nodes, openings --------- closed.c ---- */

/* Counts the non-solid nodes that walls isolate: each link to a non-solid node is cut, and there is at least one.
 * periodic: set of axes. */
int64_t tile_count_closed(const struct tile_bits *b, unsigned periodic);

/* Marks the components with a link that an opening cuts: bit 6 of `touches`, as for a seventh face, and bit 3 of
 * `spans`, as for a fourth axis. *any: the header has openings. *c was made of *b. TILE_REJECTED as
 * tile_surfaces_read. */
enum { TILE_TOUCHES_OPENING = 1 << 6, TILE_SPANS_OPENING = 1 << 3 };
int tile_mark_openings(struct tile_components *c, const struct tile_bits *b, const struct tile_header *h, bool *any,
                       struct tile_error *e);

/* ---- connections around a periodic axis -------------------- paths.c ---- */

/* Counts the sets of tile_paths_make that wind around a periodic axis, and adds the number of their nodes in each layer
 * of tiles normal to it to nodes[span of the axis], see tile_domain_span. Errors as tile_paths_make. */
int tile_paths_wind(const struct tile_domain *d, int axis, int64_t *nodes, int64_t *sets, struct tile_error *e);

/* ---- surfaces of voxels ----------------------------------- texture.c --- */

/* The area of a smooth surface without preferred direction, divided by that of the faces of its voxels: 2/3, or pi/4 in
 * one slice, whose walls are normal to it. For the derivation see struct tile_texture. */
double tile_area_of_face(const int64_t grid[3]);

/* ---- numbers of nodes --------------------------------------------------- */

/* How many nodes of a mask of 64 come before `node`. */
static inline size_t tile_rank(uint64_t mask, int node)
{
  return (size_t)__builtin_popcountll(mask & ((UINT64_C(1) << node) - 1));
}

/* How many non-solid nodes of a tile of any edge come before `node`. */
static inline size_t tile_domain_rank(const struct tile_domain *d, size_t tile, int node)
{
  const uint64_t *mask = d->mask + tile * d->words;
  size_t before = tile_rank(mask[node / 64], node % 64);
  for (int w = 0; w < node / 64; w++)
    before += (size_t)__builtin_popcountll(mask[w]);
  return before;
}

/* Sets *first to the number of non-solid nodes before each tile, [tiles + 1]; the caller releases it. The edge of tiles is 4.
 * TILE_FAILED: there are `most` or more. domain.c */
int tile_domain_number(uint32_t **first, const struct tile_domain *d, uint64_t most, struct tile_error *e);

/* ---- around one tile ------------------------------- neighbours.c ---- */

/* The row of tile_neighbours for one tile. */
void tile_neighbours_of(const struct tile_lookup *l, size_t tile, int32_t near[TILE_WAYS]);

/* ---- coarser domains -------------------------------------- coarsen.c --- */

/* Makes a domain of 1/n of the resolution, n 2 or 4. A cube of n^3 nodes becomes one node, non-solid if at least 3/8 of
 * its nodes are (undecided true) or more than 5/8 (undecided false). At the
 * upper faces a cube may be incomplete, and only its nodes in the grid count. Periods and patches remain; voxels are n
 * times as large. Memory: one bit for each node of the grid, during the call. TILE_REJECTED: the domain has walls
 * between nodes, or as tile_domain_make. */
int tile_coarsen(struct tile_domain *coarse, const struct tile_domain *d, int n, bool undecided, struct tile_error *e);

/* ---- the position of walls ---------- walls_moved.c, flat.c --- */

/* Gives a domain without wall distances the same distance q, in (0, 1], on all links to solid nodes in the grid. Its
 * edge is 4. */
int tile_move_walls(struct tile_domain *d, double q, struct tile_error *e);

/* How free walls are to move without another node becoming solid or not. A wall here is a face between a solid and a
 * non-solid node, and it goes on along a step from node to node if it is there as well, for five nodes to both sides.
 * The faces of the grid are no walls. */
struct tile_flatness {
  /* The share of walls that go on along two steps, that is in a lattice plane, times the mean of 1/m over all walls,
   * where m is the largest index of that plane, or 1/m is 0: beside a plane (2,1,0) one link in two limits it, so that
   * it is half as free as (1,1,0). The product, since small planes are many, whose errors cancel. 0 ... 1 */
  double flat;
  double straight; /* the share of walls that go on along one step only, as in a tube; 0 ... 1 */
};

/* Measures a domain. Memory: one bit for each node of the grid. Uses OpenMP. TILE_REJECTED: the grid has too many
 * nodes. */
int tile_flatness_of(struct tile_flatness *f, const struct tile_domain *d, struct tile_error *e);

#ifdef __cplusplus
}
#endif

#endif
