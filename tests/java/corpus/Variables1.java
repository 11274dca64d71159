import java.util.concurrent.atomic.*;
import java.util.concurrent.*;
import java.util.*;
public class Variables1 { public static void main(String[] a) { 
 AtomicReference<String> r = new AtomicReference<>("x"); System.out.println(r.compareAndSet("x","y") + r.get() + r.getAndSet("z"));
 AtomicInteger i = new AtomicInteger(3); System.out.println(i.incrementAndGet() + i.getAndAdd(5) + i.get());
 AtomicBoolean b = new AtomicBoolean(); System.out.println(b.getAndSet(true)+" "+b.get());
 ConcurrentLinkedQueue<String> q = new ConcurrentLinkedQueue<>(); q.add("a"); q.add("b"); System.out.println(q + q.poll());
 AtomicIntegerArray ia = new AtomicIntegerArray(4); ia.incrementAndGet(2); System.out.println(ia);
 ConcurrentHashMap<String,Integer> m = new ConcurrentHashMap<>(); m.put("k",1); m.merge("k",2,Integer::sum); System.out.println(m);
 CompletableFuture<Integer> f = CompletableFuture.completedFuture(3).thenApply(x->x+1); System.out.println(f.join());
} }
