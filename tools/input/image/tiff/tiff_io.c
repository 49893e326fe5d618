/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "tiff_io.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Like read(2), but at an offset. */
static ssize_t read_at(const struct tiff_io *io, void *to, size_t bytes, uint64_t at)
{
  size_t done = 0;
  while (done < bytes) {
    ssize_t got = pread(io->file, (char *)to + done, bytes - done, (off_t)(at + done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return -1;
    if (got == 0)
      break;
    done += (size_t)got;
  }
  return (ssize_t)done;
}

static bool fill(struct tiff_io *io)
{
  ssize_t got = read_at(io, io->near, sizeof io->near, io->at);
  io->begin = io->at;
  io->have = got > 0 ? (uint64_t)got : 0;
  return got >= 0;
}

static tmsize_t read_near(struct tiff_io *io, void *to, size_t bytes)
{
  bool there = io->at >= io->begin && io->at - io->begin <= io->have && bytes <= io->have - (io->at - io->begin);
  if (!there && !fill(io))
    return -1;
  uint64_t left = io->begin + io->have - io->at;
  size_t got = left < bytes ? (size_t)left : bytes;
  memcpy(to, io->near + (io->at - io->begin), got);
  return (tmsize_t)got;
}

static tmsize_t read_some(thandle_t handle, void *to, tmsize_t bytes)
{
  struct tiff_io *io = handle;
  tmsize_t got =
      bytes > TIFF_IO_NEAR / 4 ? (tmsize_t)read_at(io, to, (size_t)bytes, io->at) : read_near(io, to, (size_t)bytes);
  io->at += got > 0 ? (uint64_t)got : 0;
  return got;
}

static tmsize_t write_nothing(thandle_t handle, void *from, tmsize_t bytes)
{
  (void)handle, (void)from, (void)bytes;
  return -1;
}

static toff_t seek(thandle_t handle, toff_t to, int whence)
{
  struct tiff_io *io = handle;
  io->at = whence == SEEK_SET ? to : whence == SEEK_CUR ? io->at + to : io->bytes + to;
  return io->at;
}

static int close_file(thandle_t handle)
{
  struct tiff_io *io = handle;
  int code = close(io->file);
  free(io);
  return code;
}

static toff_t size_of(thandle_t handle)
{
  return ((struct tiff_io *)handle)->bytes;
}

/* Does not map the file: mapped pages of a long stack would count as memory in use. */
static int map_nothing(thandle_t handle, void **base, toff_t *bytes)
{
  (void)handle, (void)base, (void)bytes;
  return 0;
}

static void unmap_nothing(thandle_t handle, void *base, toff_t bytes)
{
  (void)handle, (void)base, (void)bytes;
}

static TIFF *open_limited(struct tiff_io *io, const char *path)
{
#if HAVE_TIFFOPENOPTIONSSETMAXSINGLEMEMALLOC
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options)
    return NULL;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)(8 * io->bytes + (64 << 20)));
  TIFF *tiff = TIFFClientOpenExt(path, "rmc", io, read_some, write_nothing, seek, close_file, size_of, map_nothing,
                                 unmap_nothing, options);
  TIFFOpenOptionsFree(options);
  return tiff;
#else
  return TIFFClientOpen(path, "rmc", io, read_some, write_nothing, seek, close_file, size_of, map_nothing,
                        unmap_nothing);
#endif
}

TIFF *tiff_io_open(int file, const char *path, int64_t bytes)
{
  struct tiff_io *io = calloc(1, sizeof *io);
  TIFF *tiff = NULL;
  if (io) {
    io->file = file;
    io->bytes = (uint64_t)bytes;
    tiff = open_limited(io, path);
  }
  if (tiff) {
    TIFFSetFileno(tiff, file);
    return tiff;
  }
  free(io);
  close(file);
  return NULL;
}
