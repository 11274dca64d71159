/*
 * wayfarer.h: what a program under test may say to Wayfarer. C and C++, any compiler.
 *
 * Under `wayfarer explore` these functions are built in. A generated test, which runs without
 * Wayfarer, brings its own definitions that hand out the values of that test.
 */
#ifndef WAYFARER_H
#define WAYFARER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Fills `size` bytes at `address` with an input. */
void wf_symbolic(void *address, size_t size, const char *name);

/* A fresh input of that type. */
#ifdef __cplusplus
bool wf_bool(const char *name);
#else
_Bool wf_bool(const char *name);
#endif
char wf_char(const char *name);
signed char wf_schar(const char *name);
unsigned char wf_uchar(const char *name);
short wf_short(const char *name);
unsigned short wf_ushort(const char *name);
int wf_int(const char *name);
unsigned wf_uint(const char *name);
long wf_long(const char *name);
unsigned long wf_ulong(const char *name);
long long wf_longlong(const char *name);
unsigned long long wf_ulonglong(const char *name);
float wf_float(const char *name);
double wf_double(const char *name);
long double wf_longdouble(const char *name);
int8_t wf_int8(const char *name);
uint8_t wf_uint8(const char *name);
int16_t wf_int16(const char *name);
uint16_t wf_uint16(const char *name);
int32_t wf_int32(const char *name);
uint32_t wf_uint32(const char *name);
int64_t wf_int64(const char *name);
uint64_t wf_uint64(const char *name);

/* A fresh int from `low` to `high`, both included. */
int wf_range_int(const char *name, int low, int high);

/* Drops what lies ahead unless the condition holds. */
void wf_assume(int condition);
#define wf_assume(condition) wf_assume(!!(condition))

/* An error of kind "assertion" unless the condition holds. */
void wf_assert_failed(const char *text, const char *file, int line);
#define wf_assert(condition)                                                                       \
    ((condition) ? (void)0 : wf_assert_failed(#condition, __FILE__, __LINE__))

/* An error of kind "reach-error": "can the program get here?" */
void wf_reach(void);

#ifdef __cplusplus
}
#endif
#endif
