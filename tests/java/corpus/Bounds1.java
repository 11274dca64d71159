import java.util.*;
public class Bounds1 { interface A { void run() throws Exception; } static void t(A a) { try { a.run(); System.out.println("no"); } catch (Exception e) { System.out.println(e + "|" + e.getMessage()); } }
 public static void main(String[] x) { int[] a = new int[3]; String s = "abc"; List<Integer> l = new ArrayList<>(List.of(1));
  t(() -> a[5]++); t(() -> a[-1]++); t(() -> s.charAt(7)); t(() -> s.charAt(-2)); t(() -> s.substring(2, 1)); t(() -> s.substring(4)); t(() -> l.get(4)); t(() -> { int[] b = new int[-3]; });
  t(() -> Objects.checkFromIndexSize(1, 5, 3)); t(() -> Objects.checkFromToIndex(2, 1, 3)); t(() -> List.of(1,2).get(9)); t(() -> new StringBuilder("ab").charAt(5)); t(() -> new StringBuilder("ab").deleteCharAt(5)); t(() -> Arrays.copyOfRange(a, 5, 4)); t(() -> s.codePointAt(9)); t(() -> "é€".charAt(4)); t(() -> new String(new char[3], 2, 5));
  t(() -> { throw new ArrayIndexOutOfBoundsException(4); }); t(() -> { throw new RuntimeException(new IndexOutOfBoundsException("q")); }); t(() -> { int[][] b = new int[2][-1]; });
 } }
