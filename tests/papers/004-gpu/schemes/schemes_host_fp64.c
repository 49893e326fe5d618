/* SPDX-License-Identifier: BSD-3-Clause */
#define SCALAR double
#define SITE(name) name
#define CHECK schemes_check_fp64
#define STEP schemes_step_fp64
#include "schemes_host.h"
