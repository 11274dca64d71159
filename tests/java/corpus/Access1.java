import java.lang.reflect.*;
import java.util.*;

/** What the JDK lets programs at by reflection. */
public class Access1 {
    static class Mine extends ClassLoader {
        private int own = 3;
    }

    static void tried(String what, AccessibleObject member) {
        String told;
        try {
            member.setAccessible(true);
            told = "open";
        } catch (InaccessibleObjectException e) {
            told = e.getMessage().replaceAll("@[0-9a-f]+", "@");
        }
        System.out.println(what + ": " + told + " " + member.trySetAccessible());
    }

    public static void main(String[] args) throws Exception {
        tried("digits", Integer.class.getDeclaredField("digits"));
        tried("MAX_VALUE", Integer.class.getField("MAX_VALUE"));
        tried("elementData", ArrayList.class.getDeclaredField("elementData"));
        tried("grow", ArrayList.class.getDeclaredMethod("grow"));
        tried("size", ArrayList.class.getMethod("size"));
        tried("Node", Class.forName("java.util.HashMap$Node").getDeclaredMethods()[0].getDeclaringClass()
            .getDeclaredMethod("getKey"));
        tried("String", String.class.getDeclaredConstructor(char[].class, int.class, int.class, Void.class));
        tried("registered", ClassLoader.class.getDeclaredMethod("registerAsParallelCapable"));
        tried("own", Mine.class.getDeclaredField("own"));
        tried("copy", Collections.class.getDeclaredMethod("copy", List.class, List.class));
        Field own = Mine.class.getDeclaredField("own");
        System.out.println(own.getModifiers());
    }
}
