/* Checks the names of pictures. */
#include "cli.h"

#include <string.h>
#include <strings.h>

bool cli_ends_in(const char *path, const char *end)
{
  const size_t length = strlen(path), of_end = strlen(end);
  return length > of_end && strcasecmp(path + length - of_end, end) == 0;
}

void cli_need_plot_name(const char *path)
{
  if (path && !cli_ends_in(path, ".svg") && !cli_ends_in(path, ".png"))
    cli_usage("--plot %s: expected a name that ends in .svg or .png", path);
}

void cli_need_png_name(const char *option, const char *path)
{
  static const char *const others[] = {"jpg", "jpeg", "tif", "tiff", "gif", "bmp", "webp", "svg", "pdf", "eps"};
  const char *dot = path ? strrchr(path, '.') : NULL;
  for (size_t i = 0; dot && i < sizeof others / sizeof *others; i++)
    if (strcasecmp(dot + 1, others[i]) == 0)
      cli_usage("%s %s: it writes PNG, which programs expect in a file named .png", option, path);
}
