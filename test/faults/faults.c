/*
 * A library for LD_PRELOAD that makes the disk fail. It counts the calls of a process that concern files below one folder, and at the n-th fails once,
 * kills the process, or takes away what a loss of power would have taken.
 *
 *   FAULT_ROOT     folder; calls about other paths are passed on
 *   FAULT_CONTROL  file of 4096 bytes that both sides map: see struct control
 *   FAULT_DELAY    microseconds, at most, that opening, renaming, linking and removing wait: a slow network disk
 *   FAULT_CLOCK    seconds by which the clock is wrong
 *
 * The model of a loss of power. A file has on the disk what it had at its last fsync. A folder has the names it had at its last fsync; a rename counts as
 * kept when the folder that got the name was synced. Everything later is undone, newest first (POWER), or the names stay and only the bytes are undone
 * (POWER_NAMES), which is what a journal of names alone leaves. A folder that was made and whose parent was not synced is lost with all that is in it.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { OFF, FAIL, KILL, POWER, POWER_NAMES };
enum { WRITES = 1, READS = 2 };

struct control {
  _Atomic int64_t mode, at, error, mask, count, hit;
  char what[512];
};

static struct control *control;
static char root[PATH_MAX];
static size_t root_length;
static int64_t delay_us, clock_seconds;
/* Whether the calling thread is inside this library: its own calls are not counted. */
static __thread int inside;
/* After a short write the disk is full for the next one too. */
static _Atomic int full;

#define MAX_FD 4096
static char *path_of[MAX_FD];
static _Atomic char is_watched[MAX_FD];

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
  const char *at = getenv("FAULT_CONTROL"), *folder = getenv("FAULT_ROOT"), *text;
  if ((text = getenv("FAULT_DELAY"))) delay_us = atoll(text);
  if ((text = getenv("FAULT_CLOCK"))) clock_seconds = atoll(text);
  if (!folder) return;
  snprintf(root, sizeof root, "%s/", folder);
  root_length = strlen(root);
  if (!at) return;
  int fd = REAL(open)(at, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  control = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  REAL(close)(fd);
  if (control == MAP_FAILED) control = NULL;
}

/* ---- which paths ---- */

static int absolute(int folder, const char *path, char *into) {
  if (!path) return 0;
  if (path[0] == '/') {
    snprintf(into, PATH_MAX, "%s", path);
    return 1;
  }
  char base[PATH_MAX];
  if (folder == AT_FDCWD) {
    if (!getcwd(base, sizeof base)) return 0;
  } else if (folder >= 0 && folder < MAX_FD && path_of[folder]) {
    snprintf(base, sizeof base, "%s", path_of[folder]);
  } else return 0;
  if (strlen(base) + strlen(path) + 2 > PATH_MAX) return 0;
  strcpy(into, base);
  strcat(into, "/");
  strcat(into, path);
  return 1;
}

static int below_root(const char *path) { return root_length > 0 && strncmp(path, root, root_length) == 0; }

static int watched(int folder, const char *path, char *into) {
  return !inside && root_length > 0 && absolute(folder, path, into) && below_root(into);
}

static int watched_fd(int fd) { return !inside && fd >= 0 && fd < MAX_FD && is_watched[fd]; }

static void remember(int fd, const char *path) {
  if (fd < 0 || fd >= MAX_FD) return;
  free(path_of[fd]);
  path_of[fd] = strdup(path);
  is_watched[fd] = 1;
}

static void forget(int fd) {
  if (fd < 0 || fd >= MAX_FD || !is_watched[fd]) return;
  is_watched[fd] = 0;
  free(path_of[fd]);
  path_of[fd] = NULL;
}

/* ---- what is not on the disk yet ---- */

enum undo_kind { MADE_NAME, MADE_FOLDER, REMOVED_NAME, REMOVED_FOLDER, RENAMED, LENGTH, BYTES };

struct undo {
  enum undo_kind kind;
  char *path, *other, *stash, *folder;
  /* For bytes: an open file of the inode, and what was there. */
  int fd;
  dev_t device;
  ino_t inode;
  off_t offset;
  size_t size;
  char *bytes;
  struct undo *before;
};

static struct undo *last_undo;
static pthread_mutex_t undo_lock = PTHREAD_MUTEX_INITIALIZER;
static int stashes;

static int with_power(void) { return control && (control->mode == POWER || control->mode == POWER_NAMES); }

static char *parent_of(const char *path) {
  char *copy = strdup(path), *slash = strrchr(copy, '/');
  while (slash && slash > copy && slash[1] == 0) *slash = 0, slash = strrchr(copy, '/');
  if (slash) *slash = 0;
  return copy;
}

