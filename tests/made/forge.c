/* forge SCRIPT: makes a tile file, valid or damaged, and writes it to standard output.
 *
 * A script has one command per line; parts that it does not mention are valid.
 *   expect TEXT, digest HEX   for tests/faults/corrupt.sh; a digest also goes to the trailer
 *   magic TEXT                the first line, instead of TESSERA 1
 *   key TEXT                  a header line
 *   keys N                    header lines k0 ... k(N-1)
 *   header ITEM...            bytes of the header
 *   end TEXT                  the end line, instead of a valid one
 *   record TAG [CHANGE...] ITEM...
 *   trailer [CHANGE...] ITEM...  items follow the digest; further changes:
 *                             digest=0, index=N (entry N altered), entries=N, begin=N (in the last bytes)
 *   bytes ITEM...             any bytes
 * CHANGE: flags=N stored=N raw=N sum=N, zstd or zstd-unsized (compress).
 * ITEM: x:HEX u16:N u32:N u64:N i32:N f32:N f64:N fill:COUNT (bytes of 'x'), each also COUNT*ITEM. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

struct buffer {
  unsigned char *data;
  size_t length;
};

struct changes {
  const char *flags, *stored, *raw, *sum, *zstd, *digest, *index, *entries, *begin;
};

static struct buffer file, list; /* list: the index */
static const char *digest = "00000000000000000000000000000000", *end_line;
static int header_open = 1;

static void die(const char *why, const char *what)
{
  fprintf(stderr, "forge: %s: %s\n", why, what);
  exit(99);
}

static void append(struct buffer *b, const void *data, size_t length)
{
  b->data = realloc(b->data, b->length + length + 1);
  if (!b->data)
    die("memory", "short");
  if (length)
    memcpy(b->data + b->length, data, length);
  b->length += length;
}

/* ---- items ---- */

static void append_hex(struct buffer *b, const char *hex)
{
  for (; hex[0] && hex[1]; hex += 2) {
    char pair[3] = {hex[0], hex[1], 0};
    unsigned char byte = (unsigned char)strtoul(pair, NULL, 16);
    append(b, &byte, 1);
  }
}

static void append_fill(struct buffer *b, size_t count)
{
  char *fill = malloc(count + 1);
  append(b, memset(fill, 'x', count), count);
  free(fill);
}

static void append_number(struct buffer *b, const char *type, const char *text)
{
  uint64_t whole = text[0] == '-' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
  double real = strtod(text, NULL);
  float single = (float)real;
  if (!strcmp(type, "u16"))
    append(b, &whole, 2);
  else if (!strcmp(type, "u32") || !strcmp(type, "i32"))
    append(b, &whole, 4);
  else if (!strcmp(type, "u64"))
    append(b, &whole, 8);
  else if (!strcmp(type, "f64"))
    append(b, &real, 8);
  else if (!strcmp(type, "f32"))
    append(b, &single, 4);
  else
    die("no such item", type);
}

static void append_item(struct buffer *b, char *item)
{
  char *star = strchr(item, '*'), *type = star ? star + 1 : item, *value = strchr(type, ':');
  unsigned long count = star ? strtoul(item, NULL, 10) : 1;
  if (!value)
    die("not an item", item);
  *value++ = '\0';
  for (unsigned long i = 0; i < count; i++)
    if (!strcmp(type, "x"))
      append_hex(b, value);
    else if (!strcmp(type, "fill"))
      append_fill(b, strtoul(value, NULL, 10));
    else
      append_number(b, type, value);
}

/* ---- changes ---- */

static int get_change(struct changes *c, char *word)
{
  const struct {
    const char *name;
    const char **to;
  } known[] = {{"flags", &c->flags},   {"stored", &c->stored}, {"raw", &c->raw},         {"sum", &c->sum},
               {"digest", &c->digest}, {"index", &c->index},   {"entries", &c->entries}, {"begin", &c->begin}};
  if (!strncmp(word, "zstd", 4))
    return c->zstd = word, 1;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    size_t length = strlen(known[i].name);
    if (!strncmp(word, known[i].name, length) && word[length] == '=')
      return *known[i].to = word + length + 1, 1;
  }
  return 0;
}

static uint64_t changed(uint64_t value, const char *change)
{
  return change ? strtoull(change, NULL, 0) : value;
}

/* The rest of a line: changes to *c, items to *b. */
static void get_words(struct changes *c, struct buffer *b, char *rest)
{
  for (char *word; (word = strsep(&rest, " "));)
    if (*word && !get_change(c, word))
      append_item(b, word);
}

/* ---- parts of a file ---- */

static void close_header(void)
{
  char line[64];
  if (!header_open)
    return;
  header_open = 0;
  snprintf(line, sizeof line, "end: %016" PRIx64, (uint64_t)XXH3_64bits(file.data, file.length));
  append(&file, end_line ? end_line : line, strlen(end_line ? end_line : line));
  append(&file, "\n", 1);
}

