/* Functions that ask for what is not there: a call ends the path as unsupported, by name and place. */
#ifndef WFL_REFUSED_H
#define WFL_REFUSED_H

#include "library.h"

/* The result, the name and the parameters of a function. */
#define REFUSED(result, name, parameters)                                                          \
    result name parameters { wf__unsupported(#name); }

#endif
