// The calculator of the LATEST paper: numbers with the operations + - * / between them, ended by `=`. Two
// operations: 1 + 4 + 16 valid inputs, and 47 ways of going wrong.
//
// options: --lazy-functions next_token --all-paths
// paths: 68
// exhaustive: true
// findings: none
// tests: confirmed
#include <wayfarer.h>

#ifndef OPERATIONS
#define OPERATIONS 2
#endif
enum { LENGTH = 3 * OPERATIONS + 4 };

enum { END, NUMBER, PLUS, MINUS, TIMES, OVER, EQUALS, BAD };

static char input[LENGTH + 1];
static int position;
static unsigned number;

static int next_token(void) {
    while (input[position] == ' ')
        position++;
    char c = input[position];
    if (c == 0)
        return END;
    position++;
    if (c >= '0' && c <= '9') {
        number = (unsigned)(c - '0');
        while (input[position] >= '0' && input[position] <= '9') {
            number = number * 10 + (unsigned)(input[position] - '0');
            position++;
        }
        return NUMBER;
    }
    switch (c) {
    case '+':
        return PLUS;
    case '-':
        return MINUS;
    case '*':
        return TIMES;
    case '/':
        return OVER;
    case '=':
        return EQUALS;
    default:
        return BAD;
    }
}

/* The status: 0 for a valid input, else an error. */
static int calculate(unsigned *result) {
    if (next_token() != NUMBER)
        return 1;
    unsigned value = number;
    for (int done = 0;; done++) {
        int operation = next_token();
        if (operation == EQUALS) {
            *result = value;
            return 0;
        }
        if (done == OPERATIONS)
            return 2;
        if (operation != PLUS && operation != MINUS && operation != TIMES && operation != OVER)
            return 3;
        if (next_token() != NUMBER)
            return 4;
        switch (operation) {
        case PLUS:
            value = value + number;
            break;
        case MINUS:
            value = value - number;
            break;
        case TIMES:
            value = value * number;
            break;
        default:
            if (number == 0)
                return 5;
            value = value / number;
            break;
        }
    }
}

int main(void) {
    unsigned result = 0;
    wf_symbolic(input, LENGTH, "input");
    return calculate(&result);
}
