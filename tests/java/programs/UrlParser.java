// explore: UrlParser.parse
// options: --string-length 11
// paths: 1832
// findings: java.lang.IllegalArgumentException 34, java.lang.IllegalArgumentException 42, java.lang.IllegalArgumentException 50, java.lang.IllegalArgumentException 54, java.lang.IllegalArgumentException 66, java.lang.IllegalArgumentException 79, java.lang.NullPointerException 40, java.lang.StringIndexOutOfBoundsException 53
// branches: all
// left: input strings longer than --string-length, input strings with characters above U+00FF
// limits: none
// tests: confirmed

/** A parser of URLs, written by hand: scheme://host[:port][/path]. */
public class UrlParser {
    private final String text;
    private int at;

    private UrlParser(String text) {
        this.text = text;
    }

    /** Where a URL leads: "scheme host port path". */
    static String parse(String text) {
        return new UrlParser(text).url();
    }

    private String url() {
        String scheme = scheme();
        String host = host();
        int port = scheme.equals("ftp") ? 21 : 80;
        if (at < text.length() && text.charAt(at) == ':') {
            at++;
            port = port();
        }
        String path = text.substring(at);
        if (!path.isEmpty() && path.charAt(0) != '/') {
            throw new IllegalArgumentException("path");
        }
        return scheme + " " + host + " " + port + " " + path;
    }

    private String scheme() {
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("scheme");
        }
        String scheme = text.substring(0, colon);
        switch (scheme) {
            case "h":
            case "ftp":
                break;
            default:
                throw new IllegalArgumentException("scheme");
        }
        // The error: what follows the colon is not looked for.
        if (text.charAt(colon + 1) != '/' || text.charAt(colon + 2) != '/') {
            throw new IllegalArgumentException("//");
        }
        at = colon + 3;
        return scheme;
    }

    private String host() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        if (at == start) {
            throw new IllegalArgumentException("host");
        }
        return text.substring(start, at);
    }

    private int port() {
        int port = 0;
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            port = 10 * port + text.charAt(at) - '0';
            at++;
        }
        if (at == start || port > 65535) {
            throw new IllegalArgumentException("port");
        }
        return port;
    }
}
