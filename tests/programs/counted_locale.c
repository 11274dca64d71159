// Another locale than C may be there natively.
// options: --env LANG=de_DE.UTF-8
// exhaustive: false
// left: a locale other than C is asked for at counted_locale.c:8
// findings: none
#include <locale.h>

int main(void) { return setlocale(LC_ALL, "") ? 1 : 0; }
