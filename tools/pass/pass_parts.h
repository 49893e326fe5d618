/* Functions that the steps of the segmentation share. */
#ifndef PASS_PARTS_H
#define PASS_PARTS_H

#include "pass.h"

enum { PASS_SOME = 4096 }; /* values per piece */

size_t pass_slice_count(const struct pass *p); /* in voxels */
/* Whether at least half of the voxel is inside the mask: with --bin there are fractions. */
bool pass_is_inside(const struct pass *p, size_t i);
/* Sets voxels outside the mask to solid. */
void pass_shut_outside(const struct pass *p, unsigned char *classes, unsigned char solid);

/* Reads every slice and calls `use` with it, and with the slice of the mask in p->inside. The caller calls
 * slices_end(). */
typedef int pass_slice_use(struct pass *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e);
int pass_every_slice(struct pass *p, const char *what, enum slice_look look, pass_slice_use *use, void *with,
                     struct tile_error *e);

/* Writes a slice of the output to the stream (w NULL: none) and to the export, and counts it. */
int pass_put_bits(struct pass *p, const unsigned char *bits, int64_t fluid, struct tile_voxels_writer *w,
                  struct tile_error *e);
/* Writes slice z of the mirrored volume from its classes. */
int pass_put_slice(struct pass *p, int64_t z, const unsigned char *classes, struct tile_voxels_writer *w,
                   struct tile_error *e);
/* Writes the slices begin <= z < end of the output, which consist of added layers only. */
int pass_put_layers(struct pass *p, int64_t begin, int64_t end, struct tile_voxels_writer *w, struct tile_error *e);
/* pass_walls.c: writes the links that walls cut, after all voxels. */
int pass_walls(struct pass *p, struct tile_voxels_writer *w, struct tile_error *e);

#endif