static struct undo *push(enum undo_kind kind, const char *path) {
  struct undo *each = calloc(1, sizeof *each);
  each->kind = kind;
  each->path = strdup(path);
  each->folder = parent_of(path);
  each->fd = -1;
  each->before = last_undo;
  last_undo = each;
  return each;
}

/* A second name outside of the folder, so that what is removed can come back. */
static char *stash(const char *path) {
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%.*s.stash-%d-%d", (int)root_length - 1, root, getpid(), ++stashes);
  return REAL(link)(path, name) == 0 ? strdup(name) : NULL;
}

static void note_bytes(int fd, off_t from, off_t length_before, size_t overwritten) {
  struct stat about;
  if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return;
  struct undo *each = push(overwritten ? BYTES : LENGTH, path_of[fd] ? path_of[fd] : "");
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  each->fd = REAL(open)(name, O_RDWR | O_CLOEXEC);
  each->device = about.st_dev;
  each->inode = about.st_ino;
  each->offset = overwritten ? from : length_before;
  if (overwritten) {
    each->bytes = malloc(overwritten);
    ssize_t got = each->fd >= 0 ? REAL(pread)(each->fd, each->bytes, overwritten, from) : 0;
    each->size = got > 0 ? (size_t)got : 0;
  }
}

static void note_write(int fd, off_t at, size_t size) {
  struct stat about;
  if (fstat(fd, &about) != 0) return;
  if (at < 0) {
    at = (fcntl(fd, F_GETFL) & O_APPEND) ? about.st_size : lseek(fd, 0, SEEK_CUR);
  }
  off_t end = at + (off_t)size;
  if (at < about.st_size) note_bytes(fd, at, 0, (size_t)((end < about.st_size ? end : about.st_size) - at));
  if (end > about.st_size) note_bytes(fd, 0, about.st_size, 0);
}

static void note_truncate(int fd, off_t length) {
  struct stat about;
  if (fstat(fd, &about) != 0) return;
  if (length < about.st_size) note_bytes(fd, length, 0, (size_t)(about.st_size - length));
  else if (length > about.st_size) note_bytes(fd, 0, about.st_size, 0);
}

static void on_disk(int fd) {
  struct stat about;
  if (fstat(fd, &about) != 0) return;
  const char *path = fd < MAX_FD ? path_of[fd] : NULL;
  struct undo **link = &last_undo;
  while (*link) {
    struct undo *each = *link;
    int done = S_ISDIR(about.st_mode)
                   ? each->kind < LENGTH && path && strcmp(each->folder, path) == 0
                   : each->kind >= LENGTH && each->device == about.st_dev && each->inode == about.st_ino;
    if (!done) {
      link = &each->before;
      continue;
    }
    *link = each->before;
    if (each->fd >= 0) REAL(close)(each->fd);
    if (each->stash) REAL(unlink)(each->stash);
    free(each->bytes);
    free(each);
  }
}

static void remove_tree(const char *path) {
  DIR *folder = REAL(opendir)(path);
  struct dirent *entry;
  while (folder && (entry = readdir(folder))) {
    char below[PATH_MAX + 256];
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
    if (REAL(unlink)(below) != 0) remove_tree(below);
  }
  if (folder) closedir(folder);
  REAL(rmdir)(path);
}

static void lose_power(int names_stay) {
  for (struct undo *each = last_undo; each; each = each->before) {
    switch (each->kind) {
      case LENGTH:
        if (each->fd >= 0) { if (REAL(ftruncate)(each->fd, each->offset)) {} }
        continue;
      case BYTES:
        if (each->fd >= 0) { if (REAL(pwrite)(each->fd, each->bytes, each->size, each->offset)) {} }
        continue;
      default:
        break;
    }
    if (names_stay) {
      if (each->stash) REAL(unlink)(each->stash);
      continue;
    }
    switch (each->kind) {
      case MADE_NAME: REAL(unlink)(each->path); break;
      case MADE_FOLDER: remove_tree(each->path); break;
      case REMOVED_NAME: if (each->stash) REAL(rename)(each->stash, each->path); break;
      case REMOVED_FOLDER: REAL(mkdir)(each->path, 0777); break;
      case RENAMED:
        REAL(rename)(each->path, each->other);
        if (each->stash) REAL(rename)(each->stash, each->path);
        break;
      default: break;
    }
  }
}

/* ---- the n-th call ---- */

