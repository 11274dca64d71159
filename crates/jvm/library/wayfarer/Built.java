package wayfarer;

import java.util.*;

/** Makes input objects by calls of their class's own methods; called by the machine. */
final class Built {
    private Built() {}

    /**
     * Fills a collection with elements that are inputs; the type is that by which a class of the program
     * extends a collection, or null. One that cannot hold its elements is no input.
     */
    static void make(int reference, Object made, String type) {
        fill(reference, made, type == null ? Machine.inputType(reference) : type);
        Machine.inputMade(reference, made);
    }

    /** What an object is made of whose type has one argument. */
    static Object part(int reference, String name) {
        return element(reference, argument(Machine.inputType(reference), 0), name);
    }

    private static void fill(int reference, Object made, String type) {
        int size = Machine.inputSize(reference);
        if (made instanceof Map) {
            @SuppressWarnings("unchecked")
            Map<Object, Object> map = (Map<Object, Object>) made;
            String key = argument(type, 0), value = argument(type, 1);
            for (int i = 0; i < size; i++) {
                map.put(element(reference, key, ".key".concat(Integer.toString(i))), element(reference, value, ".value".concat(Integer.toString(i))));
            }
        } else {
            @SuppressWarnings("unchecked")
            Collection<Object> all = (Collection<Object>) made;
            String of = argument(type, 0);
            for (int i = 0; i < size; i++) all.add(element(reference, of, "[".concat(Integer.toString(i)).concat("]")));
        }
    }

    private static Object element(int reference, String type, String name) {
        int end = type.indexOf('<');
        Class<?> c = ClassFile.type(end < 0 ? type : type.substring(0, end).concat(";"));
        return Machine.inputElement(reference, Machine.classToId(c), name, end < 0 ? null : type);
    }

    /** A type argument of a generic type: a wildcard's bound, `Object` where there is none. */
    private static String argument(String type, int index) {
        int at = type == null ? -1 : type.indexOf('<');
        if (at < 0) return "Ljava/lang/Object;";
        at++;
        for (; index > 0; index--) at = end(type, at);
        char first = type.charAt(at);
        if (first == '*' || first == '-') return "Ljava/lang/Object;";
        return type.substring(first == '+' ? at + 1 : at, end(type, at));
    }

    private static int end(String type, int at) {
        if (type.charAt(at) == '*') return at + 1;
        while ("+-[".indexOf(type.charAt(at)) >= 0) at++;
        if (type.charAt(at) != 'L') return at + 1;
        int depth = 0;
        for (;; at++) {
            char letter = type.charAt(at);
            if (letter == '<') depth++;
            if (letter == '>') depth--;
            if (letter == ';' && depth == 0) return at + 1;
        }
    }
}
