/* SPDX-License-Identifier: BSD-3-Clause */
#define SCALAR float
#define SITE(name) name
#define CHECK schemes_check_fp32
#define STEP schemes_step_fp32
#include "schemes_host.h"
