// A compiler for PL/0 (Wirth, Algorithms + Data Structures = Programs, 1975): the text of at most TOKENS
// tokens is read by `lex`, parsed by recursive descent, and translated for a stack machine. Statements are not
// empty, so that the shortest program has seven tokens. The status is 0 for a valid program, else the number
// of an error.
//
// options: --lazy-functions lex,same --all-paths
// paths: 104
// exhaustive: true
// findings: none
// tests: confirmed
#include <wayfarer.h>

#ifndef TOKENS
#define TOKENS 3
#endif

enum {
    LONGEST = 9, /* characters of a token */
    NAMES = 16,  /* names that are known at one place */
    CODE = 64,   /* instructions */
    LEVELS = 4   /* procedures in procedures */
};

/* ---- Errors ---- */

enum error {
    NONE,
    EXPECTED_PERIOD,
    EXPECTED_SEMICOLON,
    EXPECTED_NAME,
    EXPECTED_EQUAL,
    EXPECTED_NUMBER,
    EXPECTED_STATEMENT,
    EXPECTED_BECOMES,
    EXPECTED_THEN,
    EXPECTED_DO,
    EXPECTED_END,
    EXPECTED_RELATION,
    EXPECTED_FACTOR,
    EXPECTED_PARENTHESIS,
    TEXT_BEHIND_PERIOD,
    UNKNOWN_NAME,
    NOT_A_VARIABLE,
    NOT_A_PROCEDURE,
    PROCEDURE_IN_EXPRESSION,
    TOO_MANY_NAMES,
    TOO_MUCH_CODE,
    TOO_DEEP
};

static enum error error;

static void fail(enum error what) {
    if (error == NONE)
        error = what;
}

/* ---- The lexer ---- */

enum symbol {
    END_OF_TEXT,
    UNKNOWN,
    NAME,
    NUMBER,
    PLUS,
    MINUS,
    TIMES,
    SLASH,
    EQUAL,
    UNEQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL,
    OPEN,
    CLOSE,
    COMMA,
    SEMICOLON,
    PERIOD,
    BECOMES,
    BEGIN,
    CALL,
    CONST,
    DO,
    END,
    IF,
    ODD,
    PROCEDURE,
    THEN,
    VAR,
    WHILE
};

static const struct {
    const char *text;
    enum symbol symbol;
} keywords[] = {{"begin", BEGIN}, {"call", CALL}, {"const", CONST},         {"do", DO},
                {"end", END},     {"if", IF},     {"odd", ODD},             {"procedure", PROCEDURE},
                {"then", THEN},   {"var", VAR},   {"while", WHILE}};

enum { KEYWORDS = sizeof keywords / sizeof *keywords };

/* The text, token by token. */
static char text[TOKENS][LONGEST + 1];
static int tokens_read;
/* What was read last. */
static enum symbol symbol;
static char name[LONGEST + 1];
static int value;

/* Whether two words are the same. */
static int same(const char *one, const char *other) {
    int i = 0;
    while (one[i] == other[i]) {
        if (one[i] == 0)
            return 1;
        i++;
    }
    return 0;
}

