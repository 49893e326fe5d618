/* libtile: what a domain is; making, reading, writing and measuring one.
 *
 * Words: a *node* is one lattice site (= one voxel of the image). A *tile* is
 * a cube of edge^3 nodes with at least one non-solid node; all-solid tiles are
 * not stored. Coordinates are x (column), y (row as stored), z (page), start
 * at 0, and x varies fastest wherever values are listed.
 *
 * Errors: every function that can fail returns 0 or a status below and fills
 * *e with one line. Nothing here prints or exits. A status is also the exit
 * code a tool ends with.
 *
 * Ownership: a struct filled by an `_init`, `_read`, `_open` or `_make`
 * function is emptied by the `_free` or `_close` function of the same family,
 * which accepts a zeroed struct.
 */
#ifndef TESSERA_TILE_H
#define TESSERA_TILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- version ------------------------------------------ version.c ---- */

#define TILE_VERSION_MAJOR 0
#define TILE_VERSION_MINOR 1
#define TILE_VERSION_PATCH 0
#define TILE_VERSION_OF(major, minor, patch) (10000 * (major) + 100 * (minor) + (patch))
#define TILE_VERSION TILE_VERSION_OF(TILE_VERSION_MAJOR, TILE_VERSION_MINOR, TILE_VERSION_PATCH)
/* TILE_VERSION of the library that runs. */
int tile_version(void);

/* ---- errors ------------------------------------------------ error.c ---- */

enum tile_status {
  TILE_OK = 0,
  TILE_FAILED = 1,  /* could not: I/O, memory */
  TILE_USAGE = 2,   /* the caller asked for something impossible */
  TILE_REJECTED = 3 /* the input is not what it must be */
};

struct tile_error {
  int code; /* enum tile_status */
  char text[1024];
};

