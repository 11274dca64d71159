/* Who starts a process or a thread asks the launcher first. A resource limit would not do: root is
   exempt from it, and a launcher that only looks now and then loses against a program that starts
   them faster than it is given a processor. */
#define _GNU_SOURCE
#include "sandbox.h"
#include <errno.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Room for a message with descriptors. */
union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(WF_MOST_DESCRIPTORS * sizeof(int))];
};

static struct msghdr message(struct iovec *part, union control *control, size_t descriptors) {
  struct msghdr message;
  memset(&message, 0, sizeof message);
  memset(control, 0, sizeof *control);
  message.msg_iov = part;
  message.msg_iovlen = 1;
  message.msg_control = control->bytes;
  message.msg_controllen = CMSG_SPACE(descriptors * sizeof(int));
  return message;
}

int wf_pass(int socket, int descriptor) {
  char byte = 0;
  struct iovec part = {&byte, 1};
  union control control;
  struct msghdr whole = message(&part, &control, 1);
  struct cmsghdr *header = CMSG_FIRSTHDR(&whole);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  return sendmsg(socket, &whole, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int wf_take_with(int socket, int *descriptors, size_t count, void *bytes, size_t size) {
  struct iovec part = {bytes, size};
  union control control;
  struct msghdr whole = message(&part, &control, count);
  ssize_t got;
  do
    got = recvmsg(socket, &whole, MSG_CMSG_CLOEXEC | MSG_WAITALL);
  while (got < 0 && errno == EINTR);
  if (got != (ssize_t)size)
    return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&whole);
  if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
      header->cmsg_len != CMSG_LEN(count * sizeof *descriptors))
    return -1;
  memcpy(descriptors, CMSG_DATA(header), count * sizeof *descriptors);
  return 0;
}

int wf_take(int socket) {
  char byte;
  int descriptor;
  return wf_take_with(socket, &descriptor, 1, &byte, 1) == 0 ? descriptor : -1;
}

/* True if one more may be started. Counting takes longer than most runs have time for: what was
   allowed since the last count is taken to live. */
static int may_start(struct wf_starts *starts) {
  if (starts->counted + starts->allowed >= starts->limit) {
    starts->counted = wf_count_tasks(starts->all);
    starts->allowed = 0;
  }
  if (starts->counted >= starts->limit)
    return 0;
  starts->allowed++;
  return 1;
}

void wf_answer(int listener, struct wf_starts *starts) {
  struct seccomp_notif_sizes sizes;
  if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0)
    return;
  /* The kernel's may be longer than those of its headers. */
  size_t asked = sizes.seccomp_notif, said = sizes.seccomp_notif_resp;
  if (asked < sizeof(struct seccomp_notif))
    asked = sizeof(struct seccomp_notif);
  if (said < sizeof(struct seccomp_notif_resp))
    said = sizeof(struct seccomp_notif_resp);
  struct seccomp_notif *question = calloc(1, asked);
  struct seccomp_notif_resp *answer = calloc(1, said);
  /* Who asked may be gone by now: then there is nothing to answer. */
  if (question && answer && ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, question) == 0) {
    answer->id = question->id;
    if (may_start(starts))
      answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    else
      answer->error = -EAGAIN;
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, answer);
  }
  free(question);
  free(answer);
}
