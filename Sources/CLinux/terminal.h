// The terminal as a live program has it, and how it is given back, in signal handlers too.
#ifndef RUSHES_CLINUX_TERMINAL_H
#define RUSHES_CLINUX_TERMINAL_H

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/// What `rushes_terminal_enter` changes, and how it was; used from one Swift file alone, for each object file has its own.
struct rushes_terminal {
  volatile sig_atomic_t is_live;
  int input, output;
  struct termios normal;
  struct sigaction former[NSIG];
};

/// Swift's importer of headers emits variables of functions, but no structures outside them.
static inline struct rushes_terminal *rushes_the_terminal(void) {
  static struct rushes_terminal terminal = {0, -1, -1};
  return &terminal;
}

/// Whether this process may change the terminal: it is in the foreground, or the terminal has no job control for it.
static inline int rushes_terminal_is_ours(int descriptor) {
  pid_t group = tcgetpgrp(descriptor);
  return group < 0 || group == getpgrp();
}

/// Gives the terminal back as it was: keys by the line, echoed, and the cursor seen. Async-signal-safe.
static inline void rushes_terminal_leave(void) {
  int saved = errno;
  struct rushes_terminal *terminal = rushes_the_terminal();
  if (terminal->is_live) {
    terminal->is_live = 0;
    int input = terminal->input, output = terminal->output;
    if (input >= 0 && rushes_terminal_is_ours(input)) {
      // Keys that nobody has read were meant for this program, not for the shell after it.
      (void)tcflush(input, TCIFLUSH);
      (void)tcsetattr(input, TCSANOW, &terminal->normal);
    }
    if (output >= 0 && rushes_terminal_is_ours(output)) {
      ssize_t written = write(output, "\033[?25h", 6);
      (void)written;
    }
  }
  errno = saved;
}

/// A program that crashes leaves the terminal as it was, then crashes as it would have.
static void rushes_terminal_crashed(int number) {
  rushes_terminal_leave();
  (void)sigaction(number, &rushes_the_terminal()->former[number], NULL);
  (void)raise(number);
}

/// Remembers how the terminals are, and has crashes give them back; once. -1 stands for a side that is no terminal.
static inline void rushes_terminal_prepare(int input, int output) {
  struct rushes_terminal *terminal = rushes_the_terminal();
  terminal->input = input >= 0 && tcgetattr(input, &terminal->normal) == 0 ? input : -1;
  terminal->output = output;
  const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = rushes_terminal_crashed;
  action.sa_flags = SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
    (void)sigaction(crashes[i], &action, &terminal->former[crashes[i]]);
  }
}

/// Has keys come one by one, unseen, and hides the cursor. Ctrl-S and Ctrl-Q are keys too: nothing may stall the output.
/// Signals' keys stay. Nothing happens in the background, where the attempt would stop the process.
static inline void rushes_terminal_enter(void) {
  struct rushes_terminal *terminal = rushes_the_terminal();
  int input = terminal->input, output = terminal->output;
  if ((input >= 0 && !rushes_terminal_is_ours(input)) || (output >= 0 && !rushes_terminal_is_ours(output))) {
    terminal->is_live = 0;
    return;
  }
  terminal->is_live = 1;
  if (input >= 0) {
    struct termios live = terminal->normal;
    live.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    live.c_iflag &= ~(tcflag_t)(IXON);
    live.c_cc[VMIN] = 1;
    live.c_cc[VTIME] = 0;
    (void)tcsetattr(input, TCSANOW, &live);
  }
  if (output >= 0) {
    ssize_t written = write(output, "\033[?25l", 6);
    (void)written;
  }
}

#endif
