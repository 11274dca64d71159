// The class of a result is one that the JDK does not export: the test compiles without its name.
//
// explore: HiddenClasses
// tests: confirmed
// findings: none
// branches: all

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

public class HiddenClasses {
    static Charset charset(boolean small) {
        return small ? StandardCharsets.US_ASCII : StandardCharsets.UTF_8;
    }

    static Object any(boolean given) {
        return given ? StandardCharsets.UTF_8 : null;
    }
}
