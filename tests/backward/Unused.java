// Classes with threads and finalisers of which no object is made do not keep others from being searched.
class Unused {
    static int limit = 3;

    static class Beside extends Thread {
        @Override
        public void run() {
            limit = 4;
        }
    }

    static class Closed {
        @Override
        protected void finalize() {
            limit = 5;
        }
    }

    static class ClosedToo extends Closed {}

    static int limited(int number) {
        int smaller = number < limit ? number : limit;
        if (smaller > 3)
            return 1; // never
        if (smaller == 3)
            return 2; // sometimes
        return 0;
    }
}
