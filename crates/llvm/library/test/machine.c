/* The operations of the machine for a native run of the models. */
#include "check.h"

#include "../intrinsics.h"
#include <setjmp.h>

bool pretend_symbolic;
char output[3][1 << 16];
size_t output_length[3];
char ending[32], ending_reason[64];
int exit_status;
static jmp_buf before;
static bool may_end;

void forget_output(void) { output_length[1] = output_length[2] = 0; }

bool ends(void (*call)(void)) {
    ending[0] = 0;
    may_end = true;
    if (setjmp(before) == 0)
        call();
    may_end = false;
    return ending[0] != 0;
}

_Noreturn static void end(const char *how, const char *why) {
    if (!may_end) {
        printf("the models ended unexpectedly: %s: %s\n", how, why);
        exit(1);
    }
    snprintf(ending, sizeof ending, "%s", how);
    snprintf(ending_reason, sizeof ending_reason, "%s", why);
    longjmp(before, 1);
}

void wf__fini(void) {}
void wf__error(const char *kind, const char *message) { end(kind, message); }
void wf__unsupported(const char *name) { end("unsupported", name); }
void wf__exit(int status) {
    exit_status = status;
    end("exit", "");
}
void wf__killed(int signal) {
    exit_status = signal;
    end("killed", "");
}

/* Objects know their size. */
void *wf__malloc(uint64_t size) {
    uint64_t *object = malloc(size + 16);
    object[0] = size;
    return object + 2;
}
void wf__free(void *object) {
    if (object)
        free((uint64_t *)object - 2);
}
/* Nothing is freed twice here. */
void wf__not_freed(const void *object) { (void)object; }
void wf__unfreed(const void *object) { (void)object; }
uint64_t wf__object_size(const void *pointer) { return ((const uint64_t *)pointer)[-2]; }
uint64_t wf__object_offset(const void *pointer) {
    (void)pointer;
    return 0;
}
/* Sanitizers tell of overlapping copies here. */
int wf__one_object(const void *a, const void *b) {
    (void)a, (void)b;
    return 0;
}
int wf__malloc_fails(void) { return 0; }

void wf__move_object(void *to, const void *from, uint64_t size) { memcpy(to, from, size); }
void wf__memcpy(void *to, const void *from, uint64_t size) { memcpy(to, from, size); }
void wf__memmove(void *to, const void *from, uint64_t size) { memmove(to, from, size); }
void wf__memset(void *to, int byte, uint64_t size) { memset(to, byte, size); }
int64_t wf__string_length(const char *string) {
    return pretend_symbolic ? -1 : (int64_t)strlen(string);
}
int wf__memcmp(const void *a, const void *b, uint64_t size) {
    if (pretend_symbolic)
        return 2;
    int order = memcmp(a, b, size);
    return (order > 0) - (order < 0);
}
int wf__is_symbolic(int64_t value) {
    (void)value;
    return pretend_symbolic;
}
int64_t wf__concretise(int64_t value) { return value; }

void wf__output(int descriptor, const void *data, uint64_t size) {
    if (output_length[descriptor] + size > sizeof output[0])
        end("output", "too much output");
    memcpy(output[descriptor] + output_length[descriptor], data, size);
    output_length[descriptor] += size;
}

/* Three input files: stdin, a text and an empty one. */
static const struct {
    const char *name, *contents;
} inputs[] = {
    {"-", "first line\nsecond 42 0x1f\n\nlast without newline"},
    {"data/input.txt", "alpha beta\ngamma\n 12 13\n"},
    {"empty", ""},
};

int wf__is_free(int what) {
    (void)what;
    return 0;
}
void wf__longjmp(void *buffer, int value) {
    (void)buffer;
    (void)value;
    end("jump", "longjmp");
}
int wf__file_count(void) { return sizeof inputs / sizeof *inputs; }
int64_t wf__file_name(int file, char *buffer, uint64_t size) {
    uint64_t length = strlen(inputs[file].name);
    memcpy(buffer, inputs[file].name, length + 1 < size ? length + 1 : size);
    return (int64_t)length;
}
int64_t wf__file_size(int file) { return (int64_t)strlen(inputs[file].contents); }
void wf__file_contents(int file, void *buffer) {
    memcpy(buffer, inputs[file].contents, strlen(inputs[file].contents));
}
int64_t wf__host_read(void *buffer, uint64_t size) {
    (void)buffer;
    (void)size;
    return -1;
}
int64_t wf__host_file(const char *path, void *buffer, uint64_t size) {
    (void)path;
    (void)buffer;
    (void)size;
    return -1;
}
int64_t wf__host_call(int operation, const char *path, const char *other, uint64_t number, void *buffer,
                      uint64_t size) {
    (void)operation;
    (void)path;
    (void)other;
    (void)number;
    (void)buffer;
    (void)size;
    return -1;
}
int wf__host_file_write(const char *path, const void *data, uint64_t size) {
    (void)path;
    (void)data;
    (void)size;
    return 0;
}

