// What Glibc's Swift module does not show: variadic calls, calls behind _GNU_SOURCE, and macros.
//
// _GNU_SOURCE itself must not be defined here: it changes fd_set, and the compiler refuses two modules that differ.
// What it would show is declared below by hand.
#ifndef RUSHES_CLINUX_SHIM_H
#define RUSHES_CLINUX_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE (1 << 0)
#endif

extern int pthread_setname_np(pthread_t thread, const char *name);

/// open(2) without the variadic mode.
static inline int rushes_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

/// openat(2) without the variadic mode.
static inline int rushes_openat(int directory, const char *path, int flags, mode_t mode) {
  return openat(directory, path, flags, mode);
}

/// renameat2(2) with RENAME_NOREPLACE: fails with EEXIST where the target is there already.
static inline int rushes_rename_noreplace(int directory, const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, directory, from, directory, to, RENAME_NOREPLACE);
}

/// A non-blocking, close-on-exec eventfd(2) that starts at zero.
static inline int rushes_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// The terminal's columns, 0 where the descriptor is no terminal.
static inline int rushes_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static inline int rushes_set_thread_name(pthread_t thread, const char *name) {
  return pthread_setname_np(thread, name);
}

/// An open(2) flag whose macro Swift does not import.
static const int rushes_O_TMPFILE = __O_TMPFILE;
static const int rushes_O_PATH = __O_PATH;

/// fcntl(2) F_DUPFD_CLOEXEC: a second descriptor of the same open file, above the three standard ones.
static inline int rushes_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

/// Raises the soft limit of open files to the hard one, where that is allowed.
static inline void rushes_raise_open_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}

/// Clears O_NONBLOCK of the open file.
static inline int rushes_set_blocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? flags : fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
}

/// mkostemp(3), close-on-exec.
static inline int rushes_mkostemp(char *name_template) { return mkostemp(name_template, O_CLOEXEC); }

/// strerror_r(3) as POSIX has it, which depends on feature macros otherwise: fills the buffer, from any thread.
static inline void rushes_error_text(int number, char *buffer, size_t size) {
  if (strerror_r(number, buffer, size) != 0) snprintf(buffer, size, "error %d", number);
}

/// Sets SIG_IGN, whose macro is a cast that Swift does not import.
static inline void rushes_ignore_signal(int number) { signal(number, SIG_IGN); }

/// pipe2(2), close-on-exec: a write end that never blocks, a read end that does.
static inline int rushes_signal_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  if (fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 &&
      fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0) {
    return 0;
  }
  close(ends[0]);
  close(ends[1]);
  return -1;
}

/// Where the handler below writes; set through rushes_forward_signal alone, from one Swift file alone: what is static in
/// a header exists once in each object file that uses it.
static volatile sig_atomic_t rushes_signal_pipe_end = -1;

/// The one signal handler: async-signal-safe (signal-safety(7)), and errno is as it was. A full pipe loses the signal,
/// after 65,536 that nobody read.
static void rushes_signal_arrived(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(rushes_signal_pipe_end, &byte, 1);
  (void)written;
  errno = saved;
}

/// From now on the signal's number is written to `pipe_end` as one byte, and system calls go on where they can.
static inline int rushes_forward_signal(int number, int pipe_end) {
  rushes_signal_pipe_end = pipe_end;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = rushes_signal_arrived;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  return sigaction(number, &action, NULL);
}

/// Whether the signal is ignored, as under nohup(1).
static inline int rushes_is_signal_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
}

/// Takes one pending signal out of the thread's queue; it has to be blocked. (In Swift `timespec` belongs to a module of
/// the runtime when that is linked statically, and cannot be made there.)
static inline void rushes_discard_signal(int number) {
  sigset_t set;
  struct timespec no_time = {0, 0};
  sigemptyset(&set);
  sigaddset(&set, number);
  while (sigtimedwait(&set, NULL, &no_time) < 0 && errno == EINTR) {
  }
}

/// CLOCK_MONOTONIC in nanoseconds.
static inline int64_t rushes_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// clock_nanosleep(2) until CLOCK_MONOTONIC shows that many nanoseconds; at once where it does already.
static inline void rushes_sleep_until(int64_t nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  if (nanoseconds <= 0) return;
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
  }
}

#endif