static void compress(struct buffer *b, const char *how)
{
  size_t room = ZSTD_compressBound(b->length);
  unsigned char *packed = malloc(room);
  ZSTD_CCtx *zstd = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(zstd, ZSTD_c_contentSizeFlag, strcmp(how, "zstd-unsized") != 0);
  b->length = ZSTD_compress2(zstd, packed, room, b->data, b->length);
  ZSTD_freeCCtx(zstd);
  free(b->data);
  b->data = packed;
}

static void put_record(const char *tag, const struct changes *c, struct buffer *payload)
{
  unsigned char head[24];
  uint32_t flags = (uint32_t)changed(c->zstd != NULL, c->flags);
  uint64_t raw = changed(payload->length, c->raw), begin = file.length;
  if (c->zstd)
    compress(payload, c->zstd);
  uint64_t stored = changed(payload->length, c->stored);
  memcpy(head, tag, 4);
  memcpy(head + 4, &flags, 4);
  memcpy(head + 8, &stored, 8);
  memcpy(head + 16, &raw, 8);
  append(&list, head, 8);
  append(&list, &begin, 8);
  append(&list, &raw, 8);
  XXH3_state_t *state = XXH3_createState();
  XXH3_64bits_reset(state);
  XXH3_64bits_update(state, head, sizeof head);
  XXH3_64bits_update(state, payload->data, payload->length);
  uint64_t sum = changed(XXH3_64bits_digest(state), c->sum);
  XXH3_freeState(state);
  append(&file, head, sizeof head);
  append(&file, &sum, 8);
  append(&file, payload->data, payload->length);
}

static void record(char *rest)
{
  struct changes c = {0};
  struct buffer payload = {0};
  const char *tag = strsep(&rest, " ");
  if (strlen(tag) != 4)
    die("not a tag", tag);
  close_header();
  get_words(&c, &payload, rest);
  put_record(tag, &c, &payload);
  free(payload.data);
}

static void trailer(char *rest)
{
  struct changes c = {0};
  struct buffer payload = {0}, extra = {0};
  close_header();
  if (rest)
    get_words(&c, &extra, rest);
  uint64_t begin = file.length, told = changed(begin, c.begin);
  append(&payload, list.data ? list.data : (unsigned char *)"", list.length);
  if (c.index)
    payload.data[24 * strtoul(c.index, NULL, 10) - 1] ^= 1;
  payload.length = changed(payload.length / 24, c.entries) * 24;
  append_hex(&payload, digest);
  append(&payload, extra.data ? extra.data : (unsigned char *)"", extra.length);
  put_record("TAIL", &c, &payload);
  uint64_t sum = XXH3_64bits(&told, 8);
  append(&file, &told, 8);
  append(&file, &sum, 8);
  append(&file, "TESSEND\n", 8);
  free(payload.data);
  free(extra.data);
}

/* ---- commands ---- */

static void expectation(char *rest)
{
  (void)rest;
}

static void state_digest(char *rest)
{
  digest = strdup(rest);
}

static void magic(char *rest)
{
  file.length = 0;
  append(&file, rest, strlen(rest));
  append(&file, "\n", 1);
}

static void key(char *rest)
{
  append(&file, rest, strlen(rest));
  append(&file, "\n", 1);
}

static void keys(char *rest)
{
  char line[32];
  for (int i = 0; i < atoi(rest); i++) {
    snprintf(line, sizeof line, "k%d: 1", i);
    key(line);
  }
}

static void header(char *rest)
{
  struct changes none = {0};
  get_words(&none, &file, rest);
}

static void bytes(char *rest)
{
  close_header();
  header(rest);
}

static void end(char *rest)
{
  end_line = strdup(rest);
}

static const struct {
  const char *name;
  void (*run)(char *rest);
} commands[] = {{"expect", expectation}, {"digest", state_digest}, {"magic", magic},  {"key", key},
                {"keys", keys},          {"header", header},       {"end", end},      {"record", record},
                {"trailer", trailer},    {"bytes", bytes},         {"#", expectation}};

static void run(char *line)
{
  char *rest = line, *name = strsep(&rest, " ");
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(name, commands[i].name)) {
      commands[i].run(rest);
      return;
    }
  if (*name)
    die("no such command", name);
}

int main(int argc, char **argv)
{
  FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;
  char *line = NULL;
  size_t room = 0;
  if (!in)
    die("usage", "forge SCRIPT");
  append(&file, "TESSERA 1\n", 10);
  while (getline(&line, &room, in) > 0) {
    line[strcspn(line, "\n")] = '\0';
    run(line);
  }
  close_header();
  free(line);
  fclose(in);
  return fwrite(file.data, 1, file.length, stdout) != file.length || fclose(stdout);
}
