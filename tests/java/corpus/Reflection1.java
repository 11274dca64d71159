import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

/** Reflection: members, calls, fields, generic signatures. */
public class Reflection1 {
    interface Shape { default String who() { return "shape " + area(); } int area(); }
    public static class Box implements Shape, Comparable<Box> {
        private int size = 3;
        protected long big = 1L << 40;
        public static String shared = "s";
        static final int FIXED = 7;
        public final List<String> names = new ArrayList<>();
        public Box() {}
        public Box(int size, String... more) { this.size = size; names.addAll(Arrays.asList(more)); }
        private Box(long a, double b) { size = (int) (a + b); }
        public int area() { return size * size; }
        public int compareTo(Box other) { return size - other.size; }
        private String secret(char c, boolean b) { return c + "" + b + size; }
        public static int twice(int x) { return 2 * x; }
        public void fail(String why) { throw new IllegalStateException(why); }
        public <T extends Number> T first(List<? super T> all, T[] rest) throws java.io.IOException { return rest[0]; }
        class Inner { int a; }
        static class Nested { byte b; short s; char c; float f; double d; boolean z; Object o; }
    }
    enum Color { RED { int f() { return 1; } }, GREEN; int f() { return 0; } }
    record Point(int x, String label) {}
    sealed interface S permits A, B {}
    record A() implements S {}
    record B(int v) implements S {}
    @Retention(RetentionPolicy.RUNTIME) @interface Mark {}

    static void classes() {
        Class<?>[] all = {Box.class, Box.Inner.class, Color.class, Point.class, S.class, int[][].class, Mark.class, String.class, new Object() {}.getClass(), Map.Entry.class, int.class, Runnable.class, Color.RED.getClass()};
        for (Class<?> c : all) {
            class Local {}
            System.out.println(c + " " + c.getSimpleName() + " " + c.getTypeName() + " " + c.getCanonicalName() + " " + Modifier.toString(c.getModifiers()) + " " + c.isAnonymousClass() + c.isMemberClass() + c.isLocalClass() + c.isEnum() + c.isRecord() + c.isSealed() + c.isInterface() + c.isAnnotation() + " " + c.getDeclaringClass() + " " + c.getEnclosingClass() + " " + c.getSuperclass() + " " + Arrays.toString(c.getInterfaces()) + " [" + c.getPackageName() + "] " + c.getNestHost());
            if (c == int[][].class) System.out.println(Local.class + " " + Local.class.getEnclosingMethod() + " " + Local.class.isLocalClass() + " " + Local.class.getSimpleName());
        }
        System.out.println(Arrays.toString(S.class.getPermittedSubclasses()));
        System.out.println(Box.class.getGenericInterfaces()[1] + " " + Arrays.toString(ArrayList.class.getTypeParameters()));
    }

    static String line(Member[] members) {
        List<String> all = new ArrayList<>();
        for (Member m : members) if (!m.isSynthetic()) all.add(m.toString());
        Collections.sort(all);
        return String.join("\n  ", all);
    }

    static void members() throws Exception {
        System.out.println(line(Box.class.getDeclaredFields()));
        System.out.println(line(Box.class.getDeclaredMethods()));
        System.out.println(line(Box.class.getDeclaredConstructors()));
        System.out.println(line(Box.class.getConstructors()));
        System.out.println(line(Box.class.getFields()));
        System.out.println(line(Shape.class.getMethods()));
        System.out.println(Box.class.getMethod("first", List.class, Number[].class).toGenericString());
        System.out.println(Box.class.getField("names").getGenericType() + " " + Box.class.getField("names").getType());
        for (RecordComponent r : Point.class.getRecordComponents()) System.out.println(r + " " + r.getAccessor().invoke(new Point(4, "q")));
        for (String name : new String[] {"nope", "size"}) {
            try {
                System.out.println(Box.class.getField(name));
            } catch (NoSuchFieldException e) {
                System.out.println(e);
            }
        }
        try {
            Box.class.getMethod("twice", long.class);
        } catch (NoSuchMethodException e) {
            System.out.println(e.getMessage());
        }
    }

