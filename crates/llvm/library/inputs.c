/* The ways a program asks for inputs: wayfarer.h, KLEE's interface, and SV-COMP's. */
#include "library.h"

#include "include/klee/klee.h"
#include "include/wayfarer.h"
#undef wf_assume

void wf_symbolic(void *address, size_t size, const char *name) {
    wf__input(address, size, name, "bytes");
}

#define INPUT(type, text, function)                                                                \
    type function(const char *name) {                                                              \
        type value;                                                                                \
        wf__input(&value, sizeof value, name, text);                                               \
        return value;                                                                              \
    }

static bool input_bool(const char *name) {
    unsigned char value;
    wf__input(&value, sizeof value, name, "bool");
    wf__assume(value <= 1);
    return value & 1;
}

/* The bytes behind the ten of the format are not part of the value. */
static long double input_long_double(const char *name) {
    union {
        long double value;
        unsigned char bytes[16];
    } input = {0};
    wf__input(&input, 10, name, "long double");
    return input.value;
}

bool wf_bool(const char *name) { return input_bool(name); }
long double wf_longdouble(const char *name) { return input_long_double(name); }
INPUT(char, "char", wf_char)
INPUT(signed char, "signed char", wf_schar)
INPUT(unsigned char, "unsigned char", wf_uchar)
INPUT(short, "short", wf_short)
INPUT(unsigned short, "unsigned short", wf_ushort)
INPUT(int, "int", wf_int)
INPUT(unsigned, "unsigned int", wf_uint)
INPUT(long, "long", wf_long)
INPUT(unsigned long, "unsigned long", wf_ulong)
INPUT(long long, "long long", wf_longlong)
INPUT(unsigned long long, "unsigned long long", wf_ulonglong)
INPUT(float, "float", wf_float)
INPUT(double, "double", wf_double)
INPUT(int8_t, "int8_t", wf_int8)
INPUT(uint8_t, "uint8_t", wf_uint8)
INPUT(int16_t, "int16_t", wf_int16)
INPUT(uint16_t, "uint16_t", wf_uint16)
INPUT(int32_t, "int32_t", wf_int32)
INPUT(uint32_t, "uint32_t", wf_uint32)
INPUT(int64_t, "int64_t", wf_int64)
INPUT(uint64_t, "uint64_t", wf_uint64)

int wf_range_int(const char *name, int low, int high) {
    if (low > high)
        MISUSE("wf_range_int: low is larger than high");
    int value;
    wf__input(&value, sizeof value, name, "int");
    wf__assume((low <= value) & (value <= high));
    return value;
}

void wf_assume(int condition) { wf__assume(condition); }
/* For functions without body: bytes from a pointer to the end of its object, of which they write some. Natively it is what
   was asked for. */
unsigned long wf_room_behind(const void *pointer, unsigned long wish) {
    (void)wish;
    uint64_t room = wf__object_size(pointer) - wf__object_offset(pointer);
    return room < 64 ? room : 64;
}

void wf_reach(void) { wf__error("reach-error", "wf_reach() is reached"); }

/* KLEE */

void klee_make_symbolic(void *address, size_t size, const char *name) {
    wf__input(address, size, name ? name : "unnamed", "bytes");
}

int klee_int(const char *name) {
    int value;
    wf__input(&value, sizeof value, name, "int");
    return value;
}

int klee_range(int begin, int end, const char *name) {
    if (begin >= end)
        MISUSE("klee_range: the range is empty");
    if (begin + 1 == end)
        return begin;
    int value;
    wf__input(&value, sizeof value, name, "int");
    wf__assume((begin <= value) & (value < end));
    return value;
}

uintptr_t klee_choose(uintptr_t count) {
    if (count == 0)
        MISUSE("klee_choose: nothing to choose from");
    uintptr_t value;
    wf__input(&value, sizeof value, "klee_choose", "unsigned long");
    wf__assume(value < count);
    return value;
}

void klee_assume(uintptr_t condition) { wf__assume(condition != 0); }

/* Ends the path without a test. */
_Noreturn void klee_silent_exit(int status) {
    wf__assume(0);
    wf__exit(status);
}

_Noreturn void klee_abort(void) { wf__error("abort", "klee_abort() is called"); }

_Noreturn void klee_report_error(const char *file, int line, const char *message,
                                 const char *suffix) {
    (void)file;
    (void)line;
    (void)suffix;
    wf__error("assertion", message);
}

void klee_assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)file;
    (void)line;
    (void)function;
    wf__error("assertion", text);
}

size_t klee_get_obj_size(void *pointer) { return wf__object_size(pointer); }
unsigned klee_is_symbolic(uintptr_t value) {
    return (unsigned)wf__is_symbolic((int64_t)value);
}
unsigned klee_is_replay(void) { return 0; }
int klee_get_errno(void) { return errno; }

