/* SPDX-License-Identifier: BSD-3-Clause */
/* The files of a program: none is read and written at once, none is written twice, and no name lies about the format. */
#include "cli.h"

#include <string.h>
#include <strings.h>

const struct cli_format cli_tile_format = {"Tessera's own format", ".tile|.vox"}, cli_table_format = {"CSV", ".csv"},
                        cli_png_format = {"PNG", ".png"};

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

/* Is the ending of the path one of ".tile|.vox"? */
static bool ends_in_one_of(const char *path, const char *ends)
{
  char end[16];
  for (; *ends; ends += *ends == '|') {
    const size_t length = strcspn(ends, "|");
    snprintf(end, sizeof end, "%.*s", (int)length, ends);
    if (cli_ends_in(path, end))
      return true;
    ends += length;
  }
  return false;
}

/* Names that say nothing of a format, such as out, flow.2 and fields.new, may be given to any file. */
static bool says_a_format(const char *path)
{
  return ends_in_one_of(
      path, ".vti|.vtp|.vtk|.vtu|.vtr|.vts|.vtm|.pvti|.pvtp|.pvd|.stl|.obj|.ply|.off|.npy|.npz|.png|.jpg|.jpeg|.tif|"
            ".tiff|.gif|.bmp|.webp|.svg|.pdf|.eps|.csv|.tsv|.json|.xlsx|.xls|.ods|.html|.htm|.tile|.vox|.mhd|.mha|.raw|"
            ".nrrd|.nhdr|.nii|.am|.h5|.hdf5|.hdf|.nc|.xml|.yaml|.mat|.zip|.gz|.bz2|.xz|.zst|.dcm");
}

static void check_name(const struct cli_file *f)
{
  if (f->format && says_a_format(f->path) && !ends_in_one_of(f->path, f->format->ends))
    cli_usage("%s %s: it writes %s, which programs expect in a file named %.*s", f->option, f->path, f->format->name,
              (int)strcspn(f->format->ends, "|"), f->format->ends);
}

void cli_check_input(const char *input, const struct cli_file *files, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (files[i].path && cli_same_file(input, files[i].path))
      cli_usage("%s %s would replace the input", files[i].option, files[i].path);
}

void cli_try_outputs(const struct cli_file *files, size_t count)
{
  struct tile_error e;
  for (size_t i = 0; i < count; i++)
    if (files[i].path)
      check_or_exit(cli_try_output(files[i].path, &e), &e);
}

void cli_check_outputs(const struct cli_file *files, size_t count)
{
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < i && files[i].path; k++)
      if (files[k].path && cli_same_output(files[k].path, files[i].path))
        cli_usage("%s and %s both name %s", files[k].option, files[i].option, files[k].path);
  for (size_t i = 0; i < count; i++)
    if (files[i].path)
      check_name(files + i);
}
