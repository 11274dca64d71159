/* <errno.h>, which tells those who watch over `errno` (--spec) where it is used, if there are any:
 * WF_WATCHED_ERRNO is defined then. Otherwise the compiler's own. What a program makes of the name itself is its own. */
#pragma GCC system_header
#include_next <errno.h>

#if defined WF_WATCHED_ERRNO && defined _ERRNO_H && !defined WF_ERRNO_H
#define WF_ERRNO_H
#ifdef __cplusplus
extern "C"
#endif
int *wf_errno(const char *file, int line, int use) __attribute__((__nothrow__));
/* glibc's `errno` calls this. */
#define __errno_location() wf_errno(__FILE_NAME__, __LINE__, __COUNTER__)
#endif