/* 0, or the error of this call. A call that kills does not return. `half` is called first where half of the call may have been done. */
static int strike(int kind, const char *name, const char *path) {
  if (!control || !(control->mask & kind) || control->at == 0) return 0;
  int64_t now = atomic_fetch_add(&control->count, 1) + 1;
  if (now != control->at) return 0;
  control->hit = now;
  snprintf(control->what, sizeof control->what, "%s %s", name, path ? path : "");
  if (control->mode == FAIL) return (int)control->error;
  return -1;
}

static void die(void) {
  if (with_power()) lose_power(control->mode == POWER_NAMES);
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

#define LOCK_IF_POWER int locked = with_power(); inside++; if (locked) pthread_mutex_lock(&undo_lock)
#define UNLOCK if (locked) pthread_mutex_unlock(&undo_lock); inside--

#define STRUCK(kind, name, path, failed)              \
  do {                                                \
    int struck = strike(kind, name, path);            \
    if (struck < 0) { LOCK_IF_POWER; (void)locked; die(); }           \
    if (struck > 0) { errno = struck; return failed; } \
  } while (0)

static void slowly(void) {
  if (delay_us > 0) usleep((useconds_t)(rand() % delay_us));
}

/* ---- opening ---- */

static int open_any(int folder, const char *path, int flags, mode_t mode) {
  static int (*go)(int, const char *, int, ...);
  if (!go) go = (int (*)(int, const char *, int, ...))real("openat");
  char full_path[PATH_MAX];
  if (!watched(folder, path, full_path)) {
    int fd = go(folder, path, flags, mode);
    if (fd >= 0) forget(fd);
    return fd;
  }
  int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
  slowly();
  STRUCK(writes ? WRITES : READS, writes ? "open to write" : "open to read", full_path, -1);
  LOCK_IF_POWER;
  struct stat before;
  int was_there = locked && lstat(full_path, &before) == 0;
  if (locked && was_there && (flags & O_TRUNC) && before.st_size > 0) {
    int old = REAL(open)(full_path, O_RDWR | O_CLOEXEC);
    if (old >= 0) {
      note_truncate(old, 0);
      REAL(close)(old);
    }
  }
  int fd = go(folder, path, flags, mode);
  int error = errno;
  if (fd >= 0) remember(fd, full_path);
  if (locked && fd >= 0 && !was_there && (flags & O_CREAT)) push(MADE_NAME, full_path);
  UNLOCK;
  errno = error;
  return fd;
}

#define MODE mode_t mode = 0; if (flags & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }
int open(const char *path, int flags, ...) { MODE return open_any(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return open_any(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE return open_any(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE return open_any(folder, path, flags | O_LARGEFILE, mode); }

int close(int fd) {
  static int (*go)(int);
  if (!go) go = (int (*)(int))real("close");
  if (!watched_fd(fd)) return go(fd);
  int writes = (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s", path_of[fd] ? path_of[fd] : "");
  forget(fd);
  int done = go(fd);
  /* A close that fails has closed the file all the same. */
  if (writes) STRUCK(WRITES, "close", path, -1);
  return done;
}

/* ---- bytes ---- */

static size_t total(const struct iovec *parts, int count) {
  size_t size = 0;
  for (int i = 0; i < count; i++) size += parts[i].iov_len;
  return size;
}

/* -2: go on. Where the disk is full, half of it is written first and the next call finds no room; a kill leaves half as well. */
static ssize_t write_fault(int fd, const char *bytes, size_t size, off_t at) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s", path_of[fd] ? path_of[fd] : "");
  if (full) {
    full = 0;
    errno = ENOSPC;
    return -1;
  }
  int struck = strike(WRITES, "write", path);
  if (struck == 0) return -2;
  inside++;
  ssize_t half = -1;
  if (struck < 0 || struck == ENOSPC) {
    if (with_power()) {
      pthread_mutex_lock(&undo_lock);
      note_write(fd, at, size / 2);
    }
    half = at < 0 ? REAL(write)(fd, bytes, size / 2) : REAL(pwrite)(fd, bytes, size / 2, at);
  }
  inside--;
  if (struck < 0) {
    inside++;
    die();
  }
  if (struck == ENOSPC && half > 0) {
    full = 1;
    return half;
  }
  errno = struck;
  return -1;
}

#define WRITE(fd, bytes, size, at, call)                       \
  do {                                                         \
    if (!watched_fd(fd)) return call;                          \
    ssize_t failed = write_fault(fd, bytes, size, at);         \
    if (failed != -2) return failed;                           \
    LOCK_IF_POWER;                                             \
    if (locked) note_write(fd, at, size);                      \
    ssize_t done = call;                                       \
    int error = errno;                                         \
    UNLOCK;                                                    \
    errno = error;                                             \
    return done;                                               \
  } while (0)

ssize_t write(int fd, const void *bytes, size_t size) {
  static ssize_t (*go)(int, const void *, size_t);
  if (!go) go = (ssize_t(*)(int, const void *, size_t))real("write");
  WRITE(fd, bytes, size, -1, go(fd, bytes, size));
}
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { WRITE(fd, bytes, size, at, REAL(pwrite)(fd, bytes, size, at)); }
ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t at) { WRITE(fd, bytes, size, at, REAL(pwrite)(fd, bytes, size, at)); }
/* Of several parts the first is the one that may be written by half. */
ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (watched_fd(fd) && count > 0) {
    ssize_t failed = write_fault(fd, parts[0].iov_base, parts[0].iov_len, -1);
    if (failed != -2) return failed;
    LOCK_IF_POWER;
    if (locked) note_write(fd, -1, total(parts, count));
    ssize_t done = REAL(writev)(fd, parts, count);
    UNLOCK;
    return done;
  }
  return REAL(writev)(fd, parts, count);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  if (watched_fd(fd) && count > 0) {
    ssize_t failed = write_fault(fd, parts[0].iov_base, parts[0].iov_len, at);
    if (failed != -2) return failed;
    LOCK_IF_POWER;
    if (locked) note_write(fd, at, total(parts, count));
    ssize_t done = REAL(pwritev)(fd, parts, count, at);
    UNLOCK;
    return done;
  }
  return REAL(pwritev)(fd, parts, count, at);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t at) { return pwritev(fd, parts, count, at); }

#define READ_CALL(fd, call)                                                       \
  do {                                                                            \
    if (watched_fd(fd)) STRUCK(READS, "read", path_of[fd], -1);                   \
    return call;                                                                  \
  } while (0)

ssize_t read(int fd, void *bytes, size_t size) {
  static ssize_t (*go)(int, void *, size_t);
  if (!go) go = (ssize_t(*)(int, void *, size_t))real("read");
  READ_CALL(fd, go(fd, bytes, size));
}
ssize_t pread(int fd, void *bytes, size_t size, off_t at) { READ_CALL(fd, REAL(pread)(fd, bytes, size, at)); }
ssize_t pread64(int fd, void *bytes, size_t size, off_t at) { READ_CALL(fd, REAL(pread)(fd, bytes, size, at)); }
ssize_t readv(int fd, const struct iovec *parts, int count) { READ_CALL(fd, REAL(readv)(fd, parts, count)); }
ssize_t preadv(int fd, const struct iovec *parts, int count, off_t at) { READ_CALL(fd, REAL(preadv)(fd, parts, count, at)); }
ssize_t preadv64(int fd, const struct iovec *parts, int count, off_t at) { READ_CALL(fd, REAL(preadv)(fd, parts, count, at)); }

static int sync_any(int fd, const char *name, int (*go)(int)) {
  if (!watched_fd(fd)) return go(fd);
  STRUCK(WRITES, name, path_of[fd], -1);
  LOCK_IF_POWER;
  /* The real disk need not turn for it. */
  int done = control ? 0 : go(fd);
  if (locked) on_disk(fd);
  UNLOCK;
  return done;
}
int fsync(int fd) { return sync_any(fd, "fsync", REAL(fsync)); }
int fdatasync(int fd) { return sync_any(fd, "fdatasync", REAL(fdatasync)); }

static int truncate_fd(int fd, off_t length) {
  if (!watched_fd(fd)) return REAL(ftruncate)(fd, length);
  STRUCK(WRITES, "ftruncate", path_of[fd], -1);
  LOCK_IF_POWER;
  if (locked) note_truncate(fd, length);
  int done = REAL(ftruncate)(fd, length);
  UNLOCK;
  return done;
}
int ftruncate(int fd, off_t length) { return truncate_fd(fd, length); }
int ftruncate64(int fd, off_t length) { return truncate_fd(fd, length); }

/* ---- names ---- */

static int rename_any(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  char a[PATH_MAX], b[PATH_MAX];
  int is_a = watched(from_folder, from, a), is_b = watched(to_folder, to, b);
  if (!is_a && !is_b) return renameat2(from_folder, from, to_folder, to, flags);
  slowly();
  STRUCK(WRITES, "rename", is_b ? b : a, -1);
  LOCK_IF_POWER;
  struct stat there;
  char *kept = locked && lstat(b, &there) == 0 && !S_ISDIR(there.st_mode) ? stash(b) : NULL;
  int done = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  int error = errno;
  if (locked && done == 0) {
    struct undo *each = push(RENAMED, b);
    each->other = strdup(a);
    each->stash = kept;
  }
  UNLOCK;
  errno = error;
  return done;
}
int rename(const char *from, const char *to) {
  if (inside) return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  char a[PATH_MAX], b[PATH_MAX];
  if (!watched(AT_FDCWD, from, a) && !watched(AT_FDCWD, to, b)) return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  return rename_any(AT_FDCWD, from, AT_FDCWD, to, 0);
}

static int unlink_any(int folder, const char *path, int flags) {
  char full_path[PATH_MAX];
  if (!watched(folder, path, full_path)) return (int)syscall(SYS_unlinkat, folder, path, flags);
  int is_folder = flags & AT_REMOVEDIR;
  slowly();
  STRUCK(WRITES, is_folder ? "rmdir" : "unlink", full_path, -1);
  LOCK_IF_POWER;
  char *kept = locked && !is_folder ? stash(full_path) : NULL;
  int done = (int)syscall(SYS_unlinkat, folder, path, flags);
  int error = errno;
  if (locked && done == 0) push(is_folder ? REMOVED_FOLDER : REMOVED_NAME, full_path)->stash = kept;
  UNLOCK;
  errno = error;
  return done;
}
int unlink(const char *path) { return unlink_any(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlink_any(AT_FDCWD, path, AT_REMOVEDIR); }
int unlinkat(int folder, const char *path, int flags) { return unlink_any(folder, path, flags); }

int mkdir(const char *path, mode_t mode) {
  char full_path[PATH_MAX];
  if (!watched(AT_FDCWD, path, full_path)) return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  STRUCK(WRITES, "mkdir", full_path, -1);
  LOCK_IF_POWER;
  int done = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  int error = errno;
  if (locked && done == 0) push(MADE_FOLDER, full_path);
  UNLOCK;
  errno = error;
  return done;
}

static int made_name(const char *name, const char *path, int (*go)(const char *, const char *), const char *from) {
  char full_path[PATH_MAX];
  if (!watched(AT_FDCWD, path, full_path)) return go(from, path);
  slowly();
  STRUCK(WRITES, name, full_path, -1);
  LOCK_IF_POWER;
  int done = go(from, path);
  int error = errno;
  if (locked && done == 0) push(MADE_NAME, full_path);
  UNLOCK;
  errno = error;
  return done;
}
int link(const char *from, const char *to) { return made_name("link", to, REAL(link), from); }
int symlink(const char *text, const char *path) { return made_name("symlink", path, REAL(symlink), text); }

int chmod(const char *path, mode_t mode) {
  char full_path[PATH_MAX];
  if (watched(AT_FDCWD, path, full_path)) STRUCK(WRITES, "chmod", full_path, -1);
  return REAL(chmod)(path, mode);
}
int fchmod(int fd, mode_t mode) {
  if (watched_fd(fd)) STRUCK(WRITES, "fchmod", path_of[fd], -1);
  return REAL(fchmod)(fd, mode);
}

ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t size, unsigned flags) {
  /* Not offered: the caller copies by read and write, which are counted. */
  if (watched_fd(to)) { errno = ENOSYS; return -1; }
  return REAL(copy_file_range)(from, from_at, to, to_at, size, flags);
}

/* ---- folders that are read ---- */

DIR *opendir(const char *path) {
  char full_path[PATH_MAX];
  if (watched(AT_FDCWD, path, full_path)) { slowly(); STRUCK(READS, "opendir", full_path, NULL); }
  return REAL(opendir)(path);
}
int scandir(const char *path, struct dirent ***list, int (*filter)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **)) {
  char full_path[PATH_MAX];
  if (watched(AT_FDCWD, path, full_path)) { slowly(); STRUCK(READS, "scandir", full_path, -1); }
  return REAL(scandir)(path, list, filter, compare);
}
int scandir64(const char *path, struct dirent64 ***list, int (*filter)(const struct dirent64 *), int (*compare)(const struct dirent64 **, const struct dirent64 **)) {
  char full_path[PATH_MAX];
  if (watched(AT_FDCWD, path, full_path)) { slowly(); STRUCK(READS, "scandir", full_path, -1); }
  return REAL(scandir64)(path, list, filter, compare);
}

/* V8 asks that its memory is not copied to forked processes; forking.c needs it there. */
int madvise(void *at, size_t size, int advice) {
  if (advice == MADV_DONTFORK && control) return 0;
  return (int)syscall(SYS_madvise, at, size, advice);
}

/* ---- a clock that is wrong ---- */

int clock_gettime(clockid_t clock, struct timespec *now) {
  int done = (int)syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now->tv_sec += clock_seconds;
  return done;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  if (!now) return 0;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *now) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (now) *now = exact.tv_sec;
  return exact.tv_sec;
}
