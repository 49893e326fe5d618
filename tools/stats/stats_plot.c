/* --plot: curves of the measures of pores as charts. */
#include "chart.h"
#include "stats_pores.h"

#include <string.h>
#include <strings.h>

static bool ends_in(const char *path, const char *end)
{
  const size_t length = strlen(path), of_end = strlen(end);
  return length > of_end && strcasecmp(path + length - of_end, end) == 0;
}

void stats_check_plot(const char *path)
{
  if (path && !ends_in(path, ".svg") && !ends_in(path, ".png"))
    cli_usage("--plot %s: expected a name that ends in .svg or .png", path);
  if (path && !stats_asks_pores())
    cli_usage("--plot draws measures of pores: give --thickness, --intrusion, --two-point or --lineal-path");
}

/* A chart for each measure, whose parts are its curves. */
static int make_charts(struct chart *chart, const struct stats_pores *p)
{
  int count = 0;
  for (int i = 0; i < p->curves; i++) {
    const struct stats_curve *c = p->curve + i;
    int k = 0;
    while (k < count && strcmp(chart[k].title, c->measure))
      k++;
    if (k == count)
      chart[count++] = (struct chart){.title = c->measure, .x_name = c->across, .y_name = c->up};
    chart[k].curve[chart[k].curves++] = (struct chart_curve){c->part, c->count, c->x, c->y};
  }
  return count;
}

void stats_pores_plot(const struct stats_pores *p, const char *path)
{
  struct tile_error e;
  struct cli_output output;
  struct chart chart[STATS_CURVES];
  if (!path)
    return;
  const int count = make_charts(chart, p);
  check_or_exit(cli_open_output(&output, path, true, &e), &e);
  if (chart_write(output.file, ends_in(path, ".png"), chart, count, &e))
    cli_name_output(&output, &e), cli_die(&e);
  check_or_exit(cli_commit(&output, &e), &e);
}
