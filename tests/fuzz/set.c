/* SPDX-License-Identifier: BSD-3-Clause */
/* "KIND=VALUE" of --set on the first line, in which FILE stands for a file of the lines behind it: a curve. What programs
 * end with at an error is caught here. */
#include <config.h>

#include "course.h"
#include "curve.h"
#include "opening.h"
#include "target.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

void __real_exit(int code) __attribute__((noreturn));
void __wrap_exit(int code) __attribute__((noreturn));
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file);
/* Memory of an input that was refused is left to the end of the program. */
__attribute__((weak)) void __lsan_disable(void);
__attribute__((weak)) void __lsan_enable(void);

static jmp_buf refused;
static bool armed;
static FILE *opened;

void __wrap_exit(int code)
{
  if (!armed)
    __real_exit(code);
  if (code < TILE_FAILED || code > TILE_REJECTED)
    abort();
  longjmp(refused, code);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
  FILE *file = __real_fopen(path, mode);
  opened = armed && file ? file : opened;
  return file;
}

int __wrap_fclose(FILE *file)
{
  opened = file == opened ? NULL : opened;
  return __real_fclose(file);
}

static struct tile_patch patches[] = {{.name = "inlet", .face = "z-", .normal = {0, 0, 1}},
                                      {.name = "outlet", .face = "z+", .normal = {0, 0, -1}}};

/* What was accepted is finite, but for the start of a capacitor, which opening_check finds. */
static void check(const struct lbm_parameters *p)
{
  const struct lbm_wave *w = &p->setup.course[0].wave;
  for (int n = 0; n < w->points; n++)
    if (!isfinite(w->time[n]) || !isfinite(w->value[n]) || (n && !(w->time[n] > w->time[n - 1])))
      abort();
  if (w->points && !(p->period >= 3))
    abort();
}

/* The text with the path of the file in place of FILE. */
static char *place(const char *text, const char *path)
{
  const char *word = strstr(text, "FILE");
  char *whole = NULL;
  if (!word)
    return strdup(text);
  return asprintf(&whole, "%.*s%s%s", (int)(word - text), text, path, word + 4) < 0 ? NULL : whole;
}

static void set(const char *text, struct lbm_parameters *p, const struct tile_domain *d)
{
  if (__lsan_disable)
    __lsan_disable();
  armed = true;
  opened = NULL;
  if (!setjmp(refused)) {
    if (opening_set(text, text, p, d, 0, false))
      check(p);
  } else if (opened)
    fclose(opened);
  armed = false;
  if (__lsan_enable)
    __lsan_enable();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  struct tile_error e;
  struct tile_mark mark[2] = {{.patch = 1}, {.patch = 2}};
  struct tile_domain d = {
      .grid = {4, 4, 4}, .edge = 4, .dx = 1e-3, .patches = 2, .patch = patches, .marks = 2, .mark = mark};
  struct lbm_parameters p;
  const uint8_t *end = memchr(data, '\n', length);
  if (!end || memchr(data, 0, (size_t)(end - data)))
    return 0;
  const char *path = fuzz_file(end + 1, (size_t)(data + length - end - 1));
  char *line = strndup((const char *)data, (size_t)(end - data)), *text = path && line ? place(line, path) : NULL;
  if (text && !lbm_parameters_read(&p, &d, &e)) {
    p.units.dt = 1e-4;
    set(text, &p, &d);
    lbm_parameters_free(&p);
    curve_forget();
  }
  free(text);
  free(line);
  return 0;
}
