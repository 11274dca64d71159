// Where code is in Java: blocks of methods, handlers, lambdas, inner classes, constructors, initialisers.
// reach: Places.caught Places.lambda Places.switched Places.inner Places.initialised --target Places.java:43 --target Places.java:45 --target Places.java:47 --target Places.java:49 --target Places.java:55 --target Places.java:54:false --target Places.java:63 --target Places.java:67 --target Places.java:66 --target Places.java:71:true --target Places.java:77 --target Places.java:89 --target Places.java:90 --target function:Places.Inner.twice --target function:Places$Inner.never()I --target function:Places.Inner.Inner --target Places.java:97 --target function:Places$Table.<clinit>
//   Places.java:43: reached
//   Places.java:45: reached
//   Places.java:47: reached
//   Places.java:49: unreachable
//   Places.java:55: reached
//   Places.java:54:false: reached
//   Places.java:63: reached
//   Places.java:67: reached
//   Places.java:66: unreachable
//   Places.java:71:true: reached
//   Places.java:77: reached
//   Places.java:89: reached
//   Places.java:90: unreachable
//   function:Places.Inner.twice: reached
//   function:Places$Inner.never()I: unreachable
//   function:Places.Inner.Inner: reached
//   Places.java:97: reached
//   function:Places$Table.<clinit>: reached
// reach: Places.thrown --target error --target error:uncaught-exception
//   error: reached
//   error:uncaught-exception: reached
// reach: Places.caught --target Other.java:3
//   --target Other.java:3: no code of the program is in such a file; there is code in Places.java
// reach: Places.caught --target Places.java:42
//   --target Places.java:42: there is no code in that line; the nearest are 40 and 43
// reach: Places.caught --target Places.java:43:5
//   --target Places.java:43:5: class files tell lines, no columns
// reach: Places.caught --target Places.java:43:true
//   --target Places.java:43:true: there is no branch
// reach: Places.caught --target function:Places
//   --target function:Places: a class: which method? (CLASS.METHOD)
// reach: Places.caught --target error:division-by-zero
//   --target error:division-by-zero: Java programs make no such errors: what nobody catches is error:uncaught-exception
// reach: Places.caught --target function:java.lang.String.length
//   --target function:java.lang.String.length: not a method with code of a class on the class path
import java.util.function.IntPredicate;

class Places {
    static int caught(int i) {
        try {
            return array(i)[i];
        } catch (NullPointerException e) {
            return -1;
        } catch (ArrayIndexOutOfBoundsException e) {
            return -2;
        } catch (ArithmeticException e) {
            return -3;
        }
    }
    static int lambda(int x) {
        IntPredicate above = y -> {
            if (y > 10)
                return true;
            return y * 2 == 7;
        };
        return above.test(x) ? 1 : 0;
    }
    static int switched(boolean s, int x) {
        switch (x) {
            case 1:
                return 1;
            case 2:
                if (x == 3)
                    return 4;
                return 2;
            default:
                break;
        }
        return s ? 3 : 0;
    }
    static class Inner {
        final int half;
        Inner(int x) {
            if (x % 2 != 0)
                throw new IllegalArgumentException("odd");
            half = x / 2;
        }
        int twice() {
            return half * 2;
        }
        int never() {
            return 0;
        }
    }
    static int inner(int x) {
        Inner inner = new Inner(x);
        if (inner.twice() != x)
            return 1;
        return 2;
    }
    static class Table {
        static final int[] SQUARES = new int[4];
        static {
            for (int i = 0; i < 4; i++)
                SQUARES[i] = i * i;
        }
    }
    static int initialised(int x) {
        if (x == 1000)
            return Table.SQUARES[2];
        return 0;
    }
    static int thrown(int x) {
        if (x > 5)
            throw new IllegalStateException();
        return 1;
    }
    static int[] array(int i) {
        return i == 7 ? null : new int[3];
    }
}
