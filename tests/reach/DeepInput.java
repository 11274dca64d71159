// reach: DeepInput.word --target DeepInput.java:44
//   DeepInput.java:44: reached
//
// A text in the input, letter by letter, among decisions on every number that have nothing to do with it; what was read is in the
// fields of an object. More paths than a search forward alone explores in an hour.
class DeepInput {
    static final class Lexer {
        int state;
        int noise;

        void feed(int c) {
            if (c > 'm')
                noise++;
            if (c == '%')
                noise += 2;
            switch (state) {
            case 0: state = c == 'W' ? 1 : 0; break;
            case 1: state = c == 'a' ? 2 : 0; break;
            case 2: state = c == 'y' ? 3 : 0; break;
            case 3: state = c == 'f' ? 4 : 0; break;
            case 4: state = c == 'a' ? 5 : 0; break;
            case 5: state = c == 'r' ? 6 : 0; break;
            case 6: state = c == 'e' ? 7 : 0; break;
            case 7: state = c == 'r' ? 8 : 0; break;
            case 8: state = c == ' ' ? 9 : 0; break;
            case 9: state = c == 'f' ? 10 : 0; break;
            case 10: state = c == 'i' ? 11 : 0; break;
            case 11: state = c == 'n' ? 12 : 0; break;
            case 12: state = c == 'd' ? 13 : 0; break;
            case 13: state = c == 's' ? 14 : 0; break;
            default: break;
            }
        }
    }

    static int word(int c0, int c1, int c2, int c3, int c4, int c5, int c6, int c7, int c8, int c9, int c10, int
            c11, int c12, int c13, int c14, int c15, int c16, int c17, int c18, int c19) {
        Lexer lexer = new Lexer();
        lexer.feed(c0); lexer.feed(c1); lexer.feed(c2); lexer.feed(c3); lexer.feed(c4); lexer.feed(c5);
        lexer.feed(c6); lexer.feed(c7); lexer.feed(c8); lexer.feed(c9); lexer.feed(c10); lexer.feed(c11);
        lexer.feed(c12); lexer.feed(c13); lexer.feed(c14); lexer.feed(c15); lexer.feed(c16); lexer.feed(c17);
        lexer.feed(c18); lexer.feed(c19);
        if (lexer.state == 14 && lexer.noise > 7)
            return 3;
        return 0;
    }
}
