int g(void) { return 4; }
