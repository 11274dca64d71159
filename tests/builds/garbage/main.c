int helped(int c);

int main(int argc, char **argv) { return argc > 1 ? helped(argv[1][0]) : 0; }
