#include "tiff_file.h"

#include "known_format.h"
#include "tiff_io.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* libtiff's first message since the last step: it explains why a call has failed. Files are read by several threads. */
static _Thread_local char message[256];

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

void tiff_file_begin(void)
{
  *message = 0;
  errno = 0;
}

/* Of a step of libtiff that failed: was it the file's fault, or that of memory and disks? */
static int fault(void)
{
  return errno == ENOMEM || errno == EIO ? TILE_FAILED : TILE_REJECTED;
}

/* One setting for all threads. */
static pthread_once_t handlers_set = PTHREAD_ONCE_INIT;
static void set_handlers(void)
{
  TIFFSetWarningHandler(NULL);
  TIFFSetErrorHandler(keep_message);
}

static int open_regular(struct tiff_file *f, int missing, struct tile_error *e)
{
  struct stat status;
  int file = open(f->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a named pipe must not hold us up */
  if (file < 0 || fstat(file, &status)) {
    int code = errno == ENOENT ? missing : TILE_FAILED;
    tile_fail(e, code, "%s: %s", f->path, strerror(errno));
  } else if (!S_ISREG(status.st_mode)) {
    tile_fail(e, TILE_FAILED, "%s: not a regular file, as a TIFF must be", f->path);
  } else {
    f->bytes = status.st_size;
    return file;
  }
  if (file >= 0)
    close(file);
  return -1;
}

int tiff_file_open(struct tiff_file *f, const char *path, int missing, struct tile_error *e)
{
  *f = (struct tiff_file){ .path = path };
  int file = open_regular(f, missing, e);
  if (file < 0)
    return e->code;
  pthread_once(&handlers_set, set_handlers);
  tiff_file_begin();
  f->tiff = tiff_io_open(file, path, f->bytes);
  if (f->tiff)
    return TILE_OK;
  const int code = fault();
  if (code == TILE_REJECTED && known_format_reject(path, e))
    return e->code;
  return f->bytes ? tile_fail(e, code, "%s: cannot be read as TIFF: %s", path, *message ? message : "out of memory")
                  : tile_fail(e, TILE_REJECTED, "%s: the file is empty", path);
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

/* libtiff takes a page whose link to the next is cut off for the last one; we do not. */
static bool link_cut_off(const struct tiff_file *f)
{
  bool big_endian = number_at(f, 0, 1, true) == 'M', big = number_at(f, 2, 2, big_endian) == 43;
  uint64_t at = TIFFCurrentDirOffset(f->tiff), entries = number_at(f, at, big ? 8 : 2, big_endian);
  uint64_t end = at + (big ? 16 + 20 * entries : 6 + 12 * entries);
  return entries > (uint64_t)f->bytes || end > (uint64_t)f->bytes;
}

int tiff_file_next(struct tiff_file *f, bool *end, struct tile_error *e)
{
  tiff_file_begin();
  if (link_cut_off(f))
    return tiff_file_reject(f, e, "the file is cut off");
  f->page++;
  *end = !TIFFReadDirectory(f->tiff);
  return *end && *message ? tiff_file_reject(f, e, "cannot be read") : TILE_OK;
}

int tiff_file_seek(struct tiff_file *f, int64_t page, uint64_t offset, struct tile_error *e)
{
  tiff_file_begin();
  f->page = page;
  return TIFFSetSubDirectory(f->tiff, offset) ? TILE_OK : tiff_file_reject(f, e, "is no longer there: the file has changed");
}

int tiff_file_reject(const struct tiff_file *f, struct tile_error *e, const char *format, ...)
{
  char text[512];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  const int code = fault();
  va_end(list);
  tile_fail(e, code, "%s: page %lld: %s%s%s%s", f->path, (long long)f->page, text, *message ? " (" : "", message,
            *message ? ")" : "");
  tiff_file_begin();
  return code;
}
