/* SPDX-License-Identifier: BSD-3-Clause */
/* --help and --version. */
#include <config.h>

#include "cli_internal.h"

#include <string.h>

enum { COLUMN = 28, WIDTH = 80 };

/* Prints text up to its first newline, broken at spaces; the cursor is at column `at`. */
static void print_wrapped(const char *text, int indent, int at)
{
  while (*text && *text != '\n') {
    int word = (int)strcspn(text, " \n");
    if (at > indent && at + 1 + word > WIDTH) {
      printf("\n%*s", indent, "");
      at = indent;
    }
    at += printf("%s%.*s", at > indent ? " " : "", word, text);
    text += word;
    text += strspn(text, " ");
  }
  putchar('\n');
}

static bool is_heading(const struct cli_option *option)
{
  return option && option->name && strcmp(option->name, "group") == 0;
}

static void print_option(const struct cli_option *option)
{
  char letter[] = {'-', option->letter, ',', 0};
  const char *argument = option->argument ? option->argument : "",
             *between = *argument && strncmp(argument, "[=", 2) != 0 ? " " : "";
  int at = printf("  %3s --%s%s%s", option->letter ? letter : "", option->name, between, argument);
  if (at > COLUMN - 2) {
    putchar('\n');
    at = 0;
  }
  printf("%*s", COLUMN - at, "");
  print_wrapped(option->help, COLUMN, COLUMN);
}

static void print_options(const struct cli_option *option)
{
  for (; option && option->name; option++)
    if (is_heading(option))
      printf("\n%s:\n", option->help);
    else if (option->parse)
      print_option(option);
}

/* Lines that begin with a space belong to tables and are not wrapped. */
static void print_epilogue(const char *text)
{
  putchar('\n');
  while (*text) {
    size_t line = strcspn(text, "\n");
    if (*text == ' ')
      printf("%.*s\n", (int)line, text);
    else
      print_wrapped(text, 0, 0);
    text += line + (text[line] == '\n');
  }
}

void cli_print_help(const struct cli_program *program, const struct cli_option *common)
{
  printf("Usage: %s %s\n", program->name, program->usage);
  print_wrapped(program->summary, 0, 0);
  const bool groups = is_heading(program->options);
  if (!groups)
    putchar('\n');
  print_options(program->options);
  print_options(groups ? common : common + 1);
  if (program->epilogue)
    print_epilogue(program->epilogue);
}

void cli_print_version(const struct cli_program *program)
{
  printf("%s (Tessera) %s\n", program->name, PACKAGE_VERSION);
}
