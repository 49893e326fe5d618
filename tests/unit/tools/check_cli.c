/* SPDX-License-Identifier: BSD-3-Clause */
/* Option values and JSON. */
#include <config.h>

#include "cli_internal.h"
#include "tile_voxels.h"
#include "suite.h"

#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct tile_error e;

struct quantity_case {
  const char *text;
  double value;
  int metre, second, kilogram;
};

static const struct quantity_case physical[] = {
    {"5um", 5e-6, 1, 0, 0},
    {"5 \302\265m", 5e-6, 1, 0, 0},
    {"3.00035\316\274m", 3.00035e-6, 1, 0, 0},
    {"25nm", 25e-9, 1, 0, 0},
    {"2cm", 0.02, 1, 0, 0},
    {"1km", 1000, 1, 0, 0},
    {"1m", 1, 1, 0, 0},
    {"1e-6m2/s", 1e-6, 2, -1, 0},
    {"1e-6 m^2/s", 1e-6, 2, -1, 0},
    {"1mm\302\262/s", 1e-6, 2, -1, 0},
    {"1mPa", 1e-3, -1, -2, 1},
    {"10Pa", 10, -1, -2, 1},
    {"2MPa", 2e6, -1, -2, 1},
    {"-3kPa", -3e3, -1, -2, 1},
    {"1000kg/m3", 1000, -3, 0, 1},
    {"1g/cm3", 1000, -3, 0, 1},
    {"2ms", 2e-3, 0, 1, 0},
    {"0.1m/s", 0.1, 1, -1, 0},
    {"9.81m*s-2", 9.81, 1, -2, 0},
    {"1mPa\302\267s", 1e-3, -1, -1, 1},
    {"1N/m3", 1, -2, -2, 1},
    {"5mL/s", 5e-6, 3, -1, 0},
    {"5.4 l/min", 9e-5, 3, -1, 0},
    {"80mmHg", 10665.7909932, -1, -2, 1},
    {"1mmHg.s/mL", 133322387.415, -4, -1, 1},
    {"1e-3 mL/mmHg", 1e-9 / 133.322387415, 4, 2, -1},
    {"1000dyn*s/cm5", 1e8, -4, -1, 1},
    {"3.5cP", 3.5e-3, -1, -1, 1},
    {"3.5mPa.s", 3.5e-3, -1, -1, 1},
    {"75beats/min", 1.25, 0, -1, 0},
    {"75bpm", 1.25, 0, -1, 0},
    {"1.25Hz", 1.25, 0, -1, 0},
    {"5cc/sec", 5e-6, 3, -1, 0},
    {"5ml/SEC", 5e-6, 3, -1, 0},
    {"2msec", 2e-3, 0, 1, 0},
    {"80mmhg", 10665.7909932, -1, -2, 1},
    {"80MMHG", 10665.7909932, -1, -2, 1},
    {"10cmH2O", 980.665, -1, -2, 1},
    {"10cmh2o", 980.665, -1, -2, 1},
    {"10mbar", 1e3, -1, -2, 1},
    {"1dyne/cm2", 0.1, -1, -2, 1},
    {"2micrometers", 2e-6, 1, 0, 0},
    {"3milliliters/second", 3e-6, 3, -1, 0},
    {"9dL/h", 2.5e-7, 3, -1, 0},
    {"4m\302\267s\342\201\273\302\271", 4, 1, -1, 0},
};
#define PHYSICAL ((int)(sizeof physical / sizeof *physical))

START_TEST(quantities)
{
  const struct quantity_case *c = &physical[_i];
  struct cli_quantity q = {0};
  ck_assert_int_eq(cli_quantity(&q, c->text, &e), 0);
  ck_assert(q.given && cli_is(&q, c->metre, c->second, c->kilogram));
  ck_assert(fabs(q.value - c->value) <= 4e-16 * fabs(c->value));
}
END_TEST

START_TEST(bare_numbers_are_lattice_units)
{
  struct cli_quantity q;
  ck_assert_int_eq(cli_quantity(&q, "0.05", &e), 0);
  ck_assert(q.given && !q.physical && q.value == 0.05 && !cli_is(&q, 0, 0, 0));
}
END_TEST

/* A value with a prefix must read as the nearest double: 5um is 5e-6 and no neighbour of it. */
START_TEST(prefixes_are_exact)
{
  static const struct {
    const char *unit;
    int ten;
  } units[] = {{"nm", -9}, {"um", -6}, {"mL/s", -6}, {"cm2", -4}, {"mm", -3}, {"kPa", 3}, {"MPa", 6}};
  for (size_t u = 0; u < sizeof units / sizeof *units; u++)
    for (int i = 1; i < 3000; i++) { /* 0.1um is 1e-07, not its neighbour */
      char text[32], short_text[TILE_REAL_TEXT];
      struct cli_quantity q;
      snprintf(text, sizeof text, "%.2f%s", i / 100.0, units[u].unit);
      ck_assert_int_eq(cli_quantity(&q, text, &e), 0);
      snprintf(text, sizeof text, "%.2fe%d", i / 100.0, units[u].ten);
      ck_assert_msg(q.value == strtod(text, NULL), "%s is %s", text, tile_real_text(short_text, q.value));
    }
}
END_TEST

