// A list that is built in a loop has no null before its end.
class Chain {
    Chain next;
    int number;

    static int f(int n) {
        Chain list = null;
        int count = 0;
        for (int i = 0; i < n; i++) {
            Chain head = new Chain();
            head.next = list;
            head.number = i;
            list = head;
            count++;
        }
        if (n > 0 && list == null)
            return 1; // never
        if (count > 0 && list == null)
            return 2; // never
        if (n <= 0 && list != null)
            return 3; // never
        if (list != null && list.number == 2)
            return 4; // sometimes
        return 0;
    }
}
