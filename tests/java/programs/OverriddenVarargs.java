// explore: OverriddenVarargs$Fields.set
// findings: java.lang.ClassCastException 22
// tests: confirmed

/** A method is called as its own class declares it, whatever that of the object does. */
public class OverriddenVarargs {
    static class Fields<T> {
        private int number;

        public Fields<T> set(T... fields) {
            number = 0;
            if (fields == null) return this;
            for (T field : fields) if (field != null) number++;
            return this;
        }

        int number() {
            return number;
        }
    }

    static class Names extends Fields<Enum> {
        @Override
        public Names set(Enum... fields) {
            super.set(fields);
            return this;
        }
    }

    static int count(boolean named) {
        Fields<?> fields = named ? new Names() : new Fields<String>();
        return fields.number();
    }
}