/* As programs that write images spell them; a whole number of a unit is the double nearest to it. */
static const struct {
  const char *unit;
  double metres;
} lengths[] = {
    {"m", 3},
    {"metres", 3},
    {"cm", 3e-2},
    {"mm", 3e-3},
    {"MM", 0}, /* mm or Mm */
    {" mm ", 3e-3},
    {"millimeter", 3e-3},
    {"um", 3e-6},
    {"\302\265m", 3e-6},
    {"\316\274m", 3e-6},
    {"\265m", 3e-6},
    {"\\u00B5m", 3e-6},
    {"\\u00b5m", 3e-6},
    {"\\u03BCm", 3e-6},
    {"micron", 3e-6},
    {"Microns", 3e-6},
    {"micrometer", 3e-6},
    {"micrometers", 3e-6},
    {"Micrometres", 3e-6},
    {"nm", 3e-9},
    {"nanometers", 3e-9},
    {"\303\205", 3e-10},
    {"\342\204\253", 3e-10},
    {"angstrom", 3e-10},
    {"pm", 3e-12},
    {"in", 0.0762},
    {"inches", 0.0762},
    {"pixel", 0},
    {"s", 0},
    {"mm2", 0},
    {"xin", 0},
    {"minch", 0},
    {"u", 0},
    {"", 0},
    {"reference frame", 0},
};
#define LENGTHS ((int)(sizeof lengths / sizeof *lengths))

START_TEST(lengths_of_images)
{
  const double metres = tile_length_in(3, lengths[_i].unit);
  ck_assert_msg(metres == lengths[_i].metres, "3 '%s': %.17g m", lengths[_i].unit, metres);
}
END_TEST

static const struct {
  cli_parser *parse;
  const char *text;
} refused[] = {
    {cli_quantity, ""},
    {cli_quantity, "um"},
    {cli_quantity, "5parsec"},
    {cli_quantity, "5um/"},
    {cli_quantity, "5m0"},
    {cli_quantity, "infm"},
    {cli_quantity, "nan"},
    {cli_quantity, "0x1p3m"},
    {cli_quantity, "1m^"},
    {cli_quantity, "1e999m"},
    {cli_quantity, "5um um"},
    {cli_quantity, "5kkg"},
    {cli_quantity, "5mpa"},    /* mPa or MPa */
    {cli_quantity, "5ML/SEC"}, /* mL or ML */
    {cli_quantity, "5H2O"},
    {cli_quantity, "5in"}, /* a word in heads of tables */
    {cli_quantity, "5min2ch"},
    {cli_quantity, "1m/m/m/m/m/m/m/m/m/m/m/m"},
    {cli_count, "0"},
    {cli_count, "-3"},
    {cli_count, "3.5"},
    {cli_count, ""},
    {cli_count, " 4"},
    {cli_count, "9223372036854775808"},
    {cli_real, "1,5"},
    {cli_real, "nan"},
    {cli_real, "inf"},
    {cli_real, "0x10"},
    {cli_positive, "0"},
    {cli_positive, "-1"},
    {cli_reals3, "1,2"},
    {cli_reals3, "1,2,3,4"},
    {cli_reals3, "1,,3"},
    {cli_reals3, "1,2,3 "},
    {cli_ints3, "1,2.5,3"},
    {cli_ints3, "1, 2,3"},
    {cli_axis, "w"},
    {cli_axis, "xy"},
    {cli_axis, ""},
    {cli_axes, ""},
    {cli_axes, "x,,y"},
    {cli_axes, ",x"},
    {cli_axes, "x,"},
    {cli_axes, "abc"},
    {cli_axes, "zz"},
    {cli_axes, "x,y,x"},
    {cli_text, ""},
};
#define REFUSED ((int)(sizeof refused / sizeof *refused))

START_TEST(wrong_values_are_usage_errors)
{
  double room[16];
  e.text[0] = 0;
  ck_assert_msg(refused[_i].parse(room, refused[_i].text, &e) == TILE_USAGE, "accepted: \"%s\"", refused[_i].text);
  ck_assert(e.text[0] && !strchr(e.text, '\n'));
}
END_TEST

