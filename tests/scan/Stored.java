// An object that is there to be read from a stream, and nothing was read into it: what its constructor leaves out is
// no error of others. A class that has no other constructor is made so by its users.
//
// functions: Stored, Stored$Names, Stored$Plain
// confirmed: java.lang.NullPointerException in Stored$Plain.size, 2 times
// unusual: java.lang.NullPointerException in Stored$Names.size, 2 times

import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;

public class Stored {
    public static int sizes(Names names) {
        return names == null ? 0 : names.size();
    }

    public static int sizes(Plain plain) {
        return plain == null ? 0 : plain.size();
    }

    public static class Names implements Externalizable {
        private String text;

        public Names() {
        }

        public Names(String text) {
            this.text = text == null ? "" : text;
        }

        public int size() {
            return text.length();
        }

        public void writeExternal(ObjectOutput out) {
        }

        public void readExternal(ObjectInput in) {
            text = "read";
        }
    }

    public static class Plain implements Externalizable {
        private String text;

        public int size() {
            return text.length();
        }

        public void writeExternal(ObjectOutput out) {
        }

        public void readExternal(ObjectInput in) {
            text = "read";
        }
    }
}
