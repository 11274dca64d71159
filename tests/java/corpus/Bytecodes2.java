/** Instructions that compilers choose by the numbers of variables: the short forms of each type, and wide ones. */
public class Bytecodes2 {
    static float floats(float a, float b, float c, float d) {
        a = a * 2f + b;
        b = b - a;
        c = c / b;
        d = d % 2f + a + b + c;
        return d;
    }

    static double doubles(double a, double b) {
        a = a - b;
        b = b * a;
        return a + b;
    }

    static double shifted(int i, double a, double b) {
        a = a + i;
        b = b / a;
        return a - b;
    }

    static long longs(long a, long b) {
        a = a * 3;
        b = b - a;
        return a ^ b;
    }

    static long last(int i, int j, int k, long a) {
        a = a + i * j - k;
        return a;
    }

    static boolean same(Object a, Object b) {
        if (a != b) {
            return false;
        }
        return true;
    }

    /** Variables with numbers above 255. */
    static String wide(long seed) {
        long l0 = seed, l1 = l0 + 1, l2 = l1 + 2, l3 = l2 + 3, l4 = l3 + 4, l5 = l4 + 5, l6 = l5 + 6, l7 = l6 + 7, l8 = l7 + 8, l9 = l8 + 9, l10 = l9 + 10, l11 = l10 + 11, l12 = l11 + 12, l13 = l12 + 13, l14 = l13 + 14, l15 = l14 + 15;
        long l16 = l15 + 16, l17 = l16 + 17, l18 = l17 + 18, l19 = l18 + 19, l20 = l19 + 20, l21 = l20 + 21, l22 = l21 + 22, l23 = l22 + 23, l24 = l23 + 24, l25 = l24 + 25, l26 = l25 + 26, l27 = l26 + 27, l28 = l27 + 28, l29 = l28 + 29, l30 = l29 + 30, l31 = l30 + 31;
        long l32 = l31 + 32, l33 = l32 + 33, l34 = l33 + 34, l35 = l34 + 35, l36 = l35 + 36, l37 = l36 + 37, l38 = l37 + 38, l39 = l38 + 39, l40 = l39 + 40, l41 = l40 + 41, l42 = l41 + 42, l43 = l42 + 43, l44 = l43 + 44, l45 = l44 + 45, l46 = l45 + 46, l47 = l46 + 47;
        long l48 = l47 + 48, l49 = l48 + 49, l50 = l49 + 50, l51 = l50 + 51, l52 = l51 + 52, l53 = l52 + 53, l54 = l53 + 54, l55 = l54 + 55, l56 = l55 + 56, l57 = l56 + 57, l58 = l57 + 58, l59 = l58 + 59, l60 = l59 + 60, l61 = l60 + 61, l62 = l61 + 62, l63 = l62 + 63;
        long l64 = l63 + 64, l65 = l64 + 65, l66 = l65 + 66, l67 = l66 + 67, l68 = l67 + 68, l69 = l68 + 69, l70 = l69 + 70, l71 = l70 + 71, l72 = l71 + 72, l73 = l72 + 73, l74 = l73 + 74, l75 = l74 + 75, l76 = l75 + 76, l77 = l76 + 77, l78 = l77 + 78, l79 = l78 + 79;
        long l80 = l79 + 80, l81 = l80 + 81, l82 = l81 + 82, l83 = l82 + 83, l84 = l83 + 84, l85 = l84 + 85, l86 = l85 + 86, l87 = l86 + 87, l88 = l87 + 88, l89 = l88 + 89, l90 = l89 + 90, l91 = l90 + 91, l92 = l91 + 92, l93 = l92 + 93, l94 = l93 + 94, l95 = l94 + 95;
        long l96 = l95 + 96, l97 = l96 + 97, l98 = l97 + 98, l99 = l98 + 99, l100 = l99 + 100, l101 = l100 + 101, l102 = l101 + 102, l103 = l102 + 103, l104 = l103 + 104, l105 = l104 + 105, l106 = l105 + 106, l107 = l106 + 107, l108 = l107 + 108, l109 = l108 + 109, l110 = l109 + 110, l111 = l110 + 111;
        long l112 = l111 + 112, l113 = l112 + 113, l114 = l113 + 114, l115 = l114 + 115, l116 = l115 + 116, l117 = l116 + 117, l118 = l117 + 118, l119 = l118 + 119, l120 = l119 + 120, l121 = l120 + 121, l122 = l121 + 122, l123 = l122 + 123, l124 = l123 + 124, l125 = l124 + 125, l126 = l125 + 126, l127 = l126 + 127;
        int i = (int) l127;
        float f = l126;
        double d = l125;
        long l = l124;
        String text = "t" + l123;
        for (int round = 0; round < 3; round++) {
            i += 1000;
            i++;
            f += i;
            d *= f;
            l ^= i;
            text += round;
        }
        return i + " " + f + " " + d + " " + l + " " + text;
    }

    public static void main(String[] args) {
        System.out.println(floats(1.5f, -2f, 1e10f, 7.25f) + " " + floats(0f, 0f, 0f, Float.NaN));
        System.out.println(doubles(0.1, 3e300) + " " + shifted(2, -2, 5) + " " + shifted(1, 0.5, 1));
        System.out.println(longs(Long.MAX_VALUE, 5) + " " + last(3, 4, 5, 1L << 40));
        System.out.println(same(args, args) + " " + same("a", args));
        System.out.println(wide(7) + " " + wide(-1L << 50));
    }
}
