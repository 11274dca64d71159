// That a variable has its initial value is what a proof takes for granted where the program sets it elsewhere.
// reach: --function h --target initialised.c:13
//   initialised.c:13: unreachable
static int count;

void inc(void) {
  if (count < 100)
    count++;
}

int h(void) {
  if (count > 3)
    return 1;
  return 0;
}
