/* Linked with the program for native replay: inputs from a file, decisions and the end of the run
   into files that survive a crash. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static void wf_note(const char *text);
static void wf_end_of_cut(void);
/* process.c: a setting of the replay, null if there is none. */
extern const char *wf_setting(const char *name);
#define WF_ON_END(text) wf_note(text)
#define WF_ON_VIOLATION(text) wf_note(text)
#define WF_ON_LAST_INPUT() wf_end_of_cut()
#include "inputs.c"

const struct wf_entry *wf_entries;
unsigned long wf_entry_count;

/* A line in the file that tells the replayer how the run ended. By system calls: the program may
   have functions of its own named `open` or `write`. */
static void wf_note(const char *text) {
  const char *path = wf_setting("WF_NOTES");
  int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
  long file = path ? syscall(SYS_openat, AT_FDCWD, path, flags, 0600) : -1;
  if (file < 0)
    return;
  if (syscall(SYS_write, file, text, strlen(text)) < 0 || syscall(SYS_write, file, "\n", 1) < 0)
    _exit(125);
  syscall(SYS_close, file);
}

/* The program cannot be run as the test has it. */
void wf_give_up(const char *why) {
  wf_note(why);
  _exit(125);
}

/* Entries: u32 count, then for each u32 length of the name, name, u64 size, bytes. */
static void wf_load_inputs(const char *path) {
  FILE *file = fopen(path, "rb");
  uint32_t count = 0, i;
  if (!file || fread(&count, 4, 1, file) != 1)
    wf_give_up("harness: the inputs cannot be read");
  struct wf_entry *entries = calloc(count ? count : 1, sizeof *entries);
  for (i = 0; i < count; i++) {
    uint32_t length;
    uint64_t size;
    if (fread(&length, 4, 1, file) != 1)
      wf_give_up("harness: the inputs cannot be read");
    char *name = calloc(1, (size_t)length + 1);
    if (fread(name, 1, length, file) != length || fread(&size, 8, 1, file) != 1)
      wf_give_up("harness: the inputs cannot be read");
    unsigned char *bytes = calloc(1, size ? size : 1);
    if (fread(bytes, 1, size, file) != size)
      wf_give_up("harness: the inputs cannot be read");
    entries[i].name = name;
    entries[i].size = size;
    entries[i].bytes = bytes;
  }
  fclose(file);
  wf_entries = entries;
  wf_entry_count = count;
}

/* Called for a function that the program only declares. With WF_STUBS it returns the value that
   the test has for it; without, the machine has ended the path here and predicts nothing. */
uint64_t wf_missing(const char *name) {
  uint64_t value = 0;
  /* It stands for functions that return nothing, or null. */
  if (strncmp(name, "wf_empty_", 9) == 0)
    return value;
  /* By these, programs for verifiers ask for a value of a type of their own. */
  if (strncmp(name, "__VERIFIER_nondet_", 18) == 0 || strncmp(name, "nondet_", 7) == 0 ||
      strncmp(name, "wf_stub_", 8) == 0) {
    wf_take(&value, sizeof value, name);
    return value;
  }
  if (!wf_setting("WF_STUBS")) {
    wf_note("a function without body was called");
    __builtin_trap();
  }
  if (wf_next_entry < wf_entry_count && strcmp(wf_entries[wf_next_entry].name, name) == 0)
    wf_take(&value, sizeof value, name);
  return value;
}

struct wf_log {
  uint64_t count;
  uint64_t capacity;
  struct {
    uint32_t function, decision;
    uint64_t value;
  } steps[];
};
static struct wf_log *wf_decisions;
/* The last decision that there is something to see up to, of a path that was cut off or ends with an error. */
static uint64_t wf_last_decision = UINT64_MAX;

/* Called by the instrumented bitcode before each branch and switch. */
void __wf_decision(uint32_t function, uint32_t decision, uint64_t value) {
  if (!wf_decisions)
    return;
  uint64_t at = wf_decisions->count++;
  if (at < wf_decisions->capacity) {
    wf_decisions->steps[at].function = function;
    wf_decisions->steps[at].decision = decision;
    wf_decisions->steps[at].value = value;
  }
  if (at + 1 == wf_last_decision)
    _exit(0);
}

