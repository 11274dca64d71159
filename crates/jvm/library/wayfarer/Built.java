package wayfarer;

import java.util.*;

/** Makes input objects by calls of their class's own methods; called by the machine. */
final class Built {
    private Built() {}

    /** A collection with elements that are inputs. One that cannot hold its elements is no input. */
    static void make(int reference) {
        Object made = empty(Machine.inputClass(reference));
        String type = Machine.inputType(reference);
        try {
            fill(reference, made, type);
        } catch (Throwable exception) {
            Machine.assume(0);
        }
        Machine.inputMade(reference, made);
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

    private static Object empty(Class<?> c) {
        if (c == ArrayList.class) return new ArrayList<Object>();
        if (c == HashSet.class) return new HashSet<Object>();
        if (c == HashMap.class) return new HashMap<Object, Object>();
        if (c == ArrayDeque.class) return new ArrayDeque<Object>();
        if (c == TreeSet.class) return new TreeSet<Object>();
        if (c == TreeMap.class) return new TreeMap<Object, Object>();
        if (c == LinkedList.class) return new LinkedList<Object>();
        if (c == LinkedHashSet.class) return new LinkedHashSet<Object>();
        if (c == LinkedHashMap.class) return new LinkedHashMap<Object, Object>();
        if (c == PriorityQueue.class) return new PriorityQueue<Object>();
        if (c == Vector.class) return new Vector<Object>();
        if (c == Stack.class) return new Stack<Object>();
        if (c == Hashtable.class) return new Hashtable<Object, Object>();
        Machine.unsupportedText("an input of the class ".concat(Machine.className(c)));
        return null;
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
