// Names that match a pattern, of the files that the run has; names in a directory of the machine's own are counted.
// options: --file A=1 --args 1x1
// exhaustive: false
// findings: none
// tests: confirmed
#include <glob.h>
#include <string.h>

int main(int argc, char **argv) {
    glob_t found;
    if (argc > 1 && argv[1][0] == '*')
        return glob("/dev/n*", 0, NULL, &found) == 0 ? (int)found.gl_pathc : 9;
    if (argc > 1 && strchr("?[\\", argv[1][0]))
        return 2;
    int result = glob(argc > 1 ? argv[1] : "[A-C]", GLOB_MARK, NULL, &found);
    if (result != 0)
        return result == GLOB_NOMATCH ? 3 : 4;
    return strcmp(found.gl_pathv[0], "A") == 0 ? 5 : 6;
}
