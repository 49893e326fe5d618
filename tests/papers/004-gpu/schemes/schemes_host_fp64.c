#define SCALAR double
#define SITE(name) name
#define CHECK schemes_check_fp64
#include "schemes_host.h"
