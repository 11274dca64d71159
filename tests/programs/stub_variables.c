// With --stub-undefined, variables that are only declared are zero and can be written, natively too.
// options: --stub-undefined --args 1x2
// left: functions without body, taken to return anything, or variables defined nowhere, taken to be zero
// findings: null-dereference 22
// verdicts: confirmed
// tests: confirmed
struct style {
    int width;
    const char *name;
};
extern struct style current_style;
extern int table[4];
extern int refresh(void);
/* Not there, as in a program that is linked. */
extern int hook __attribute__((weak));

int main(int argc, char **argv) {
    if (argc < 2 || table[3] || &hook)
        return 1;
    table[argv[1][0] & 3] = 7;
    if (table[2] == 7 && refresh() == 5)
        return current_style.name[0];
    return current_style.width;
}
