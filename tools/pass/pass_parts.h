/* What the passes have in common. */
#ifndef PASS_PARTS_H
#define PASS_PARTS_H

#include "pass.h"

enum { PASS_SOME = 4096 }; /* values at once */

size_t pass_slice_count(const struct pass *p); /* voxels */
/* At least half of a voxel's mask is there: with --bin it has parts. */
bool pass_is_inside(const struct pass *p, size_t i);
/* What lies outside the mask becomes solid. */
void pass_shut_outside(const struct pass *p, unsigned char *classes, unsigned char solid);

/* Takes every slice and hands it over, with that of the mask in p->inside. slices_end() is the caller's. */
typedef int pass_slice_use(struct pass *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e);
int pass_every_slice(struct pass *p, const char *what, enum slice_look look, pass_slice_use *use, void *with,
                     struct tile_error *e);

/* Slices of the output, to the stream (w NULL: none) and to the export, and counted. */
int pass_put_bits(struct pass *p, const unsigned char *bits, int64_t fluid, struct tile_voxels_writer *w,
                  struct tile_error *e);
/* Slice z of the mirrored volume, of the classes found. */
int pass_put_slice(struct pass *p, int64_t z, const unsigned char *classes, struct tile_voxels_writer *w,
                   struct tile_error *e);
/* The layers begin <= z < end of the output, which hold nothing else. */
int pass_put_layers(struct pass *p, int64_t begin, int64_t end, struct tile_voxels_writer *w, struct tile_error *e);
/* After all voxels: the links that walls cut. pass_walls.c */
int pass_walls(struct pass *p, struct tile_voxels_writer *w, struct tile_error *e);

#endif
