//! Pages of `wayfarer report` in a real browser: Debian's `chromium`, driven by its debugging protocol over pipes.
//! Screenshots go to `target/report-screenshots`, to be looked at.

use super::report::wayfarer;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A browser with one page.
struct Browser {
    process: Child,
    to: File,
    from: BufReader<File>,
    session: String,
    last: u64,
    /// What went wrong on its pages.
    complaints: Vec<String>,
}

impl Browser {
    fn start(directory: &Path) -> Browser {
        let fifos = ["to", "from"].map(|name| directory.join(name));
        for fifo in &fifos {
            let made = Command::new("mkfifo").arg(fifo).status();
            assert!(made.is_ok_and(|status| status.success()));
        }
        let script = "exec chromium --headless --no-sandbox --disable-gpu --remote-debugging-pipe \
                      --user-data-dir=\"$0/profile\" 3<\"$0/to\" 4>\"$0/from\"";
        let process = Command::new("sh")
            .args(["-c", script])
            .arg(directory)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        // Opening waits for the other side.
        let to = File::create(&fifos[0]).expect("a pipe to the browser");
        let from = File::open(&fifos[1]).expect("a pipe from the browser");
        let mut browser = Browser {
            process,
            to,
            from: BufReader::new(from),
            session: String::new(),
            last: 0,
            complaints: Vec::new(),
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let id = &target["targetId"];
        let attached = browser.call(
            "Target.attachToTarget",
            json!({ "targetId": id, "flatten": true }),
        );
        browser.session = attached["sessionId"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let id = self.last;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        write!(self.to, "{message}\0").expect("the browser listens");
        loop {
            let message = self.message();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
        }
    }

    fn message(&mut self) -> Value {
        let mut text = Vec::new();
        self.from
            .read_until(0, &mut text)
            .expect("the browser answers");
        assert_eq!(text.pop(), Some(0), "the browser has ended");
        let message: Value = serde_json::from_slice(&text).expect("JSON");
        let bad = match message["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" | "Log.entryAdded" | "Network.loadingFailed" => true,
            "Runtime.consoleAPICalled" => message["params"]["type"] != "log",
            "Network.requestWillBeSent" => {
                let url = message["params"]["request"]["url"]
                    .as_str()
                    .unwrap_or_default();
                !url.starts_with("file:") && !url.starts_with("data:")
            }
            _ => false,
        };
        if bad {
            self.complaints.push(message.to_string());
        }
        message
    }

    fn open(&mut self, page: &Path) {
        let url = format!("file://{}", page.display());
        let opened = self.call("Page.navigate", json!({ "url": url }));
        assert!(opened["errorText"].is_null(), "{opened}");
        while self.evaluate("document.readyState + location.protocol") != "completefile:" {}
    }

    fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true });
        self.call("Runtime.evaluate", parameters)["result"]["value"].clone()
    }

    fn press(&mut self, key: &str) {
        let code = if key == "Tab" { 9 } else { 13 };
        let text = if key == "Tab" { "" } else { "\r" };
        for kind in ["keyDown", "keyUp"] {
            let parameters = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text,
            });
            self.call("Input.dispatchKeyEvent", parameters);
        }
    }

    fn size(&mut self, width: u32, dark: bool) {
        let metrics =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let value = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        );
    }

    fn shoot(&mut self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../report-screenshots");
        std::fs::create_dir_all(&folder).expect("a folder");
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let mut decode = Command::new("base64")
            .arg("-d")
            .stdin(Stdio::piped())
            .stdout(File::create(folder.join(format!("{name}.png"))).expect("a file"))
            .spawn()
            .expect("base64 runs");
        let data = shot["data"].as_str().unwrap_or_default();
        let mut input = decode.stdin.take().expect("a pipe");
        input.write_all(data.as_bytes()).expect("base64 reads");
        drop(input);
        assert!(decode.wait().is_ok_and(|status| status.success()));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A scan of the demo's kind: two sources, findings of two classes, ways that are not taken.
fn report(directory: &Path) -> PathBuf {
    let program = "static int half(int x) {\n    if (x < 0)\n        return 1;\n    if (x * x == 3)\n        return 2;\n    return 3;\n}\n\n\
        int first(const char *text, int at) {\n    if (at < 0 || at > 3)\n        return half(at);\n    return text[at] == 'x';\n}\n\n\
        int fails(int x) {\n    return 10 / (x - 3);\n}\n";
    std::fs::write(directory.join("first.c"), program).expect("a program");
    let long: String = (0..3000)
        .map(|n| format!("int f{n}(int x) {{ return x > {n}; }}\n"))
        .collect();
    std::fs::write(directory.join("second.c"), long).expect("a program");
    let scan = [
        "scan",
        "first.c",
        "second.c",
        "--only",
        "first,fails,f7",
        "--output",
        "out",
    ];
    scan_and_report(directory, &scan)
}

/// The folder of a report on a scan into `out` that finds errors.
fn scan_and_report(directory: &Path, scan: &[&str]) -> PathBuf {
    let scanned = wayfarer(directory, scan);
    assert_eq!(
        scanned.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&scanned.stderr)
    );
    let written = wayfarer(directory, &["report", "out"]);
    assert!(
        written.status.success(),
        "{}",
        String::from_utf8_lossy(&written.stderr)
    );
    directory.join("out/report")
}

