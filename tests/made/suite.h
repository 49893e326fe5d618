/* How every Check program asserts and ends. Included in place of check.h. */
#ifndef SUITE_H
#define SUITE_H

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Check notes where each assertion stands by a write to a file: for every value of an array that takes longer than all else.
 * Of a test that crashes only the name is then known. */
#undef ck_assert
#undef ck_assert_msg
#define ck_assert(expr) ck_assert_msg(expr, "%s", "Assertion '" #expr "' failed")
#define ck_assert_msg(expr, ...) ((expr) ? (void)0 : ck_abort_msg(__VA_ARGS__))

/* Is this make check-all, or no make at all? What stands behind it belongs to the slow tier. */
static inline bool slow(void)
{
  const char *tier = getenv("TIER");
  return !tier || strcmp(tier, "fast") != 0;
}

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