/* The file was made by the replayer at its full size; shared pages outlive a crash. */
static void wf_map_decisions(const char *path) {
  int file = open(path, O_RDWR);
  off_t size = file < 0 ? -1 : lseek(file, 0, SEEK_END);
  void *memory =
      size < 16 ? MAP_FAILED : mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED)
    wf_give_up("harness: there is no room for the decisions");
  close(file);
  wf_decisions = memory;
  wf_decisions->capacity = ((uint64_t)size - 16) / 16;
}

extern int __llvm_profile_write_file(void) __attribute__((weak));
extern void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));

static void wf_write_profile(void) {
  if (__llvm_profile_write_file)
    __llvm_profile_write_file();
}

/* The path was cut off where it would have asked for more. */
static void wf_end_of_cut(void) {
  if (!wf_setting("WF_CUT"))
    return;
  wf_write_profile();
  _exit(0);
}

/* SIGTERM: the time of the run is up, or the program sends it to itself, which ends it. */
static void wf_terminated(int number, siginfo_t *from, void *context) {
  (void)context;
  wf_write_profile();
  if (from->si_pid == getpid() && (from->si_code == SI_TKILL || from->si_code == SI_USER)) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  wf_note("time out");
  _exit(124);
}

static struct sigaction wf_sanitizer;

/* A call to where no function is ends in no function's code, from where the sanitizer cannot tell the caller's
   place: it is shown the call instead. */
static void wf_at_call(int number, siginfo_t *from, void *context) {
  mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  greg_t *registers = machine->gregs;
  if ((greg_t)(uintptr_t)from->si_addr == registers[REG_RIP]) {
    registers[REG_RIP] = *(greg_t *)(uintptr_t)registers[REG_RSP] - 1;
    registers[REG_RSP] += 8;
  }
#elif defined(__i386__)
  greg_t *registers = machine->gregs;
  if ((greg_t)(uintptr_t)from->si_addr == registers[REG_EIP]) {
    registers[REG_EIP] = *(greg_t *)(uintptr_t)registers[REG_ESP] - 1;
    registers[REG_ESP] += 4;
  }
#elif defined(__aarch64__)
  if ((uintptr_t)from->si_addr == machine->pc)
    machine->pc = machine->regs[30] - 4;
#endif
  wf_sanitizer.sa_sigaction(number, from, context);
}

static void wf_watch_calls(void) {
  if (sigaction(SIGSEGV, NULL, &wf_sanitizer) != 0 || !(wf_sanitizer.sa_flags & SA_SIGINFO))
    return;
  struct sigaction watch = wf_sanitizer;
  watch.sa_sigaction = wf_at_call;
  sigaction(SIGSEGV, &watch, NULL);
}

/* In the program that runs with sanitizers. */
extern void __asan_poison_memory_region(const volatile void *start, size_t size)
    __attribute__((weak));

/* Nothing is there, and AddressSanitizer is to know: a long range from the null pointer (`memmove` of what there is none of) it
   looks through byte by byte otherwise, which takes seconds. */
static void wf_poison_first_page(void) {
  if (__asan_poison_memory_region)
    __asan_poison_memory_region(NULL, 4096);
}

/* must-run.c, in the program that runs with sanitizers. */
extern void wf_must_run(const char *how) __attribute__((weak));

/* Before the program's own constructors, which may have 101. */
__attribute__((constructor(51))) static void wf_begin(void) {
  const char *inputs = wf_setting("WF_INPUTS"), *decisions = wf_setting("WF_DECISIONS");
  if (inputs)
    wf_load_inputs(inputs);
  if (decisions)
    wf_map_decisions(decisions);
  const char *last = wf_setting("WF_LAST_DECISION");
  if (last)
    wf_last_decision = strtoull(last, NULL, 10);
  wf_note("begun");
  struct sigaction terminated = {.sa_sigaction = wf_terminated, .sa_flags = SA_SIGINFO};
  sigaction(SIGTERM, &terminated, NULL);
  wf_watch_calls();
  wf_poison_first_page();
  if (__sanitizer_set_death_callback)
    __sanitizer_set_death_callback(wf_write_profile);
  const char *how = wf_setting("WF_MUST_RUN");
  if (how && wf_must_run)
    wf_must_run(how);
}
