/* SPDX-License-Identifier: BSD-3-Clause */
#include "tiff_file.h"

#include "known_format.h"
#include "tiff_io.h"
#include "regular.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* libtiff's first message since tiff_file_begin: it explains why a call has failed. Thread-local, because several
 * threads read files. */
static _Thread_local char message[256];
static _Thread_local bool decoding; /* warnings are kept as messages, too */

static void keep_message(const char *module, const char *format, va_list list)
{
  (void)module;
  if (*message)
    return;
  vsnprintf(message, sizeof message, format, list);
  for (char *c = message; *c; c++)
    if (iscntrl((unsigned char)*c))
      *c = ' ';
  size_t length = strlen(message);
  while (length && strchr(". ", message[length - 1]))
    message[--length] = 0;
}

static void keep_warning(const char *module, const char *format, va_list list)
{
  if (decoding)
    keep_message(module, format, list);
}

void tiff_file_begin(void)
{
  *message = 0;
  decoding = false;
  errno = 0;
}

void tiff_file_begin_values(void)
{
  tiff_file_begin();
  decoding = true;
}

bool tiff_file_content(void)
{
  return !*message;
}

/* The error if memory or a disk caused the failure of a libtiff call; NULL: the file caused it. */
static const char *foreign_fault(void)
{
  return errno == ENOMEM ? "out of memory" : errno == EIO ? strerror(EIO) : NULL;
}

/* libtiff has one setting for all threads. */
static pthread_once_t handlers_set = PTHREAD_ONCE_INIT;
static void set_handlers(void)
{
  TIFFSetWarningHandler(keep_warning);
  TIFFSetErrorHandler(keep_message);
}

static int open_regular(struct tiff_file *f, struct tile_error *e)
{
  struct stat status;
  const int file = tile_open_regular(f->path, e);
  if (file < 0 || fstat(file, &status) == 0) {
    f->bytes = file < 0 ? 0 : status.st_size;
    return file;
  }
  tile_fail(e, TILE_FAILED, "%s: %s", f->path, strerror(errno));
  close(file);
  return -1;
}

int tiff_file_open(struct tiff_file *f, const char *path, struct tile_error *e)
{
  *f = (struct tiff_file){.path = path};
  int file = open_regular(f, e);
  if (file < 0)
    return e->code;
  pthread_once(&handlers_set, set_handlers);
  tiff_file_begin();
  f->tiff = tiff_io_open(file, path, f->bytes);
  if (f->tiff)
    return TILE_OK;
  const char *foreign = foreign_fault();
  if (!f->bytes)
    return tile_fail(e, TILE_REJECTED, "%s: the file is empty", path);
  if (!foreign && known_format_reject(path, e))
    return e->code;
  return foreign ? tile_fail(e, TILE_FAILED, "%s: %s", path, foreign)
                 : tile_fail(e, TILE_REJECTED, "%s: cannot be read as TIFF: %s", path,
                             *message ? message : "it has no page");
}

void tiff_file_close(struct tiff_file *f)
{
  if (f->tiff)
    TIFFClose(f->tiff);
  f->tiff = NULL;
}

static uint64_t number_at(const struct tiff_file *f, uint64_t offset, size_t bytes, bool big_endian)
{
  unsigned char b[8];
  uint64_t number = 0;
  if (pread(TIFFFileno(f->tiff), b, bytes, (off_t)offset) != (ssize_t)bytes)
    return UINT64_MAX;
  for (size_t i = 0; i < bytes; i++)
    number = number << 8 | b[big_endian ? i : bytes - 1 - i];
  return number;
}

/* For libtiff a page is the last one if its link to the next is cut off or leads back. Here these are errors. */
static bool find_link(const struct tiff_file *f, uint64_t *link)
{
  bool big_endian = number_at(f, 0, 1, true) == 'M', big = number_at(f, 2, 2, big_endian) == 43;
  uint64_t at = TIFFCurrentDirOffset(f->tiff), entries = number_at(f, at, big ? 8 : 2, big_endian);
  uint64_t end = at + (big ? 16 + 20 * entries : 6 + 12 * entries);
  *link = number_at(f, end - (big ? 8 : 4), big ? 8 : 4, big_endian);
  return entries <= (uint64_t)f->bytes && end <= (uint64_t)f->bytes;
}

/* Finds the entry of a tag in the current directory. */
static bool find_entry(const struct tiff_file *f, uint16_t tag, bool big, bool big_endian, uint64_t *entry)
{
  const uint64_t at = TIFFCurrentDirOffset(f->tiff), entries = number_at(f, at, big ? 8 : 2, big_endian);
  *entry = at + (big ? 8 : 2);
  for (uint64_t i = 0; i < entries && *entry < (uint64_t)f->bytes; i++, *entry += big ? 20 : 12)
    if (number_at(f, *entry, 2, big_endian) == tag)
      return true;
  return false;
}

uint64_t tiff_file_strip(const struct tiff_file *f, uint64_t index)
{
  const bool big_endian = number_at(f, 0, 1, true) == 'M', big = number_at(f, 2, 2, big_endian) == 43;
  uint64_t entry;
  if (!find_entry(f, TIFFTAG_STRIPOFFSETS, big, big_endian, &entry))
    return UINT64_MAX;
  const uint64_t type = number_at(f, entry + 2, 2, big_endian),
                 count = number_at(f, entry + 4, big ? 8 : 4, big_endian);
  const size_t bytes = type == TIFF_SHORT ? 2 : type == TIFF_LONG ? 4 : type == TIFF_LONG8 ? 8 : 0;
  uint64_t at = entry + (big ? 12 : 8);
  if (index >= count || !bytes || count > (uint64_t)f->bytes)
    return UINT64_MAX;
  if (count * bytes > (big ? 8 : 4))
    at = number_at(f, at, big ? 8 : 4, big_endian);
  return at > (uint64_t)f->bytes ? UINT64_MAX : number_at(f, at + index * bytes, bytes, big_endian);
}

int tiff_file_next(struct tiff_file *f, bool *end, struct tile_error *e)
{
  uint64_t link;
  tiff_file_begin();
  if (!find_link(f, &link))
    return tiff_file_reject(f, e, "the file is cut off");
  f->page++;
  *end = !TIFFReadDirectory(f->tiff);
  if (*end && *message)
    return tiff_file_reject(f, e, "cannot be read");
  return *end && link ? tiff_file_reject(f, e,
                                         "cannot be reached: the link of the page before leads back to one that "
                                         "was read, or there are too many pages")
                      : TILE_OK;
}

int tiff_file_seek(struct tiff_file *f, int64_t page, uint64_t offset, struct tile_error *e)
{
  tiff_file_begin();
  f->page = page;
  return TIFFSetSubDirectory(f->tiff, offset) ? TILE_OK
                                              : tiff_file_reject(f, e, "is no longer there: the file has changed");
}

int tiff_file_reject(const struct tiff_file *f, struct tile_error *e, const char *format, ...)
{
  char text[512];
  va_list list;
  const char *foreign = foreign_fault();
  const int code = foreign ? TILE_FAILED : TILE_REJECTED;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  tile_fail(e, code, "%s: page %lld: %s%s%s%s", f->path, (long long)f->page, foreign ? foreign : text,
            *message ? " (" : "", message, *message ? ")" : "");
  tiff_file_begin();
  return code;
}
