package wayfarer;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.reflect.FieldAccessor;

/** Reads and writes a field for reflection. */
public final class FieldAccess implements FieldAccessor {
    private final Field field;
    private final Class<?> type;
    private final long offset;
    private final boolean isReadOnly;

    public FieldAccess(Field field, boolean isReadOnly) {
        this.field = field;
        this.isReadOnly = isReadOnly;
        type = field.getType();
        Machine.initialise(field.getDeclaringClass());
        offset = Machine.fieldOffset(field.getDeclaringClass(), field.getName());
    }

    private boolean isStatic() {
        return Modifier.isStatic(field.getModifiers());
    }

    /** The object that holds the field. */
    private Object holder(Object object) {
        if (isStatic()) return Machine.classStatics(field.getDeclaringClass());
        Class<?> declaring = field.getDeclaringClass();
        if (!declaring.isInstance(java.util.Objects.requireNonNull(object, this::nothing))) {
            throw new IllegalArgumentException("Can not get " + words() + " field " + name() + " on " + object.getClass().getName());
        }
        return object;
    }

    private String nothing() {
        return "Cannot get " + words() + " field " + name() + " on null object";
    }

    private String name() {
        return field.getDeclaringClass().getName() + "." + field.getName();
    }

    private String words() {
        String words = isStatic() ? "static " : "";
        if (Modifier.isFinal(field.getModifiers())) words += "final ";
        return words + type.getName();
    }

    private String cannotSet(String value) {
        return "Can not set " + words() + " field " + name() + " to " + value;
    }

    private Object value(Object object, Class<?> as) {
        Object value = Members.widened(get(object), as);
        if (!type.isPrimitive() || value == null) {
            throw new IllegalArgumentException("Attempt to get " + type.getName() + " field \"" + name() + "\" with illegal data type conversion to " + as.getName());
        }
        return value;
    }

    @Override public Object get(Object object) {
        Object holder = holder(object);
        if (type == boolean.class) return Machine.loadBoolean(holder, offset);
        if (type == byte.class) return Machine.loadByte(holder, offset);
        if (type == char.class) return Machine.loadChar(holder, offset);
        if (type == short.class) return Machine.loadShort(holder, offset);
        if (type == int.class) return Machine.loadInt(holder, offset);
        if (type == long.class) return Machine.loadLong(holder, offset);
        if (type == float.class) return Machine.loadFloat(holder, offset);
        if (type == double.class) return Machine.loadDouble(holder, offset);
        return Machine.loadReference(holder, offset);
    }

    @Override public void set(Object object, Object value) throws IllegalAccessException {
        Object holder = holder(object);
        String shown = value == null ? "null value" : value.getClass().getName();
        if (isReadOnly) throw new IllegalAccessException(cannotSet(shown));
        boolean fits = type.isPrimitive() ? store(holder, value) : value == null || type.isInstance(value);
        if (!fits) throw new IllegalArgumentException(cannotSet(shown));
        if (!type.isPrimitive()) Machine.storeReference(holder, offset, value);
    }

    private void setPrimitive(Object object, Object value, Class<?> as) throws IllegalAccessException {
        Object holder = holder(object);
        String shown = "(" + as.getName() + ")" + value;
        if (isReadOnly) throw new IllegalAccessException(cannotSet(shown));
        if (!type.isPrimitive() || !store(holder, value)) throw new IllegalArgumentException(cannotSet(shown));
    }

    /** Stores a box of a primitive type that the field's is wider than; false if it is not. */
    private boolean store(Object holder, Object box) {
        Object value = Members.widened(box, type);
        if (value == null) return false;
        if (type == boolean.class) Machine.storeBoolean(holder, offset, (Boolean) value);
        else if (type == byte.class) Machine.storeByte(holder, offset, (Byte) value);
        else if (type == char.class) Machine.storeChar(holder, offset, (Character) value);
        else if (type == short.class) Machine.storeShort(holder, offset, (Short) value);
        else if (type == int.class) Machine.storeInt(holder, offset, (Integer) value);
        else if (type == long.class) Machine.storeLong(holder, offset, (Long) value);
        else if (type == float.class) Machine.storeFloat(holder, offset, (Float) value);
        else if (type == double.class) Machine.storeDouble(holder, offset, (Double) value);
        return true;
    }

    @Override public boolean getBoolean(Object object) {
        return (Boolean) value(object, boolean.class);
    }

    @Override public void setBoolean(Object object, boolean value) throws IllegalAccessException {
        setPrimitive(object, value, boolean.class);
    }

    @Override public byte getByte(Object object) {
        return (Byte) value(object, byte.class);
    }

    @Override public void setByte(Object object, byte value) throws IllegalAccessException {
        setPrimitive(object, value, byte.class);
    }

    @Override public char getChar(Object object) {
        return (Character) value(object, char.class);
    }

    @Override public void setChar(Object object, char value) throws IllegalAccessException {
        setPrimitive(object, value, char.class);
    }

    @Override public short getShort(Object object) {
        return (Short) value(object, short.class);
    }

    @Override public void setShort(Object object, short value) throws IllegalAccessException {
        setPrimitive(object, value, short.class);
    }

    @Override public int getInt(Object object) {
        return (Integer) value(object, int.class);
    }

    @Override public void setInt(Object object, int value) throws IllegalAccessException {
        setPrimitive(object, value, int.class);
    }

    @Override public long getLong(Object object) {
        return (Long) value(object, long.class);
    }

    @Override public void setLong(Object object, long value) throws IllegalAccessException {
        setPrimitive(object, value, long.class);
    }

    @Override public float getFloat(Object object) {
        return (Float) value(object, float.class);
    }

    @Override public void setFloat(Object object, float value) throws IllegalAccessException {
        setPrimitive(object, value, float.class);
    }

    @Override public double getDouble(Object object) {
        return (Double) value(object, double.class);
    }

    @Override public void setDouble(Object object, double value) throws IllegalAccessException {
        setPrimitive(object, value, double.class);
    }
}
