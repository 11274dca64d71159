// A `wchar_t *` is a string of free length, as a `char *` is: what stops at its end is right, what looks behind it is not.
// options: --function classify --string-length 4
// findings: out-of-bounds 19
// unusual: none
// verdicts: confirmed
// tests: confirmed
// branches: 11 of 12
// unit: wchar_t text[3] = L"ok";
#include <wchar.h>

int classify(const wchar_t *text) {
  if (!text)
    return 0;
  if (wcscmp(text, L"ok") == 0)
    return 1;
  if (wcslen(text) == 3 && text[0] == 0x20ac)
    return 2;
  if (text[0] == L'!')
    return text[2] == L'?' ? 3 : 4;
  return 5;
}
