/* `launch outside PARENT COMMAND…` runs COMMAND, which ends with the process PARENT. `launch inside
   [PARENT]` is told tasks at the socket that is its standard input: it starts the program of a test,
   keeps it to its limits, ends all that the program has started, and tells how it ended. The next
   task is for the same namespaces, as long as no program has left a trace there. */
#define _GNU_SOURCE
#include "sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct wf_task *task;
/* Shared with the program's process until it is the program. */
static struct wf_status *status;
/* Where tasks come from, and ends are told. */
static int replayer = -1;
/* True in a process namespace of its own: its end ends all. */
static int is_init;

static void die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* It may be gone already. */
  if (parent > 1 && getppid() != parent)
    _exit(125);
}

static void report(void) {
  if (send(replayer, status, sizeof *status, MSG_NOSIGNAL) != (ssize_t)sizeof *status)
    _exit(125);
}

_Noreturn static void give_up(int error) {
  status->error = error ? error : EINVAL;
  status->flags |= WF_NOT_PREPARED;
  report();
  _exit(125);
}

static void limit(int resource, uint64_t value) {
  struct rlimit both = {value, value};
  if (value)
    setrlimit(resource, &both);
}

/* In the program's process: keeps it to the system calls it may use. */
static int filter_calls(int launcher) {
  int listener;
  if (task->unfiltered)
    return 0;
  if (wf_filter_calls(task->no_sockets != 0, task->asks ? &listener : NULL) != 0)
    return -1;
  return task->asks ? wf_pass(launcher, listener) : 0;
}

/* In the program's process: never returns. */
_Noreturn static void become_program(int launcher) {
  struct rlimit none = {0, 0};
  sigset_t signals;
  for (int stream = 0; stream < 3; stream++)
    dup2(task->streams[stream], stream);
  setsid();
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int number = 1; number < NSIG; number++)
    signal(number, SIG_DFL);
  sigemptyset(&signals);
  sigprocmask(SIG_SETMASK, &signals, NULL);
  setrlimit(RLIMIT_CORE, &none);
  limit(RLIMIT_FSIZE, task->file_bytes);
  limit(RLIMIT_CPU, task->processor_seconds);
  limit(RLIMIT_AS, task->address_space);
  /* The launcher has two threads itself. */
  if (task->own_processes && task->processes)
    limit(RLIMIT_NPROC, task->processes + (is_init ? 2 : 0));
  if (filter_calls(launcher) == 0)
    execve(task->program, task->arguments, task->environment);
  status->error = errno;
  _exit(127);
}

