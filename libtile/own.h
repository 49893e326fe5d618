/* What this project needs of libtile beside tile.h: not installed, and not exported by the shared library. */
#ifndef OWN_H
#define OWN_H

#include "tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- memory ----------------------------------------------- memory.c ---- */

int tile_fail_memory(struct tile_error *e, size_t bytes, const char *what);
/* Checked allocation: NULL when the product overflows, memory is short or the limit is reached. */
void *tile_alloc(size_t count, size_t size);           /* zeroed; free() */
void *tile_grow(void *old, size_t count, size_t size); /* like realloc */
/* A program's own: the most that the heap of this process may hold; 0, at first: no limit. It binds tile_alloc and tile_grow
 * (requests of 64 KiB and more), whose refusal tile_fail_memory then explains. Not while other threads allocate. */
void tile_limit_memory(size_t bytes);
/* TILE_FAILED when count*size bytes more would pass the limit: asked before a long read, it says what is needed. */
int tile_afford(size_t count, size_t size, const char *what, struct tile_error *e);

/* Closes a stream of open_memstream(text, ...); NULL is allowed. False: memory ran out, *text is not complete.
 * The C library's fclose does not report every such case. */
bool tile_text_end(FILE *stream, char *const *text);

/* ---- one domain file, several processes ----- domain_together.c, arrays_read.c ---- */

/* Processes that read or write a file together, each the values of its own tiles. All call the same functions in the same
 * order. Where some fail the first of them has its error, and the others, those in which all went well too, TILE_FAILED
 * without text. What they tell each other goes through these functions (comm.h of the solver). */
struct tile_company {
  int rank, size;
  size_t *first; /* size + 1: process i has the tiles first[i] ... first[i + 1] - 1 */
  /* Everywhere what `add` makes of *sums in one process after the other. */
  void (*carry)(void *sums, size_t bytes, void (*add)(void *self, void *sums), void *self);
  /* From one process to another; the others do nothing. */
  void (*pass)(void *data, size_t bytes, int from, int to);
};

/* What a process has come to -> what that means for all, as above. c NULL: the same. company.c */
int tile_company_agree(const struct tile_company *c, int code, struct tile_error *e);
/* tile_domain_write of all of them, and the same bytes: `out` is the file of the first process, which the others have
 * opened for update, each for itself; `move` is called for own tiles, twice each. Memory: some records. */
int tile_domain_write_together(struct tile_domain *d, FILE *out, struct tile_array *arrays, size_t count,
                               const struct tile_company *c, struct tile_error *e);
/* tile_input_open for a process that needs the walls of some tiles only: the others are checked, enter the digest, and are
 * forgotten. `keeps` is asked when tiles and marks have been read. keeper NULL: all are kept. domain_read.c */
struct tile_keeper {
  bool (*keeps)(void *self, const struct tile_domain *d, size_t tile);
  void *self;
};
int tile_input_open_some(struct tile_input **in, struct tile_domain *d, struct tile_reader *r,
                         const struct tile_keeper *keeper, struct tile_error *e);
/* tile_input_arrays of all of them: `move` is called for own tiles. From a file that can be sought in a process reads
 * only the records that hold values of these; what the whole file must be is checked together. c NULL: one process. */
int tile_input_arrays_together(struct tile_input *in, struct tile_array *arrays, size_t count,
                               const struct tile_company *c, struct tile_error *e);

/* ---- named surfaces and openings ------------------------ surfaces.c ---- */

#define TILE_SURFACES_LIMIT 255

/* A flat cap that closes a vessel where it was cut. */
struct tile_opening {
  int surface;                       /* index into name */
  double normal[3], centre[3], area; /* unit vector into the domain; m, from the corner of voxel 0,0,0; m^2 */
};
struct tile_surfaces {
  int count, openings;
  char (*name)[32]; /* surface i + 1 of a wall */
  struct tile_opening *opening;
};
/* The keys `surfaces` and `openings`; without them all is 0. */
int tile_surfaces_read(struct tile_surfaces *s, const struct tile_header *h, struct tile_error *e);
/* Sets or drops the keys. */
int tile_surfaces_set(const struct tile_surfaces *s, struct tile_header *h, struct tile_error *e);
void tile_surfaces_free(struct tile_surfaces *s);
/* Is the patch an opening, and not at a face of the grid? patch_keys.c */
bool tile_patch_opens(const struct tile_patch *p);

/* ---- what walls between voxels may falsify ---------------- closed.c ---- */

/* Non-solid nodes that only walls close: all links are cut, or lead to solid nodes or out of the grid, and one is cut
 * that leads to a non-solid node. */
int64_t tile_count_closed(const struct tile_bits *b, unsigned periodic);
/* Of components that a link joins to an opening: bit 6 of touches, as if they touched a further face, and bit 3 of spans,
 * as if they spanned a further axis. *any: there are openings. */
enum { TILE_TOUCHES_OPENING = 1 << 6, TILE_SPANS_OPENING = 1 << 3 };
int tile_mark_openings(struct tile_components *c, const struct tile_bits *b, const struct tile_header *h, bool *any,
                       struct tile_error *e);

/* ---- what winds round a period ---------------------------- paths.c ---- */

/* Of the sets of tile_paths_make: how many wind round a periodic axis; their nodes are added to those of each layer of tiles
 * across it (as many as tile_domain_span says). */
int tile_paths_wind(const struct tile_domain *d, int axis, int64_t *nodes, int64_t *sets, struct tile_error *e);

/* ---- surfaces of voxels ----------------------------------- texture.c --- */

/* Of walls of no preferred direction: their area by that of the faces of their voxels. Two thirds; of one slice, whose walls
 * stand on it, pi/4. */
double tile_area_of_face(const int64_t grid[3]);

/* ---- around one tile ------------------------------- neighbours.c ---- */

/* What tile_neighbours has for this tile. */
void tile_neighbours_of(const struct tile_lookup *l, size_t tile, int32_t near[TILE_WAYS]);

/* ---- coarser domains -------------------------------------- coarsen.c --- */

/* The same at 1/n of the resolution, n 2 or 4: cubes of n^3 nodes become one node, non-solid where more than half of them
 * are. Those with 3/8 to 5/8 are undecided: all of them are non-solid, or none. Patches and periods stay, the voxel size is
 * n times as large. Where n does not divide a size, the last cubes are of what is left of the grid, and count as whole
 * ones. TILE_REJECTED: walls between nodes. Memory: one bit for every node, until it returns. */
int tile_coarsen(struct tile_domain *coarse, const struct tile_domain *d, int n, bool undecided, struct tile_error *e);

#ifdef __cplusplus
}
#endif

#endif
