// A card that is full is lent to for one input, and a book given back that was never lent; references to methods
// and subclasses are seen.
// explore: Cards.run
// options: --spec ../../tests/specifications/java/cards.spec
// findings: specification-violation 38, specification-violation 31
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
import java.util.function.Consumer;

class Cards {
    static class Books implements Library {
        public boolean lend(Card card) {
            if (card.lent == card.limit && card.limit != 3) {
                return false;
            }
            card.lent++;
            return true;
        }

        public void giveBack(Card card) {
            card.lent--;
        }
    }

    static boolean run(int n, int times) {
        Books library = new Books();
        Card card = new Card(n > 7 ? n - 4 : 3);
        boolean last = true;
        for (int i = 0; i < times && i < 4; i++) {
            last = library.lend(card);
        }
        Consumer<Card> back = library::giveBack;
        if (n == 77) {
            card = new Card(n > 0 ? 1 : 2);
        }
        if (times > 0) {
            back.accept(card);
        }
        return last;
    }
}

interface Library {
    boolean lend(Card card);

    void giveBack(Card card);
}

class Card {
    final int limit;
    int lent;

    Card(int limit) {
        this.limit = limit;
    }

    int lent() {
        return lent;
    }
}
