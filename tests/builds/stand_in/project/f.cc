extern "C" int f(void) { return 3; }
