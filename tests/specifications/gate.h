#ifndef GATE_H
#define GATE_H

/* A gate; it's closed at first. */
struct gate { int is_open; };

/* 0, or what is in the way. */
extern int gate_open(struct gate *gate);
void gate_pass(struct gate *gate);

/*@wayfarer
// Nobody passes a gate that is closed.
specification gate for struct gate *gate {
  event opened = return r = gate_open(gate) when (r == 0 && gate->is_open);
  event passed = call gate_pass(gate);
  caller: always (passed -> once opened);
}
*/
#endif
