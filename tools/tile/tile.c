/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-tile: makes a sparse domain of tiles from a voxel stream, or from a part of a domain. */
#include "export.h"
#include "tile_labels.h"
#include "tile_options.h"
#include "internal_measure.h"
#include "tile_make.h"
#include "warnings.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* What a domain is made of. */
struct tiling {
  struct tile_options *options;
  char digest[33]; /* of the input */
  struct tile_bits bits;
  struct tile_header header;
  struct tile_make how;
  struct where_part source; /* with --where */
  struct tile_labels labels;
  struct lint lint;
  FILE *report; /* NULL: none */
};

static void refuse_kind(const char *name, const char *kind)
{
  struct tile_error e;
  if (kind && (!strcmp(kind, "domain") || !strcmp(kind, "fields")))
    tile_fail(&e, TILE_REJECTED,
              "%s: contains a %s, not voxels: it is tiled already; give the output of tessera-voxelize, or use it with "
              "tessera-run or tessera-stats, or take a part of it with --where",
              name, *kind == 'd' ? "domain" : "flow");
  else
    tile_fail(&e, TILE_REJECTED, "%s: contains no voxels (key \"kind\"): give the output of tessera-voxelize", name);
  cli_die(&e);
}

/* Reads the volume as bits, and the header of the stream. */
static void read_voxels(struct tiling *t)
{
  const char *path = t->options->input;
  struct tile_bits *bits = &t->bits;
  struct tile_header *header = &t->header;
  struct tile_error e;
  struct tile_reader *reader;
  struct tile_voxels_reader *voxels;
  const char *name = cli_input_name(path);
  FILE *in = cli_open_input(path, &e);
  check_or_exit(in ? 0 : e.code, &e);
  check_or_exit(tile_reader_open(&reader, in, name, &e), &e);
  const char *kind = tile_header_get(tile_reader_header(reader), "kind");
  if (!kind || strcmp(kind, "voxels") != 0)
    refuse_kind(name, kind);
  check_or_exit(tile_voxels_open(&voxels, reader, &e), &e);
  check_or_exit(tile_header_copy(header, tile_reader_header(reader), &e), &e);
  unsigned char *classes;
  check_or_exit(tile_bits_read_classes(bits, &classes, voxels, &e), &e);
  check_or_exit(labels_begin(&t->labels, classes, bits->grid, header, &e), &e);
  if (*tile_voxels_input(voxels))
    check_or_exit(tile_header_note_input(header, tile_voxels_input(voxels), &e), &e);
  check_or_exit(tile_voxels_add_warnings(voxels, header, &e), &e);
  snprintf(t->digest, sizeof t->digest, "%s", tile_reader_digest(reader));
  tile_voxels_close(voxels);
  tile_reader_free(reader);
  fclose(in);
}

static void add_patches(struct tile_options *o, const struct tile_domain *d)
{
  struct tile_error e;
  struct tile_patch *all = tile_alloc((size_t)(d->patches + o->patches), sizeof *all);
  int count = 0;
  check_or_exit(all ? 0 : tile_fail_memory(&e, (size_t)d->patches * sizeof *all, "the patches"), &e);
  for (int i = 0; i < d->patches; i++)
    if (strcmp(d->patch[i].face, "opening") != 0) /* those are in the header */
      all[count++] = d->patch[i];
  for (int i = 0; i < o->patches; i++)
    all[count++] = o->patch[i];
  free(o->patch);
  o->patch = all;
  o->patches = count;
}

