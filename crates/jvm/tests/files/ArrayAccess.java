/** Arrays: null, bounds and what may be stored. */
class ArrayAccess {
    static int sum(int[] numbers) {
        int sum = 0;
        for (int i = 0; i < numbers.length; i++) {
            sum += numbers[i];
        }
        return sum;
    }

    static Object[] pair(Object first) {
        Object[] pair = new Object[2];
        pair[0] = first;
        return pair;
    }
}
