/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts of zarr_header(): arrays of Zarr, versions 2 and 3, and images of OME-Zarr. */
#ifndef ZARR_H
#define ZARR_H

#include "chunks.h"
#include "json_value.h"
#include "volume_file.h"

#include <limits.h>

enum { ZARR_AXES = 8, ZARR_CODECS = 8, ZARR_NAME = CHUNK_NAME };

/* Bytes that are unpacked: at and length become those of the result, which lies in `to` or where they were. */
struct zarr_bytes {
  const unsigned char *at;
  size_t length;
  unsigned char *to;
  size_t room;
};
struct zarr_codec {
  const char *name;                            /* in both versions */
  const char *(*unpack)(struct zarr_bytes *b); /* returns what is wrong, or NULL; NULL: not built in */
};

/* How an array is stored as bytes. */
struct zarr_codecs {
  int order[ZARR_AXES]; /* the axes as stored, the last varies fastest */
  bool swap;            /* big-endian */
  int count;
  const struct zarr_codec *codec[ZARR_CODECS]; /* as they were applied */
};

struct zarr_array {
  char folder[PATH_MAX];
  char axis_name[ZARR_AXES][ZARR_NAME]; /* "": not stated */
  int axes;
  uint64_t shape[ZARR_AXES], chunk[ZARR_AXES];
  uint64_t shard[ZARR_AXES]; /* chunks of a file along each axis: 1, but of shards */
  bool sharded, index_first; /* an index of the chunks is at the end of a shard, or at its beginning */
  struct zarr_codecs codecs, index;
  const struct voxel_type *type;
  size_t bytes; /* of the values of a chunk */
  char separator;
  bool prefixed; /* names of chunks begin with c */
  _Alignas(8) unsigned char fill[8];
  char fill_text[ZARR_NAME];
  double fill_value;
  bool fill_stated; /* not null */
  /* what is read of it: zarr_header.c */
  int axis[3];            /* those that are z, y, x; -1: there is none */
  uint64_t at[ZARR_AXES]; /* of the volume along the others */
  int64_t volume;
  struct chunk_slab slab;
  uint64_t chunks, written; /* how many there are, and how many of them hold values */
  uint64_t stored, largest; /* bytes of all their files, and of one */
};

/* zarr_json.c: reads FOLDER/NAME; a file that is not there has the value NULL. */
int zarr_json(struct json_document *d, const char *folder, const char *name, struct tile_error *e);

/* Whole numbers of at least `least`, one for each axis. */
bool zarr_numbers(const char *list, int count, uint64_t least, uint64_t *to);

/* zarr_find.c */
enum zarr_node { ZARR_NONE, ZARR_ARRAY, ZARR_GROUP };
enum zarr_node zarr_node(const char *folder);
struct zarr_found {
  char folder[PATH_MAX];
  char name[200]; /* from the folder that was asked for; "": itself */
  int levels;     /* of the image of which it was chosen; 0: it was named, or is the only one */
};
/* name: of an array or group below v->path; NULL: itself. */
int zarr_find(struct zarr_found *f, const struct volume_file *v, const char *name, struct tile_error *e);

/* zarr_ome.c: the first image of a group, where there is one: how many levels, and which is the finest. */
int zarr_levels(const char *folder, char *finest, size_t size, struct tile_error *e);
struct zarr_scale {
  int axes; /* 0: nothing is stated */
  char name[ZARR_AXES][ZARR_NAME], unit[ZARR_AXES][ZARR_NAME];
  double scale[ZARR_AXES];
};
/* What the image says of one of its arrays. */
int zarr_scale(struct zarr_scale *to, const char *folder, struct tile_error *e);

/* zarr_meta.c, zarr_codecs.c: what is stated of an array. */
int zarr_meta(struct zarr_array *a, const struct volume_file *v, struct tile_error *e);
int zarr_codecs_v2(struct zarr_array *a, const struct volume_file *v, const char *meta, struct tile_error *e);
int zarr_codecs_v3(struct zarr_array *a, const struct volume_file *v, const char *list, struct tile_error *e);

/* zarr_attributes.c: axes by the names that xarray gives them, and what values mean by the conventions CF. */
int zarr_attributes(struct zarr_array *a, struct volume_file *v, struct tile_error *e);

/* zarr_unpack.c; NULL: unknown. */
const struct zarr_codec *zarr_codec_named(const char *name);
/* Bytes that the values of a chunk can take at most, packed. */
size_t zarr_most(size_t bytes);
/* Unpacks `length` bytes in buffer[0] of `room` each; NULL and *why, or `bytes` bytes. */
const unsigned char *zarr_unpack(const struct zarr_codecs *c, unsigned char *buffer[CHUNK_BUFFERS], size_t room,
                                 size_t length, size_t bytes, const char **why);

bool zarr_lacks_memory(const char *why);

/* zarr_chunk.c */
uint64_t zarr_files(const struct zarr_array *a, int axis);
/* Path of the file that has the chunk at these positions, counted in files. */
bool zarr_path(char path[PATH_MAX], const struct zarr_array *a, const uint64_t file[ZARR_AXES]);
int zarr_fill_slab(struct chunk_slab *slab, void *array, struct tile_error *e);

/* zarr_shard.c: where a chunk lies in its shard, an open file of `size` bytes; number: in the order of C. */
struct zarr_part {
  uint64_t begin, bytes;
};
enum zarr_where { ZARR_MISSING, ZARR_THERE, ZARR_DAMAGED };
enum zarr_where zarr_part_of(const struct zarr_array *a, int file, uint64_t size, uint64_t number, struct zarr_part *p);
/* Checks its whole index, and counts the chunks that are there. */
int zarr_check_shard(struct zarr_array *a, const char *path, int file, uint64_t size, const uint64_t at[ZARR_AXES],
                     struct tile_error *e);

/* zarr_count.c: sets written, stored and largest. */
int zarr_count(struct zarr_array *a, struct tile_error *e);

#endif
