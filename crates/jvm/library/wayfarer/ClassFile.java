package wayfarer;

/** A class file (JVMS chapter 4) as reflection asks for it. */
public final class ClassFile {
    private static final int UTF8 = 1, LONG = 5, DOUBLE = 6, METHOD_HANDLE = 15;

    /** The one read last: reflection asks for the same class many times in a row. */
    private static ClassFile last;

    private final Class<?> of;
    private final byte[] bytes;
    /** Places of the tags of the constants. */
    private final int[] constants;
    private final int header;
    private final int fields;
    private final int methods;
    private final int attributes;

    private ClassFile(Class<?> of, byte[] bytes) {
        this.of = of;
        this.bytes = bytes;
        constants = new int[u2(8)];
        int at = 10;
        for (int i = 1; i < constants.length; i++) {
            constants[i] = at;
            int tag = bytes[at];
            if (tag == LONG || tag == DOUBLE) i++;
            at += size(tag, at);
        }
        header = at;
        fields = at + 8 + 2 * u2(at + 6);
        methods = afterMembers(fields);
        attributes = afterMembers(methods);
    }

    /** Bytes of a constant with its tag. */
    private int size(int tag, int at) {
        switch (tag) {
            case UTF8: return 3 + u2(at + 1);
            case LONG: case DOUBLE: return 9;
            case METHOD_HANDLE: return 4;
            case 7: case 8: case 16: case 19: case 20: return 3;
            default: return 5;
        }
    }

    /** The file of a class, or null if it has none. */
    public static ClassFile of(Class<?> c) {
        if (last != null && last.of == c) return last;
        byte[] bytes = Machine.classFile(c);
        if (bytes == null) return null;
        last = new ClassFile(c, bytes);
        return last;
    }

    public int u1(int at) {
        return bytes[at] & 0xff;
    }

