// Code of the JDK does not know the fields of the program's classes: they keep their values while it runs, but for what it
// calls back.
// reach: FieldsKept.kept --direction backward --target FieldsKept.java:52 --target FieldsKept.java:54
//   FieldsKept.java:52: unreachable
//   FieldsKept.java:54: unreachable
// reach: FieldsKept.shown --direction backward --target FieldsKept.java:68
//   FieldsKept.java:68: open (the entry was reached, with things forgotten on the way)
// reach: FieldsKept.shown --target FieldsKept.java:68
//   FieldsKept.java:68: reached
// reach: FieldsKept.made --direction backward --target FieldsKept.java:84
//   FieldsKept.java:84: open (the entry was reached, with things forgotten on the way)
// reach: FieldsKept.made --target FieldsKept.java:84
//   FieldsKept.java:84: reached
// reach: FieldsKept.initialised --direction backward --target FieldsKept.java:98
//   FieldsKept.java:98: open (the entry was reached, with things forgotten on the way)
// reach: FieldsKept.initialised --target FieldsKept.java:98
//   FieldsKept.java:98: reached
// reach: FieldsKept.constants --direction backward --target FieldsKept.java:110
//   FieldsKept.java:110: open (the entry was reached, with things forgotten on the way)
// reach: FieldsKept.constants --target FieldsKept.java:110
//   FieldsKept.java:110: reached
// reach: FieldsKept.copied --direction backward --target FieldsKept.java:125
//   FieldsKept.java:125: open (the entry was reached, with things forgotten on the way)
// reach: FieldsKept.copied --target FieldsKept.java:125
//   FieldsKept.java:125: reached
// reach: FieldsKept.updated --direction backward --target FieldsKept.java:136
//   FieldsKept.java:136: open (java.util.concurrent.atomic.AtomicIntegerFieldUpdater.newUpdater, which FieldsKept.updated(I)I names, may call methods or write fields by their names)
// reach: FieldsKept.updated --target FieldsKept.java:136
//   FieldsKept.java:136: reached
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Supplier;

class FieldsKept {
    static class Account {
        int balance;
        int limit;
    }
    static class Settings { static int limit = 5; }
    static int touched;
    static int levels;
    static int kept(int a) {
        Account account = new Account();
        account.balance = a & 7;
        System.out.println("opened");
        List<String> names = new ArrayList<>();
        names.add("x");
        if (account.balance > 7)
            return 1;
        if (Settings.limit != 5)
            return 2;
        return names.size() + account.limit;
    }
    static class Shown {
        int shown;
        public String toString() {
            shown++;
            return "c";
        }
    }
    static int shown(int a) {
        Shown it = new Shown();
        String text = String.valueOf(it);
        if (it.shown == 1)
            return text.length();
        return 0;
    }
    static class Made {
        static int made;
        int number;
        Made() {
            made += 2;
        }
    }
    static int made(int a) {
        Made first = new Made();
        first.number = 1;
        Supplier<Made> maker = Made::new;
        Made it = Optional.<Made>empty().orElseGet(maker);
        if (Made.made == 4 && it.number == 0)
            return a;
        return 0;
    }
    static class First {
        static int x = touch();
        static int touch() {
            touched = 3;
            return 1;
        }
    }
    static int initialised(int a) {
        Supplier<First> maker = First::new;
        Optional.<First>empty().orElseGet(maker);
        if (touched == 3)
            return a;
        return 0;
    }
    enum Level {
        LOW;
        static {
            levels = 7;
        }
    }
    static int constants(int a) {
        EnumSet<Level> all = EnumSet.allOf(Level.class);
        if (levels == 7)
            return all.size();
        return 0;
    }
    static class Copied implements Cloneable {
        int value;
        Copied copy() throws CloneNotSupportedException {
            return (Copied) clone();
        }
    }
    static int copied(int a) throws CloneNotSupportedException {
        Copied one = new Copied();
        one.value = a;
        Copied other = one.copy();
        one.value = 1;
        if (other.value == 4)
            return 1;
        return 0;
    }
    static class Updated {
        volatile int number;
    }
    static int updated(int a) {
        Updated it = new Updated();
        AtomicIntegerFieldUpdater<Updated> updater = AtomicIntegerFieldUpdater.newUpdater(Updated.class, "number");
        updater.set(it, 9);
        if (it.number == 9)
            return 1;
        return 0;
    }
}
