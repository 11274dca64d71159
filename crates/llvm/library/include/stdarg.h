/* <stdarg.h>, which tells those who watch over lists of arguments (--spec) what is done with them, if there are
 * any: WF_WATCHED_VA_LIST is defined then. Otherwise the compiler's own. */
#pragma GCC system_header
#include_next <stdarg.h>

#if defined WF_WATCHED_VA_LIST && defined va_start && !defined WF_STDARG_H
#define WF_STDARG_H

#ifdef __cplusplus
extern "C" {
#endif
void wf_va_start(void *list);
void wf_va_end(void *list);
void wf_va_copy(void *to, void *from);
void wf_va_arg(void *list);
/* A variable that is a list goes out of scope. */
void wf_va_list_left(void *list);
#ifdef __cplusplus
}
#endif

#undef va_start
#undef va_end
#undef va_copy
#undef __va_copy
#undef va_arg
#if defined __STDC_VERSION__ && __STDC_VERSION__ > 201710L
#define va_start(list, ...) (__builtin_va_start(list, 0), wf_va_start(list))
#else
#define va_start(list, last) (__builtin_va_start(list, last), wf_va_start(list))
#endif
#define va_end(list) (wf_va_end(list), __builtin_va_end(list))
#define va_copy(to, from) (wf_va_copy(to, from), __builtin_va_copy(to, from))
#define __va_copy(to, from) va_copy(to, from)
#define va_arg(list, type) (wf_va_arg(list), __builtin_va_arg(list, type))

/* In C++ other names stand for the type. */
#if !defined WF_NO_VA_LIST_LEFT && !defined __cplusplus
#define va_list __attribute__((__cleanup__(wf_va_list_left))) va_list
#endif
#endif
