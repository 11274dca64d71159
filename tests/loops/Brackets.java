// Depth of brackets in an array is never below zero.
class Brackets {
    static int f(char[] text) {
        if (text == null)
            return 0;
        int depth = 0;
        for (char c : text) {
            if (c == '(') {
                if (depth < 1000)
                    depth++;
            } else if (c == ')') {
                if (depth == 0)
                    return 1; // sometimes
                depth--;
                if (depth < 0)
                    return 2; // never
                if (depth > 999)
                    return 3; // never
            }
        }
        return 0;
    }
}
