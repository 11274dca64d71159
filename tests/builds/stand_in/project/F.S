#define N 3
.globl f
f:
    mov $N, %eax
    ret
