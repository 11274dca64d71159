// Specifications that stand beside what they are about, in annotations of a class, of a method and of a nested one.
// explore: Annotated.use
// options: --spec annotations
// findings: specification-violation 49, specification-violation 57, specification-violation 53
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
import java.util.Map;
import wayfarer.Specified;

@Specified({
    "specification doors for Gate g {",
    "  event opened = call Gate.open(g);",
    "  event shut = call Gate.shut(g);",
    "  event passed = call Gate.pass(g, ..);",
    "  caller: always (passed -> prev (!shut since opened));",
    "}",
})
class Gate {
    private int count;

    void open() {}

    void shut() {}

    void pass(Map.Entry<String, int[]> who, long[][] loads) {
        count++;
    }

    @Specified("""
        specification counted for Gate g {
          event told = return n = Gate.count(g, _) when (n < 0);
          component: always !told;
        }
        """)
    int count(int owed) {
        return count - (owed > 5 ? owed : 0);
    }
}

class Annotated {
    static int use(int way, int owed) {
        Gate gate = new Gate();
        gate.open();
        if (way == 3) {
            gate.shut();
        }
        // Shut for one way.
        gate.pass(null, null);
        Ticket ticket = new Ticket(7);
        ticket.stamp();
        if (way == 4) {
            return gate.count(owed);
        }
        if (way == 5) {
            // A second time.
            ticket.stamp();
        }
        return 0;
    }

    static class Ticket {
        int number;

        @Specified("""
            specification once for Annotated.Ticket t {
              event made = return new t = Annotated.Ticket.new(_);
              event stamped = call Annotated.Ticket.stamp(t);
              caller: matches made stamped?;
            }
            """)
        Ticket(int number) {
            this.number = number;
        }

        void stamp() {}
    }
}
