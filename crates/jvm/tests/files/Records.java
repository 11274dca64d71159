/** What the compiler leaves to the JVM of a record. */
record Records(int number, String name) {
}
