// The same where no function is missing.
// options: --stub-undefined --args 1x1
// exhaustive: false
// left: functions without body, taken to return anything, or variables defined nowhere, taken to be zero
// verdicts: confirmed
// tests: confirmed
extern char *line_buffer;
extern int line_length;

int main(int argc, char **argv) {
    line_buffer = argv[1];
    while (line_buffer && line_buffer[line_length])
        line_length++;
    return line_length;
}
