// Four stations pass a token on. A station that is switched off while it has the token loses it, and
// the monitor makes a new one after three steps without: too early, if it is switched on again.
// explore: TokenRing.run
// findings: java.lang.AssertionError 52
// verdicts: confirmed

import wayfarer.Wayfarer;

public class TokenRing {
    private final boolean[] on = {true, true, true, true};
    private final boolean[] token = {true, false, false, false};
    private int without;

    private int tokens() {
        int count = 0;
        for (int i = 0; i < token.length; i++) {
            if (token[i] && on[i]) {
                count++;
            }
        }
        return count;
    }

    private void pass() {
        for (int i = 0; i < token.length; i++) {
            int next = (i + 1) % token.length;
            if (token[i] && on[i] && on[next]) {
                token[i] = false;
                token[next] = true;
                return;
            }
        }
    }

    private void monitor() {
        without = tokens() == 0 ? without + 1 : 0;
        if (without == 3) {
            token[on[0] ? 0 : 1] = true;
        }
    }

    static int run() {
        TokenRing ring = new TokenRing();
        while (true) {
            int station = Wayfarer.anyInt("station");
            if (station >= 0 && station < 4) {
                ring.on[station] = !ring.on[station];
            } else {
                ring.pass();
            }
            ring.monitor();
            Wayfarer.check(ring.tokens() < 2, "two tokens");
        }
    }
}
