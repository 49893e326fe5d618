#define main stats_main
int stats_main(int argc, char **argv);
#include "../../tools/stats/stats.c"

#include "options.h"

const struct fuzz_options fuzz_options_stats = {"stats", options, NULL};
