// A table is only there with columns, and a limit never below none; parts that are missing are told.
//
// explore: QueryBuilder
// options: --objects both --jobs 1 --string-length 1 --max-paths 250
// findings: java.lang.IllegalArgumentException 18, java.lang.IllegalArgumentException 42, java.lang.IllegalStateException 26, java.lang.IllegalStateException 34, java.lang.IllegalStateException 56
// unusual: java.lang.AssertionError 50, java.lang.AssertionError 53
// made: by calls
// tests: confirmed

public class QueryBuilder {
    private String columns;
    private String table;
    private String condition;
    private int limit = -1;

    public QueryBuilder select(String names) {
        if (names == null || names.isEmpty()) {
            throw new IllegalArgumentException("columns");
        }
        columns = names;
        return this;
    }

    public QueryBuilder from(String name) {
        if (columns == null) {
            throw new IllegalStateException("select comes first");
        }
        table = name;
        return this;
    }

    public QueryBuilder where(String text) {
        if (table == null) {
            throw new IllegalStateException("from comes first");
        }
        condition = text;
        return this;
    }

    public QueryBuilder limit(int rows) {
        if (rows < 0) {
            throw new IllegalArgumentException("rows");
        }
        limit = rows;
        return this;
    }

    public String build() {
        if (table != null && columns == null) {
            throw new AssertionError("a table without columns");
        }
        if (limit < -1) {
            throw new AssertionError("limit");
        }
        if (table == null) {
            throw new IllegalStateException("nothing to select from");
        }
        StringBuilder query = new StringBuilder("select ").append(columns).append(" from ").append(table);
        if (condition != null) {
            query.append(" where ").append(condition);
        }
        return limit < 0 ? query.toString() : query.append(" limit ").append(limit).toString();
    }
}
