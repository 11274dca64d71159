/** A switch on strings: by hash code, then by equality. */
class StringSwitch {
    static int number(String word) {
        switch (word) {
            case "one":
                return 1;
            case "two":
                return 2;
            default:
                return 0;
        }
    }
}
