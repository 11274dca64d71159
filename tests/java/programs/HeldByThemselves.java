// Collections that hold each other are made as they are: each is there before another is put into it.
//
// explore: HeldByThemselves.find
// options: --objects any-state --jobs 1 --collection-size 2 --max-paths 400
// tests: confirmed

import java.util.ArrayList;

public class HeldByThemselves extends ArrayList<Object> {
    public int find(Object object) {
        int at = size() - 1;
        while (at >= 0) {
            Object here = get(at);
            if (here == object || here != null && here.equals(object)) {
                return at;
            }
            at--;
        }
        return -1;
    }
}
