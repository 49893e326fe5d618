/* The end of every Check program. */
#ifndef SUITE_H
#define SUITE_H

#include <check.h>
#include <stdlib.h>

/* Runs and frees the suite; returns the exit status of the program. CK_VERBOSITY holds, and CK_FORK too unless `fork`
 * excludes it. */
static inline int run_suite(Suite *suite, enum fork_status fork)
{
  SRunner *runner = srunner_create(suite);
  srunner_set_fork_status(runner, fork);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
