.globl f
f:
    mov $3, %eax
    ret