/* Fills *e and returns code, so that `return tile_fail(e, ...)` reads well. */
int tile_fail(struct tile_error *e, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- header: text keys ------------------------------------- header.c --- */

/* `key: value` lines in order, then history lines. Keys match [a-z][a-z0-9-]*;
 * values are UTF-8 with control characters escaped on disk. */
struct tile_key {
  char *key, *value;
};
struct tile_header {
  size_t count;
  struct tile_key *keys;
  size_t lines;
  char **history; /* one line per program that touched the data */
};

void tile_header_free(struct tile_header *h);
int tile_header_copy(struct tile_header *to, const struct tile_header *from, struct tile_error *e);
const char *tile_header_get(const struct tile_header *h, const char *key); /* NULL: absent */
int tile_header_set(struct tile_header *h, struct tile_error *e, const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void tile_header_drop(struct tile_header *h, const char *key);
int tile_header_set_real(struct tile_header *h, const char *key, double value, struct tile_error *e);
int tile_header_get_real(const struct tile_header *h, const char *key, double *value, struct tile_error *e);
int tile_header_get_ints(const struct tile_header *h, const char *key, int count, int64_t *value, struct tile_error *e);
/* A note in brackets after the program's name is printed once: "tessera-run[cpu avx2] 0.1.0: tessera-run ...". */
int tile_header_add_history(struct tile_header *h, const char *program, int argc, char *const *argv,
                            struct tile_error *e);
/* Appends "  # input DIGEST" to the last history line: a comment where the line is pasted into a shell. */
int tile_header_note_input(struct tile_header *h, const char *digest, struct tile_error *e);
void tile_header_drop_history(struct tile_header *h);
/* Shortest decimal text that reads back as the same double. */
#define TILE_REAL_TEXT 32
char *tile_real_text(char text[TILE_REAL_TEXT], double value);

/* ---- digest: order does not matter ------------------------- digest.c --- */

/* XXH3-128 over the header keys (sorted; history, bits and classes left out)
 * and the sum of the XXH3-128 of each canonical unit of payload (a slice, or a
 * tile's part of a record) with its tag and place. Specified in tessera-tile(5). */
struct tile_digest;
int tile_digest_new(struct tile_digest **d, struct tile_error *e);
void tile_digest_free(struct tile_digest *d);
int tile_digest_unit(struct tile_digest *d, const char tag[4], const int32_t at[3], const void *data, size_t length,
                     struct tile_error *e);
/* 32 hexadecimal digits and NUL. May be called once. */
int tile_digest_finish(struct tile_digest *d, const struct tile_header *h, char text[33], struct tile_error *e);

/* ---- stream: header, records, trailer ------------- writer.c, reader.c -- */

#define TILE_RECORD_LIMIT ((size_t)64 << 20) /* bytes of payload of one record */
#define TILE_HEADER_LIMIT ((size_t)16 << 20)

struct tile_writer;
/* Writes the header at once. `out` remains the caller's. */
int tile_writer_open(struct tile_writer **w, FILE *out, const struct tile_header *h, struct tile_error *e);
/* Length 1 ... TILE_RECORD_LIMIT. Compressed (zstd) when that saves at least a tenth. */
int tile_writer_record(struct tile_writer *w, const char tag[4], const void *payload, size_t length,
                       struct tile_error *e);
/* Writes the trailer and flushes; then, as on error, only _free is allowed. */
int tile_writer_close(struct tile_writer *w, const char digest[33], struct tile_error *e);
void tile_writer_free(struct tile_writer *w);

struct tile_reader;
struct tile_record {
  char tag[5];
  size_t length;             /* uncompressed */
  const unsigned char *data; /* owned by the reader, valid until the next call */
  uint64_t number, offset;   /* for messages */
};
/* `name` is for messages and is copied. Reads front to back, never seeks. */
int tile_reader_open(struct tile_reader **r, FILE *in, const char *name, struct tile_error *e);
const struct tile_header *tile_reader_header(const struct tile_reader *r);
/* Next record; at the end tag is "" after the trailer has been verified and
 * nothing follows it. Unknown tags: lower-case first letter are skipped,
 * upper-case are rejected. `known` lists the known tags, e.g. "TDIRCLAS". */
int tile_reader_record(struct tile_reader *r, const char *known, struct tile_record *record, struct tile_error *e);
/* The digest the trailer states; valid after the end has been reached. */
const char *tile_reader_digest(const struct tile_reader *r);
/* "NAME: record 7 (CLAS) at byte 4096: " + message: for content errors. */
int tile_reader_reject(struct tile_reader *r, struct tile_error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void tile_reader_free(struct tile_reader *r);

/* ---- is a file whole? --------------------------------------- check.c --- */

struct tile_checked {
  char kind[16];           /* "voxels", "domain", "fields" or what the header says */
  uint64_t records, bytes; /* read, trailer included */
  char digest[33];         /* as stated */
};
/* Reads a file of any kind to its end: magic, header, checksums, compression, trailer. `full`: also every rule of
 * tessera-tile(5) for what the records hold, and the digest. Memory: one row of voxels (with wall distances all of them,
 * at one bit), or the geometry of a domain. */
int tile_check(FILE *in, const char *name, bool full, struct tile_checked *c, struct tile_error *e);

/* ---- voxel streams ------------------- voxels_write.c, voxels_read.c ---- */

enum { TILE_SOLID = 0, TILE_FLUID = 1 };

struct tile_voxels_writer;
/* The header must hold `grid` ("NX NY NZ"); kind, bits and classes are set here. */
int tile_voxels_create(struct tile_voxels_writer **w, FILE *out, struct tile_header *h, struct tile_error *e);
/* One slice of ny rows of (nx + 7) / 8 bytes, as tile_pack makes them; call nz times. */
int tile_voxels_put(struct tile_voxels_writer *w, const unsigned char *bits, struct tile_error *e);
/* Rows of nx bytes, each TILE_SOLID or TILE_FLUID, to rows of bits: voxel x is bit x % 8 of byte x / 8, and unused bits
 * of the last byte are 0. Returns how many are fluid. */
int64_t tile_pack(unsigned char *bits, const unsigned char *voxels, int64_t nx, int64_t rows);
/* The data that the voxels were made from, piece by piece: its XXH3-128 is written after them. */
void tile_voxels_note_input(struct tile_voxels_writer *w, const void *data, size_t length);
int tile_voxels_finish(struct tile_voxels_writer *w, struct tile_error *e); /* trailer */
void tile_voxels_discard(struct tile_voxels_writer *w);

/* A link from a fluid voxel along tile_link that a wall cuts, as in the file. */
struct tile_wall_at {
  uint64_t voxel;        /* x + nx * (y + ny * z) */
  uint16_t q;            /* TILE_WALL_Q */
  uint8_t link, surface; /* 1 ... 18; 0: unnamed, else a name of the header's `surfaces`, from 1 */
} __attribute__((packed, aligned(4)));
/* How much of a link lies before the wall, in (0, 1], and back: the nearest. */
#define TILE_WALL_Q(q) (((q) + 1) / 65536.0)
static inline uint16_t tile_wall_number(double q)
{
  const double steps = q * 65536.0 + 0.5;
  return (uint16_t)(steps >= 65536.0 ? 65535 : steps >= 1.0 ? (uint32_t)steps - 1 : 0);
}
/* After the last slice, any number of calls: sorted by voxel, then link, each once. The header given to _create must
 * say `wall-distances: yes`. */
int tile_voxels_put_walls(struct tile_voxels_writer *w, const struct tile_wall_at *wall, size_t count,
                          struct tile_error *e);

struct tile_voxels_reader;
/* On a reader whose header says `kind: voxels`. */
int tile_voxels_open(struct tile_voxels_reader **v, struct tile_reader *r, struct tile_error *e);
const int64_t *tile_voxels_grid(const struct tile_voxels_reader *v); /* nx, ny, nz */
int64_t tile_voxels_slices(const struct tile_voxels_reader *v);      /* read so far */
/* The digest of the data that the voxels were made from; after the last slice. "": not stated. */
const char *tile_voxels_input(const struct tile_voxels_reader *v);
/* Next slice, classes resolved to TILE_SOLID, TILE_FLUID. After slice nz-1
 * the call also verifies that the stream ends there and its digest, unless the header says `wall-distances: yes`. */
int tile_voxels_get(struct tile_voxels_reader *v, unsigned char *slice, struct tile_error *e);
/* After the last slice: the next 1 ... room links that walls cut; that their voxels are fluid is left to the caller.
 * The call that finds none (*count 0) verifies that the stream ends there and its digest. */
int tile_voxels_get_walls(struct tile_voxels_reader *v, struct tile_wall_at *wall, size_t room, size_t *count,
                          struct tile_error *e);
void tile_voxels_close(struct tile_voxels_reader *v);

/* ---- bits: a whole volume at one bit per voxel ------------- bits.c ----- */

struct tile_bits {
  int64_t grid[3];
  size_t row;     /* 64-bit words per row */
  uint64_t *word; /* grid[2]*grid[1]*row; set = non-solid; unused bits are 0 */
  bool distances; /* the header says `wall-distances: yes` */
  size_t walls;   /* sorted by voxel and link; of voxels that were fluid when they were read */
  struct tile_wall_at *wall;
};
int tile_bits_read(struct tile_bits *b, struct tile_voxels_reader *v, struct tile_error *e);
void tile_bits_free(struct tile_bits *b);
static inline bool tile_bit(const struct tile_bits *b, int64_t x, int64_t y, int64_t z)
{
  return b->word[((size_t)z * (size_t)b->grid[1] + (size_t)y) * b->row + (size_t)x / 64] >> (x % 64) & 1;
}
int64_t tile_bits_count(const struct tile_bits *b);

/* ---- connected components ---------------------------------- components.c */

struct tile_run {
  int32_t begin, end; /* x range, end excluded */
  uint32_t component;
};
/* 6-connected sets of non-solid nodes; across the seam of periodic axes. */
struct tile_components {
  int64_t count;
  int64_t *size;     /* nodes of component i */
  unsigned *spans;   /* bit a set: touches both faces of axis a (periodic: wraps around it) */
  int64_t largest;   /* index; -1 when count is 0 */
  unsigned *touches; /* bits a, a+3 set: touches the lower, the upper face of axis a */
  bool percolates[3];
  /* runs of non-solid nodes along x, in storage order, and their component */
  size_t runs;
  struct tile_run *run;
  size_t *row_begin; /* ny*nz + 1: first run of row y + ny*z */
};
int tile_components_make(struct tile_components *c, const struct tile_bits *b, unsigned periodic, struct tile_error *e);
void tile_components_free(struct tile_components *c);

/* ---- can anything flow through? ---------------------------- paths.c ---- */

/* Along the links of D3Q19 a flow also passes edges at which two solid nodes meet: 18-connected sets of non-solid nodes,
 * across the seams of periodic axes. Links cut by thin walls are taken for whole. */
struct tile_domain;
struct tile_paths {
  bool through[3];   /* some set touches both faces of the axis (periodic: winds round it) */
  unsigned joins[6]; /* faces (bits and index as in `touches`) that some set touches as well */
};
/* Of tiles of TILE_EDGE. Memory: about 200 bytes a tile, until it returns. */
int tile_paths_make(struct tile_paths *p, const struct tile_domain *d, struct tile_error *e);

/* ---- which components are kept ------------------------------- keep.c --- */

enum tile_kept { TILE_KEEP_ALL, TILE_KEEP_LARGEST, TILE_KEEP_PERCOLATING };
struct tile_keep {
  enum tile_kept what;
  unsigned all_of; /* percolating: spans every one of these axes */
  unsigned any_of; /* and at least one of these */
};
struct tile_share {
  int64_t components, nodes;
};
/* Clears the bits of the others and reports how many those were. */
int tile_keep(struct tile_bits *b, const struct tile_components *c, const struct tile_keep *keep,
              struct tile_share *removed, struct tile_error *e);
/* Components no flow can reach: they touch none of the open faces (bits as in
 * `touches`) and wrap around no periodic axis; when there is neither an open face
 * nor a periodic axis, those that span no axis. */
struct tile_share tile_unreachable(const struct tile_components *c, unsigned open, unsigned periodic);

/* Some component that is kept touches a face of `from` and one of `to` (bits as in `touches`). */
bool tile_joins(const struct tile_components *c, const struct tile_keep *keep, unsigned from, unsigned to);

/* ---- what may be wrong with a domain ------------------------- lint.c --- */

/* Non-solid nodes in runs of one or two along x, y or z. Beyond `open` faces (bits as in `touches`)
 * runs continue, periodic axes wrap, other faces are walls. */
int tile_count_narrow(const struct tile_bits *b, unsigned open, unsigned periodic, int64_t *narrow,
                      struct tile_error *e);
/* The share of the nodes of a layer that are solid in it or in the next layer along the axis, but not in both: between
 * the last and the first layer, and the mean over the others. */
struct tile_seam {
  double seam, inside;
};
void tile_find_seams(const struct tile_bits *b, struct tile_seam seam[3]);
/* Non-solid nodes of the layer at a face, "x-" ... "z+". */
int64_t tile_face_nodes(const struct tile_bits *b, const char face[3]);

/* ---- the domain --------------------- domain.c, lookup.c, neighbours.c -- */

#define TILE_EDGE 4 /* the edge the solver works with; files may hold 2 ... 16 */

/* Directions of D3Q19, numbered 0 ... 18:
 * O E W N S T B NE NW SE SW ET EB WT WB NT NB ST SB (x east, y north, z top). */
#define TILE_LINKS 19
extern const signed char tile_link[TILE_LINKS][3];

/* Marks of one node: the links (bit i: towards node + tile_link[i]) that leave
 * through `patch`, 1-based into the header's patches; patch 0: links cut by a
 * thin wall between two fluid nodes. A node may have several marks. */
struct tile_mark {
  uint32_t tile;
  uint16_t node;
  uint16_t patch;
  uint32_t links;
};

struct tile_patch {
  char name[32];
  char face[8];     /* "x-" ... "z+"; "opening": described by the header's `openings` */
  double normal[3]; /* unit vector into the domain; of faces it is filled in by the library */
};

/* A link of a node that a wall cuts. Solid, missing or marked nodes lie behind it. */
struct tile_wall {
  uint16_t node, q; /* TILE_WALL_Q */
  uint8_t link, surface;
};

struct tile_domain {
  struct tile_header header; /* every key, including those mirrored below */
  int64_t grid[3];
  int edge;
  int offset[3];     /* padded coordinate = x + offset (cyclic along a periodic axis) */
  unsigned periodic; /* bit a: axis a */
  double dx;         /* voxel size in m; 0: unknown */
  int64_t inside;    /* voxels that count, as those of a core in its box; 0: all */
  int64_t pad[6];    /* layers that were added to the image: x- x+ y- y+ z- z+ */
  int patches;
  struct tile_patch *patch;
  size_t tiles;
  size_t words;        /* 64-bit mask words per tile: ceil(edge^3 / 64) */
  int32_t (*coord)[3]; /* tile coordinates: padded coordinate / edge */
  uint64_t *mask;      /* words per tile; bit n: node n = x + edge*(y + edge*z) is non-solid */
  size_t marks;
  struct tile_mark *mark; /* sorted by tile, node, patch */
  size_t walls;
  struct tile_wall *wall; /* sorted by tile, node, link */
  size_t *wall_begin;     /* tiles + 1: first of each tile; NULL: no distances are known */
};

void tile_domain_free(struct tile_domain *d);
int64_t tile_domain_nonsolid(const struct tile_domain *d);
/* Tiles along each axis that the padded grid spans. */
void tile_domain_span(const struct tile_domain *d, int64_t span[3]);
/* Grid coordinates of a node; false when it lies in the padding. */
bool tile_domain_node(const struct tile_domain *d, size_t tile, int node, int64_t at[3]);

/* tile coordinate -> index, or -1. */
struct tile_lookup {
  size_t slots;
  int32_t *slot;
  int64_t span[3]; /* a slot for each tile that the padded grid spans; 0: slots of a hash table, a power of two */
  const struct tile_domain *domain;
};
/* TILE_REJECTED when two tiles have the same coordinates. */
int tile_lookup_make(struct tile_lookup *l, const struct tile_domain *d, struct tile_error *e);
int64_t tile_lookup_tile(const struct tile_lookup *l, const int32_t coord[3]);
/* Tile and node number of grid coordinates (inside the grid); false: solid. */
bool tile_lookup_node(const struct tile_lookup *l, const int64_t at[3], size_t *tile, int *node);
void tile_lookup_free(struct tile_lookup *l);
/* Of a tile and those around it, the one dx, dy, dz (-1, 0 or 1) tiles away. */
#define TILE_WAYS 27
#define TILE_WAY(dx, dy, dz) (13 + (dx) + 3 * (dy) + 9 * (dz))
/* For every tile the index of each, at TILE_WAY; -1: none. Wraps along periodic
 * axes whose size is a multiple of the edge; other seams are left open. free(). */
int tile_neighbours(const struct tile_domain *d, int32_t (**map)[TILE_WAYS], struct tile_error *e);

/* ---- making a domain from bits ----------------------------- make.c ----- */

enum tile_order { TILE_ROWS, TILE_MORTON, TILE_HILBERT };
enum { TILE_X = 1, TILE_Y = 2, TILE_Z = 4 };

/* tiles stored for each placement of the cover: count[ox + edge*(oy + edge*oz)]. */
int tile_count_offsets(const struct tile_bits *b, int edge, unsigned periodic, int64_t *count, struct tile_error *e);
/* The same of a domain, its own placement whatever; memory for what it stores, not for what its grid spans. */
int tile_domain_offsets(const struct tile_domain *d, int64_t *count, struct tile_error *e);
/* The placement with the fewest tiles, the first in the order above when several have. */
struct tile_placement {
  int offset[3];
  int64_t tiles, tiles_plain; /* here, and at 0,0,0 */
};
int tile_find_placement(struct tile_placement *best, const struct tile_bits *b, int edge, unsigned periodic,
                        struct tile_error *e);
struct tile_make {
  int edge;
  int offset[3];
  unsigned periodic;
  enum tile_order order;
  int patches;
  const struct tile_patch *patch;
};
/* What is wrong regardless of the voxels: edge, faces, names (TILE_USAGE). */
int tile_make_check(const struct tile_make *how, struct tile_error *e);
/* header: the voxel stream's; grid, dx, origin and history are passed on to the domain. */
int tile_domain_make(struct tile_domain *d, const struct tile_bits *b, const struct tile_make *how,
                     const struct tile_header *header, struct tile_error *e);
/* One more patch on a domain; its marks are made anew. TILE_USAGE as tile_make_check. */
int tile_domain_add_patch(struct tile_domain *d, const struct tile_patch *patch, struct tile_error *e);
/* Sorts tiles (not marks) before marks are made. order.c */
int tile_sort(struct tile_domain *d, enum tile_order order, struct tile_error *e);

/* ---- domain files ---- domain_write.c, domain_read.c, arrays_read.c, block.c */

/* Values per non-solid node in tile order, then node order; the arrays of one
 * file come in the order TDIR CLAS FLDS POPS. `move` is called once per tile in
 * file order with the tile's n_t * bytes to fill (writing) or take (reading). */
struct tile_array {
  char tag[5];  /* "FLDS", "POPS" */
  size_t bytes; /* per node */
  int (*move)(void *self, size_t tile, void *data, struct tile_error *e);
  void *self;
  bool found; /* set by reading */
};
/* Sets kind to `fields` when there are arrays, else `domain`, writes all. The
 * other header keys are d->header's as they stand. digest may be NULL. */
int tile_domain_write(struct tile_domain *d, FILE *out, struct tile_array *arrays, size_t count, char digest[33],
                      struct tile_error *e);

/* Reading in two steps: first the geometry ... */
struct tile_input;
/* The reader stays the caller's, and so does the domain, which is filled. */
int tile_input_open(struct tile_input **in, struct tile_domain *d, struct tile_reader *r, struct tile_error *e);
bool tile_input_has(const struct tile_input *in, const char *tag); /* from header key `arrays` */
/* ... then the arrays wanted (others are checked and skipped), the trailer, the digest. */
int tile_input_arrays(struct tile_input *in, struct tile_array *arrays, size_t count, struct tile_error *e);
void tile_input_close(struct tile_input *in);

/* A plain destination for one array: n_t*bytes for every tile, one block. */
struct tile_block {
  size_t bytes;  /* per node */
  size_t *begin; /* tiles + 1: first node of each tile */
  unsigned char *data;
  const struct tile_domain *domain;
};
int tile_block_make(struct tile_block *b, const struct tile_domain *d, size_t bytes, struct tile_error *e);
int tile_block_get(void *block, size_t tile, void *data, struct tile_error *e); /* a tile_array.move */
void tile_block_free(struct tile_block *b);

/* ---- measuring --------------------------------------------- measure.c -- */

struct tile_measure {
  int64_t nodes, nonsolid; /* of the grid */
  int64_t tiles, tiles_all;
  double porosity, utilisation;
  int64_t histogram[10]; /* tiles by utilisation (0,0.1] ... (0.9,1] */
  double faces_per_tile, edges_per_tile;
  double boundary_share;   /* of the non-solid nodes: a link to solid, or a mark */
  double ghost_share;      /* share of the possible ghost buffers of `tgb` that it needs */
  int64_t tiles_mod16[16]; /* tiles by non-solid nodes modulo 16: what padding costs `packed` */
  int64_t components;
  bool percolates[3];
};
/* components and percolates come from bits: tile_domain_bits gives them. */
int tile_measure_domain(struct tile_measure *m, const struct tile_domain *d, struct tile_error *e);
int tile_domain_bits(struct tile_bits *b, const struct tile_domain *d, struct tile_error *e);

/* ---- the pore space ------------------------------------- texture.c ---- */

#define TILE_PROFILE_LIMIT (1 << 20)

/* Does not wrap around periodic axes. */
struct tile_texture {
  int64_t *profile[3]; /* non-solid nodes of each layer across x, y, z; NULL: of a domain with more layers than
                          TILE_PROFILE_LIMIT */
  int64_t surface;     /* faces between a solid and a non-solid node; smooth surfaces of no preferred direction
                          have 2/3 of their area (of one slice pi/4) */
  int64_t euler;       /* components - tunnels + cavities of the non-solid nodes, connected through faces */
  double chord[3];     /* mean length of runs of non-solid nodes along each axis, voxels; 0: none */
};
int tile_texture_make(struct tile_texture *t, const struct tile_bits *b, struct tile_error *e);
int tile_texture_domain(struct tile_texture *t, const struct tile_domain *d, struct tile_error *e);
void tile_texture_free(struct tile_texture *t);

/* ---- models of memory and traffic -------------------------- model.c ---- */

/* Design: q populations of s_d bytes; overheads relative to q*s_d bytes of
 * memory and 2*q*s_d bytes of traffic per non-solid node and step. */
struct tile_model {
  const char *layout; /* "cm", "fia", "t2c", "tgb", "packed" */
  double memory_overhead, bandwidth_overhead;
  double bandwidth_pessimistic; /* overhead where the solid nodes of a tile are moved too; else the same */
  double memory_bytes;          /* for the whole domain */
  double bytes_per_update;      /* per non-solid node and step */
  double mflups;                /* bandwidth / bytes_per_update */
};
#define TILE_MODELS 5
void tile_models(struct tile_model out[TILE_MODELS], const struct tile_measure *m, int edge, int q, int value_bytes,
                 double bandwidth /* bytes/s; 0: unknown */);

#ifdef __cplusplus
}
#endif

#endif
