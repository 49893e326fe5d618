/* tessera-tile: from a voxel stream to a sparse domain of tiles. */
#include "cli.h"
#include "tile_lint.h"

#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

static int64_t edge = TILE_EDGE;
static unsigned periodic;
static enum tile_order order = TILE_MORTON;
static const char *output;

static struct {
  bool automatic;
  int64_t at[3];
} offset = {true, {0, 0, 0}};

static struct {
  bool asked, full;
} check;

static struct tile_keep keep = {TILE_KEEP_ALL, 0, 7};
static bool keep_axes; /* named by the user */

static struct {
  int count;
  struct tile_patch *patch;
} patches;

static int parse_edge(void *to, const char *value, struct tile_error *e)
{
  if (cli_count(to, value, e) || *(int64_t *)to > 16)
    return tile_fail(e, TILE_USAGE, "a tile edge is 2, 4, 8 or 16");
  return 0;
}

static int parse_offset(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  offset.automatic = strcmp(value, "auto") == 0;
  if (!offset.automatic && cli_ints3(offset.at, value, e))
    return tile_fail(e, TILE_USAGE, "expected auto or three whole numbers X,Y,Z");
  for (int a = 0; a < 3; a++)
    if (offset.at[a] < 0 || offset.at[a] > 15)
      return tile_fail(e, TILE_USAGE, "offsets are 0 ... edge - 1");
  return 0;
}

static int parse_check(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  check.asked = true;
  check.full = value != NULL;
  return !value || strcmp(value, "full") == 0 ? 0 : tile_fail(e, TILE_USAGE, "expected --check or --check=full");
}

static int parse_order(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {[TILE_ROWS] = "rows", [TILE_MORTON] = "morton", [TILE_HILBERT] = "hilbert"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(value, names[i]) == 0) {
      *(enum tile_order *)to = (enum tile_order)i;
      return 0;
    }
  return tile_fail(e, TILE_USAGE, "expected morton, hilbert or rows");
}

static int parse_keep(void *to, const char *value, struct tile_error *e)
{
  static const char percolating[] = "percolating";
  struct tile_keep *k = to;
  size_t length = strlen(percolating);
  keep_axes = strncmp(value, percolating, length) == 0 && value[length] == '=';
  if (keep_axes) {
    k->what = TILE_KEEP_PERCOLATING;
    if (cli_axes(&k->all_of, value + length + 1, e) || !k->all_of)
      return tile_fail(e, TILE_USAGE, "expected percolating=AXES with axes such as z or xy");
    return 0;
  }
  static const char *const names[] = {
      [TILE_KEEP_ALL] = "all", [TILE_KEEP_LARGEST] = "largest", [TILE_KEEP_PERCOLATING] = percolating};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(value, names[i]) == 0) {
      k->what = i;
      k->all_of = 0;
      return 0;
    }
  return tile_fail(e, TILE_USAGE, "expected all, largest, percolating or percolating=AXES");
}

static struct lint lint = {.how = LINT_WARN};

static int parse_lint(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {[LINT_NO] = "no", [LINT_WARN] = "warn", [LINT_STRICT] = "strict"};
  (void)to;
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(value, names[i]) == 0) {
      lint.how = i;
      return 0;
    }
  return tile_fail(e, TILE_USAGE, "expected no, warn or strict");
}

