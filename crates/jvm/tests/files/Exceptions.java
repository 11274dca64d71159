/** A handler, and code that is executed however a block is left. */
class Exceptions {
    static int closed;

    static int parsed(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        } finally {
            closed++;
        }
    }

    static void refuse(String why) {
        throw new IllegalStateException(why);
    }
}
