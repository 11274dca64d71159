/* What asks for another process, thread or host ends the path, under its own name. */
#include "check.h"

/* The models' own tables, once for declarations and once for entries. */
#define WFL_REFUSED_H
#define REFUSED(result, name, parameters) extern void model_##name(void);
#include "../refused_network.c"
#include "../refused_processes.c"
#include "../refused_shared.c"
#include "../refused_threads.c"

#undef REFUSED
#define REFUSED(result, name, parameters) {#name, model_##name},
static const struct {
    const char *name;
    void (*call)(void);
} refused[] = {
#include "../refused_network.c"
#include "../refused_processes.c"
#include "../refused_shared.c"
#include "../refused_threads.c"
};

void check_refused(void) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        bool ended = ends(refused[i].call);
        CHECK(ended && !strcmp(ending, "unsupported") && !strcmp(ending_reason, refused[i].name), "%s: %s, %s",
              refused[i].name, ending, ending_reason);
    }
}
