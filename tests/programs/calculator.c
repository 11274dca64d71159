// A recursive-descent calculator over seven free bytes finds the division by zero.
//
// exhaustive: true
// findings: division-by-zero 43
// verdicts: confirmed
#include <wayfarer.h>

static const char *at;
static int failed;

static int expression(void);

static int number(void) {
    int value = 0;
    if (*at < '0' || *at > '9') {
        failed = 1;
        return 0;
    }
    while (*at >= '0' && *at <= '9')
        value = value * 10 + (*at++ - '0');
    return value;
}

static int factor(void) {
    if (*at == '(') {
        at++;
        int value = expression();
        if (*at != ')')
            failed = 1;
        else
            at++;
        return value;
    }
    return number();
}

static int term(void) {
    int value = factor();
    while (!failed && (*at == '*' || *at == '/')) {
        char op = *at++;
        int right = factor();
        if (!failed)
            value = op == '*' ? value * right : value / right;
    }
    return value;
}

static int expression(void) {
    int value = term();
    while (!failed && (*at == '+' || *at == '-')) {
        char op = *at++;
        int right = term();
        value = op == '+' ? value + right : value - right;
    }
    return value;
}

int main(void) {
    char text[8];
    wf_symbolic(text, sizeof text, "text");
    wf_assume(text[7] == 0);
    at = text;
    int value = expression();
    if (failed || *at)
        return 2;
    return value == 0;
}
