/* setjmp.h: the mask of signals, which a jump may restore. Places to jump to are the machine's. */
#include "library.h"

#include <setjmp.h>
#include <signal.h>

/* The front end calls it where the program calls any form of setjmp. */
int wfl_save_mask(struct __jmp_buf_tag *buffer, int saves) {
    buffer->__mask_was_saved = saves != 0;
    if (saves)
        wfl_signals_blocked(&buffer->__saved_mask);
    return 0;
}

#define JUMP(name)                                                                                 \
    _Noreturn void name(struct __jmp_buf_tag *buffer, int value) {                                 \
        if (buffer->__mask_was_saved)                                                              \
            wfl_block_signals(&buffer->__saved_mask);                                              \
        wf__longjmp(buffer, value);                                                                \
    }

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
