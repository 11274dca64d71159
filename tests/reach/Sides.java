// The side of a branch that is `true` is the one on which the condition holds, however it is compiled. No x has
// (x & 1) == 2.
// reach: Sides.simple Sides.negated Sides.compound Sides.otherCompound Sides.loops Sides.conditional Sides.value Sides.asserted Sides.copied --target Sides.java:45:true --target Sides.java:45:false --target Sides.java:50:true --target Sides.java:50:false --target Sides.java:55:1:true --target Sides.java:55:2:true --target Sides.java:55:3:false --target Sides.java:60:1:true --target Sides.java:60:2:true --target Sides.java:60:3:true --target Sides.java:67:1:true --target Sides.java:67:2:true --target Sides.java:70:true --target Sides.java:75:true --target Sides.java:76:2:false --target Sides.java:77:true --target Sides.java:83:1:true --target Sides.java:83:2:true --target Sides.java:87:1:true --target Sides.java:87:2:true --target Sides.java:91:1:true --target Sides.java:91:2:false --target Sides.java:100:true --target Sides.java:100:false
//   Sides.java:45:true: unreachable
//   Sides.java:45:false: reached
//   Sides.java:50:true: reached
//   Sides.java:50:false: unreachable
//   Sides.java:55:1:true: unreachable
//   Sides.java:55:2:true: reached
//   Sides.java:55:3:false: unreachable
//   Sides.java:60:1:true: unreachable
//   Sides.java:60:2:true: reached
//   Sides.java:60:3:true: unreachable
//   Sides.java:67:1:true: unreachable
//   Sides.java:67:2:true: reached
//   Sides.java:70:true: unreachable
//   Sides.java:75:true: unreachable
//   Sides.java:76:2:false: unreachable
//   Sides.java:77:true: reached
//   Sides.java:83:1:true: unreachable
//   Sides.java:83:2:true: reached
//   Sides.java:87:1:true: unreachable
//   Sides.java:87:2:true: reached
//   Sides.java:91:1:true: reached
//   Sides.java:91:2:false: unreachable
//   Sides.java:100:true: unreachable
//   Sides.java:100:false: reached
// reach: Sides.simple --target Sides.java:45 --target Sides.java:45:false
//   Sides.java:45: reached
//   Sides.java:45:false: reached
// reach: Sides.pattern --target Sides.java:106:2:true --target Sides.java:106:1:false
//   Sides.java:106:2:true: reached
//   Sides.java:106:1:false: reached
// reach: Sides.round --target Sides.java:114:1:true --target Sides.java:114:2:true --target Sides.java:116:1:false --target Sides.java:116:2:true
//   Sides.java:114:1:true: reached
//   Sides.java:114:2:true: reached
//   Sides.java:116:1:false: reached
//   Sides.java:116:2:true: reached
// reach: Sides.compound --target Sides.java:55:true
//   --target Sides.java:55:true: there are branches with the numbers 1, 2, 3: say which, as in Sides.java:55:1:true
// reach: Sides.compound --target Sides.java:55:4:true
//   --target Sides.java:55:4:true: there are branches at 1, 2, 3 of that line
class Sides {
    static int simple(int x) {
        if ((x & 1) == 2)
            return 1;
        return 2;
    }
    static int negated(int x) {
        if (!((x & 1) == 2))
            return 1;
        return 2;
    }
    static int compound(int a, int b, int c) {
        if ((a & 1) == 2 || b == 2 && (c & 1) != 2)
            return 1;
        return 2;
    }
    static int otherCompound(int a, int b, int c) {
        if (((a & 1) == 2 || b == 2) && (c & 1) == 2)
            return 1;
        return 2;
    }
    static int loops(byte n) {
        int s = 0, i = 4;
        while (i > 0) {
            if ((n & 1) == 2 || n == i)
                break;
            i--;
            if ((i & 1) == 2)
                s++;
        }
        do {
            s++;
        } while ((s & 1) == 2);
        do s++; while (s < 3 && (s & 1) != 2);
        for (int j = 0; j < 2; j++)
            s += j;
        return s;
    }
    static String conditional(int x) {
        // Numbers go by the order of the instructions.
        return (x & 1) == 2 ? "never" : x == 3 ? "three" : "other";
    }
    static boolean value(int x, String o) {
        // A comparison with null is a branch of another kind.
        boolean b = (x & 1) == 2 || o != null;
        return b;
    }
    static int asserted(int x, int y) {
        assert x != 7 && (y & 1) != 2 : "seven";
        return 1;
    }
    static int copied(int x) {
        try {
            if (x == 2)
                return 5;
        } finally {
            // There are copies of it for each way out of the block.
            if ((x & 1) == 2)
                System.out.println(x);
        }
        return 0;
    }
    static int pattern(Object o) {
        if (o instanceof String s && s.length() == 2)
            return 1;
        return 0;
    }
    static int round(byte n) {
        int i = 0;
        while (true) {
            i++;
            if (i >= 3 || n == i)
                return i;
            if (n > 100 && i == 1)
                i++;
        }
    }
}
