/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of tessera-tile. */
#include "tile_options.h"

#include "export.h"
#include "tile_make.h"

#include <string.h>

/* The table parses into this struct, and tile_read_options returns it. */
static struct tile_options given = {
    .order = TILE_MORTON, .automatic = true, .keep = {TILE_KEEP_ALL, 0, 7}, .lint = LINT_WARN};

static int parse_edge(void *to, const char *value, struct tile_error *e)
{
  if (cli_whole(to, value, 2, 16, e))
    return tile_fail(e, TILE_USAGE, "a tile edge is 2, 4, 8 or 16");
  return 0;
}

static int parse_offset(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  given.automatic = strcmp(value, "auto") == 0;
  if (!given.automatic && cli_ints3(given.offset, value, e))
    return tile_fail(e, TILE_USAGE, "expected auto or three whole numbers X,Y,Z");
  for (int a = 0; a < 3; a++)
    if (given.offset[a] < 0 || given.offset[a] > 15)
      return tile_fail(e, TILE_USAGE, "offsets are 0 ... edge - 1");
  return 0;
}

static int parse_check(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  given.check = true;
  given.full = value != NULL;
  return !value || strcmp(value, "full") == 0 ? 0 : tile_fail(e, TILE_USAGE, "expected --check or --check=full");
}

static int parse_order(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {[TILE_ROWS] = "rows", [TILE_MORTON] = "morton", [TILE_HILBERT] = "hilbert"};
  return cli_word(to, value, names, 3, e);
}

static int parse_keep(void *to, const char *value, struct tile_error *e)
{
  static const char percolating[] = "percolating";
  struct tile_keep *k = to;
  size_t length = strlen(percolating);
  given.keep_axes = strncmp(value, percolating, length) == 0 && value[length] == '=';
  if (given.keep_axes) {
    k->what = TILE_KEEP_PERCOLATING;
    if (cli_axes(&k->all_of, value + length + 1, e) || !k->all_of)
      return tile_fail(e, TILE_USAGE, "expected percolating=AXES with axes such as z or xy, each once");
    return 0;
  }
  static const char *const names[] = {
      [TILE_KEEP_ALL] = "all", [TILE_KEEP_LARGEST] = "largest", [TILE_KEEP_PERCOLATING] = percolating};
  int what;
  if (cli_word(&what, value, names, 3, e))
    return tile_fail(e, TILE_USAGE, "expected all, largest, percolating or percolating=AXES");
  k->what = (unsigned)what;
  k->all_of = 0;
  return 0;
}

static int parse_lint(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {[LINT_NO] = "no", [LINT_WARN] = "warn", [LINT_STRICT] = "strict"};
  if (value)
    return cli_word(to, value, names, 3, e);
  *(int *)to = LINT_WARN;
  return 0;
}

static int add_patch(const char *name, size_t length, const char *face, struct tile_error *e)
{
  struct tile_patch patch = {0};
  if (length >= sizeof patch.name)
    return tile_fail(e, TILE_USAGE, "a patch name has at most %zu characters", sizeof patch.name - 1);
  if (strlen(face) >= sizeof patch.face)
    return tile_fail(e, TILE_USAGE, "'%s' is not a face; faces are x- x+ y- y+ z- z+", face);
  if (tile_reserve(&given.patch, NULL, (size_t)given.patches + 1, sizeof *given.patch, "the patches", e))
    return e->code;
  memcpy(patch.name, name, length);
  strcpy(patch.face, face);
  given.patch[given.patches++] = patch;
  return 0;
}

static int parse_patch(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  const char *face = strchr(value, '=');
  if (!face)
    return tile_fail(e, TILE_USAGE, "expected NAME=FACE, such as lid=z+");
  return add_patch(value, (size_t)(face - value), face + 1, e);
}

static int parse_inlet(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  return add_patch("inlet", 5, value, e);
}

static int parse_outlet(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  return add_patch("outlet", 6, value, e);
}

#define FACES "x-|x+|y-|y+|z-|z+"

static const struct cli_option options[] = {
    CLI_GROUP("Tiles"),
    {"edge", 0, "2|4|8|16", "Tiles are cubes of so many nodes along each axis. The solver works with 4, the default.",
     parse_edge, &given.edge},
    {"offset", 0, "auto|X,Y,Z", "Position of the tile grid. Default: auto, the one with the highest utilisation.",
     parse_offset, NULL},
    {"order", 0, "morton|hilbert|rows", "Order of the tiles. Default: morton; it and hilbert keep neighbours close.",
     parse_order, &given.order},
    CLI_GROUP("What is kept"),
    {"keep", 0, "all|largest|percolating|percolating=AXES",
     "Which connected components are kept. Default: all; percolating: those that span an axis with patches.",
     parse_keep, &given.keep},
    {"where", 0, "COMPARISON",
     "Of a domain or a flow keep the nodes where this holds, such as intrusion>=4 or thickness<8um.", where_parse,
     &given.where},
    CLI_GROUP("Sides and openings"),
    {"periodic", 0, "AXES", "Axes along which the domain repeats: x, yz, xyz ... A single slice is periodic along z.",
     cli_axes, &given.periodic},
    {"inlet", 0, FACES, "The same as --patch inlet=FACE.", parse_inlet, NULL},
    {"outlet", 0, FACES, "The same as --patch outlet=FACE.", parse_outlet, NULL},
    {"patch", 0, "NAME=FACE...", "Mark the non-solid nodes at FACE (x- x+ y- y+ z- z+) as patch NAME.", parse_patch,
     NULL},
    CLI_GROUP("Checks"),
    {"lint", 0, "[no|warn|strict]",
     "Look for what makes results worse: warn (default), no, or strict: reject the domain.", parse_lint, &given.lint},
    {"check", 0, "[=full]",
     "Write no domain: say whether a file of any kind is whole; full: also whether it follows every rule.", parse_check,
     NULL},
    CLI_GOES_WITH("max-memory", "writes no domain"),
    CLI_GROUP("Output"),
    {"output", 'o', "FILE", "Write the domain to FILE instead of standard output.", cli_text, &given.output},
    {"export", 0, "FILE", "Also write what --keep leaves as an image; FILE ends in " EXPORT_ENDINGS ".", export_parse,
     &given.export},
    CLI_MAX_MEMORY,
    CLI_NO_HISTORY,
    {0}};

const struct cli_program tile_program = {
    .name = "tessera-tile",
    .summary = "Turns a voxel stream into a sparse domain of tiles.",
    .usage = "[OPTION]... [FILE]",
    .epilogue = "FILE is the output of tessera-voxelize, or with --where a domain; without FILE, or with -, standard "
                "input is read.",
    .options = options};

struct tile_options tile_read_options(int argc, char **argv)
{
  given.input = cli_one_input(argc, argv, cli_start(&tile_program, argc, argv));
  return given;
}
