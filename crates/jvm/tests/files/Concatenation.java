/** Concatenation of strings. */
class Concatenation {
    static String told(String name, int age) {
        return name + " is " + age;
    }
}
