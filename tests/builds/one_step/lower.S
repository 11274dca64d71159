	.text
	.globl in_assembler
in_assembler:
	leal 1(%rdi), %eax
	ret
	.section .note.GNU-stack,"",@progbits
