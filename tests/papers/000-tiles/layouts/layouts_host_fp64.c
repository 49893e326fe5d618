/* SPDX-License-Identifier: BSD-3-Clause */
#define SCALAR double
#define SITE(name) name
#define CHECK layouts_check_fp64
#include "layouts_host.h"
