#include "inputs.h"

#include <ctype.h>
#include <string.h>

static bool digit(char c)
{
  return isdigit((unsigned char)c);
}

static size_t digits(const char *text)
{
  size_t n = 0;
  while (digit(text[n]))
    n++;
  return n;
}

/* Compares two runs of digits, which may be longer than any integer, and moves both pointers to their ends. */
static int compare_numbers(const char **a, const char **b)
{
  *a += strspn(*a, "0");
  *b += strspn(*b, "0");
  size_t la = digits(*a), lb = digits(*b);
  int order = la != lb ? (la < lb ? -1 : 1) : memcmp(*a, *b, la);
  *a += la;
  *b += lb;
  return order;
}

int natural_compare(const char *a, const char *b)
{
  const char *left = a, *right = b;
  while (*left && *right) {
    int order = digit(*left) && digit(*right) ? compare_numbers(&left, &right)
                                              : (unsigned char)*left++ - (unsigned char)*right++;
    if (order)
      return order;
  }
  int order = (unsigned char)*left - (unsigned char)*right;
  return order ? order : strcmp(a, b); /* only leading zeros differ: any order will do, if it is always the same */
}
