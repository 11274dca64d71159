/** An inner class that uses the object around it. */
class Inner {
    private int count;

    class Step {
        int by = 2;

        void take() {
            count += by;
        }
    }

    void twice() {
        Step step = new Step();
        step.take();
        step.take();
    }
}
