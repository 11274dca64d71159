/** Fields of objects, and static fields with the initialisation of their class. */
class Fields {
    static int made;
    int number;

    Fields(int number) {
        this.number = number;
        made = made + 1;
    }

    static class Counter {
        static int next = 10;
    }

    static int take() {
        return Counter.next++;
    }
}
