/* SPDX-License-Identifier: BSD-3-Clause */
/* Parses the command line: the table of options drives getopt_long. */
#include "cli_internal.h"

#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct cli_program *running;

static const struct cli_option common[] = {
    CLI_GROUP("Every program"),
    {"quiet", 'q', NULL, "Say nothing but warnings and errors.", cli_flag, &cli_quiet},
    {"no-progress", 0, NULL, "Draw no progress bar, and write no lines of progress.", cli_flag, &cli_no_progress},
    {"progress", 0, "log|json[:SECONDS]",
     "Write a line of progress every so many seconds: log: text, json: an object, from the beginning on, every second "
     "where none are given. Default: a bar on a terminal; else a line after 10 s, then every 60.",
     cli_progress_asked, NULL},
    {"help", 'h', "[=pairs]", "Print this help and exit; pairs: which options exclude or need which.", cli_help_asked,
     NULL},
    {"version", 'V', NULL, "Print the version and exit.", cli_version_asked, NULL},
    {0},
};

/* Returns the program's options, then the common ones; NULL at the end. */
static const struct cli_option *option_at(size_t index)
{
  const struct cli_option *option = running->options;
  for (; option && option->name; option++)
    if (option->parse && !index--)
      return option;
  option = &common[1 + index];
  return option->name ? option : NULL;
}

int cli_help_asked(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  if (value && strcmp(value, "pairs") != 0)
    return tile_fail(e, TILE_USAGE, "expected --help or --help=pairs");
  if (value)
    cli_print_pairs(running);
  else
    cli_print_help(running, common);
  exit(0);
}

int cli_version_asked(void *to, const char *value, struct tile_error *e)
{
  (void)to, (void)value, (void)e;
  cli_print_version(running);
  exit(0);
}

/* getopt's form of the table. A long option returns OPTION_BASE + its index. */
enum { OPTION_BASE = 256 };
struct tables {
  struct option *lengthy;
  char *letters; /* begins with ':', so that getopt reports a missing argument separately */
  size_t count;
};

static int argument_kind(const struct cli_option *option)
{
  return !option->argument ? no_argument : *option->argument == '[' ? optional_argument : required_argument;
}

static void add_letter(char *letters, const struct cli_option *option)
{
  if (!option->letter || strchr(letters + 1, option->letter))
    return;
  size_t end = strlen(letters);
  letters[end] = option->letter;
  if (argument_kind(option) == required_argument)
    letters[end + 1] = ':';
}

static void make_tables(struct tables *t)
{
  while (option_at(t->count))
    t->count++;
  t->lengthy = calloc(t->count + 1, sizeof *t->lengthy);
  t->letters = calloc(2 * t->count + 2, 1);
  if (!t->lengthy || !t->letters)
    cli_fail(EXIT_COULD_NOT, "out of memory for the options");
  t->letters[0] = ':';
  for (size_t i = 0; i < t->count; i++) {
    const struct cli_option *option = option_at(i);
    t->lengthy[i] = (struct option){option->name, argument_kind(option), NULL, (int)(OPTION_BASE + i)};
    add_letter(t->letters, option);
  }
}

static const struct cli_option *find(int code)
{
  if (code >= OPTION_BASE)
    return option_at((size_t)(code - OPTION_BASE));
  size_t i = 0;
  while (option_at(i)->letter != code)
    i++;
  return option_at(i);
}

/* The value of an option whose argument is optional and one of a few words, "[no|warn]", may also be the next word. */
static const char *next_word(const struct cli_option *option, int argc, char **argv)
{
  const char *word = option->argument;
  if (argument_kind(option) != optional_argument || word[1] == '=' || optind >= argc)
    return NULL;
  while (*word++) {
    const size_t length = strcspn(word, "|]");
    if (length && strlen(argv[optind]) == length && strncmp(argv[optind], word, length) == 0)
      return argv[optind++];
    word += length;
  }
  return NULL;
}

/* A second value would silently replace the first. A flag has no value. */
static void refuse_second(const struct cli_option *option)
{
  for (size_t i = 0; option->argument && !cli_is_list(option) && i < cli_uses.count; i++)
    if (cli_uses.item[i].option == option)
      cli_usage("--%s: given twice, but it has one value", option->name);
}

static bool begins_several(const char *word)
{
  const char *name = word + 2;
  size_t length = strcspn(name, "="), found = 0;
  const struct cli_option *option;
  for (size_t i = 0; (option = option_at(i)); i++)
    found += strncmp(option->name, name, length) == 0;
  return found > 1;
}

static void refuse_unknown(const char *word)
{
  char hint[CLI_HINT];
  const struct cli_option *option;
  struct cli_nearest n = {.word = word + 2, .length = strcspn(word + 2, "=")};
  for (size_t i = 0; (option = option_at(i)); i++)
    cli_nearest_try(&n, option->name);
  cli_usage("%s: unknown option%s; see %s --help", word, cli_nearest_hint(hint, &n, "--"), running->name);
}

/* "-output" would be -o with the value "utput". */
static void refuse_one_dash(int argc, char **argv)
{
  const struct cli_option *option;
  for (int n = 1; n < argc && strcmp(argv[n], "--"); n++)
    for (size_t i = 0; *argv[n] == '-' && (option = option_at(i)); i++)
      if (strlen(option->name) > 1 && strncmp(argv[n] + 1, option->name, strlen(option->name)) == 0 &&
          (!argv[n][1 + strlen(option->name)] || argv[n][1 + strlen(option->name)] == '='))
        cli_usage("-%s: this option has two dashes: --%s", option->name, option->name);
}