static int add_patch(const char *name, size_t length, const char *face, struct tile_error *e)
{
  struct tile_patch patch = {"", ""};
  if (length >= sizeof patch.name)
    return tile_fail(e, TILE_USAGE, "a patch name has at most %zu letters", sizeof patch.name - 1);
  if (strlen(face) >= sizeof patch.face)
    return tile_fail(e, TILE_USAGE, "'%s' is no face; faces are x- x+ y- y+ z- z+", face);
  struct tile_patch *more = tile_grow(patches.patch, (size_t)patches.count + 1, sizeof *more);
  if (!more)
    return tile_fail_memory(e, sizeof *more, "the patches");
  memcpy(patch.name, name, length);
  strcpy(patch.face, face);
  patches.patch = more;
  patches.patch[patches.count++] = patch;
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

static const struct cli_option options[] = {
    {"edge", 0, "N", "Tiles are cubes of N^3 nodes: 2, 4, 8 or 16. The solver works with 4, the default.", parse_edge,
     &edge},
    {"offset", 0, "auto|X,Y,Z",
     "Where the cover of tiles begins: node 0 is node X of its tile, and so on; along a periodic axis the shift is "
     "cyclic. auto, the default, takes the placement with the highest utilisation and says what it gained.",
     parse_offset, NULL},
    {"order", 0, "ORDER",
     "How tiles follow each other in the file and in memory: morton (default) or hilbert, which keep neighbours close, "
     "or rows.",
     parse_order, &order},
    {"keep", 0, "WHICH",
     "Which connected components of the pore space stay: all (default; a warning says what no flow can reach), "
     "largest, or percolating: those that span an axis that has a patch or a period, any axis when there is none. "
     "percolating=AXES keeps those that span each of AXES.",
     parse_keep, &keep},
    {"periodic", 0, "AXES", "Axes along which the domain repeats: x, yz, xyz ... A single slice is periodic along z.",
     cli_axes, &periodic},
    {"inlet", 0, "FACE", "The same as --patch inlet=FACE.", parse_inlet, NULL},
    {"outlet", 0, "FACE", "The same as --patch outlet=FACE.", parse_outlet, NULL},
    {"patch", 0, "NAME=FACE",
     "Mark the non-solid nodes at FACE (x- x+ y- y+ z- z+) as patch NAME; tessera-run sets what happens there. May be "
     "given several times. Faces with neither patch nor period are resting walls.",
     parse_patch, NULL},
    {"lint", 0, "HOW",
     "Look for what makes results worse: pores that no flow reaches, no way from inlet to outlet, faces that do not "
     "match across a periodic axis, patches without nodes, gaps under 3 nodes. warn (default), no, or strict: reject "
     "the domain.",
     parse_lint, NULL},
    {"output", 'o', "FILE", "Write the domain to FILE instead of standard output.", cli_text, &output},
    {"check", 0, "[=full]",
     "Make nothing: read a file of any kind to its end and say whether it is whole, exit 0 or 3. full: also whether all "
     "it holds is as it must be, and its digest.",
     parse_check, NULL},
    CLI_MAX_MEMORY,
    CLI_NO_HISTORY,
    {0}};

static const struct cli_program program = {
    "tessera-tile", "Turns a voxel stream into a sparse domain of tiles.", "[OPTION]... [FILE]",
    "FILE is what tessera-voxelize wrote; without FILE, or with -, standard input is read.", options};

/* ---- reading ---- */

static char input_digest[33];

static void must(int code, const struct tile_error *e)
{
  if (code)
    cli_die(e);
}

static void refuse_kind(const char *name, const char *kind)
{
  struct tile_error e;
  tile_fail(&e, TILE_REJECTED,
            "%s: holds a %s, not voxels: it is tiled already; give what tessera-voxelize wrote, or use this file with "
            "tessera-run or tessera-stats",
            name, kind ? kind : "stream of unknown kind");
  cli_die(&e);
}

/* The volume as bits, and the header of the stream. */
static void read_voxels(const char *path, struct tile_bits *bits, struct tile_header *header)
{
  struct tile_error e;
  struct tile_reader *reader;
  struct tile_voxels_reader voxels;
  const char *name = path && strcmp(path, "-") != 0 ? path : "standard input";
  FILE *in = cli_open_input(path, &e);
  must(in ? 0 : e.code, &e);
  must(tile_reader_open(&reader, in, name, &e), &e);
  const char *kind = tile_header_get(tile_reader_header(reader), "kind");
  if (!kind || strcmp(kind, "voxels") != 0)
    refuse_kind(name, kind);
  must(tile_voxels_open(&voxels, reader, &e), &e);
  must(tile_header_copy(header, tile_reader_header(reader), &e), &e);
  must(tile_bits_read(bits, &voxels, &e), &e);
  if (*voxels.input)
    must(tile_header_note_input(header, voxels.input, &e), &e);
  snprintf(input_digest, sizeof input_digest, "%s", tile_reader_digest(reader));
  tile_voxels_close(&voxels);
  tile_reader_free(reader);
  fclose(in);
}

/* ---- choosing ---- */

static double percent(int64_t part, int64_t whole)
{
  return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void nothing_left(const struct tile_components *c)
{
  static const char *const why[] = {[TILE_KEEP_ALL] = "the image has none", [TILE_KEEP_LARGEST] = "the image has none",
                                    [TILE_KEEP_PERCOLATING] = "no component percolates along the axes asked for"};
  struct tile_error e;
  tile_fail(&e, TILE_REJECTED, "no non-solid node is left: %s (components: %lld)",
            why[c->count ? keep.what : TILE_KEEP_ALL], (long long)c->count);
  cli_die(&e);
}

/* Removes what --keep leaves out; reports to `report` unless that is NULL. */
static void keep_components(struct tile_bits *bits, FILE *report)
{
  struct tile_error e;
  struct tile_components c;
  struct tile_share removed;
  int64_t nonsolid = tile_bits_count(bits);
  unsigned open = lint_open_faces(&lint), flow = (open | open >> 3 | periodic) & 7;
  if (!keep_axes && flow)
    keep.any_of = flow;
  must(tile_components_make(&c, bits, periodic, &e), &e);
  must(tile_keep(bits, &c, &keep, &removed, &e), &e);
  if (removed.components == c.count)
    nothing_left(&c);
  lint_components(&lint, &c, &keep, nonsolid);
  if (keep.what != TILE_KEEP_ALL && report)
    report_line(report, "removed", "%lld of %lld components, %lld of %lld non-solid nodes (%.3g %%)",
                (long long)removed.components, (long long)c.count, (long long)removed.nodes, (long long)nonsolid,
                percent(removed.nodes, nonsolid));
  tile_components_free(&c);
}

/* Before the tiles are made: --lint strict writes nothing. */
static void look_at(const struct tile_bits *bits, const struct tile_header *header, FILE *report)
{
  struct tile_error e;
  if (tile_header_get(header, "dx"))
    must(tile_header_get_real(header, "dx", &lint.dx, &e), &e);
  must(lint_nodes(&lint, bits, report, &e), &e);
  must(lint_end(&lint, &e), &e);
}

static double utilisation(const struct tile_bits *bits, int64_t tiles)
{
  return (double)tile_bits_count(bits) / ((double)tiles * (double)(edge * edge * edge));
}

static void report_offset(FILE *report, const struct tile_placement *best, const struct tile_bits *bits)
{
  char place[32];
  snprintf(place, sizeof place, "%d,%d,%d", best->offset[0], best->offset[1], best->offset[2]);
  if (best->tiles == best->tiles_plain)
    report_line(report, "offset", "%s: none of the %lld placements has fewer tiles", place,
                (long long)(edge * edge * edge));
  else
    report_line(report, "offset", "%s: %lld tiles instead of %lld at 0,0,0 (%.3g %% fewer; utilisation %.4f, was %.4f)",
                place, (long long)best->tiles, (long long)best->tiles_plain,
                percent(best->tiles_plain - best->tiles, best->tiles_plain), utilisation(bits, best->tiles),
                utilisation(bits, best->tiles_plain));
}

static void choose_offset(struct tile_make *how, const struct tile_bits *bits, FILE *report)
{
  struct tile_error e;
  struct tile_placement best;
  if (!offset.automatic)
    return;
  must(tile_find_placement(&best, bits, how->edge, periodic, &e), &e);
  memcpy(how->offset, best.offset, sizeof how->offset);
  if (report)
    report_offset(report, &best, bits);
}

static void report_domain(const struct tile_domain *d, FILE *report)
{
  int64_t nonsolid = tile_domain_nonsolid(d), span[3];
  tile_domain_span(d, span);
  double nodes = (double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2];
  report_line(report, "grid", "%lld x %lld x %lld, porosity %.6g", (long long)d->grid[0], (long long)d->grid[1],
              (long long)d->grid[2], (double)nonsolid / nodes);
  report_line(report, "tiles", "%zu of %lld, utilisation %.4f", d->tiles,
              (long long)(span[0] * span[1] * span[2]),
              (double)nonsolid / ((double)d->tiles * (double)(d->edge * d->edge * d->edge)));
}

static void write_domain(struct tile_domain *d, struct cli_output *out)
{
  struct tile_error e;
  if (tile_domain_write(d, out->file, NULL, 0, NULL, &e)) {
    cli_name_output(out, &e);
    cli_die(&e);
  }
  must(cli_commit(out, &e), &e);
}

/* ---- checking ---- */

/* Ends the program. */
static void check_file(const char *path)
{
  struct tile_error e;
  struct tile_checked c;
  const char *name = path && strcmp(path, "-") != 0 ? path : "standard input";
  if (output)
    cli_usage("--check writes no domain: leave out -o");
  FILE *in = cli_open_input(path, &e);
  must(in ? 0 : e.code, &e);
  must(tile_check(in, name, check.full, &c, &e), &e);
  fclose(in);
  if (!cli_quiet)
    printf("%s: whole: %s, %llu records, %llu bytes, digest %s%s\n", name, c.kind, (unsigned long long)c.records,
           (unsigned long long)c.bytes, c.digest, check.full ? " (verified)" : " (as stated)");
  exit(0);
}

/* ---- the way of a voxel ---- */

int main(int argc, char **argv)
{
  int operands = cli_start(&program, argc, argv);
  struct tile_error e;
  struct tile_bits bits;
  struct tile_header header = {0};
  struct tile_domain domain;
  struct cli_output out;
  if (argc - operands > 1)
    cli_usage("one FILE at a time, found %d", argc - operands);
  cli_need_input(argc - operands);
  if (check.asked)
    check_file(argv[operands]);
  struct tile_make how = {.edge = (int)edge,
                          .offset = {(int)offset.at[0], (int)offset.at[1], (int)offset.at[2]},
                          .periodic = periodic,
                          .order = order,
                          .patches = patches.count,
                          .patch = patches.patch};
  must(tile_make_check(&how, &e), &e);
  if (cli_same_file(argv[operands], output))
    cli_usage("-o %s would replace the input", output);
  must(cli_open_output(&out, output, true, &e), &e);
  FILE *report = cli_quiet ? NULL : out.path ? stdout : stderr;

  read_voxels(argv[operands], &bits, &header);
  if (bits.grid[2] == 1)
    how.periodic = periodic |= TILE_Z;
  lint.periodic = periodic;
  lint.patches = patches.count;
  lint.patch = patches.patch;
  keep_components(&bits, report);
  look_at(&bits, &header, report);
  choose_offset(&how, &bits, report);
  must(tile_domain_make(&domain, &bits, &how, &header, &e), &e);
  tile_bits_free(&bits);
  must(cli_add_history(&domain.header, program.name, argc, argv, input_digest, &e), &e);
  write_domain(&domain, &out);
  if (report)
    report_domain(&domain, report);
  tile_domain_free(&domain);
  tile_header_free(&header);
  free(patches.patch);
  return 0;
}