float klee_get_valuef(float value) {
    union {
        float value;
        uint32_t bits;
    } it = {value};
    it.bits = (uint32_t)wfl_concrete((int64_t)it.bits);
    return it.value;
}

double klee_get_valued(double value) {
    union {
        double value;
        int64_t bits;
    } it = {value};
    it.bits = wfl_concrete(it.bits);
    return it.value;
}

long klee_get_valuel(long value) { return wfl_concrete(value); }
long long klee_get_valuell(long long value) { return wfl_concrete(value); }
int32_t klee_get_value_i32(int32_t value) { return (int32_t)wfl_concrete(value); }
int64_t klee_get_value_i64(int64_t value) { return wfl_concrete(value); }

/* Touches both ends, which is what the machine checks. */
void klee_check_memory_access(const void *address, size_t size) {
    const volatile char *bytes = address;
    if (size > 0) {
        (void)bytes[0];
        (void)bytes[size - 1];
    }
}

/* Advice that changes no result. */
void klee_warning(const char *message) { wf__warning(message); }
void klee_warning_once(const char *message) { wf__warning(message); }
void klee_prefer_cex(void *object, uintptr_t condition) {
    (void)object;
    (void)condition;
}
void klee_posix_prefer_cex(void *object, uintptr_t condition) {
    (void)object;
    (void)condition;
}
void klee_mark_global(void *object) { (void)object; }
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_print_range(const char *name, int value) {
    (void)name;
    (void)value;
}
void klee_print_expr(const char *message, ...) { (void)message; }
void klee_stack_trace(void) {}

void klee_define_fixed_object(void *address, size_t size) {
    (void)address;
    (void)size;
    wf__unsupported("klee_define_fixed_object");
}

/* SV-COMP and Test-Comp */

#define NONDET(type, text, suffix)                                                                 \
    type __VERIFIER_nondet_##suffix(void) {                                                        \
        type value;                                                                                \
        wf__input(&value, sizeof value, "__VERIFIER_nondet_" #suffix, text);                       \
        return value;                                                                              \
    }

bool __VERIFIER_nondet_bool(void) { return input_bool("__VERIFIER_nondet_bool"); }
bool __VERIFIER_nondet__Bool(void) { return input_bool("__VERIFIER_nondet__Bool"); }
long double __VERIFIER_nondet_longdouble(void) {
    return input_long_double("__VERIFIER_nondet_longdouble");
}
NONDET(char, "char", char)
NONDET(signed char, "signed char", schar)
NONDET(unsigned char, "unsigned char", uchar)
NONDET(unsigned char, "unsigned char", unsigned_char)
NONDET(short, "short", short)
NONDET(unsigned short, "unsigned short", ushort)
NONDET(int, "int", int)
NONDET(unsigned, "unsigned int", uint)
NONDET(unsigned, "unsigned int", unsigned)
NONDET(unsigned, "unsigned int", unsigned_int)
NONDET(long, "long", long)
NONDET(unsigned long, "unsigned long", ulong)
NONDET(long long, "long long", longlong)
NONDET(unsigned long long, "unsigned long long", ulonglong)
#ifdef __SIZEOF_INT128__
NONDET(__int128, "__int128", int128)
NONDET(unsigned __int128, "unsigned __int128", uint128)
#endif
NONDET(float, "float", float)
NONDET(double, "double", double)
NONDET(size_t, "size_t", size_t)
NONDET(int64_t, "loff_t", loff_t)
NONDET(unsigned long, "sector_t", sector_t)
NONDET(int8_t, "int8_t", s8)
NONDET(uint8_t, "uint8_t", u8)
NONDET(int16_t, "int16_t", s16)
NONDET(uint16_t, "uint16_t", u16)
NONDET(int32_t, "int32_t", s32)
NONDET(uint32_t, "uint32_t", u32)
NONDET(int64_t, "int64_t", s64)
NONDET(uint64_t, "uint64_t", u64)
NONDET(void *, "void *", pointer)
NONDET(char *, "char *", pchar)
NONDET(char *, "char *", charp)

void __VERIFIER_nondet_memory(void *address, size_t size) {
    wf__input(address, size, "__VERIFIER_nondet_memory", "bytes");
}

void __VERIFIER_assume(int condition) { wf__assume(condition); }
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}

_Noreturn void __VERIFIER_error(void) {
    wf__error("reach-error", "__VERIFIER_error() is reached");
}

_Noreturn void reach_error(void) { wf__error("reach-error", "reach_error() is reached"); }

void __VERIFIER_assert(int condition) {
    if (!condition)
        wf__error("reach-error", "__VERIFIER_assert() fails");
}
