/* SPDX-License-Identifier: BSD-3-Clause */
/* replay FILE|FOLDER...: runs a fuzz target on files, as libFuzzer does with a corpus. */
#include <config.h>

#include "target.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static size_t replayed;

static void die(const char *path)
{
  perror(path);
  exit(99);
}

static void replay_file(const char *path)
{
  struct stat s;
  FILE *in = fopen(path, "rb");
  if (!in || fstat(fileno(in), &s))
    die(path);
  size_t length = (size_t)s.st_size;
  unsigned char *data = malloc(length ? length : 1); /* exact size: valgrind and ASan see accesses beyond */
  if (!data || fread(data, 1, length, in) != length)
    die(path);
  fclose(in);
  fprintf(stderr, "%s\n", path); /* the last line names the file that crashed */
  LLVMFuzzerTestOneInput(data, length);
  free(data);
  replayed++;
}

static void replay_folder(const char *path)
{
  struct dirent **entry;
  int count = scandir(path, &entry, NULL, alphasort);
  if (count < 0)
    die(path);
  for (int i = 0; i < count; free(entry[i++])) {
    char *name;
    if (entry[i]->d_name[0] == '.')
      continue;
    if (asprintf(&name, "%s/%s", path, entry[i]->d_name) < 0)
      die(path);
    replay_file(name);
    free(name);
  }
  free(entry);
}

int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    struct stat s;
    if (stat(argv[i], &s))
      die(argv[i]);
    if (S_ISDIR(s.st_mode))
      replay_folder(argv[i]);
    else
      replay_file(argv[i]);
  }
  printf("%zu inputs\n", replayed);
  return 0;
}
