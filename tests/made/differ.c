/* tests/differ A B: how far the fields of two results of one domain differ: the largest difference of velocity relative
 * to the largest |component| of A, and the same for density - 1; prints the larger of the two. Exit 1: not results, or
 * not of one domain. */
#include "fields.h"

#include <math.h>
#include <stdlib.h>

struct pair {
  const struct fields *other;
  double apart[2], largest[2]; /* of density, of velocity */
  bool alien;
};

static void compare(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct pair *p = self;
  double other[FIELDS];
  p->alien |= !fields_node(p->other, at, other);
  for (int f = 0; f < FIELDS; f++) {
    int kind = f != FIELD_DENSITY;
    p->apart[kind] = fmax(p->apart[kind], fabs(value[f] - other[f]));
    p->largest[kind] = fmax(p->largest[kind], fabs(value[f]));
  }
}

static void read_fields(struct fields *f, const char *path)
{
  struct tile_error e = {0};
  FILE *in = fopen(path, "rb");
  if (in && !fields_read(f, in, path, &e)) {
    fclose(in);
    return;
  }
  fprintf(stderr, "differ: %s: %s\n", path, in ? e.text : "cannot be opened");
  exit(1);
}

int main(int argc, char **argv)
{
  struct fields a, b;
  if (argc != 3)
    return 2;
  read_fields(&a, argv[1]);
  read_fields(&b, argv[2]);
  struct pair p = {.other = &b};
  fields_visit(&a, compare, &p);
  fields_free(&a);
  fields_free(&b);
  if (p.alien || !(p.largest[1] > 0)) {
    fprintf(stderr, "differ: %s and %s: %s\n", argv[1], argv[2], p.alien ? "not of one domain" : "nothing flows");
    return 1;
  }
  double density = p.largest[0] > 0 ? p.apart[0] / p.largest[0] : 0;
  printf("%.3g\n", fmax(density, p.apart[1] / p.largest[1]));
  return 0;
}
