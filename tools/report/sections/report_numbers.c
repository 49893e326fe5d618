/* SPDX-License-Identifier: BSD-3-Clause */
/* All numbers: a table with a column for each domain or flow, and one for each report of a run. */
#include <config.h>

#include "report.h"

static const char *const file_rows[REPORT_ROWS] = {
    [ROW_GRID] = "Grid",
    [ROW_VOXEL] = "Voxel size",
    [ROW_SIZE] = "Size",
    [ROW_POROSITY] = "Porosity",
    [ROW_SURFACE] = "Specific surface",
    [ROW_CHORD] = "Mean chord along the axes",
    [ROW_COMPONENTS] = "Components",
    [ROW_PERCOLATES] = "Percolates along",
    [ROW_RADIUS] = "Mean radius of the pores",
    [ROW_DIFFUSIVITY] = "Effective diffusivity, D_eff / D",
    [ROW_PERMEABILITY] = "Permeability",
    [ROW_INSIDE] = "Permeability inside the mask",
    [ROW_SAMPLE] = "Permeability of the sample",
    [ROW_VELOCITY] = "Superficial velocity",
    [ROW_SPEED] = "Largest speed",
    [ROW_REYNOLDS] = "Reynolds number (root of k)",
    [ROW_MACH] = "Mach number",
    [ROW_TORTUOSITY] = "Hydraulic tortuosity",
    [ROW_VISCOSITY] = "Kinematic viscosity",
    [ROW_METHOD] = "Method",
    [ROW_BEATS] = "Beats",
    [ROW_STEPS] = "Steps",
    [ROW_CONVERGED] = "Converged",
    [ROW_REMAINING] = "Change that may remain",
};

struct report_table {
  const char *what; /* a column is of */
  int columns, rows;
  const char *const *row; /* names */
  const char *(*column)(const struct report *r, int column);
  const char *(*cell)(const struct report *r, int row, int column); /* "": not known */
};

static const char *file_name(const struct report *r, int column)
{
  return r->path[column];
}

static const char *file_cell(const struct report *r, int row, int column)
{
  return r->cell[row][column];
}

static const char *run_name(const struct report *r, int column)
{
  return r->run[column].name;
}

static const char *run_cell(const struct report *r, int row, int column)
{
  return r->run[column].cell[row];
}

static bool known(const struct report_table *t, const struct report *r, int row)
{
  bool any = false;
  for (int i = 0; i < t->columns; i++)
    any = any || *t->cell(r, row, i);
  return any;
}

static void put_row(const struct report_table *t, const struct report *r, FILE *out, int row)
{
  fputs("<tr><th>", out);
  report_term(out, t->row[row]);
  fputs("</th>", out);
  for (int i = 0; i < t->columns; i++) {
    const char *cell = t->cell(r, row, i);
    fputs("<td>", out);
    html_value(out, *cell ? cell : "–");
    fputs("</td>", out);
  }
  fputs("</tr>\n", out);
}

static void put_table(const struct report_table *t, const struct report *r, FILE *out)
{
  fprintf(out, "<div class=\"scroll\"><table>\n<thead><tr><th>%s</th>", t->what);
  for (int i = 0; i < t->columns; i++) {
    fputs("<th>", out);
    html_text(out, t->column(r, i));
    fputs("</th>", out);
  }
  fputs("</tr></thead>\n<tbody>\n", out);
  for (int row = 0; row < t->rows; row++)
    if (known(t, r, row))
      put_row(t, r, out, row);
  fputs("</tbody></table></div>\n", out);
}

bool report_numbers(const struct report *r, FILE *out)
{
  const struct report_table tables[] = {{"File", r->files, REPORT_ROWS, file_rows, file_name, file_cell},
                                        {"Run", r->runs, REPORT_RUN_ROWS, r->run_row, run_name, run_cell}};
  for (int i = 0; i < 2; i++)
    if (tables[i].columns)
      put_table(tables + i, r, out);
  return r->files || r->runs;
}