/* getopt returned '?': reports the option that it did not accept. */
static void refuse(char **argv)
{
  const char *word = argv[optind - 1];
  if (optopt >= OPTION_BASE)
    cli_usage("--%s: takes no argument", find(optopt)->name);
  if (optopt)
    cli_usage("-%c: unknown option; see %s --help", optopt, running->name);
  if (begins_several(word))
    cli_usage("%s: ambiguous option; see %s --help", word, running->name);
  refuse_unknown(word);
}

/* The argument "T|otsu" has a word that `value` may mean. */
static const char *word_hint(char text[CLI_HINT], const struct cli_option *option, const char *value)
{
  static char word[CLI_HINT];
  struct cli_nearest n = {.word = value ? value : "", .length = value ? strcspn(value, ":=,") : 0};
  for (const char *at = option->argument ? option->argument : ""; *at; at += strspn(at, "[]|")) {
    const size_t length = strcspn(at, "[]|"), name = strcspn(at, ":=,[]|");
    if (name > 2 && name < sizeof word && *at >= 'a' && *at <= 'z') {
      const char *before = n.name;
      char tried[CLI_HINT];
      snprintf(tried, sizeof tried, "%.*s", (int)name, at);
      cli_nearest_try(&n, tried);
      if (n.name != before)
        n.name = strcpy(word, tried);
    }
    at += length;
  }
  if (n.name && strlen(word) == n.length && strncmp(word, n.word, n.length) == 0)
    n.name = NULL;
  return cli_nearest_hint(text, &n, "");
}

static void apply(const struct cli_option *option, const char *value)
{
  struct tile_error e = {0};
  char hint[CLI_HINT];
  int status = option->parse(option->to, value, &e);
  if (status == TILE_FAILED)
    cli_die(&e);
  if (status)
    cli_usage("--%s %s: %s%s", option->name, value ? value : "", e.text, word_hint(hint, option, value));
}

/* A program that was started without standard output or error must not get its own output file under that number. The
 * descriptors opened here fail when they are used, as closed ones would. */
static void hold_standard_files(void)
{
  static const int wrong[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int file = 0; file < 3; file++)
    if (fcntl(file, F_GETFD) < 0 && open("/dev/null", wrong[file]) != file)
      _exit(EXIT_COULD_NOT);
}

/* Until --max-memory says otherwise, the limit is the machine's memory for each process: a program that needs more
 * would bring others down. */
static void limit_memory(void)
{
  const struct cli_option *option;
  for (size_t i = 0; (option = option_at(i)); i++)
    if (option->parse == cli_max_memory)
      tile_limit_memory(cli_machine_memory() / (size_t)(cli_company.neighbours ? cli_company.neighbours : 1));
}

/* --help and --version act at once. */
static void take(const struct cli_option *option, const char *value)
{
  if (option->parse == cli_help_asked || option->parse == cli_version_asked)
    apply(option, value);
  refuse_second(option);
  cli_add_use(option, value);
}

/* Reads the words of the command line, but not yet the values of options. */
static void read_words(int argc, char **argv)
{
  struct tables t = {0};
  make_tables(&t);
  refuse_one_dash(argc, argv);
  opterr = 0;
  for (int code; (code = getopt_long(argc, argv, t.letters, t.lengthy, NULL)) != -1;) {
    if (code == '?')
      refuse(argv);
    if (code == ':')
      cli_usage("--%s: missing argument %s; see %s --help", find(optopt)->name, find(optopt)->argument, running->name);
    take(find(code), optarg ? optarg : next_word(find(code), argc, argv));
  }
  free(t.lengthy);
  free(t.letters);
}

static void note_input(char *const *operands, int count)
{
  const char *kind = running->input ? running->input(operands, count) : NULL;
  for (const struct cli_option *row = running->options; kind && row->name; row++)
    if (!row->parse && strcmp(row->name, kind) == 0)
      cli_add_use(row, NULL);
}

int cli_start(const struct cli_program *program, int argc, char **argv)
{
  hold_standard_files();
  running = program;
  cli_name = program->name;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  cli_guard_exit();
  limit_memory();
  read_words(argc, argv);
  note_input(argv + optind, argc - optind);
  cli_check_excluded(program);
  for (size_t i = 0; i < cli_uses.count; i++)
    if (cli_uses.item[i].option->parse)
      apply(cli_uses.item[i].option, cli_uses.item[i].value);
  cli_check_needed(program);
  cli_check_threads();
  cli_progress_stage("set-up");
  return optind;
}

void cli_need_input(int operands)
{
  if (operands > 0 || !isatty(STDIN_FILENO))
    return;
  fprintf(stderr, "Usage: %s %s\nNothing to read: name a file or use a pipe; see %s --help\n", running->name,
          running->usage, running->name);
  cli_failed = true;
  exit(EXIT_USAGE);
}

const char *cli_one_input(int argc, char **argv, int first)
{
  if (argc - first > 1)
    cli_usage("at most one FILE, but %d are given", argc - first);
  cli_need_input(argc - first);
  return argv[first];
}