START_TEST(triples_and_axes)
{
  double real[3];
  int64_t number[3];
  unsigned axes;
  int axis;
  ck_assert_int_eq(cli_reals3(real, "1e-6,-2,.5", &e), 0);
  ck_assert(real[0] == 1e-6 && real[1] == -2 && real[2] == 0.5);
  ck_assert_int_eq(cli_ints3(number, "1,-2,30", &e), 0);
  ck_assert(number[0] == 1 && number[1] == -2 && number[2] == 30);
  ck_assert(cli_axes(&axes, "xz", &e) == 0 && axes == 5);
  ck_assert(cli_axes(&axes, "y,z", &e) == 0 && axes == 6);
  ck_assert(cli_axes(&axes, "none", &e) == 0 && axes == 0);
  ck_assert(cli_axis(&axis, "z", &e) == 0 && axis == 2);
}
END_TEST

START_TEST(lists_grow)
{
  struct cli_values list = {0};
  ck_assert(cli_list(&list, "a", &e) == 0 && cli_list(&list, "b", &e) == 0);
  ck_assert(list.count == 2 && strcmp(list.value[1], "b") == 0);
  free(list.value);
}
END_TEST

START_TEST(lengths_are_printed_with_a_fitting_prefix)
{
  char text[TILE_REAL_TEXT];
  ck_assert_str_eq(cli_length_text(text, 5e-6), "5 um");
  ck_assert_str_eq(cli_length_text(text, 3.00035e-6), "3.00035 um");
  ck_assert_str_eq(cli_length_text(text, 0.02), "20 mm");
  ck_assert_str_eq(cli_length_text(text, 2), "2 m");
  ck_assert_str_eq(cli_length_text(text, 25e-9), "25 nm");
  char three[CLI_LENGTHS_TEXT];
  ck_assert_str_eq(cli_lengths_text(three, (double[]){220.8e-9, -4.65e-9, 60e-3}), "0.0002208, -4.65e-06, 60 mm");
  ck_assert_str_eq(cli_lengths_text(three, (double[]){22.2e-3, -36.6e-3, 1e-13}), "22.2, -36.6, 0 mm");
  ck_assert_str_eq(cli_lengths_text(three, (double[]){0, 0, 0}), "0, 0, 0 m");
}
END_TEST

static void check_lengths(double x, double y, double z, const char *wanted)
{
  char text[CLI_LENGTHS_TEXT];
  ck_assert_str_eq(cli_lengths_text(text, (double[]){x, y, z}), wanted);
}

/* One unit, that of the largest component; components under 1e-9 of it are 0. */
START_TEST(vectors_have_one_unit)
{
  check_lengths(0.0012, 220.8e-9, -4.65e-9, "1.2, 0.0002208, -4.65e-06 mm");
  check_lengths(-0.02, 0.0201e-9, 0.0199e-9, "-20, 2.01e-08, 0 mm");
  check_lengths(1e-17, -1e-17, 3e-6, "0, 0, 3 um");
  check_lengths(0, -0.0, 0, "0, 0, 0 m");
  check_lengths(220.8e-9, -4.65e-9, -0.15e-9, "220.8, -4.65, -0.15 nm");
  check_lengths(0.9999999, 0.5, -2e-3, "1, 0.5, -0.002 m");
}
END_TEST

START_TEST(rounding_is_not_printed)
{
  double v[4] = {-2, 2.1e-9, -1.9e-9, -0.0};
  report_trim(v, v, 4);
  ck_assert(v[0] == -2 && v[1] == 2.1e-9 && v[2] == 0 && !signbit(v[2]) && v[3] == 0 && !signbit(v[3]));
}
END_TEST

START_TEST(json_is_json)
{
  char *text;
  size_t length;
  struct json j = {.out = open_memstream(&text, &length)};
  json_open(&j, NULL, '{');
  json_text(&j, "na\"me", "back\\slash\ttab \302\265");
  json_text(&j, "nothing", NULL);
  json_real(&j, "nan", NAN);
  json_real(&j, "tenth", 0.1);
  json_open(&j, "list", '[');
  json_int(&j, NULL, -7);
  json_bool(&j, NULL, true);
  json_real(&j, NULL, -INFINITY);
  json_close(&j, ']');
  json_open(&j, "empty", '{');
  json_close(&j, '}');
  json_close(&j, '}');
  fclose(j.out);
  ck_assert_str_eq(text, "{\n  \"na\\\"me\": \"back\\\\slash\\u0009tab \302\265\",\n  \"nothing\": null,\n"
                         "  \"nan\": null,\n  \"tenth\": 0.1,\n  \"list\": [-7, true, null],\n  \"empty\": {}\n}\n");
  free(text);
}
END_TEST