/* Reads the part of a domain that --where asks for, which keeps its patches and periodic axes. */
static void read_part(struct tiling *t)
{
  struct tile_options *o = t->options;
  struct where_part *source = &t->source;
  struct tile_make *how = &t->how;
  struct tile_error e;
  FILE *in = cli_open_input(o->input, &e);
  check_or_exit(in ? 0 : e.code, &e);
  check_or_exit(where_read(source, &o->where, &t->bits, in, cli_input_name(o->input), &e), &e);
  fclose(in);
  check_or_exit(tile_header_copy(&t->header, &source->domain.header, &e), &e);
  static const char *const of_the_whole[] = {"diffusion", CLI_DIFFUSION_KEY, CLI_TORTUOSITY_KEY};
  for (size_t i = 0; i < sizeof of_the_whole / sizeof *of_the_whole; i++)
    tile_header_drop(&t->header, of_the_whole[i]);
  add_patches(o, &source->domain);
  snprintf(t->digest, sizeof t->digest, "%s", source->digest);
  how->edge = o->edge ? (int)o->edge : source->domain.edge;
  how->periodic = o->periodic |= source->domain.periodic;
  how->patches = o->patches;
  how->patch = o->patch;
}

/* ---- components and patches ---- */

static double percent(int64_t part, int64_t whole)
{
  return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void nothing_left(const struct tile_options *o, const struct tile_components *c)
{
  static const char *const why[] = {[TILE_KEEP_ALL] = "the image has none",
                                    [TILE_KEEP_LARGEST] = "the image has none",
                                    [TILE_KEEP_PERCOLATING] = "no component percolates along the axes asked for"};
  struct tile_error e;
  tile_fail(&e, TILE_REJECTED, "no non-solid node is left: %s (components: %lld)",
            why[c->count ? o->keep.what : TILE_KEEP_ALL], (long long)c->count);
  cli_die(&e);
}

/* Removes the components that --keep does not keep. */
static void keep_components(struct tiling *t)
{
  struct tile_options *o = t->options;
  struct tile_bits *bits = &t->bits;
  struct lint *lint = &t->lint;
  struct tile_error e;
  struct tile_components c;
  struct tile_share removed;
  int64_t nonsolid = tile_bits_count(bits);
  unsigned open = lint_open_faces(lint), flow = (open | open >> 3 | o->periodic) & 7;
  check_or_exit(tile_components_make(&c, bits, o->periodic, &e), &e);
  check_or_exit(tile_mark_openings(&c, bits, &t->header, &lint->openings, &e), &e);
  flow |= lint->openings ? TILE_SPANS_OPENING : 0;
  if (!o->keep_axes && flow)
    o->keep.any_of = flow;
  check_or_exit(tile_keep(bits, &c, &o->keep, &removed, &e), &e);
  if (removed.components == c.count)
    nothing_left(o, &c);
  lint_components(lint, &c, &o->keep, nonsolid);
  if (o->keep.what != TILE_KEEP_ALL && t->report)
    report_line(t->report, "removed", "%lld of %lld components, %lld of %lld non-solid nodes (%.3g %%)",
                (long long)removed.components, (long long)c.count, (long long)removed.nodes, (long long)nonsolid,
                percent(removed.nodes, nonsolid));
  tile_components_free(&c);
}

/* With --lint strict, warnings end the program before anything is written. */
static void look_at(struct tiling *t)
{
  struct tile_error e;
  if (tile_header_get(&t->header, "dx"))
    check_or_exit(tile_header_get_real(&t->header, "dx", &t->lint.dx, &e), &e);
  check_or_exit(lint_nodes(&t->lint, &t->bits, t->report, &e), &e);
}

static double utilisation(const struct tile_options *o, const struct tile_bits *bits, int64_t tiles)
{
  return (double)tile_bits_count(bits) / ((double)tiles * (double)(o->edge * o->edge * o->edge));
}

static void report_offset(const struct tile_options *o, FILE *report, const struct tile_placement *best,
                          const struct tile_bits *bits)
{
  char place[32];
  snprintf(place, sizeof place, "%d,%d,%d", best->offset[0], best->offset[1], best->offset[2]);
  if (best->tiles == best->tiles_plain)
    report_line(report, "offset", "%s: none of the %lld placements has fewer tiles", place,
                (long long)(o->edge * o->edge * o->edge));
  else
    report_line(report, "offset", "%s: %lld tiles instead of %lld at 0,0,0 (%.3g %% fewer; utilisation %.4f, was %.4f)",
                place, (long long)best->tiles, (long long)best->tiles_plain,
                percent(best->tiles_plain - best->tiles, best->tiles_plain), utilisation(o, bits, best->tiles),
                utilisation(o, bits, best->tiles_plain));
}

static void choose_offset(struct tiling *t)
{
  struct tile_error e;
  struct tile_placement best;
  if (!t->options->automatic)
    return;
  check_or_exit(tile_find_placement(&best, &t->bits, t->how.edge, t->options->periodic, &e), &e);
  memcpy(t->how.offset, best.offset, sizeof t->how.offset);
  if (t->report)
    report_offset(t->options, t->report, &best, &t->bits);
}

/* Reports the openings of the image, which become patches automatically. */
static void report_openings(const struct tile_domain *d, FILE *report)
{
  for (int i = 0; i < d->patches; i++)
    if (strcmp(d->patch[i].face, "opening") == 0)
      report_line(report, "opening", "%s: %lld nodes", d->patch[i].name, (long long)lint_opening_nodes(d, i));
}

static void report_tiles(const struct tile_domain *d, FILE *report)
{
  int64_t span[3];
  tile_domain_span(d, span);
  report_line(report, "tiles", "%zu of %lld, utilisation %.4f%s", d->tiles, (long long)(span[0] * span[1] * span[2]),
              (double)tile_domain_nonsolid(d) / ((double)d->tiles * (double)(d->edge * d->edge * d->edge)),
              d->grid[2] == 1 ? ", of one layer of each" : "");
}

static void report_domain(const struct tile_domain *d, FILE *report)
{
  const int64_t nonsolid = tile_domain_nonsolid(d);
  double nodes = (double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2];
  report_line(report, "grid", "%lld x %lld x %lld, porosity %.6g", (long long)d->grid[0], (long long)d->grid[1],
              (long long)d->grid[2], (double)nonsolid / nodes);
  if (d->grid[2] == 1)
    report_line(report, "one slice", "periodic along z: the flow is two-dimensional");
  if (d->inside)
    report_line(report, "porosity inside", "%.6g, of the %lld nodes inside the mask",
                (double)nonsolid / (double)d->inside, (long long)d->inside);
  if (d->wall_begin)
    report_line(report, "wall distances", "%zu links", d->walls);
  report_openings(d, report);
  report_tiles(d, report);
}

static void write_export(const struct tile_options *o, const struct tile_bits *b, const struct tile_header *h)
{
  struct tile_error e;
  struct export x;
  if (!o->export)
    return;
  check_or_exit(export_open(&x, o->export, b->grid, h, &e), &e);
  for (int64_t z = 0; z < b->grid[2]; z++)
    check_or_exit(export_slice(&x, b->word + (size_t)z * (size_t)b->grid[1] * b->row, b->row * sizeof *b->word, &e),
                  &e);
  check_or_exit(export_close(&x, &e), &e);
  export_free(&x);
}

static void write_domain(struct tiling *t, struct tile_domain *d, struct cli_output *out)
{
  struct tile_error e;
  struct node_values values = {0};
  struct tile_array array;
  size_t arrays = 0;
  check_or_exit(node_values_begin(&values, d, &e), &e);
  if (t->options->where.text)
    check_or_exit(where_carry(&values, &t->source, &e), &e);
  check_or_exit(labels_add(&t->labels, &values, &e), &e);
  check_or_exit(node_values_writing(&values, &d->header, &array, &arrays, &e), &e);
  where_free(&t->source);
  labels_free(&t->labels);
  if (tile_domain_write(d, out->file, &array, arrays, NULL, &e)) {
    cli_name_output(out, &e);
    cli_die(&e);
  }
  node_values_free(&values);
  check_or_exit(cli_commit(out, &e), &e);
}

/* ---- checks ---- */

/* Checks the file and ends the program. */
static void check_file(const struct tile_options *o)
{
  struct tile_error e;
  struct tile_checked c;
  const char *name = cli_input_name(o->input);
  FILE *in = cli_open_input(o->input, &e);
  check_or_exit(in ? 0 : e.code, &e);
  check_or_exit(tile_check(in, name, o->full, &c, &e), &e);
  fclose(in);
  if (!cli_quiet)
    printf("%s: whole: %s, %llu records, %llu bytes, digest %s%s\n", name, c.kind, (unsigned long long)c.records,
           (unsigned long long)c.bytes, c.digest, o->full ? " (verified)" : " (as stated)");
  exit(0);
}

/* ---- the whole conversion ---- */

static struct tile_make make_how(const struct tile_options *o)
{
  const int64_t *at = o->offset;
  return (struct tile_make){.edge = o->edge ? (int)o->edge : TILE_EDGE,
                            .offset = {(int)at[0], (int)at[1], (int)at[2]},
                            .periodic = o->periodic,
                            .order = (unsigned)o->order,
                            .patches = o->patches,
                            .patch = o->patch};
}

static void check_names(const struct tile_options *o)
{
  const struct cli_file files[] = {{"--export", o->export, NULL}, {"-o", o->output, &cli_tile_format}};
  cli_check_input(o->input, files, 2);
  cli_check_outputs(files, 2);
  cli_try_outputs(files, 2);
}

/* A single slice between two walls would be a gap of one voxel, which nobody wants: it is periodic along z and has no
 * faces there. */
static void repeat_slice(struct tiling *t)
{
  struct tile_make *how = &t->how;
  for (int i = 0; i < how->patches; i++)
    if (how->patch[i].face[0] == 'z')
      cli_usage("patch %s: the image is one slice, which is periodic along z and has no face %s: take one of x or y",
                how->patch[i].name, how->patch[i].face);
  how->periodic = t->options->periodic |= TILE_Z;
}

/* Makes the domain from the voxels that are kept; these are exported, too. */
static void make_domain(struct tiling *t, struct tile_domain *d)
{
  struct tile_error e;
  struct tile_options *o = t->options;
  (o->where.text ? read_part : read_voxels)(t);
  o->edge = t->how.edge;
  if (t->bits.grid[2] == 1)
    repeat_slice(t);
  t->lint = (struct lint){
      .how = (unsigned)o->lint, .periodic = t->how.periodic, .patches = t->how.patches, .patch = t->how.patch};
  keep_components(t);
  look_at(t);
  choose_offset(t);
  check_or_exit(tile_domain_make(d, &t->bits, &t->how, &t->header, &e), &e);
  lint_openings(&t->lint, d);
  check_or_exit(lint_end(&t->lint, &e), &e);
  write_export(o, &t->bits, &t->header);
  tile_bits_free(&t->bits);
  tile_header_free(&t->header);
}

int main(int argc, char **argv)
{
  struct tile_options options = tile_read_options(argc, argv), *o = &options;
  struct tile_error e;
  struct tile_domain domain;
  struct cli_output out;
  if (o->check)
    check_file(o);
  struct tiling t = {.options = o, .how = make_how(o)};
  check_or_exit(tile_make_check(&t.how, &e), &e);
  check_names(o);
  check_or_exit(cli_open_output(&out, o->output, true, &e), &e);
  t.report = cli_quiet ? NULL : cli_to_stdout(out.path) ? stderr : stdout;
  make_domain(&t, &domain);
  check_or_exit(cli_add_history(&domain.header, tile_program.name, argc, argv, t.digest, &e), &e);
  check_or_exit(cli_add_warnings(&domain.header, &e), &e);
  write_domain(&t, &domain, &out);
  if (t.report)
    report_domain(&domain, t.report);
  tile_domain_free(&domain);
  free(o->patch);
  return 0;
}
