int in_no_program(void) { return 1 / 0; }