/* RFC 3629: the shortest form of each character, no halves of pairs, nothing behind U+10FFFF. */
START_TEST(text_is_utf8)
{
  static const struct {
    const char *text;
    int bytes;
  } rows[] = {{"a", 1},
              {"\302\265m", 2},
              {"\337\277", 2},
              {"\340\240\200", 3},
              {"\342\202\254", 3},
              {"\355\237\277", 3},
              {"\356\200\200", 3},
              {"\360\220\200\200", 4},
              {"\364\217\277\277", 4},
              {"\200", 0},
              {"\265m", 0},
              {"\300\257", 0},
              {"\301\277", 0},
              {"\302", 0},
              {"\302m", 0},
              {"\340\237\277", 0},
              {"\342\202", 0},
              {"\342\202m", 0},
              {"\355\240\200", 0},
              {"\360\217\277\277", 0},
              {"\360\237\230", 0},
              {"\364\220\200\200", 0},
              {"\365\200\200\200", 0},
              {"\377", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_msg(cli_utf8_bytes(rows[i].text) == rows[i].bytes, "row %zu: %d", i, cli_utf8_bytes(rows[i].text));
}
END_TEST

START_TEST(json_is_utf8)
{
  char *text = NULL;
  size_t length;
  struct json j = {.out = open_memstream(&text, &length)};
  json_open(&j, NULL, '[');
  json_text(&j, NULL, "caf\351.tile");
  json_text(&j, NULL, "\342\202");
  json_text(&j, NULL, "caf\303\251");
  json_close(&j, ']');
  fclose(j.out);
  ck_assert_str_eq(text, "[\"caf\357\277\275.tile\", \"\357\277\275\357\277\275\", \"caf\303\251\"]\n");
  free(text);
}
END_TEST

/* ---- the memory of the machine ---- */

static void put(const char *path, const char *text)
{
  FILE *out = fopen(path, "w");
  ck_assert_ptr_nonnull(out);
  fputs(text, out);
  fclose(out);
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *at)
{
  (void)s, (void)kind, (void)at;
  return remove(path);
}

#define LIMIT(bytes) ck_assert_uint_eq(cli_group_memory("list", "groups"), bytes)

START_TEST(control_groups_limit_memory)
{
  static const char *const folders[] = {"groups", "groups/a", "groups/a/b", "groups/memory", "groups/memory/c"};
  char folder[] = "check_cli.XXXXXX";
  ck_assert(mkdtemp(folder) && chdir(folder) == 0);
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    ck_assert_int_eq(mkdir(folders[i], 0777), 0);
  LIMIT(SIZE_MAX); /* the file does not exist */
  put("list", "0::/a/b\n");
  LIMIT(SIZE_MAX);
  put("groups/a/b/memory.max", "max\n");
  LIMIT(SIZE_MAX);
  put("groups/a/memory.max", "5000000\n");
  LIMIT(5000000);
  put("groups/a/b/memory.max", "6000000\n");
  LIMIT(5000000);
  put("groups/memory.max", "4000000\n"); /* the limit of a container, which is all that its programs see */
  LIMIT(4000000);
  put("list", "7:cpu,cpuacct:/a\n4:memory:/c\n");
  LIMIT(SIZE_MAX);
  put("groups/memory/c/memory.limit_in_bytes", "7000000\n");
  LIMIT(7000000);
  put("list", "no group\n");
  LIMIT(SIZE_MAX);
  ck_assert_int_eq(chdir(".."), 0);
  nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}
END_TEST

START_TEST(the_machine_has_memory)
{
  const size_t all = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
  ck_assert(cli_machine_memory() >= 1 << 20 && cli_machine_memory() <= all);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("cli");
  TCase *values = tcase_create("values"), *reports = tcase_create("reports"), *machine = tcase_create("machine");
  tcase_add_loop_test(values, quantities, 0, PHYSICAL);
  tcase_add_loop_test(values, lengths_of_images, 0, LENGTHS);
  tcase_add_test(values, bare_numbers_are_lattice_units);
  tcase_add_test(values, prefixes_are_exact);
  tcase_add_loop_test(values, wrong_values_are_usage_errors, 0, REFUSED);
  tcase_add_test(values, triples_and_axes);
  tcase_add_test(values, lists_grow);
  tcase_add_test(values, lengths_are_printed_with_a_fitting_prefix);
  tcase_add_test(values, vectors_have_one_unit);
  tcase_add_test(reports, rounding_is_not_printed);
  tcase_add_test(reports, json_is_json);
  tcase_add_test(reports, json_is_utf8);
  tcase_add_test(reports, text_is_utf8);
  suite_add_tcase(suite, values);
  tcase_add_test(machine, control_groups_limit_memory);
  tcase_add_test(machine, the_machine_has_memory);
  suite_add_tcase(suite, reports);
  suite_add_tcase(suite, machine);
  return run_suite(suite, CK_FORK_GETENV);
}
