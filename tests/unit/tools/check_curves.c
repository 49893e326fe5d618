/* SPDX-License-Identifier: BSD-3-Clause */
/* Units in the heads of curves: every writing, of every unit, between every pair of separators, names the same curve. */
#include <config.h>

#include "curve.h"
#include "scratch_made.h"
#include "suite.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))
enum { TEXT = 256 };

static const struct {
  const char *text;
  double si;
} times[] = {{"s", 1}, {"ms", 1e-3}, {"min", 60}, {"msec", 1e-3}};

static const struct quantity {
  const char *names[3];
  int exponents[3];
  struct {
    const char *text;
    double si;
  } unit[4];
} quantities[] = {
    {{"Q", "flow", "Inlet flow"},
     {3, -1, 0},
     {{"mL/s", 1e-6}, {"l/min", 1e-3 / 60}, {"mm3/s", 1e-9}, {"cc/sec", 1e-6}}},
    {{"v", "velocity", "Mean speed"}, {1, -1, 0}, {{"cm/s", 1e-2}, {"m/s", 1}, {"mm/s", 1e-3}, {"m/min", 1. / 60}}},
    {{"p", "pressure", "p aorta"},
     {-1, -2, 1},
     {{"mmHg", 133.322387415}, {"kPa", 1e3}, {"cmH2O", 98.0665}, {"dyn/cm2", 0.1}}}};

/* ---- writings -------------------------------------------------------------- */

/* %n: the name, %u: the unit, %_: with underscores for slashes, %^: with capitals for them, %p: with " per ". */
static const char *const writings[] = {"%n [%u]",  "%n[%u]",  "%n (%u)",  "%n(%u)", "%n {%u}", "%n/%u",
                                       "%n/(%u)",  "%n / %u", "%n in %u", "%n, %u", "%n_%_",   "%n%^",
                                       "%n in %p", "%n %u",   "%n: %u",   "%n=%u"};

static void put_unit(char *to, const char *unit, char how)
{
  for (bool begins = how == '^'; *unit; unit++) {
    if (*unit == '/' && how == 'p')
      to += sprintf(to, " per ");
    else if (*unit == '/' && how == '_')
      *to++ = '_';
    else if (*unit != '/' || how == 'u')
      *to++ = (char)(begins ? toupper(*unit) : how == '^' ? tolower(*unit) : *unit);
    begins = how == '^' && *unit == '/';
  }
  *to = 0;
}

static void put_head(char *to, const char *writing, const char *name, const char *unit, bool capitals)
{
  char *begin = to;
  for (; *writing; writing++) {
    if (*writing != '%') {
      *to++ = *writing;
      continue;
    }
    if (*++writing == 'n')
      strcpy(to, name);
    else
      put_unit(to, unit, *writing);
    to += strlen(to);
  }
  *to = 0;
  for (char *c = begin; capitals && *c; c++)
    *c = (char)toupper(*c);
}

/* ---- the curve --------------------------------------------------------------- */

static void expect_curve(const char *head, const struct quantity *q, double time, double value)
{
  char text[4 * TEXT];
  struct curve c;
  snprintf(text, sizeof text, "%s\n0,1\n0.5,3\n2,1\n", head);
  write_text(file[0], text, strlen(text));
  curve_read(&c, head, file[0], q->exponents, NULL, 0);
  ck_assert_msg(c.unit[0].given && c.unit[1].given, "\"%s\": a unit is not read", head);
  ck_assert_msg(cli_is(c.unit, 0, 1, 0) && fabs(c.unit[0].value / time - 1) < 1e-12, "\"%s\": time", head);
  ck_assert_msg(cli_is(c.unit + 1, q->exponents[0], q->exponents[1], q->exponents[2]) &&
                    fabs(c.unit[1].value / value - 1) < 1e-12,
                "\"%s\": value", head);
  ck_assert_int_eq(c.points, 3);
  ck_assert(c.time[2] == 2 && c.value[1] == 3);
  curve_free(&c);
  curve_forget();
}

/* Capitals say nothing of brackets, but a unit in them is read where there is no small letter. */
static void expect_all(const struct quantity *q, const char *writing, int n, int capitals)
{
  static const char *const between[] = {",", ", ", ";", "\t", " "}, *const names[] = {"t", "time", "Time"};
  for (int t = 0; t < COUNT(times); t++)
    for (int u = 0; u < COUNT(q->unit); u++)
      for (int b = 0; b < COUNT(between) - !strcmp(writing, "%n, %u"); b++) {
        char first[TEXT], second[TEXT], head[3 * TEXT];
        put_head(first, writing, names[n], times[t].text, capitals);
        put_head(second, writing, q->names[n], q->unit[u].text, capitals);
        for (int comment = 0; comment < 2; comment++) {
          snprintf(head, sizeof head, "%s%s%s%s", comment ? "# " : "", first, between[b], second);
          expect_curve(head, q, times[t].si, q->unit[u].si);
        }
      }
}

LOOP_TEST(every_writing, COUNT(writings) * COUNT(quantities))
{
  const struct quantity *q = quantities + _i % COUNT(quantities);
  const char *writing = writings[_i / COUNT(quantities)];
  for (int n = 0; n < 3; n++)
    for (int capitals = 0; capitals < 2; capitals++)
      if (!(capitals && strchr(writing, '^')))
        expect_all(q, writing, n, capitals);
}

/* Names that are no units: the curve has none. */
LOOP_TEST(names, 13)
{
  static const char *const heads[] = {"t,Q",          "time,flow",
                                      "t;q_min",      "time,p",
                                      "t,P",          "Time,Flow rate",
                                      "t,flow_pa",    "cycle_time,inlet_flow",
                                      "t,Q_in",       "t [steps],Q [lattice units]",
                                      "step,flowMin", "t Q",
                                      "time,Q_mean"};
  char text[TEXT];
  struct curve c;
  snprintf(text, sizeof text, "%s\n0,1\n0.5,3\n2,1\n", heads[_i]);
  write_text(file[0], text, strlen(text));
  curve_read(&c, heads[_i], file[0], quantities[0].exponents, NULL, 0);
  ck_assert_msg(!c.unit[0].given && !c.unit[1].given, "%s: %s %s", heads[_i], c.name[0], c.name[1]);
  curve_free(&c);
  curve_forget();
}

int main(void)
{
  name_files();
  atexit(remove_files);
  return run_tests("curves", 0, CK_FORK_GETENV);
}
