// A bounded stack, of which no index is out of its array.
import wayfarer.Wayfarer;

class BoundedStack {
    private final int[] values = new int[32];
    private int top;

    private boolean push(int v) {
        if (top == 32)
            return false;
        values[top++] = v;
        return true;
    }

    private boolean pop() {
        if (top == 0)
            return false;
        top--;
        return true;
    }

    static int f() {
        BoundedStack stack = new BoundedStack();
        while (Wayfarer.anyBoolean("more")) {
            if (Wayfarer.anyBoolean("push")) {
                if (!stack.push(1) && stack.top < 32)
                    return 1; // never, not proved
            } else if (!stack.pop() && stack.top > 0)
                return 2; // never
            if (stack.top < 0 || stack.top > 32)
                return 3; // never
        }
        return 0;
    }
}
