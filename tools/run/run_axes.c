/* A permeability run along several axes, one drive after another. */
#include "run_job.h"

#include <stdlib.h>

static void begin_view(int axis)
{
  struct tile_error e;
  asked.axis = axis;
  check_or_exit(run_view(&job.domain, &job.whole, &e), &e);
  run_job_set_up();
}

static void end_view(void)
{
  run_end_flow();
  run_view_free(&job.domain);
}

/* Whatever a drive could be refused for, before the first one. */
static void check_drives(void)
{
  job.whole = job.domain;
  for (int axis = 0; axis < 3; axis++) {
    if (!(asked.axes >> axis & 1))
      continue;
    begin_view(axis);
    if (axis == __builtin_ctz(asked.axes))
      run_job_check();
    end_view();
  }
}

/* Its flow stays until the next one. */
static struct run_report drive_along(int axis, int argc, char **argv)
{
  struct tile_error e;
  char *path = asked.output ? run_axis_path(asked.output, axis) : NULL;
  begin_view(axis);
  run_job_afford();
  run_refine();
  check_or_exit(lbm_new(&job.flow, &job.domain, &job.parameters.setup, &e), &e);
  check_or_exit(lbm_drive_start(job.flow, &job.parameters, &job.domain, &e), &e);
  run_remember_command(argc, argv);
  run_job_step(true);
  if (path)
    run_write_fields(path);
  free(path);
  struct run_report r = run_survey_job(true);
  run_note_drive(&r);
  if (!asked.json)
    run_print(stdout, &r);
  if (!job.parameters.converged && !run_caught())
    run_warn_unconverged();
  return r;
}

static int report_drives(struct run_report last)
{
  struct run_whole whole;
  last.drive = job.drive_made;
  last.drives = job.drives_made;
  run_whole_make(&whole, &last);
  if (asked.json)
    run_print_json(stdout, &whole.report);
  else if (whole.report.tensor)
    run_print_tensor(stdout, &whole.report);
  run_note_row(&whole.report);
  return run_caught() ? 128 + run_caught() : whole.parameters.converged ? EXIT_SUCCESS : EXIT_UNCONVERGED;
}

int run_drive_along_all(int argc, char **argv)
{
  struct run_report last = {0};
  check_drives();
  for (int axis = 0; axis < 3 && !(job.drives_made && run_caught()); axis++) {
    if (!(asked.axes >> axis & 1))
      continue;
    if (job.drives_made)
      end_view();
    last = drive_along(axis, argc, argv);
  }
  const int status = report_drives(last);
  end_view();
  tile_domain_free(&job.whole);
  return status;
}
