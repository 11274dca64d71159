// An event loop with timers and handlers: a handler that removes itself sixty events after it was
// registered leaves a null pointer behind.
// findings: null-dereference 29
// verdicts: confirmed
extern int __VERIFIER_nondet_int(void);

struct handler {
  int (*run)(int);
  int events;
};

static int idle(int event) { return event > 0; }

static struct handler slots[2] = {{idle, 0}, {idle, 0}};

int main(void) {
  while (1) {
    int event = __VERIFIER_nondet_int();
    struct handler *slot = event & 1 ? &slots[1] : &slots[0];
    if (event == 0)
      continue;
    if (event > 0) {
      slot->events++;
      // It has had enough.
      if (slots[0].events + slots[1].events == 60)
        slot->run = 0;
    }
    if (slot->events > 0)
      slot->events += slot->run(event) ? 0 : -1;
  }
}
