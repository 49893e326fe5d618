/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-cite: options, and the references as text or BibTeX. */
#include <config.h>

#include "cite.h"

#include <string.h>

static struct cite_options {
  bool bibtex;
} given;

static const struct cli_option options[] = {{"bibtex", 0, NULL, "Print BibTeX.", cli_flag, &given.bibtex}, {0}};

static const struct cli_program program = {
    .name = "tessera-cite",
    .summary = "Prints what to cite: the publications behind the methods that made a file.",
    .usage = "[OPTION]... [FILE]",
    .epilogue =
        "FILE is what tessera-voxelize, tessera-tile or tessera-run wrote; - is standard input. Without FILE all "
        "publications are listed.",
    .options = options};

static void print_member(const char *name, const char *value)
{
  if (value)
    printf(",\n  %s = {%s}", name, value);
}

static void print_bibtex(const struct cite_reference *r)
{
  printf("@%s{%s", r->journal ? "article" : "misc", r->name);
  print_member("author", r->author);
  print_member("title", r->title);
  print_member("journal", r->journal);
  print_member("volume", r->volume);
  print_member("pages", r->pages);
  print_member("year", r->year);
  print_member("doi", r->doi);
  printf("\n}\n");
}

/* The reasons for one reference, in a line; h is NULL: all of them. Prints nothing and returns false if it has none. */
static bool print_reasons(enum cite_name cited, const struct tile_header *h, const char *before)
{
  bool any = false;
  for (int i = 0; i < cite_use_count; i++)
    if (cite_uses[i].cited == cited && (!h || cite_uses[i].in(h))) {
      printf("%s%s", any ? ", " : before, cite_uses[i].why);
      any = true;
    }
  if (any)
    putchar('\n');
  return any;
}

static void print_all(const struct cite_options *o, const struct tile_header *h)
{
  char text[CITE_TEXT];
  for (int i = 0; i < CITE_REFERENCES; i++)
    if (print_reasons((enum cite_name)i, h, o->bibtex ? "% For " : "For ")) {
      if (o->bibtex)
        print_bibtex(&cite_references[i]);
      else
        puts(cite_text(text, &cite_references[i]));
      putchar('\n');
    }
}

static void print_file(const struct cite_options *o, const char *path)
{
  struct tile_error e;
  struct tile_reader *reader;
  FILE *in = cli_open_input(path, &e);
  check_or_exit(in ? TILE_OK : e.code, &e);
  check_or_exit(tile_reader_open(&reader, in, cli_input_name(path), &e), &e);
  print_all(o, tile_reader_header(reader));
  tile_reader_free(reader);
  fclose(in);
}

int main(int argc, char **argv)
{
  const int first = cli_start(&program, argc, argv);
  if (first == argc)
    print_all(&given, NULL);
  else
    print_file(&given, cli_one_input(argc, argv, first));
  return 0;
}
