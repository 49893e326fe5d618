/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of tile.h, which states the conventions: files of domains. */
#ifndef TESSERA_TILE_FILE_H
#define TESSERA_TILE_FILE_H

#include "tile_domain.h"

#ifdef __cplusplus
extern "C" {
#endif

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
 * if there is no array VALS; others are written as they are. `out` as in tile_writer_open. digest: receives the digest,
 * 32 hexadecimal digits; may be NULL. TILE_USAGE: `arrays` is not some of VALS, FLDS, POPS in this order, the last two of
 * one precision, and VALS of as many values as the key `values` names; or more records than a file can have. TILE_FAILED
 * as tile_writer_open. Other errors are those of `move`. */
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

#ifdef __cplusplus
}
#endif

#endif