    static void calls() throws Exception {
        Box box = Box.class.getConstructor(int.class, String[].class).newInstance(5, new String[] {"a", "b"});
        System.out.println(box.size + " " + box.names);
        Constructor<Box> hidden = Box.class.getDeclaredConstructor(long.class, double.class);
        hidden.setAccessible(true);
        System.out.println(hidden.newInstance(3, 4.5f).size);
        Method twice = Box.class.getMethod("twice", int.class);
        System.out.println((int) twice.invoke(null, 21) + " " + twice.invoke(null, (short) 4) + " " + twice.invoke(box, 'a'));
        Method area = Shape.class.getMethod("area");
        System.out.println(area.invoke(box) + " " + Shape.class.getMethod("who").invoke(box));
        Method secret = Box.class.getDeclaredMethod("secret", char.class, boolean.class);
        secret.setAccessible(true);
        System.out.println(secret.invoke(box, 'x', true));
        Object[][] bad = {{"1"}, {}, {null}, {1, 2}, {5L}};
        for (Object[] arguments : bad) {
            try {
                System.out.println(twice.invoke(null, arguments));
            } catch (IllegalArgumentException | NullPointerException e) {
                System.out.println(e.getClass() + " " + Arrays.toString(arguments));
            }
        }
        try {
            Box.class.getMethod("fail", String.class).invoke(box, "because");
        } catch (InvocationTargetException e) {
            System.out.println(e + " " + e.getCause() + " " + e.getMessage());
        }
        try {
            area.invoke("text");
        } catch (IllegalArgumentException e) {
            System.out.println("not a shape");
        }
        try {
            Number.class.getConstructor().newInstance();
        } catch (InstantiationException e) {
            System.out.println(e.getClass());
        }
        System.out.println(String.class.getMethod("length").invoke("four") + " " + ArrayList.class.getConstructor().newInstance() + " " + Integer.class.getMethod("parseInt", String.class).invoke(null, "12"));
        System.out.println(Box.class.getDeclaredConstructor().newInstance().area());
        System.out.println(Arrays.toString((Object[]) Color.class.getMethod("values").invoke(null)) + Color.class.getMethod("valueOf", String.class).invoke(null, "GREEN"));
    }

    static void fields() throws Exception {
        Box box = new Box();
        Field size = Box.class.getDeclaredField("size");
        size.setAccessible(true);
        System.out.println(size.get(box) + " " + size.getInt(box) + " " + size.getLong(box) + " " + size.getDouble(box));
        size.set(box, 11);
        size.setInt(box, size.getInt(box) + 1);
        size.set(box, (byte) 4);
        System.out.println(box.size);
        Field shared = Box.class.getField("shared");
        shared.set(null, "t");
        System.out.println(shared.get(null) + Box.shared);
        Field fixed = Box.class.getDeclaredField("FIXED");
        System.out.println(fixed.get(null) + " " + Modifier.toString(fixed.getModifiers()));
        Box.Nested n = new Box.Nested();
        for (Field f : Box.Nested.class.getDeclaredFields()) {
            if (f.isSynthetic()) continue;
            Object value = f.get(n);
            System.out.println(f + " = " + value + " " + f.getType().isPrimitive());
            try {
                f.set(n, 'c');
                System.out.println(f.get(n));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            size.set(box, "x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            fixed.set(null, 8);
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage());
        }
        Object grid = Array.newInstance(int.class, 2, 3);
        Array.setInt(Array.get(grid, 1), 2, 9);
        System.out.println(Arrays.deepToString((int[][]) grid) + " " + Array.getLength(grid));
    }

    public static void main(String[] args) throws Exception {
        classes();
        members();
        calls();
        fields();
        System.out.println(Class.forName("Reflection1$Box").getDeclaredClasses().length + " " + Class.forName("[Ljava.lang.String;").getComponentType());
    }
}
