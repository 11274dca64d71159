// A variable that nothing defines ends a path; that the native program, where a function stands for it, ends in a signal is
// no error of the program.
// options: --args 1x1
// exhaustive: false
// findings: none
// left: paths ended by something unsupported
extern int setting;

int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] == 'x')
        setting = 3;
    return 0;
}
