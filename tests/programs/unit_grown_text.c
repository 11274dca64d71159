// A text that realloc moves: all of its block, whatever the string in it is.
// options: --function with_room --all-paths
// findings: none
// tests: confirmed
#include <stdlib.h>
#include <string.h>

int with_room(char *text) {
  if (!text)
    return -1;
  size_t length = strlen(text);
  char *grown = realloc(text, length + 2);
  if (!grown)
    return -2;
  grown[length] = '!';
  grown[length + 1] = 0;
  int result = grown[0] == 'a' ? 1 : strlen(grown) > 3 ? 2 : 3;
  free(grown);
  return result;
}
