/* SPDX-License-Identifier: BSD-3-Clause */
/* Every parser of every option: "PROGRAM OPTION VALUE", and the texts that are parsed later: "shape NAME:KEY=VALUE" and
 * "crop WINDOW". */
#include <config.h>

#include "options.h"
#include "source_read.h"
#include "window.h"

#include <string.h>

static const struct fuzz_options *const programs[] = {&fuzz_options_voxelize, &fuzz_options_tile, &fuzz_options_stats,
                                                      &fuzz_options_run, &fuzz_options_probe};

static void try_option(const struct fuzz_options *p, const char *name, const char *value)
{
  struct tile_error e = {0};
  for (const struct cli_option *o = p->table; o->name; o++)
    if (o->parse && strcmp(o->name, name) == 0) {
      const bool left_out = !o->argument || (*o->argument == '[' && !*value);
      int code = o->parse(o->to, left_out ? NULL : value, &e);
      if (code)
        fuzz_check_error(code, &e);
    }
  tile_limit_memory(0); /* undoes --max-memory */
  if (p->forget)
    p->forget();
}

static void try_shape(const char *text)
{
  struct source s;
  struct tile_error e;
  int code = source_shape(&s, text, (int64_t[]){9, 8, 7}, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    fuzz_read_source(&s);
}

static void try_crop(const char *text)
{
  struct window w = WINDOW_WHOLE;
  struct tile_error e;
  int code = window_parse(&w, text, &e);
  if (!code)
    code = window_measure(&w, (double[]){1e-3, 2e-3, 3e-3}, NULL, &e) || window_fit(&w, (int64_t[]){9, 8, 7}, &e)
               ? e.code
               : 0;
  if (code)
    fuzz_check_error(code, &e);
}

static void try_line(char *line)
{
  const char *program = strsep(&line, " "), *option = line;
  if (!line)
    return;
  if (strcmp(program, "shape") == 0)
    try_shape(line);
  else if (strcmp(program, "crop") == 0)
    try_crop(line);
  else if (option = strsep(&line, " "), line)
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
      if (strcmp(programs[i]->program, program) == 0)
        try_option(programs[i], option, line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  char *line = strndup((const char *)data, length);
  if (line)
    try_line(line);
  free(line);
  return 0;
}
