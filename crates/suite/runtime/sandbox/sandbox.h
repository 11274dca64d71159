/* What runs a test natively, between the replayer and the program: `outside` in the replayer's own
   namespaces, `inside` in the test's. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What `inside` is told, in records (see read.c). */
struct wf_task {
  const char *program;
  char **arguments;
  char **environment;
  /* Where the program starts, and what is copied there first; no copy if null. */
  const char *directory, *files;
  /* Standard input, output and error output of the program. */
  int streams[3];
  /* Limits; 0 is none. */
  uint64_t milliseconds, grace;
  uint64_t memory, address_space, file_bytes, processor_seconds, processes;
  /* The processes limit can be a resource limit: it counts those of the test only. */
  uint64_t own_processes;
  /* Whoever starts a process or a thread asks first (starts.c). */
  uint64_t asks;
  /* Sockets are refused: there is no network namespace. */
  uint64_t no_sockets;
  /* No system call is refused. */
  uint64_t unfiltered;
  /* Number of the program's process; 0 for any. */
  uint64_t process;
};

/* How the program ended, as the replayer reads it. */
struct wf_status {
  uint32_t magic;
  /* As of waitpid. */
  int32_t raw;
  /* Why the program could not be started; 0 if it was. */
  int32_t error;
  /* WF_… bits. */
  uint32_t flags;
};
#define WF_MAGIC 0x57464531
#define WF_TIMED_OUT 1
#define WF_MEMORY 2
#define WF_PROCESSES 4
/* Something could not be prepared: the program did not run. */
#define WF_NOT_PREPARED 8
/* It has left no trace: another program may run in the same namespaces. */
#define WF_AGAIN 16

/* The next task, with its streams; null if there is none any more. */
struct wf_task *wf_receive_task(int socket);
void wf_forget_task(struct wf_task *task);
/* What can be written in the namespaces of ours, and what we are that a program is started with, as a number:
   the same as long as nothing is added, removed, replaced or changed, but for times of directories. */
uint64_t wf_traces(void);
/* True if nothing else outlives the processes that made it; of `sockets`, too. */
int wf_leaves_nothing(int sockets);
/* Copies all below one directory into another; -1 and errno if it cannot. */
int wf_copy_tree(const char *from, const char *to);
/* Installs the filter of system calls; -1 and errno if the kernel has none. Who starts something asks
   at `listener`, if that is not null. */
int wf_filter_calls(int no_sockets, int *listener);

/* How many tasks a test may have. */
struct wf_starts {
  uint64_t limit;
  /* All processes but the caller are the test's; else those that descend from it. */
  int all;
  uint64_t counted, allowed;
};
/* Answers one who wants to start a process or a thread: it may, or gets EAGAIN. */
void wf_answer(int listener, struct wf_starts *starts);
/* A descriptor is sent and received through a socket; -1 if it cannot be. */
int wf_pass(int socket, int descriptor);
int wf_take(int socket);
/* Receives `count` descriptors, at most WF_MOST_DESCRIPTORS, with `size` bytes; -1 if there are none. */
#define WF_MOST_DESCRIPTORS 3
int wf_take_with(int socket, int *descriptors, size_t count, void *bytes, size_t size);

struct wf_use {
  uint64_t memory, processes;
};
/* The processes that descend from the caller; if `all`, every process but the caller. */
size_t wf_descendants(int all, pid_t **processes);
/* The threads of these processes. */
uint64_t wf_count_tasks(int all);
/* What these processes use together; what lies in `mounts` is memory, too. */
struct wf_use wf_measure(int all, const char *const *mounts);
