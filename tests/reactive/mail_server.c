// A server that reads commands of four letters: HELO, MAIL, RCPT, DATA in this order, five recipients
// overflow a table of four.
// options: --stdin 400
// findings: out-of-bounds 34
// verdicts: confirmed
#include <stdio.h>
#include <string.h>

enum state { START, GREETED, SENDER, RECIPIENT };

static int command(char *text) {
  for (int i = 0; i < 4; i++) {
    int c = getchar();
    if (c == EOF)
      return 0;
    text[i] = (char)c;
  }
  text[4] = 0;
  return 1;
}

int main(void) {
  int recipients[4];
  int count = 0;
  enum state state = START;
  char text[5];
  while (command(text)) {
    if (state == START && !strcmp(text, "HELO")) {
      state = GREETED;
    } else if (state == GREETED && !strcmp(text, "MAIL")) {
      state = SENDER;
      count = 0;
    } else if (state >= SENDER && !strcmp(text, "RCPT")) {
      recipients[count++] = 1;
      state = RECIPIENT;
    } else if (state == RECIPIENT && !strcmp(text, "DATA")) {
      state = GREETED;
    } else if (!strcmp(text, "QUIT")) {
      return recipients[0] && count == 0;
    }
  }
  return 0;
}
