// explore: ReturnedClasses.classOf
// paths: 3
// exhaustive: true
// findings: none
// tests: confirmed

/** Objects of classes are what tests expect, and are written and read again. */
public class ReturnedClasses {
    static Object classOf(char c) {
        switch (c) {
            case '@':
                return Object.class;
            case '#':
                return int[].class;
            default:
                return null;
        }
    }
}
