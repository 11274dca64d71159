// A JSON validator over nine free bytes: objects, arrays, strings with escapes, numbers, literals.
//
// options: --strategy dfs --max-paths 4000
#include <wayfarer.h>

static const char *at;

static int value(int depth);

static void space(void) {
    while (*at == ' ' || *at == '\t' || *at == '\n')
        at++;
}

static int word(const char *text) {
    for (; *text; text++, at++)
        if (*at != *text)
            return 0;
    return 1;
}

static int digit(void) { return *at >= '0' && *at <= '9'; }

static int number(void) {
    if (*at == '-')
        at++;
    if (*at == '0')
        at++;
    else if (digit())
        while (digit())
            at++;
    else
        return 0;
    if (*at == '.') {
        at++;
        if (!digit())
            return 0;
        while (digit())
            at++;
    }
    return 1;
}

static int string(void) {
    for (at++; *at != '"'; at++) {
        if ((unsigned char)*at < ' ')
            return 0;
        if (*at == '\\') {
            at++;
            switch (*at) {
            case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
                break;
            default:
                return 0;
            }
        }
    }
    at++;
    return 1;
}

static int members(char end, int named, int depth) {
    at++;
    space();
    if (*at == end) {
        at++;
        return 1;
    }
    for (;;) {
        space();
        if (named) {
            if (*at != '"' || !string())
                return 0;
            space();
            if (*at++ != ':')
                return 0;
        }
        if (!value(depth + 1))
            return 0;
        if (*at == end) {
            at++;
            return 1;
        }
        if (*at++ != ',')
            return 0;
    }
}

static int value(int depth) {
    int good;
    space();
    switch (depth > 4 ? 0 : *at) {
    case '{': good = members('}', 1, depth); break;
    case '[': good = members(']', 0, depth); break;
    case '"': good = string(); break;
    case 't': good = word("true"); break;
    case 'f': good = word("false"); break;
    case 'n': good = word("null"); break;
    default: good = number();
    }
    space();
    return good;
}

int main(void) {
    char text[10];
    wf_symbolic(text, sizeof text, "text");
    wf_assume(text[9] == 0);
    at = text;
    return value(0) && *at == 0;
}
