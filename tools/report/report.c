/* tessera-report: options, one file after the other, and the page. */
#include <config.h>

#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct report_options {
  const char *output;
} given;

static const struct cli_option options[] = {
    {"output", 'o', "FILE", "Write the page to FILE. Default: standard output.", cli_text, &given.output},
    CLI_MAX_MEMORY,
    {0}};

static const struct cli_program program = {
    .name = "tessera-report",
    .summary =
        "Writes a page about domains and flows that a browser shows without a network: numbers, warnings, slices, "
        "charts, the walls, and how the files were made.",
    .usage = "[OPTION]... FILE... -o PAGE.html",
    .epilogue = "A FILE is what tessera-tile, tessera-stats -o or tessera-run wrote, a report of tessera-run --json, "
                "or a PNG of "
                "tessera-voxelize --preview; - is standard input. At most 8.",
    .options = options};

static struct report report;
static FILE *opened[REPORT_FILES]; /* the domains and flows */
static const char *first_name;
static struct report_file file;

/* ---- whether a file has the geometry of one before ---- */

static struct seen {
  int64_t grid[3], nonsolid;
  uint64_t mixed;
} seen[REPORT_FILES];

static uint64_t mix(uint64_t sum, uint64_t word)
{
  return (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

static struct seen geometry_of(const struct report_file *r)
{
  struct seen s = {.nonsolid = r->measure.nonsolid};
  const struct tile_bits *b = &r->bits;
  memcpy(s.grid, b->grid, sizeof s.grid);
  for (size_t i = 0; i < b->row * (size_t)b->grid[1] * (size_t)b->grid[2]; i++)
    s.mixed = mix(s.mixed, b->word[i]);
  return s;
}

static bool repeats(const struct report_file *r)
{
  seen[r->index] = geometry_of(r);
  for (int i = 0; i < r->index; i++)
    if (memcmp(seen + i, seen + r->index, sizeof *seen) == 0)
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

static void put_heading(const struct report_file *r)
{
  fputs("<section><h2>", r->report->body);
  html_text(r->report->body, r->name);
  fputs("</h2>\n<div class=\"row\">\n", r->report->body);
}

static void put_history(const struct report_file *r)
{
  const struct tile_header *h = &r->f.domain.header;
  FILE *out = r->report->origin;
  fputs("<h3>", out);
  html_text(out, r->name);
  fputs(h->lines ? "</h3>\n<ol>\n" : "</h3>\n<p>The file has no history.</p>\n", out);
  for (size_t i = 0; i < h->lines; i++) {
    const char *warning = report_history_warning(h->history[i]);
    const bool ends = i + 1 == h->lines || !report_history_warning(h->history[i + 1]);
    fputs(warning ? "<p>warning: " : "<li><code>", out);
    html_text(out, warning ? warning : h->history[i]);
    fputs(warning ? "</p>" : "</code>", out);
    fputs(ends ? "</li>\n" : "\n", out);
  }
  fputs(h->lines ? "</ol>\n" : "", out);
}

static int describe(struct report_file *r, struct tile_error *e)
{
  put_heading(r);
  const bool failed = report_beat(r, e) || report_slices(r, e) || report_histograms(r, e) || report_geometry(r, e) ||
                      report_flow(r, e) || report_walls(r, e) || report_summary(r, e) || report_warnings_before(r, e) ||
                      report_warnings(r, e);
  fputs("</div></section>\n", r->report->body);
  put_history(r);
  return failed ? e->code : 0;
}

static void release(struct report_file *r)
{
  tile_bits_free(&r->bits);
  tile_texture_free(&r->texture);
  probe_walls_free(&r->walls);
  fields_free(&r->f);
}

static void add_file(int index)
{
  struct tile_error e;
  file = (struct report_file){.report = &report, .index = index, .name = report.path[index]};
  check_or_exit(read_file(&file, opened[index], &e), &e);
  if (measure(&file, &e) || describe(&file, &e)) {
    struct tile_error named;
    tile_fail(&named, e.code, "%s: %.900s", file.name, e.text);
    cli_die(&named);
  }
  release(&file);
}

/* ---- the page ---- */

static void put_lines(FILE *out, const char *const *line)
{
  for (; *line; line++)
    fprintf(out, "%s\n", *line);
}

static void put_head(FILE *out)
{
  fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>",
        out);
  html_text(out, first_name);
  fputs(" – Tessera report</title>\n<style>\n", out);
  put_lines(out, report_style);
  fputs("</style></head>\n<body>\n<h1>Tessera report</h1>\n", out);
}

static void put_page(FILE *out)
{
  put_head(out);
  fprintf(out, "<section class=\"%s\"><h2>Warnings</h2>\n", report.warnings ? "warnings" : "calm");
  fputs(report.warnings ? "<ul>\n" : "<p>None.</p>\n", out);
  fputs(report.warning_text, out);
  fputs(report.warnings ? "</ul></section>\n" : "</section>\n", out);
  report_table(&report, out);
  report_runs(&report, out);
  fputs(report.body_text, out);
  fputs(report.files ? "<section><h2>Provenance</h2>\n" : "", out);
  fputs(report.origin_text, out);
  fputs(report.files ? "</section>\n" : "", out);
  fputs("<footer>Made by tessera-report " PACKAGE_VERSION ".</footer>\n<script>\n", out);
  put_lines(out, report_script);
  fputs("</script>\n</body></html>\n", out);
}

static void open_pieces(void)
{
  struct tile_error e;
  report.warning = open_memstream(&report.warning_text, &report.warning_size);
  report.body = open_memstream(&report.body_text, &report.body_size);
  report.origin = open_memstream(&report.origin_text, &report.origin_size);
  if (!report.warning || !report.body || !report.origin)
    check_or_exit(tile_fail_memory(&e, 4096, "the page"), &e);
}

static void close_pieces(void)
{
  struct tile_error e;
  const bool warning = tile_text_end(report.warning, &report.warning_text),
             body = tile_text_end(report.body, &report.body_text),
             origin = tile_text_end(report.origin, &report.origin_text);
  if (!warning || !body || !origin)
    check_or_exit(tile_fail_memory(&e, report.body_size, "the page"), &e);
}

static void write_page(struct cli_output *output)
{
  struct tile_error e;
  put_page(output->file);
  check_or_exit(cli_commit(output, &e), &e);
  free(report.warning_text);
  free(report.body_text);
  free(report.origin_text);
  free(report.curves);
  for (size_t i = 0; i < report.repeated; i++)
    free(report.repeat[i]);
  free(report.repeat);
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

/* By its first byte, a report of tessera-run or a PNG, which are read at once; other files stay open. */
static void open_inputs(int argc, char **argv, int first)
{
  struct tile_error e;
  for (int i = first; i < argc; i++) {
    const char *name = cli_input_name(argv[i]);
    FILE *in = cli_open_input(argv[i], &e);
    check_or_exit(in ? 0 : e.code, &e);
    const int sign = getc(in);
    if (sign != EOF)
      ungetc(sign, in);
    if (sign == '{' || sign == 0x89) {
      check_or_exit((sign == '{' ? report_run_add : report_picture_add)(&report, in, name, &e), &e);
      fclose(in);
    } else {
      report.path[report.files] = name;
      opened[report.files++] = in;
    }
  }
}

int main(int argc, char **argv)
{
  struct tile_error e;
  struct cli_output output;
  const int first = cli_start(&program, argc, argv);
  check_inputs(&given, argc, argv, first);
  check_or_exit(cli_open_output(&output, given.output, true, &e), &e);
  open_pieces();
  first_name = cli_input_name(argv[first]);
  open_inputs(argc, argv, first);
  for (int i = 0; i < report.files; i++)
    add_file(i);
  close_pieces();
  write_page(&output);
  return EXIT_SUCCESS;
}