static int is_letter(char c) {
    return c >= 'a' && c <= 'z';
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static enum symbol word(const char *token) {
    int length = 0;
    while (is_letter(token[length]) || is_digit(token[length])) {
        name[length] = token[length];
        length++;
    }
    name[length] = 0;
    if (token[length] != 0)
        return UNKNOWN;
    for (int i = 0; i < KEYWORDS; i++) {
        if (same(keywords[i].text, name))
            return keywords[i].symbol;
    }
    return NAME;
}

static enum symbol number(const char *token) {
    int length = 0;
    value = 0;
    while (is_digit(token[length])) {
        value = value * 10 + (token[length] - '0');
        length++;
    }
    return token[length] == 0 ? NUMBER : UNKNOWN;
}

static enum symbol sign(const char *token) {
    char first = token[0], second = token[1];
    if (second != 0) {
        if (second != '=' || token[2] != 0)
            return UNKNOWN;
        switch (first) {
        case '<':
            return LESS_OR_EQUAL;
        case '>':
            return GREATER_OR_EQUAL;
        case ':':
            return BECOMES;
        default:
            return UNKNOWN;
        }
    }
    switch (first) {
    case '+':
        return PLUS;
    case '-':
        return MINUS;
    case '*':
        return TIMES;
    case '/':
        return SLASH;
    case '=':
        return EQUAL;
    case '#':
        return UNEQUAL;
    case '<':
        return LESS;
    case '>':
        return GREATER;
    case '(':
        return OPEN;
    case ')':
        return CLOSE;
    case ',':
        return COMMA;
    case ';':
        return SEMICOLON;
    case '.':
        return PERIOD;
    default:
        return UNKNOWN;
    }
}

/* Reads the next token. */
static void lex(void) {
    if (tokens_read == TOKENS) {
        symbol = END_OF_TEXT;
        return;
    }
    const char *token = text[tokens_read];
    if (token[0] == 0) {
        symbol = END_OF_TEXT;
        return;
    }
    tokens_read++;
    if (is_letter(token[0]))
        symbol = word(token);
    else if (is_digit(token[0]))
        symbol = number(token);
    else
        symbol = sign(token);
}

/* Goes on behind a symbol. */
static void expect(enum symbol wanted, enum error otherwise) {
    if (symbol == wanted)
        lex();
    else
        fail(otherwise);
}

/* ---- The names that are known ---- */

enum kind { CONSTANT, VARIABLE, SUBROUTINE };

struct entry {
    char name[LONGEST + 1];
    enum kind kind;
    int level;
    int value; /* of a constant; address of a variable or procedure */
};

static struct entry table[NAMES];
static int names;
static int level;

static void enter(enum kind kind, int address) {
    if (names == NAMES) {
        fail(TOO_MANY_NAMES);
        return;
    }
    struct entry *entry = &table[names++];
    for (int i = 0; i <= LONGEST; i++)
        entry->name[i] = name[i];
    entry->kind = kind;
    entry->level = level;
    entry->value = address;
}

/* The entry of the name that was read last; the latest, if there are several. */
static struct entry *find(void) {
    for (int i = names; i > 0; i--) {
        if (same(table[i - 1].name, name))
            return &table[i - 1];
    }
    fail(UNKNOWN_NAME);
    return 0;
}

/* ---- The code ---- */

enum operation {
    LITERAL,
    LOAD,
    STORE,
    JUMP,
    JUMP_IF_ZERO,
    CALL_PROCEDURE,
    RESERVE,
    RETURN,
    NEGATE,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    IS_ODD,
    IS_EQUAL,
    IS_UNEQUAL,
    IS_LESS,
    IS_LESS_OR_EQUAL,
    IS_GREATER,
    IS_GREATER_OR_EQUAL
};

struct instruction {
    enum operation operation;
    int level;
    int argument;
};

static struct instruction code[CODE];
static int instructions;

static int emit(enum operation operation, int difference, int argument) {
    if (instructions == CODE) {
        fail(TOO_MUCH_CODE);
        return 0;
    }
    struct instruction *instruction = &code[instructions];
    instruction->operation = operation;
    instruction->level = difference;
    instruction->argument = argument;
    return instructions++;
}

/* ---- The parser ---- */

static void expression(void);

static void factor(void) {
    switch (symbol) {
    case NAME: {
        const struct entry *entry = find();
        if (error != NONE)
            return;
        switch (entry->kind) {
        case CONSTANT:
            emit(LITERAL, 0, entry->value);
            break;
        case VARIABLE:
            emit(LOAD, level - entry->level, entry->value);
            break;
        case SUBROUTINE:
            fail(PROCEDURE_IN_EXPRESSION);
            return;
        }
        lex();
        break;
    }
    case NUMBER:
        emit(LITERAL, 0, value);
        lex();
        break;
    case OPEN:
        lex();
        expression();
        if (error == NONE)
            expect(CLOSE, EXPECTED_PARENTHESIS);
        break;
    default:
        fail(EXPECTED_FACTOR);
    }
}

static void term(void) {
    factor();
    while (error == NONE && (symbol == TIMES || symbol == SLASH)) {
        enum operation operation = symbol == TIMES ? MULTIPLY : DIVIDE;
        lex();
        factor();
        emit(operation, 0, 0);
    }
}

static void expression(void) {
    int negative = symbol == MINUS;
    if (symbol == PLUS || symbol == MINUS)
        lex();
    term();
    if (negative)
        emit(NEGATE, 0, 0);
    while (error == NONE && (symbol == PLUS || symbol == MINUS)) {
        enum operation operation = symbol == PLUS ? ADD : SUBTRACT;
        lex();
        term();
        emit(operation, 0, 0);
    }
}

static void condition(void) {
    if (symbol == ODD) {
        lex();
        expression();
        emit(IS_ODD, 0, 0);
        return;
    }
    expression();
    if (error != NONE)
        return;
    enum operation relation;
    switch (symbol) {
    case EQUAL:
        relation = IS_EQUAL;
        break;
    case UNEQUAL:
        relation = IS_UNEQUAL;
        break;
    case LESS:
        relation = IS_LESS;
        break;
    case LESS_OR_EQUAL:
        relation = IS_LESS_OR_EQUAL;
        break;
    case GREATER:
        relation = IS_GREATER;
        break;
    case GREATER_OR_EQUAL:
        relation = IS_GREATER_OR_EQUAL;
        break;
    default:
        fail(EXPECTED_RELATION);
        return;
    }
    lex();
    expression();
    emit(relation, 0, 0);
}

static void statement(void);

static void assignment(void) {
    const struct entry *variable = find();
    if (error != NONE)
        return;
    if (variable->kind != VARIABLE) {
        fail(NOT_A_VARIABLE);
        return;
    }
    lex();
    expect(BECOMES, EXPECTED_BECOMES);
    if (error != NONE)
        return;
    expression();
    emit(STORE, level - variable->level, variable->value);
}

static void call(void) {
    lex();
    if (symbol != NAME) {
        fail(EXPECTED_NAME);
        return;
    }
    const struct entry *procedure = find();
    if (error != NONE)
        return;
    if (procedure->kind != SUBROUTINE) {
        fail(NOT_A_PROCEDURE);
        return;
    }
    emit(CALL_PROCEDURE, level - procedure->level, procedure->value);
    lex();
}

static void compound(void) {
    lex();
    statement();
    while (error == NONE && symbol == SEMICOLON) {
        lex();
        statement();
    }
    if (error == NONE)
        expect(END, EXPECTED_END);
}

static void conditional(void) {
    lex();
    condition();
    if (error != NONE)
        return;
    expect(THEN, EXPECTED_THEN);
    if (error != NONE)
        return;
    int jump = emit(JUMP_IF_ZERO, 0, 0);
    statement();
    code[jump].argument = instructions;
}

static void loop(void) {
    lex();
    int begin = instructions;
    condition();
    if (error != NONE)
        return;
    int jump = emit(JUMP_IF_ZERO, 0, 0);
    expect(DO, EXPECTED_DO);
    if (error != NONE)
        return;
    statement();
    emit(JUMP, 0, begin);
    code[jump].argument = instructions;
}

static void statement(void) {
    switch (symbol) {
    case NAME:
        assignment();
        break;
    case CALL:
        call();
        break;
    case BEGIN:
        compound();
        break;
    case IF:
        conditional();
        break;
    case WHILE:
        loop();
        break;
    default:
        fail(EXPECTED_STATEMENT);
    }
}

static void constant(void) {
    if (symbol != NAME) {
        fail(EXPECTED_NAME);
        return;
    }
    int here = names;
    enter(CONSTANT, 0);
    lex();
    expect(EQUAL, EXPECTED_EQUAL);
    if (error != NONE)
        return;
    if (symbol != NUMBER) {
        fail(EXPECTED_NUMBER);
        return;
    }
    table[here].value = value;
    lex();
}

static void variable(int address) {
    if (symbol != NAME) {
        fail(EXPECTED_NAME);
        return;
    }
    enter(VARIABLE, address);
    lex();
}

static void block(void);

static void procedure(void) {
    lex();
    if (symbol != NAME) {
        fail(EXPECTED_NAME);
        return;
    }
    if (level == LEVELS) {
        fail(TOO_DEEP);
        return;
    }
    enter(SUBROUTINE, instructions);
    lex();
    expect(SEMICOLON, EXPECTED_SEMICOLON);
    if (error != NONE)
        return;
    int known = names;
    level++;
    block();
    level--;
    names = known;
    if (error == NONE)
        expect(SEMICOLON, EXPECTED_SEMICOLON);
}

/* Declarations and a statement. */
static void block(void) {
    int address = 3;
    int jump = emit(JUMP, 0, 0);
    if (symbol == CONST) {
        do {
            lex();
            constant();
        } while (error == NONE && symbol == COMMA);
        if (error == NONE)
            expect(SEMICOLON, EXPECTED_SEMICOLON);
    }
    if (error == NONE && symbol == VAR) {
        do {
            lex();
            variable(address++);
        } while (error == NONE && symbol == COMMA);
        if (error == NONE)
            expect(SEMICOLON, EXPECTED_SEMICOLON);
    }
    while (error == NONE && symbol == PROCEDURE)
        procedure();
    if (error != NONE)
        return;
    code[jump].argument = instructions;
    emit(RESERVE, 0, address);
    statement();
    emit(RETURN, 0, 0);
}

int main(void) {
    for (int i = 0; i < TOKENS; i++)
        wf_symbolic(text[i], LONGEST, "text");
    lex();
    block();
    if (error == NONE)
        expect(PERIOD, EXPECTED_PERIOD);
    if (error == NONE && symbol != END_OF_TEXT)
        fail(TEXT_BEHIND_PERIOD);
    return error;
}
