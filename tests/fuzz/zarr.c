/* SPDX-License-Identifier: BSD-3-Clause */
/* A folder of Zarr: what its header says, then, behind a byte 0, the first chunk, then another, each behind the next 0xff
 * 0x00 0xff. The first byte chooses the version, and whether the header is that of an image of OME-Zarr around an array. */
#define _GNU_SOURCE /* memmem */
#include <config.h>

#include "source_read.h"
#include "volume_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const folders[] = {"a.zarr", "a.zarr/0", "a.zarr/c", "a.zarr/c/0", "a.zarr/c/0/0"};
static const char *const files[] = {"a.zarr/.zarray",   "a.zarr/zarr.json", "a.zarr/.zgroup", "a.zarr/.zattrs",
                                    "a.zarr/0/.zarray", "a.zarr/0.0.0",     "a.zarr/0.0.1",   "a.zarr/c/0/0/0",
                                    "a.zarr/c/0/0/1",   "a.zarr/0/0.0.0",   "a.zarr/0/0.0.1"};
enum { FOLDERS = sizeof folders / sizeof *folders, FILES = sizeof files / sizeof *files };
static char work[64];

static const char *in_work(const char *name)
{
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", work, name);
  return path;
}

static void remove_files(void)
{
  for (int i = 0; i < FILES; i++)
    unlink(in_work(files[i]));
}

static void remove_folders(void)
{
  remove_files();
  for (int i = FOLDERS; i-- > 0;)
    rmdir(in_work(folders[i]));
  rmdir(work);
}

static void make_folders(void)
{
  const char *temporary = getenv("TMPDIR");
  if (*work)
    return;
  snprintf(work, sizeof work, "%.40s/fuzz-zarr.XXXXXX", temporary && strlen(temporary) < 40 ? temporary : "/tmp");
  if (!mkdtemp(work))
    abort();
  for (int i = 0; i < FOLDERS; i++)
    if (mkdir(in_work(folders[i]), 0700))
      abort();
  atexit(remove_folders);
}

static void put(const char *path, const void *data, size_t length)
{
  const int file = open(in_work(path), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  if (file < 0 || write(file, data, length) != (ssize_t)length)
    abort();
  close(file);
}

/* The parts of the input, of which the first ends at a zero. */
struct part {
  const uint8_t *at;
  size_t length;
};

static struct part next_part(struct part *rest, const char *mark, size_t bytes)
{
  const uint8_t *end = rest->length ? memmem(rest->at, rest->length, mark, bytes) : NULL;
  const struct part part = {rest->at, end ? (size_t)(end - rest->at) : rest->length};
  rest->length -= part.length + (end ? bytes : 0);
  rest->at += part.length + (end ? bytes : 0);
  return part;
}

static void put_array(unsigned choice, struct part rest)
{
  static const char *const of[3][3] = {{"a.zarr/.zarray", "a.zarr/0.0.0", "a.zarr/0.0.1"},
                                       {"a.zarr/zarr.json", "a.zarr/c/0/0/0", "a.zarr/c/0/0/1"},
                                       {"a.zarr/0/.zarray", "a.zarr/0/0.0.0", "a.zarr/0/0.0.1"}};
  for (int i = 0; i < 3; i++) {
    const struct part part = i ? next_part(&rest, "\xff\0\xff", 3) : next_part(&rest, "\0", 1);
    if (part.length)
      put(of[choice][i], part.at, part.length);
  }
}

static void try_channel(int channel)
{
  char path[128];
  struct source s;
  struct tile_error e;
  snprintf(path, sizeof path, "%s", in_work("a.zarr"));
  int code = source_volume(&s, zarr_header, "Zarr", path, &(struct image_choice){.channel = channel}, &e);
  if (!code && fuzz_is_small(&s))
    code = s.restrict_to(&s, (int64_t[3]){s.grid[0] / 2}, s.grid, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    fuzz_read_source(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  struct part rest = {data + 1, length - 1};
  if (!length)
    return 0;
  tile_limit_memory((size_t)256 << 20);
  make_folders();
  remove_files();
  if (*data % 3 == 2) {
    const struct part group = next_part(&rest, "\0", 1);
    put("a.zarr/.zgroup", "{}", 2);
    put("a.zarr/.zattrs", group.at, group.length);
  }
  put_array(*data % 3, rest);
  for (int channel = -1; channel <= 1; channel++)
    try_channel(channel);
  return 0;
}