/* Forks a process of that number, if the kernel lets us choose. */
static pid_t fork_as(uint64_t number) {
  pid_t wanted = (pid_t)number;
  struct clone_args how;
  memset(&how, 0, sizeof how);
  how.exit_signal = SIGCHLD;
  how.set_tid = (uint64_t)(uintptr_t)&wanted;
  how.set_tid_size = 1;
  long process = number ? syscall(SYS_clone3, &how, sizeof how) : -1;
  return process >= 0 ? (pid_t)process : fork();
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* Ends all that the program has started. */
static void end_all(void) {
  if (is_init) {
    kill(-1, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
      ;
    return;
  }
  for (size_t count = 1; count > 0;) {
    pid_t *list;
    /* What they start meanwhile is there in the next round. */
    count = wf_descendants(0, &list);
    for (size_t i = 0; i < count; i++)
      kill(list[i], SIGKILL);
    free(list);
    while (waitpid(-1, NULL, WNOHANG) > 0)
      ;
    struct timespec time = {0, count ? 1000000 : 0};
    nanosleep(&time, NULL);
  }
}

/* True if the limits on memory or processes are passed. Where who starts something asks first, those
   that are on their way when it is counted may be more than the limit for a while. */
static int is_too_much(int asks) {
  static const char *const mounts[] = {"/", "/dev/shm", NULL};
  struct wf_use use = wf_measure(is_init, is_init ? mounts : NULL);
  if (task->memory && use.memory > task->memory)
    status->flags |= WF_MEMORY;
  if (!asks && task->processes && use.processes > task->processes)
    status->flags |= WF_PROCESSES;
  return (status->flags & (WF_MEMORY | WF_PROCESSES)) != 0;
}

/* True if the program has ended. */
static int has_ended(pid_t program) {
  pid_t gone;
  int raw;
  while ((gone = waitpid(-1, &raw, WNOHANG)) > 0) {
    if (gone == program) {
      status->raw = raw;
      return 1;
    }
  }
  return 0;
}

/* Sleeps until a child ends, at most so many milliseconds. */
static void pause_for(int children, long milliseconds) {
  struct pollfd heard = {children, POLLIN, 0};
  struct signalfd_siginfo about;
  if (poll(&heard, 1, (int)milliseconds) > 0)
    while (read(children, &about, sizeof about) > 0)
      ;
}

/* Waits for the program within its limits; its end is in `status` then. `children` can be read when
   one has ended. */
static void watch(pid_t program, int children, int asks) {
  uint64_t started = now();
  long pause = 1;
  while (!has_ended(program)) {
    uint64_t spent = now() - started;
    if (task->milliseconds && spent >= task->milliseconds) {
      if (!(status->flags & WF_TIMED_OUT))
        kill(program, SIGTERM);
      status->flags |= WF_TIMED_OUT;
    }
    if ((task->milliseconds && spent >= task->milliseconds + task->grace) ||
        is_too_much(asks)) {
      status->raw = SIGKILL;
      return;
    }
    pause_for(children, pause);
    pause = pause < 16 ? pause * 2 : 20;
  }
}

/* Who answers those that want to start something. */
struct answering {
  int listener;
  /* Can be read when it is over: before Linux 5.9 nobody says that all are gone who might ask. */
  int over;
};

/* Answers all who want to start something, in a thread of its own: a signal that comes before somebody has
   heard of it ends the call, which no program expects of fork. */
static void *answer_all(void *of) {
  const struct answering *answering = of;
  struct pollfd heard[] = {{answering->listener, POLLIN, 0}, {answering->over, POLLIN, 0}};
  /* The program is one itself. */
  struct wf_starts starts = {task->processes ? task->processes : UINT64_MAX, is_init, 1, 0};
  while (poll(heard, 2, -1) > 0 && heard[1].revents == 0 && (heard[0].revents & POLLIN))
    wf_answer(answering->listener, &starts);
  return NULL;
}

/* Starts the program of the task and waits for its end. `children` can be read when one has ended. */
static void run(int children) {
  int ends[2];
  struct answering answering = {-1, -1};
  pthread_t thread;
  if (task->files && wf_copy_tree(task->files, task->directory) != 0)
    give_up(errno);
  if (chdir(task->directory) != 0)
    give_up(errno);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    give_up(errno);
  pid_t program = fork_as(task->process);
  if (program == 0)
    become_program(ends[1]);
  if (program < 0)
    give_up(errno);
  close(ends[1]);
  for (int stream = 0; stream < 3; stream++)
    close(task->streams[stream]);
  if (task->asks && !task->unfiltered)
    answering.listener = wf_take(ends[0]);
  close(ends[0]);
  int asks = answering.listener >= 0, error = 0;
  if (asks) {
    answering.over = eventfd(0, EFD_CLOEXEC);
    error = answering.over < 0 ? errno : pthread_create(&thread, NULL, answer_all, &answering);
  }
  if (error) {
    kill(program, SIGKILL);
    end_all();
    give_up(error);
  }
  watch(program, children, asks);
  end_all();
  if (asks) {
    uint64_t one = 1;
    if (write(answering.over, &one, sizeof one) != (ssize_t)sizeof one)
      give_up(errno);
    pthread_join(thread, NULL);
    close(answering.over);
    close(answering.listener);
  }
}

static int inside(pid_t parent) {
  sigset_t child;
  die_with(parent);
  replayer = fcntl(0, F_DUPFD_CLOEXEC, 3);
  status = mmap(NULL, sizeof *status, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (replayer < 0 || status == MAP_FAILED)
    return 125;
  is_init = getpid() == 1;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  int children = signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC);
  if (children < 0)
    return 125;
  /* The program cannot look into us. */
  prctl(PR_SET_DUMPABLE, 0);
  uint64_t traces = is_init ? wf_traces() : 0;
  while ((task = wf_receive_task(replayer))) {
    memset(status, 0, sizeof *status);
    status->magic = WF_MAGIC;
    run(children);
    if (is_init && status->flags == 0 && wf_traces() == traces && wf_leaves_nothing(!task->no_sockets))
      status->flags |= WF_AGAIN;
    report();
    if (!(status->flags & WF_AGAIN))
      break;
    wf_forget_task(task);
  }
  return 0;
}

/* Runs the command until it ends or the parent does; with us ends all that the command has started. It
   is not enough that Bubblewrap dies with us: its child does not until it is told who it is. */
static int outside(pid_t parent, char **command) {
  sigset_t wanted, before;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGCHLD);
  sigaddset(&wanted, SIGTERM);
  sigprocmask(SIG_BLOCK, &wanted, &before);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    return 125;
  pid_t child = fork();
  if (child == 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    execv(command[0], command);
    fprintf(stderr, "launch: %s\n", strerror(errno));
    _exit(125);
  }
  while (child > 0) {
    int raw, got = sigwaitinfo(&wanted, NULL);
    if (got == SIGCHLD && waitpid(child, &raw, WNOHANG) == child) {
      if (WIFEXITED(raw))
        return WEXITSTATUS(raw);
      break;
    }
    if (got == SIGTERM)
      break;
  }
  end_all();
  return 125;
}

int main(int count, char **arguments) {
  if (count >= 2 && strcmp(arguments[1], "inside") == 0)
    return inside(count >= 3 ? atoi(arguments[2]) : 0);
  if (count < 4 || strcmp(arguments[1], "outside") != 0)
    return 125;
  return outside(atoi(arguments[2]), arguments + 3);
}
