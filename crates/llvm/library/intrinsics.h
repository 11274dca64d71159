/*
 * The operations of the machine, as C sees them: the table of crates/ir/src/intrinsic.rs, which
 * documents each. A test compares the two.
 */
#ifndef WFL_INTRINSICS_H
#define WFL_INTRINSICS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void wf__input(void *address, uint64_t size, const char *name, const char *type);
void wf__assume(int64_t condition);
_Noreturn void wf__error(const char *kind, const char *message);
void *wf__malloc(uint64_t size);
void wf__free(void *object);
void wf__not_freed(const void *object);
void wf__unfreed(const void *object);
void wf__made(void *object, int by);
void wf__unmade(void *object);
void wf__delete(void *object);
void wf__made_of_size(void *object, uint64_t size, int by);
int wf__malloc_fails(void);
uint64_t wf__object_size(const void *pointer);
uint64_t wf__object_offset(const void *pointer);
int wf__one_object(const void *a, const void *b);
void wf__move_object(void *to, const void *from, uint64_t size);
void wf__memcpy(void *to, const void *from, uint64_t size);
void wf__memmove(void *to, const void *from, uint64_t size);
void wf__memset(void *to, int byte, uint64_t size);
int64_t wf__string_length(const char *string);
int wf__memcmp(const void *a, const void *b, uint64_t size);
_Noreturn void wf__exit(int status);
_Noreturn void wf__killed(int signal);
void wf__output(int descriptor, const void *data, uint64_t size);
int64_t wf__host_read(void *buffer, uint64_t size);
int wf__file_count(void);
int64_t wf__file_name(int file, char *buffer, uint64_t size);
int64_t wf__file_size(int file);
void wf__file_contents(int file, void *buffer);
int64_t wf__host_file(const char *path, void *buffer, uint64_t size);
int64_t wf__host_call(int operation, const char *path, const char *other, uint64_t number, void *buffer,
                      uint64_t size);
int wf__host_file_write(const char *path, const void *data, uint64_t size);
int wf__environment_count(void);
int64_t wf__environment(int index, char *buffer, uint64_t size);
int wf__is_symbolic(int64_t value);
int64_t wf__concretise(int64_t value);
double wf__math1(int function, double x);
double wf__math2(int function, double x, double y);
void wf__monitor_step(int moment, const void *object, int64_t happened);
_Noreturn void wf__unsupported(const char *name);
void wf__approximation(const char *name);
void wf__address_seen(const void *address);
void wf__addresses_compared(const void *a, const void *b);
void wf__addresses_subtracted(const void *a, const void *b);
void wf__addresses_matched(const void *a, const void *b);
void wf__bytes_seen(const void *address, uint64_t size);
int64_t wf__program_name(char *buffer, uint64_t size);
void wf__warning(const char *text);

_Noreturn void wf__longjmp(void *buffer, int value);
int wf__is_free(int what);

/* va_start, va_copy, stack_save and stack_restore come from the compiler's builtins, setjmp from calls
   of its names; flatten and expand are what pointers of four bytes are read and written by. */

#ifdef __cplusplus
}
#endif
#endif
