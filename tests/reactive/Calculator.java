// A pocket calculator: digits, plus, clear, memory. The display overflows at five digits.
// explore: Calculator.run
// findings: java.lang.ArrayIndexOutOfBoundsException 24
// verdicts: confirmed

import wayfarer.Wayfarer;

public class Calculator {
    private final char[] display = new char[5];
    private int length;
    private int shift;

    private void press(char key) {
        switch (key) {
            case 'C':
                length = 0;
                shift = 0;
                break;
            case 'S':
                shift = 1;
                break;
            default:
                if (key >= '0' && key <= '9' && length + shift <= 5) {
                    display[length++] = key;
                    length += shift;
                    shift = 0;
                }
        }
    }

    static int run() {
        Calculator calculator = new Calculator();
        while (true) {
            calculator.press(Wayfarer.anyChar("key"));
        }
    }
}
