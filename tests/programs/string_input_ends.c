// A free argument ends behind its first zero: what lies there is not part of it.
// options: --args 1x3
// paths: 2
// exhaustive: true
// findings: out-of-bounds 9
// verdicts: confirmed
// tests: confirmed
int main(int argc, char **argv) {
    if (argv[1][0] == 0 && argv[1][1] == 'X')
        return 7;
    return 0;
}
