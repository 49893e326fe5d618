/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes an array compressed as by VTK's vtkZLibDataCompressor: the number of blocks, their size, the size of the last
 * one if it is smaller, and the compressed size of each, all as u64; then the blocks. The sizes are known only at the
 * end, so the file must be seekable. */
#ifndef VTI_PACKED_H
#define VTI_PACKED_H

#include "memory.h"

struct vti_packer {
  FILE *out;
  unsigned char *values, *packed; /* blocks of a batch, and their compressed form */
  size_t filled;
  uint64_t *head, blocks; /* the numbers before the blocks; how many blocks were written */
  off_t begin;            /* offset of the head in the file */
};

/* Reports what errno says of the last write. Returns TILE_FAILED. */
int vti_failed(struct tile_error *e);
/* Begins an array of so many bytes. */
int vti_packer_begin(struct vti_packer *p, FILE *out, uint64_t bytes, struct tile_error *e);
int vti_packer_put(struct vti_packer *p, const void *values, size_t bytes, struct tile_error *e);
/* Completes the array; the file position is then after it. */
int vti_packer_end(struct vti_packer *p, struct tile_error *e);
void vti_packer_free(struct vti_packer *p);

#endif