    public int u2(int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    public int s4(int at) {
        return u2(at) << 16 | u2(at + 2);
    }

    /** Place of a constant's contents. */
    public int constant(int index) {
        return constants[index] + 1;
    }

    public int constantCount() {
        return constants.length;
    }

    public int tag(int index) {
        return bytes[constants[index]];
    }

    public String utf8(int index) {
        int at = constants[index] + 3, end = at + u2(at - 2);
        char[] text = new char[end - at];
        int length = 0;
        while (at < end) {
            int first = u1(at);
            if (first < 0x80) {
                text[length++] = (char) first;
                at++;
            } else if (first < 0xe0) {
                text[length++] = (char) ((first & 0x1f) << 6 | bytes[at + 1] & 0x3f);
                at += 2;
            } else {
                text[length++] = (char) ((first & 0xf) << 12 | (bytes[at + 1] & 0x3f) << 6 | bytes[at + 2] & 0x3f);
                at += 3;
            }
        }
        return new String(text, 0, length);
    }

    /** Name of a class constant, or null for constant 0. */
    public String className(int index) {
        return index == 0 ? null : utf8(u2(constant(index)));
    }

    /** The class of an internal name or of an array descriptor. */
    public static Class<?> load(String name) {
        Class<?> found = Machine.classFind(name.replace('/', '.'));
        if (found == null) throw new NoClassDefFoundError(name);
        return found;
    }

    /** The class of a descriptor. */
    public static Class<?> type(String descriptor) {
        switch (descriptor.charAt(0)) {
            case 'Z': return boolean.class;
            case 'B': return byte.class;
            case 'C': return char.class;
            case 'S': return short.class;
            case 'I': return int.class;
            case 'J': return long.class;
            case 'F': return float.class;
            case 'D': return double.class;
            case 'V': return void.class;
            case 'L': return load(descriptor.substring(1, descriptor.length() - 1));
            default: return load(descriptor);
        }
    }

    /** Types of the parameters of a method's descriptor. */
    public static Class<?>[] parameterTypes(String descriptor) {
        Class<?>[] types = new Class<?>[255];
        int count = 0;
        for (int at = 1; descriptor.charAt(at) != ')';) {
            int end = at;
            while (descriptor.charAt(end) == '[') end++;
            end = descriptor.charAt(end) == 'L' ? descriptor.indexOf(';', end) + 1 : end + 1;
            types[count++] = type(descriptor.substring(at, end));
            at = end;
        }
        return java.util.Arrays.copyOf(types, count);
    }

    public static Class<?> resultType(String descriptor) {
        return type(descriptor.substring(descriptor.indexOf(')') + 1));
    }

    private int afterMembers(int at) {
        int count = u2(at);
        at += 2;
        for (int i = 0; i < count; i++) at = afterMember(at);
        return at;
    }

    private int afterMember(int at) {
        int count = u2(at + 6);
        at += 8;
        for (int i = 0; i < count; i++) at += 6 + s4(at + 2);
        return at;
    }

    private int[] members(int at) {
        int[] all = new int[u2(at)];
        at += 2;
        for (int i = 0; i < all.length; i++) {
            all[i] = at;
            at = afterMember(at);
        }
        return all;
    }

    /** Places of the fields in order; of a field come access flags, name, descriptor and attributes. */
    public int[] fields() {
        return members(fields);
    }

    /** Places of the methods in order. */
    public int[] methods() {
        return members(methods);
    }

    public int access() {
        return u2(header);
    }

    /** Major version, and the minor one above it. */
    public int version() {
        return u2(6) | u2(4) << 16;
    }

    /** Name of the member at a place. */
    public String name(int member) {
        return utf8(u2(member + 2)).intern();
    }

    public String descriptor(int member) {
        return utf8(u2(member + 4));
    }

    /** Place of the contents of an attribute of a member, or -1. */
    public int attribute(int member, String name) {
        return attributeAmong(member + 6, name);
    }

    /** Place of the contents of an attribute of the class, or -1. */
    public int attribute(String name) {
        return attributeAmong(attributes, name);
    }

    private int attributeAmong(int at, String name) {
        int count = u2(at);
        at += 2;
        for (int i = 0; i < count; i++) {
            if (utf8(u2(at)).equals(name)) return at + 6;
            at += 6 + s4(at + 2);
        }
        return -1;
    }

    /** Contents of an attribute, or null if there is none. */
    public byte[] contents(int attribute) {
        return attribute < 0 ? null : java.util.Arrays.copyOfRange(bytes, attribute, attribute + s4(attribute - 4));
    }

    /** Text of a `Signature` attribute, or null if there is none. */
    public String signature(int attribute) {
        return attribute < 0 ? null : utf8(u2(attribute));
    }

    /** Classes of a list of constants, which starts with their number; null if there is none. */
    public Class<?>[] classes(int at) {
        if (at < 0) return null;
        Class<?>[] all = new Class<?>[u2(at)];
        for (int i = 0; i < all.length; i++) all[i] = load(className(u2(at + 2 + 2 * i)));
        return all;
    }

    /** Internal name. */
    public String internalName() {
        return className(u2(header + 2));
    }

    /** Place of the entry of the class in its `InnerClasses` attribute, or -1. */
    public int innerEntry() {
        int at = attribute("InnerClasses");
        if (at < 0) return -1;
        String name = internalName();
        for (int i = u2(at), entry = at + 2; i > 0; i--, entry += 8) {
            if (className(u2(entry)).equals(name)) return entry;
        }
        return -1;
    }

    /** The member classes. */
    public Class<?>[] memberClasses() {
        int at = attribute("InnerClasses");
        Class<?>[] all = new Class<?>[at < 0 ? 0 : u2(at)];
        int count = 0;
        String name = internalName();
        for (int i = 0; i < all.length; i++) {
            int entry = at + 2 + 8 * i;
            if (name.equals(className(u2(entry + 2)))) all[count++] = load(className(u2(entry)));
        }
        return java.util.Arrays.copyOf(all, count);
    }
}
