/* The second line: system calls that no program under test has a use for, and that reach beyond its
   namespaces, are refused. */
#define _GNU_SOURCE
#include "sandbox.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
/* Programs of 32 bits make calls of their own, by these numbers. */
#define NARROW AUDIT_ARCH_I386
#define NARROW_FORK 2
#define NARROW_CLONE 120
#define NARROW_VFORK 190
/* The calls of x32 have this bit. */
#define OTHER_CALLS 0x40000000
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define OTHER_CALLS 0x80000000
#else
#error "no filter of system calls for this architecture"
#endif

/* SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV: headers may be older than the kernel. */
#define WAIT_KILLABLE (1 << 5)

#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define DENY(call)                                                                                 \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), REFUSE(EPERM)
#define MISSING(call)                                                                              \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), REFUSE(ENOSYS)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))

/* New namespaces; the flags of clone are its first argument everywhere. */
#define NAMESPACES                                                                                 \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |    \
   CLONE_NEWNET)

/* Installs it; the descriptor at which who starts something is heard if `ask`, -1 if it cannot. */
static int install(int no_sockets, int ask) {
  uint32_t other_sockets = no_sockets ? SECCOMP_RET_ERRNO | EACCES : SECCOMP_RET_ALLOW;
  uint32_t starts = ask ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ALLOW;
  struct sock_filter filter[] = {
      LOAD(arch),
#ifdef NARROW
      /* What of these else is refused says the other filter. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NARROW, 0, 9),
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NARROW_FORK, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NARROW_VFORK, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NARROW_CLONE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, starts),
      REFUSE(EPERM),
#endif
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      REFUSE(ENOSYS),
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_CALLS, 0, 1),
      REFUSE(ENOSYS),
      /* Namespaces and mounts. */
      DENY(SYS_mount), DENY(SYS_umount2), DENY(SYS_pivot_root), DENY(SYS_chroot),
      DENY(SYS_unshare), DENY(SYS_setns), DENY(SYS_open_tree), DENY(SYS_move_mount),
      DENY(SYS_fsopen), DENY(SYS_fsconfig), DENY(SYS_fsmount), DENY(SYS_fspick),
      DENY(SYS_mount_setattr), DENY(SYS_open_by_handle_at), DENY(SYS_name_to_handle_at),
      DENY(SYS_fanotify_init), DENY(SYS_quotactl),
      /* The kernel itself. */
      DENY(SYS_init_module), DENY(SYS_finit_module), DENY(SYS_delete_module),
      DENY(SYS_kexec_load), DENY(SYS_kexec_file_load), DENY(SYS_reboot), DENY(SYS_swapon),
      DENY(SYS_swapoff), DENY(SYS_acct), DENY(SYS_bpf), DENY(SYS_perf_event_open),
      DENY(SYS_syslog), DENY(SYS_userfaultfd), DENY(SYS_settimeofday), DENY(SYS_clock_settime),
      DENY(SYS_clock_adjtime), DENY(SYS_adjtimex), DENY(SYS_sethostname), DENY(SYS_setdomainname),
      DENY(SYS_vhangup),
      /* Keys belong to the user, not to a namespace. */
      DENY(SYS_add_key), DENY(SYS_request_key), DENY(SYS_keyctl),
      /* It would open sockets past this filter. */
      MISSING(SYS_io_uring_setup), MISSING(SYS_io_uring_enter), MISSING(SYS_io_uring_register),
      /* Its flags cannot be looked at: callers fall back to clone. */
      MISSING(SYS_clone3),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1),
      REFUSE(EPERM),
      BPF_STMT(BPF_RET | BPF_K, starts),
#ifdef SYS_fork
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fork, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_vfork, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, starts),
#endif
      /* A socket of the Unix domain leads wherever a file does: a read-only mount keeps nobody from
         connecting. Pairs of them are harmless. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 2, 0),
      BPF_STMT(BPF_RET | BPF_K, other_sockets),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      REFUSE(EACCES),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  unsigned flags = ask ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0;
  /* Once the launcher has heard of it, no signal ends the wait for its answer: fork does not fail for one
     either. Before Linux 5.19 one does. */
  int listener = -1;
  if (ask)
    listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | WAIT_KILLABLE, &program);
  return listener >= 0 ? listener : (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

#ifdef NARROW
/* The same for calls of programs of 32 bits, by their numbers there. Sockets they have none: that of the Unix domain
   is asked for in memory, where a filter cannot look. */
static int install_narrow(void) {
  static const struct {
    unsigned short call, error;
  } refused[] = {
      /* mount, umount, umount2, pivot_root, chroot, unshare, setns */
      {21, EPERM}, {22, EPERM}, {52, EPERM}, {217, EPERM}, {61, EPERM}, {310, EPERM}, {346, EPERM},
      /* open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr */
      {428, EPERM}, {429, EPERM}, {430, EPERM}, {431, EPERM}, {432, EPERM}, {433, EPERM}, {442, EPERM},
      /* open_by_handle_at, name_to_handle_at, fanotify_init, quotactl */
      {342, EPERM}, {341, EPERM}, {338, EPERM}, {131, EPERM},
      /* init_module, finit_module, delete_module, kexec_load, reboot, swapon, swapoff, acct, bpf */
      {128, EPERM}, {350, EPERM}, {129, EPERM}, {283, EPERM}, {88, EPERM}, {87, EPERM}, {115, EPERM},
      {51, EPERM}, {357, EPERM},
      /* perf_event_open, syslog, userfaultfd, settimeofday, clock_settime, clock_settime64, stime */
      {336, EPERM}, {103, EPERM}, {374, EPERM}, {79, EPERM}, {264, EPERM}, {404, EPERM}, {25, EPERM},
      /* clock_adjtime, clock_adjtime64, adjtimex, sethostname, setdomainname, vhangup */
      {343, EPERM}, {405, EPERM}, {124, EPERM}, {74, EPERM}, {121, EPERM}, {111, EPERM},
      /* add_key, request_key, keyctl; vm86old, vm86, modify_ldt, iopl, ioperm */
      {286, EPERM}, {287, EPERM}, {288, EPERM}, {113, EPERM}, {166, EPERM}, {123, EPERM},
      {110, EPERM}, {101, EPERM},
      /* io_uring_setup, io_uring_enter, io_uring_register, clone3 */
      {425, ENOSYS}, {426, ENOSYS}, {427, ENOSYS}, {435, ENOSYS},
      /* socketcall, socket */
      {102, EACCES}, {359, EACCES},
  };
  enum { REFUSED = sizeof refused / sizeof *refused };
  struct sock_filter filter[4 + 2 * REFUSED + 1] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NARROW, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      LOAD(nr),
  };
  struct sock_filter *next = filter + 4;
  for (int i = 0; i < REFUSED; i++) {
    *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[i].call, 0, 1);
    *next++ = (struct sock_filter)REFUSE(refused[i].error);
  }
  *next = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
#endif

int wf_filter_calls(int no_sockets, int *listener) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return -1;
#ifdef NARROW
  if (install_narrow() != 0)
    return -1;
#endif
  if (!listener)
    return install(no_sockets, 0);
  *listener = install(no_sockets, 1);
  return *listener >= 0 ? 0 : -1;
}
