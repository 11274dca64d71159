import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Variable handles of fields, statics, array elements and views of bytes. */
public class VariableHandles {
    private int count = 3;
    private volatile String name = "first";
    private static long total = 40;

    public static void main(String[] arguments) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle count = lookup.findVarHandle(VariableHandles.class, "count", int.class);
        VarHandle name = lookup.findVarHandle(VariableHandles.class, "name", String.class);
        VarHandle total = lookup.findStaticVarHandle(VariableHandles.class, "total", long.class);
        VariableHandles object = new VariableHandles();
        System.out.println((int) count.getAndAdd(object, 4) + " " + object.count);
        System.out.println(count.compareAndSet(object, 7, -1) + " " + count.compareAndSet(object, 7, 9));
        System.out.println((int) count.getVolatile(object) + " " + (int) count.getAcquire(object));
        count.setRelease(object, 12);
        System.out.println((int) count.getAndSet(object, 13) + " " + object.count);
        System.out.println(name.getAndSet(object, "second") + " " + name.get(object));
        System.out.println((String) name.compareAndExchange(object, "third", "fourth"));
        System.out.println((long) total.getAndAdd(2L) + " " + VariableHandles.total);

        VarHandle element = MethodHandles.arrayElementVarHandle(int[].class);
        int[] numbers = {1, 2, 3};
        element.setVolatile(numbers, 1, 20);
        System.out.println((int) element.getAndAdd(numbers, 2, 5) + " " + numbers[1] + " " + numbers[2]);
        try {
            element.get(numbers, 3);
        } catch (ArrayIndexOutOfBoundsException thrown) {
            System.out.println(thrown.getMessage());
        }
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        byte[] bytes = new byte[8];
        view.set(bytes, 3, 0x01020304);
        System.out.println(bytes[3] + " " + bytes[6] + " " + Integer.toHexString((int) view.get(bytes, 2)));
        try {
            count.get((VariableHandles) null);
        } catch (NullPointerException thrown) {
            System.out.println("null");
        }
    }
}
