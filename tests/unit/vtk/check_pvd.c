/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists of files in time (.pvd): what is written is read back, whole at every moment; what is not ours is refused. */
#include "pvd.h"
#include "scratch_made.h"

#include <signal.h>
#include <sys/wait.h>

static struct tile_error e;

static void put(struct pvd *p, double time, const char *name)
{
  ck_assert_msg(pvd_put(p, time, name, &e) == TILE_OK, "%s", e.text);
}

static void write_list(const struct pvd *p)
{
  ck_assert_msg(pvd_write(p, file[0], &e) == TILE_OK, "%s", e.text);
}

static struct pvd read_list(void)
{
  struct pvd p;
  ck_assert_msg(pvd_read(&p, file[0], &e) == TILE_OK, "%s", e.text);
  return p;
}

static void expect_entry(const struct pvd *p, size_t i, double time, const char *name)
{
  ck_assert_uint_lt(i, p->count);
  ck_assert_double_eq(p->entry[i].time, time);
  ck_assert_str_eq(p->entry[i].file, name);
}

/* The text is that of ParaView's own lists (Kitware wiki, ParaView/Data formats, "PVD File Format"). */
TEST(text_of_a_list)
{
  static const char want[] = "<?xml version=\"1.0\"?>\n"
                             "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
                             "  <Collection>\n"
                             "    <DataSet timestep=\"0\" part=\"0\" file=\"a.vti\"/>\n"
                             "    <DataSet timestep=\"0.0225\" part=\"0\" file=\"b &amp; &quot;c&quot;.vti\"/>\n"
                             "  </Collection>\n"
                             "</VTKFile>\n";
  struct pvd p = {0};
  char text[1024] = "";
  put(&p, 0.0225, "b & \"c\".vti");
  put(&p, 0, "a.vti");
  write_list(&p);
  FILE *in = fopen(file[0], "rb");
  ck_assert(in && fread(text, 1, sizeof text - 1, in) > 0);
  fclose(in);
  ck_assert_str_eq(text, want);
  pvd_free(&p);
}

TEST(read_back)
{
  static const char odd[] = "caf\303\251 <1> & '2' \"3\"&amp;.vti";
  struct pvd p = read_list(); /* there is no such file */
  ck_assert_uint_eq(p.count, 0);
  put(&p, 0.1, "one.vti");
  put(&p, 1.0 / 3, odd);
  put(&p, -2e-300, "early.vti");
  write_list(&p);
  pvd_free(&p);
  p = read_list();
  ck_assert_uint_eq(p.count, 3);
  expect_entry(&p, 0, -2e-300, "early.vti");
  expect_entry(&p, 1, 0.1, "one.vti");
  expect_entry(&p, 2, 1.0 / 3, odd);
  pvd_free(&p);
}

/* Entries are in order of time; a file that is there already gets its new time and place. */
TEST(order_and_replacement)
{
  struct pvd p = {0};
  put(&p, 2, "b");
  put(&p, 1, "a");
  put(&p, 2, "c");
  put(&p, 3, "d");
  put(&p, 2.5, "a");
  put(&p, 3, "d");
  ck_assert_uint_eq(p.count, 4);
  expect_entry(&p, 0, 2, "b");
  expect_entry(&p, 1, 2, "c");
  expect_entry(&p, 2, 2.5, "a");
  expect_entry(&p, 3, 3, "d");
  pvd_cut(&p, 2);
  ck_assert_uint_eq(p.count, 2);
  pvd_cut(&p, 1.5);
  ck_assert_uint_eq(p.count, 0);
  ck_assert_int_eq(pvd_put(&p, 1, "a\nb", &e), TILE_USAGE);
  ck_assert_int_eq(pvd_put(&p, 1, "", &e), TILE_USAGE);
  ck_assert_uint_eq(p.count, 0);
  write_list(&p);
  pvd_free(&p);
  p = read_list();
  ck_assert_uint_eq(p.count, 0);
}

/* Every beginning of a list, every list with a byte that is another, and other files. */
TEST(refused)
{
  static const char *const others[] = {"", "hello\n", "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\"/>\n",
                                       "<?xml version=\"1.0\"?>\n"
                                       "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
                                       "  <Collection>\n"
                                       "    <DataSet timestep=\"0x10\" part=\"0\" file=\"a.vti\"/>\n"
                                       "  </Collection>\n"
                                       "</VTKFile>\n"};
  struct pvd p = {0};
  char text[1024];
  put(&p, 0.5, "a.vti");
  put(&p, 1.5, "b.vti");
  write_list(&p);
  pvd_free(&p);
  FILE *in = fopen(file[0], "rb");
  const size_t length = fread(text, 1, sizeof text, in);
  fclose(in);
  for (size_t i = 0; i < length; i++) {
    write_text(file[0], text, i);
    ck_assert_msg(pvd_read(&p, file[0], &e) == TILE_REJECTED, "%zu bytes are read", i);
    ck_assert(!strchr(e.text, '\n') && strstr(e.text, file[0]) == e.text);
  }
  for (size_t i = 0; i < length; i++) {
    const char kept = text[i];
    text[i] = '<';
    write_text(file[0], text, length);
    const int code = pvd_read(&p, file[0], &e);
    ck_assert_msg(code == (kept == '<' ? TILE_OK : TILE_REJECTED), "byte %zu", i);
    if (!code)
      pvd_free(&p);
    text[i] = kept;
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    write_text(file[0], others[i], strlen(others[i]));
    ck_assert_int_eq(pvd_read(&p, file[0], &e), TILE_REJECTED);
  }
  ck_assert_int_eq(pvd_read(&p, ".", &e), TILE_FAILED);
  ck_assert_int_eq(pvd_write(&p, "no/such/folder.pvd", &e), TILE_FAILED);
}

static void write_for_ever(void)
{
  struct pvd p;
  char name[32];
  if (pvd_read(&p, file[0], &e))
    _exit(1);
  for (size_t n = p.count;; n++) {
    snprintf(name, sizeof name, "flow-%06zu.vti", n);
    if (pvd_put(&p, (double)n / 7, name, &e) || pvd_write(&p, file[0], &e))
      _exit(1);
  }
}

/* A program that is killed while it writes, again and again: the list is whole each time, and goes on. */
TEST(killed)
{
  size_t count = 0;
  for (int k = 0; k < 12; k++) {
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (!child)
      write_for_ever();
    for (size_t more = count; more < count + 3;) { /* at least three more, then at any moment */
      struct pvd p = read_list();
      more = p.count;
      pvd_free(&p);
    }
    usleep((useconds_t)(137 * k));
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status));
    struct pvd p = read_list();
    ck_assert_uint_ge(p.count, count + 3);
    count = p.count;
    for (size_t i = 0; i < count; i++)
      ck_assert_double_eq(p.entry[i].time, (double)i / 7);
    pvd_free(&p);
  }
}

static void remove_all(void)
{
  char command[128];
  remove_files();
  snprintf(command, sizeof command, "rm -f %s.??????", file[0]); /* of programs that were killed */
  ck_assert_int_eq(system(command), 0);
}

int main(void)
{
  tcase_add_checked_fixture(suite_tests(), name_files, remove_all);
  return run_tests("pvd", 60, CK_FORK_GETENV);
}
