/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-report: options, one file after the other, and the page. */
#include <config.h>

#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct report_options {
  const char *output, *title, *author, *date;
  struct cli_values sample;
} given;

static const struct cli_option options[] = {
    {"output", 'o', "FILE", "Write the page to FILE. Default: standard output.", cli_text, &given.output},
    {"title", 0, "TEXT", "The title of the page. Default: its first result.", cli_text, &given.title},
    {"author", 0, "TEXT", "Who made it.", cli_text, &given.author},
    {"date", 0, "TEXT", "When it was made.", cli_text, &given.date},
    {"sample", 0, "TEXT...",
     "What was measured. May be given several times, once for each column of the results: then it is its name.",
     cli_list, &given.sample},
    CLI_MAX_MEMORY,
    {0}};

static const struct cli_program program = {
    .name = "tessera-report",
    .summary =
        "Writes a page about domains and flows that a browser shows without a network: results, warnings, pictures, "
        "curves, methods, and how the files were made.",
    .usage = "[OPTION]... FILE... -o PAGE.html",
    .epilogue =
        "A FILE is what tessera-tile, tessera-stats -o or tessera-run wrote, a report of tessera-run, "
        "tessera-stats or tessera-probe --json, band.json of data/band, or a PNG of tessera-voxelize --preview; - is "
        "standard input. At most 8.",
    .options = options};

/* ---- whether a file has the geometry of one before ---- */

