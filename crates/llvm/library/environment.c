/* stdlib.h: the environment, which `--env` fills. */
#include "library.h"

#include <stdlib.h>

static char *no_variables[1];
char **environ = no_variables;
char **__environ = no_variables;
static bool filled;

static void *need(size_t size) { return wf__malloc(size); }

static void fill(void) {
    if (filled)
        return;
    filled = true;
    int count = wf__environment_count();
    if (count <= 0 || environ != no_variables)
        return;
    char **variables = need(((size_t)count + 1) * sizeof *variables);
    for (int i = 0; i < count; i++) {
        int64_t length = wf__environment(i, NULL, 0);
        variables[i] = need((size_t)length + 1);
        wf__environment(i, variables[i], (uint64_t)length + 1);
    }
    variables[count] = NULL;
    environ = __environ = variables;
}

/* So that a program may look at `environ` itself. */
__attribute__((constructor)) static void fill_at_start(void) { fill(); }

/* Index of the variable of that name, or of the final null. */
static size_t find(const char *name, size_t length) {
    size_t i = 0;
    for (; environ[i]; i++) {
        size_t k = 0;
        while (k < length && environ[i][k] == name[k])
            k++;
        if (k == length && environ[i][k] == '=')
            break;
    }
    return i;
}

char *wfl_environment_value(const char *name) {
    fill();
    size_t length = wfl_length(name);
    if (!environ || length == 0)
        return NULL;
    char *variable = environ[find(name, length)];
    return variable ? variable + length + 1 : NULL;
}

char *getenv(const char *name) { return wfl_environment_value(name); }
char *secure_getenv(const char *name) { return wfl_environment_value(name); }

/* Puts "NAME=value" in; the string becomes part of the environment. */
static void put(char *variable, size_t name_length) {
    fill();
    size_t at = environ ? find(variable, name_length) : 0;
    if (environ && environ[at]) {
        environ[at] = variable;
        return;
    }
    char **larger = need((at + 2) * sizeof *larger);
    if (at > 0)
        wf__memcpy(larger, environ, at * sizeof *larger);
    larger[at] = variable;
    larger[at + 1] = NULL;
    environ = __environ = larger;
}

static void take_out(const char *name, size_t length) {
    fill();
    if (!environ)
        return;
    size_t at;
    while (environ[at = find(name, length)])
        for (size_t i = at; environ[i]; i++)
            environ[i] = environ[i + 1];
}

static bool is_name(const char *name) {
    if (!name || !*name)
        return false;
    for (; *name; name++)
        if (*name == '=')
            return false;
    return true;
}

int setenv(const char *name, const char *value, int replace) {
    if (!is_name(name)) {
        errno = EINVAL;
        return -1;
    }
    if (!replace && wfl_environment_value(name))
        return 0;
    size_t name_length = wfl_length(name), value_length = wfl_length(value);
    char *variable = need(name_length + value_length + 2);
    wf__memcpy(variable, name, name_length);
    variable[name_length] = '=';
    wf__memcpy(variable + name_length + 1, value, value_length);
    variable[name_length + 1 + value_length] = 0;
    put(variable, name_length);
    return 0;
}

int putenv(char *variable) {
    size_t length = 0;
    while (variable[length] && variable[length] != '=')
        length++;
    if (variable[length])
        put(variable, length);
    else
        take_out(variable, length);
    return 0;
}

int unsetenv(const char *name) {
    if (!is_name(name)) {
        errno = EINVAL;
        return -1;
    }
    take_out(name, wfl_length(name));
    return 0;
}

int clearenv(void) {
    fill();
    environ = __environ = NULL;
    return 0;
}
