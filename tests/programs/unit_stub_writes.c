// Functions that are only declared return anything and write anything behind their pointers, as the types say; tests have
// what they did, and run natively.
// options: --function poll_sensor --stub-writes
// findings: division-by-zero 25, division-by-zero 33
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>
#include <string.h>

struct reading {
  int value;
  unsigned char state;
};

extern int sensor_read(int port, struct reading *to);
extern long receive(char *buffer, unsigned size);
extern void get_time(long *seconds, const int *zone);
extern const char *look_up(const char *key);

int poll_sensor(int port) {
  struct reading reading = {0};
  if (sensor_read(port, &reading) < 0)
    return -1;
  if (reading.value == 77)
    return 100 / (reading.state - 5);
  char text[4];
  if (receive(text, sizeof text) > 0 && strcmp(text, "on") == 0)
    return 2;
  long seconds = 1;
  int zone = 3;
  get_time(&seconds, &zone);
  if (seconds == 42)
    return (int)seconds / (zone - 3);
  const char *found = look_up("key");
  return found != NULL && found[0] == 'x' ? 3 : 0;
}

// unit: int result = poll_sensor(0);
// unit_without: 1