static uint64_t mix(uint64_t sum, uint64_t word)
{
  return (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

static uint64_t geometry_of(const struct report_file *r)
{
  const struct tile_bits *b = &r->bits;
  uint64_t mixed = (uint64_t)r->measure.nonsolid;
  for (int a = 0; a < 3; a++)
    mixed = mix(mixed, (uint64_t)b->grid[a]);
  for (size_t i = 0; i < b->row * (size_t)b->grid[1] * (size_t)b->grid[2]; i++)
    mixed = mix(mixed, b->word[i]);
  return mixed ? mixed : 1;
}

static bool repeats(const struct report_file *r)
{
  struct report *all = r->report;
  const uint64_t geometry = all->source[all->now].geometry = geometry_of(r);
  for (int i = 0; i < r->index; i++)
    if (all->source[all->source_of[i]].geometry == geometry)
      return true;
  return false;
}

/* ---- one file ---- */

static int read_file(struct report_file *r, FILE *in, struct tile_error *e)
{
  const int code = probe_walls_read(&r->walls, PROBE_WALLS_IF_ANY, &r->f, in, r->name, e);
  fclose(in);
  return code || (r->f.flow && probe_check_run(&r->f, e)) ? e->code : 0;
}

static int measure(struct report_file *r, struct tile_error *e)
{
  struct tile_error none;
  if (tile_domain_bits(&r->bits, &r->f.domain, e) || tile_texture_domain(&r->texture, &r->f.domain, e) ||
      tile_measure_domain(&r->measure, &r->f.domain, e))
    return e->code;
  r->repeats = repeats(r);
  r->total = (struct probe_total){.nonsolid = r->measure.nonsolid, .along = -1};
  if (r->f.flow && r->measure.nonsolid) {
    r->total = probe_total_of(&r->f);
    r->driven = !lbm_drive_of(&r->drive, &r->f.domain, &none);
  }
  return (r->walls.flow && probe_walls_shear(&r->walls, &r->f, e)) || report_fields_make(r, e) ? e->code : 0;
}

static bool has_pictures(const struct report_file *r)
{
  return r->fields || !r->repeats || (r->walls.nodes.count && r->f.domain.grid[2] > 1);
}

static int pictures(struct report_file *r, struct tile_error *e)
{
  FILE *out = r->report->piece[PIECE_PICTURES].to;
  if (!has_pictures(r))
    return 0;
  fputs("<h3>", out);
  html_text(out, r->name);
  fputs("</h3>\n<div class=\"gallery\">\n", out);
  const bool walls_first = r->walls.nodes.count > 0;
  const int code =
      (walls_first && report_walls(r, e)) || report_slices(r, e) || (!walls_first && report_walls(r, e)) ? e->code : 0;
  fputs("</div>\n", out);
  return code;
}

static int describe(struct report_file *r, struct tile_error *e)
{
  return report_origin(r, e) || pictures(r, e) || report_beat(r, e) || report_histograms(r, e) ||
                 report_geometry(r, e) || report_flow(r, e) || report_summary(r, e) || report_methods_of(r, e)
             ? e->code
             : 0;
}

/* The first of all, so that the programs' own words come before those of the page. */
static int warn(struct report_file *r, struct tile_error *e)
{
  report_warnings_before(r);
  return report_warnings(r, e);
}

/* What it was made from, too, but for the image, of which there may be other samples. */
static void note_digests(struct report_file *r)
{
  struct report_source *s = r->report->source + r->report->now;
  const struct tile_header *h = &r->f.domain.header;
  static const char mark[] = "# input ";
  report_digest(s, r->f.digest);
  for (size_t i = 0; i < h->lines; i++) {
    const char *input = strstr(h->history[i], mark);
    if (input && strncmp(h->history[i], "tessera-voxelize", strlen("tessera-voxelize")) != 0)
      report_digest(s, input + strlen(mark));
  }
}

static void release(struct report_file *r)
{
  tile_bits_free(&r->bits);
  tile_texture_free(&r->texture);
  probe_walls_free(&r->walls);
  fields_free(&r->f);
}

static void add_file(struct report *r, int index)
{
  struct tile_error e;
  struct report_file file = {.report = r, .index = index, .name = r->path[index]};
  r->now = r->source_of[index];
  check_or_exit(read_file(&file, r->in[index], &e), &e);
  note_digests(&file);
  if (measure(&file, &e) || describe(&file, &e) || warn(&file, &e)) {
    struct tile_error named;
    tile_fail(&named, e.code, "%s: %.900s", file.name, e.text);
    cli_die(&named);
  }
  release(&file);
}

/* ---- the page ---- */

static void write_page(struct report *r, struct cli_output *output)
{
  struct tile_error e;
  check_or_exit(report_page(r, output->file, &e), &e);
  check_or_exit(cli_commit(output, &e), &e);
  report_free(r);
}

static void check_inputs(const struct report_options *o, int argc, char **argv, int first)
{
  static const struct cli_format page = {"HTML", ".html|.htm"};
  const struct cli_file output = {"-o", o->output, &page};
  int standard = 0;
  if (first == argc)
    cli_usage("name a FILE, a domain or a flow; see --help");
  if (argc - first > REPORT_FILES)
    cli_usage("a page has at most %d FILEs, but %d are given", REPORT_FILES, argc - first);
  for (int i = first; i < argc; i++) {
    standard += strcmp(argv[i], "-") == 0;
    cli_check_input(argv[i], &output, 1);
  }
  cli_check_outputs(&output, 1);
  if (standard > 1)
    cli_usage("standard input can be read only once");
}

/* By its first byte, a report or a PNG, which are read at once; other files stay open. */
static void open_input(struct report *r, const char *path)
{
  struct tile_error e;
  const char *name = cli_input_name(path);
  FILE *in = cli_open_input(path, &e);
  check_or_exit(in ? 0 : e.code, &e);
  const int sign = getc(in);
  if (sign != EOF)
    ungetc(sign, in);
  r->now = r->sources++;
  r->source[r->now].name = name;
  if (sign == '{' || sign == 0x89) {
    check_or_exit((sign == '{' ? report_json_add : report_picture_add)(r, in, name, &e), &e);
    fclose(in);
    return;
  }
  r->in[r->files] = in;
  r->source_of[r->files] = r->now;
  r->path[r->files++] = name;
}

/* One name is that of all; of several each column has its own. */
static void check_samples(const struct report *r)
{
  if (r->sample.count > 1 && r->sample.count != (size_t)r->columns)
    cli_usage("--sample names %zu columns, but the results have %d", r->sample.count, r->columns);
}

int main(int argc, char **argv)
{
  struct tile_error e;
  struct cli_output output;
  const int first = cli_start(&program, argc, argv);
  const struct report_options *o = &given;
  struct report report = {.title = o->title, .author = o->author, .date = o->date, .sample = o->sample}, *r = &report;
  check_inputs(o, argc, argv, first);
  check_or_exit(cli_open_output(&output, o->output, true, &e), &e);
  check_or_exit(report_begin(r, &e), &e);
  for (int i = first; i < argc; i++)
    open_input(r, argv[i]);
  for (int i = 0; i < r->files; i++)
    add_file(r, i);
  report_close(r);
  report_columns_make(r);
  check_samples(r);
  write_page(r, &output);
  return EXIT_SUCCESS;
}