/// Lines of the large source, those of each of its functions, and the errors of the first.
const LINES: usize = 20_000;
const FUNCTION_LINES: usize = 5;
const ERRORS: usize = 100;

/// A scan of a source of 20,000 lines, of which some functions are explored: one with many errors, and ten with one.
fn large_report(directory: &Path) -> PathBuf {
    let mut program = "int many(int x) {\n    switch (x) {\n".to_owned();
    for n in 0..ERRORS {
        let _ = writeln!(program, "    case {n}: return 10 / (x - {n});");
    }
    program += "    default: return 0;\n    }\n}\n";
    let functions = (LINES - program.lines().count()) / FUNCTION_LINES;
    for n in 0..functions {
        let _ = write!(
            program,
            "int f{n}(int x) {{\n    if (x > {n})\n        return 10 / (x - {n} - 1);\n    return x;\n}}\n"
        );
    }
    std::fs::write(directory.join("large.c"), program).expect("a program");
    let only = "many,f0,f1,f2,f3,f4,f5,f6,f7,f8,f9";
    let scan = [
        "scan", "large.c", "--only", only, "--output", "out", "--time", "300",
    ];
    scan_and_report(directory, &scan)
}

#[test]
#[ignore = "needs Debian's chromium: make report-screenshots"]
fn pages_work_in_a_browser() {
    let directory = tempfile::tempdir().expect("a directory");
    let folder = report(directory.path());
    let mut browser = Browser::start(directory.path());
    let pages = [
        ("overview", "index.html"),
        ("source", "source/0001-first.c.html"),
        ("findings", "findings.html"),
    ];
    for (name, page) in pages {
        for (look, width, dark) in [
            ("wide", 1280, false),
            ("narrow", 360, false),
            ("dark", 1280, true),
        ] {
            browser.size(width, dark);
            browser.open(&folder.join(page));
            // What is wider scrolls by itself.
            let wide = browser.evaluate("document.documentElement.scrollWidth - innerWidth");
            assert!(
                wide.as_i64().is_some_and(|wide| wide <= 0),
                "{page} at {width}: {wide}"
            );
            browser.shoot(&format!("{name}-{look}"));
        }
    }
    browser.size(1280, false);
    // Links lead to lines that are laid out only when they are seen.
    browser.evaluate("location.assign(new URL('source/0002-second.c.html#L2000', location))");
    let seen = "document.readyState == 'complete' && location.hash == '#L2000' && \
                (({ top, bottom }) => top >= 0 && bottom <= innerHeight)\
                (document.querySelector('#L2000').getBoundingClientRect())";
    let mut asked = 0;
    while browser.evaluate(seen) != true {
        asked += 1;
        assert!(asked < 1000, "line 2000 is not in view");
    }
    browser.shoot("line-2000");
    browser.open(&folder.join("index.html"));
    browser.press("Tab");
    let focus = "document.activeElement.textContent.trim()";
    assert_eq!(browser.evaluate(focus), "Skip to content");
    browser.press("Enter");
    assert_eq!(browser.evaluate("document.activeElement.id"), "content");
    // From there the keyboard comes to the heads of the table, which sort it.
    let at_head = "document.activeElement.matches('th button') && document.activeElement.textContent == 'Findings'";
    let mut presses = 0;
    while browser.evaluate(at_head) != true {
        browser.press("Tab");
        presses += 1;
        assert!(presses < 60, "no way to the table");
    }
    let first = "document.querySelector('table tbody tr th').textContent.trim()";
    browser.press("Enter");
    assert_eq!(browser.evaluate(first), "second.c");
    browser.press("Enter");
    assert_eq!(browser.evaluate(first), "first.c");
    let sorted = "document.activeElement.parentElement.getAttribute('aria-sort')";
    assert_eq!(browser.evaluate(sorted), "descending");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// How often a page is opened to be measured.
const OPENED: usize = 5;

/// Milliseconds until a page is loaded and until something of it is seen, as the browser measures them; the median
/// and the longest of several times.
fn opening_times(browser: &mut Browser, page: &Path) -> [(f64, f64); 2] {
    let url = json!(format!("file://{}", page.display()));
    let measured = format!(
        "(() => {{ const page = performance.getEntriesByType('navigation')[0]; \
         const seen = performance.getEntriesByName('first-contentful-paint')[0]; \
         return page.name == {url} && page.loadEventEnd > 0 && seen ? [page.loadEventEnd, seen.startTime] : null; }})()"
    );
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..OPENED {
        browser.open(page);
        let mut asked = 0;
        let found = loop {
            let found = browser.evaluate(&measured);
            if !found.is_null() {
                break found;
            }
            asked += 1;
            assert!(asked < 1000, "{url} was not seen");
            std::thread::sleep(Duration::from_millis(10));
        };
        for (all, time) in times.iter_mut().zip([&found[0], &found[1]]) {
            all.push(time.as_f64().expect("a time"));
        }
    }
    times.map(|mut all| {
        all.sort_by(f64::total_cmp);
        (all[OPENED / 2], all[OPENED - 1])
    })
}

/// What is measured is printed, and nothing asked of it: other machines are slower.
#[test]
#[ignore = "needs Debian's chromium: make report-screenshots"]
fn how_long_pages_of_a_large_source_take_to_open() {
    let directory = tempfile::tempdir().expect("a directory");
    let folder = large_report(directory.path());
    let mut browser = Browser::start(directory.path());
    browser.size(1280, false);
    let mut told = format!("pages of a report on {LINES} lines, in milliseconds:\n");
    for page in ["index.html", "source/0001-large.c.html", "findings.html"] {
        let path = folder.join(page);
        let size = std::fs::metadata(&path).expect("a page").len();
        let [loaded, seen] = opening_times(&mut browser, &path);
        let _ = writeln!(
            told,
            "  {page} ({} kB): loaded after {:.0} (at most {:.0}), seen after {:.0} (at most {:.0})",
            size / 1000,
            loaded.0,
            loaded.1,
            seen.0,
            seen.1
        );
    }
    // Past the harness, which shows what tests print only if they fail.
    let mut out = std::io::stdout();
    out.write_all(told.as_bytes()).expect("it is printed");
    assert_eq!(browser.complaints, Vec::<String>::new());
}