static const char *const variables[] = {"HOME=/home/user", "EMPTY=", "LANG=C"};
int wf__environment_count(void) { return sizeof variables / sizeof *variables; }
int64_t wf__environment(int index, char *buffer, uint64_t size) {
    uint64_t length = strlen(variables[index]);
    memcpy(buffer, variables[index], length + 1 < size ? length + 1 : size);
    return (int64_t)length;
}

void wf__input(void *address, uint64_t size, const char *name, const char *type) {
    (void)name;
    (void)type;
    memset(address, 1, size);
}
void wf__assume(int64_t condition) {
    if (!condition)
        end("assume", "");
}
void wf__warning(const char *text) { (void)text; }
void wf__monitor_step(int moment, const void *object, int64_t happened) {
    (void)moment;
    (void)object;
    (void)happened;
}
void wf__approximation(const char *name) { (void)name; }
void wf__address_seen(const void *address) { (void)address; }
void wf__bytes_seen(const void *address, uint64_t size) {
    (void)address;
    (void)size;
}
void wf__addresses_compared(const void *a, const void *b) {
    (void)a;
    (void)b;
}

void wf__addresses_subtracted(const void *a, const void *b) {
    (void)a;
    (void)b;
}
int64_t wf__program_name(char *buffer, uint64_t size) {
    static const char name[] = "program";
    memcpy(buffer, name, sizeof name < size ? sizeof name : size);
    return sizeof name - 1;
}

/* Rounding in long double, which exact.c cannot have from the compiler here. */
#include <complex.h>
#include <math.h>
long double wf__native(int function, long double x) {
    switch (function) {
    case 0:
        return floorl(x);
    case 1:
        return ceill(x);
    case 2:
        return truncl(x);
    case 3:
        return rintl(x);
    case 4:
        return roundl(x);
    default:
        return roundevenl(x);
    }
}

long double wf__native_fma(int size, long double x, long double y, long double z) {
    return size == 4   ? (long double)fmaf((float)x, (float)y, (float)z)
           : size == 8 ? (long double)fma((double)x, (double)y, (double)z)
                       : fmal(x, y, z);
}

#include "../math_functions.h"

#define CASE1(number, float_number, name, underflows)                                              \
    case number:                                                                                   \
        return name(x);                                                                            \
    case float_number:                                                                             \
        return (double)name##f((float)x);

#define CASE2(number, float_number, name, underflows)                                              \
    case number:                                                                                   \
        return name(x, y);                                                                         \
    case float_number:                                                                             \
        return (double)name##f((float)x, (float)y);

double wf__math1(int function, double x) {
    switch (function) {
        MATH_FUNCTIONS_1(CASE1)
    case MATH_LGAMMA:
        return lgamma(x);
    case MATH_LGAMMAF:
        return (double)lgammaf((float)x);
    default:
        end("math1", "unknown function");
    }
}

#define CASE_ORDERED(number, float_number, name)                                                   \
    case number:                                                                                   \
        return name((int)x, y);                                                                    \
    case float_number:                                                                             \
        return (double)name##f((int)x, (float)y);

#define CASE_COMPLEX(number, name)                                                                 \
    case number:                                                                                   \
        return creal(name(__builtin_complex(x, y)));                                                           \
    case number + 1:                                                                               \
        return cimag(name(__builtin_complex(x, y)));                                                           \
    case number + 2:                                                                               \
        return (double)crealf(name##f(__builtin_complex((float)x, (float)y)));                                \
    case number + 3:                                                                               \
        return (double)cimagf(name##f(__builtin_complex((float)x, (float)y)));

double wf__math2(int function, double x, double y) {
    switch (function) {
        MATH_FUNCTIONS_2(CASE2)
        MATH_FUNCTIONS_ORDERED(CASE_ORDERED)
        MATH_FUNCTIONS_COMPLEX(CASE_COMPLEX)
    default:
        end("math2", "unknown function");
    }
}
