/* Three files for one test: their names are unique, and they are removed when the test ends. */
#ifndef SCRATCH_MADE_H
#define SCRATCH_MADE_H

#include "suite.h"
#include <stdio.h>
#include <unistd.h>

static char file[3][64];

static void name_files(void)
{
  for (int i = 0; i < 3; i++)
    snprintf(file[i], sizeof *file, "check_files.%d.%d", (int)getpid(), i);
}

static void remove_files(void)
{
  for (int i = 0; i < 3; i++)
    unlink(file[i]);
}

/* A new file: to write an old one again waits for the disk. */
static inline void write_text(const char *path, const void *text, size_t length)
{
  remove(path);
  FILE *out = fopen(path, "wb");
  ck_assert_ptr_nonnull(out);
  ck_assert_uint_eq(fwrite(text, 1, length, out), length);
  fclose(out);
}

#endif
