//! Floating-point scripts against Z3's own theory of floats, which shares nothing with the
//! evaluation and the circuits of this project.

use crate::generate::Random;
use std::ffi::{CStr, CString};
use std::fmt::Write;
use std::ops::Range;
use std::time::Duration;
use wayfarer_solver::{BackendKind, Options, run_script};

/// Errors are part of what is printed; Z3's default would be to exit.
unsafe extern "C" fn ignore_error(_: z3_sys::Z3_context, _: z3_sys::ErrorCode) {}

/// What Z3 prints for a script.
fn z3_says(script: &str) -> String {
    let script = CString::new(script).expect("no zero bytes");
    // SAFETY: the configuration and the context live until they are deleted, the string that Z3
    // returns until the context is, and it is copied before.
    unsafe {
        let config = z3_sys::Z3_mk_config().expect("a configuration");
        let context = z3_sys::Z3_mk_context(config).expect("a context");
        z3_sys::Z3_set_error_handler(context, Some(ignore_error));
        let text = z3_sys::Z3_eval_smtlib2_string(context, script.as_ptr());
        let text = CStr::from_ptr(text).to_string_lossy().into_owned();
        z3_sys::Z3_del_context(context);
        z3_sys::Z3_del_config(config);
        text
    }
}

fn native_says(script: &str) -> String {
    let options = Options {
        backend: BackendKind::Native,
        time: Duration::from_secs(60),
        ..Options::default()
    };
    let mut out = Vec::new();
    run_script(&mut script.as_bytes(), &options, &mut out)
        .unwrap_or_else(|error| panic!("{error}\n{script}"));
    String::from_utf8(out).expect("answers are text")
}

/// Exponent and significand bits.
type Format = (u32, u32);

const FORMATS: [Format; 4] = [(5, 11), (8, 24), (11, 53), (15, 113)];
const MODES: [&str; 5] = ["RNE", "RNA", "RTP", "RTN", "RTZ"];

fn below(random: &mut Random, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

/// A number that is likely to be at a border of something: `near` is another one it may be close
/// to.
fn pattern(random: &mut Random, (exponent, significand): Format, near: u128) -> u128 {
    let fraction_bits = significand - 1;
    let ones = (1u128 << fraction_bits) - 1;
    let noise = u128::from(random.next()) << 64 | u128::from(random.next());
    let sign = (noise >> 127) << (exponent + fraction_bits);
    if below(random, 4) == 0 {
        return near ^ [0, 1, 1 << fraction_bits, sign, 3][below(random, 5)];
    }
    let largest = (1u128 << exponent) - 1;
    let bias = largest >> 1;
    let spread = u128::from(significand) + 2;
    let field = match below(random, 9) {
        0 => 0,
        1 => 1,
        2 => largest,
        3 => largest - 1,
        4 => bias,
        5 | 6 => bias - spread + noise % (2 * spread),
        _ => noise % (largest + 1),
    };
    let fraction = match below(random, 7) {
        0 => 0,
        1 => 1,
        2 => ones,
        3 => 1 << (fraction_bits - 1),
        4 => ones ^ 1,
        5 => noise & ones & !(ones >> 3),
        _ => noise & ones,
    };
    sign | field.min(largest) << fraction_bits | fraction & ones
}

fn literal((exponent, significand): Format, pattern: u128) -> String {
    let width = exponent + significand;
    let digits = (width / 4) as usize;
    format!("((_ to_fp {exponent} {significand}) #x{pattern:0digits$x})")
}

/// An application to constants, with the sort of its value.
fn application(random: &mut Random) -> (String, String) {
    let format = FORMATS[below(random, 4)];
    let (exponent, significand) = format;
    let mode = MODES[below(random, 5)];
    let mut patterns = [0; 3];
    let mut near = 0;
    for one in &mut patterns {
        *one = pattern(random, format, near);
        near = *one;
    }
    let [a, b, c] = patterns.map(|p| literal(format, p));
    let float = |text: String| (text, format!("(_ FloatingPoint {exponent} {significand})"));
    let truth = |text: String| (text, "Bool".to_owned());
    let magnitude = |p: u128| p & !(1 << (exponent + significand - 1));
    let zeros = magnitude(patterns[0]) == 0 && magnitude(patterns[1]) == 0;
    match below(random, 13) {
        0 => float(format!("(fp.add {mode} {a} {b})")),
        1 => float(format!("(fp.sub {mode} {a} {b})")),
        2 => float(format!("(fp.mul {mode} {a} {b})")),
        3 => float(format!("(fp.div {mode} {a} {b})")),
        4 => float(format!("(fp.fma {mode} {a} {b} {c})")),
        5 => float(format!("(fp.sqrt {mode} {a})")),
        6 => float(format!("(fp.roundToIntegral {mode} {a})")),
        // The theory leaves open which of two zeros is the minimum.
        7 if !zeros => {
            let name = ["fp.min", "fp.max"][below(random, 2)];
            float(format!("({name} {a} {b})"))
        }
        8 => {
            let to = FORMATS[below(random, 4)];
            let converted = format!("((_ to_fp {} {}) {mode} {a})", to.0, to.1);
            (converted, format!("(_ FloatingPoint {} {})", to.0, to.1))
        }
        9 => {
            let name = ["to_fp", "to_fp_unsigned"][below(random, 2)];
            let width = [1, 8, 16, 32, 64, 100][below(random, 6)];
            let bits: String = (0..width)
                .map(|_| if random.next() & 1 == 1 { '1' } else { '0' })
                .collect();
            float(format!(
                "((_ {name} {exponent} {significand}) {mode} #b{bits})"
            ))
        }
        10 => {
            let name = ["fp.abs", "fp.neg"][below(random, 2)];
            float(format!("({name} {a})"))
        }
        11 => {
            let name = ["fp.lt", "fp.leq", "fp.gt", "fp.geq", "fp.eq", "="][below(random, 6)];
            truth(format!("({name} {a} {b})"))
        }
        _ => {
            let names = [
                "fp.isNormal",
                "fp.isSubnormal",
                "fp.isZero",
                "fp.isInfinite",
                "fp.isNaN",
                "fp.isNegative",
                "fp.isPositive",
            ];
            truth(format!("({} {a})", names[below(random, 7)]))
        }
    }
}

/// Applications to constants have the values that Z3 says.
fn constants(seeds: Range<u64>) {
    for seed in seeds {
        let mut random = Random::new(seed);
        let mut definitions = String::new();
        let count = 100;
        for i in 0..count {
            let (expression, sort) = application(&mut random);
            writeln!(definitions, "(define-fun r{i} () {sort} {expression})").expect("a string");
        }
        let names: Vec<String> = (0..count).map(|i| format!("r{i}")).collect();
        let ask = format!("(check-sat) (get-value ({}))", names.join(" "));
        let ours = native_says(&format!("{definitions}{ask}"));
        let values = ours.strip_prefix("sat\n").expect("definitions hold");
        // As `((r0 value) (r1 value) …)`: equalities, when `=` is put before each pair.
        let pairs = values.trim().replace("(r", "(= r");
        let pairs = pairs
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        let pairs = pairs.expect("a list");
        let question = format!("{definitions}(assert (not (and {pairs})))(check-sat)");
        let answer = z3_says(&question);
        if answer != "unsat\n" {
            let theirs = z3_says(&format!("{definitions}{ask}"));
            panic!("seed {seed}: {answer}\n{definitions}\nnative: {ours}\nZ3: {theirs}");
        }
    }
}

#[test]
fn values_on_constants_are_those_of_z3() {
    constants(0..60);
}

#[test]
#[ignore = "minutes; run by make test-long"]
fn many_values_on_constants_are_those_of_z3() {
    constants(1_000..11_000);
}

/// Random conversions to integers, where the theory says what they give.
#[test]
fn conversions_to_integers_are_those_of_z3() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let conversions: Vec<String> = (0..60)
            .map(|_| {
                let format = FORMATS[below(&mut random, 4)];
                let a = literal(format, pattern(&mut random, format, 0));
                let mode = MODES[below(&mut random, 5)];
                let name = ["fp.to_ubv", "fp.to_sbv"][below(&mut random, 2)];
                let width = [1, 4, 8, 32, 64, 100][below(&mut random, 6)];
                format!("((_ {name} {width}) {mode} {a})")
            })
            .collect();
        let ours = native_says(&format!(
            "(check-sat) (get-value ({}))",
            conversions.join(" ")
        ));
        let mut script = String::new();
        let mut compared = 0;
        for (line, conversion) in ours.lines().skip(1).zip(&conversions) {
            let value = line.trim_end_matches(')').rsplit(' ').next();
            let value = value.expect("a value");
            // What these say of numbers out of range is ours to choose.
            let bits = value.replace("#x", "").replace("#b", "");
            let highest = if value.starts_with("#x") { '8' } else { '1' };
            let rest = bits.strip_prefix(highest);
            let smallest = rest.is_some_and(|rest| rest.trim_matches('0').is_empty());
            let largest = bits.trim_matches(['1', 'f']).is_empty();
            if !(smallest || largest) {
                compared += 1;
                writeln!(script, "(assert (= {conversion} {value}))").expect("a string");
            }
        }
        assert!(compared > 10, "{ours}");
        script.push_str("(check-sat)");
        assert_eq!(z3_says(&script), "sat\n", "seed {seed}\n{script}");
    }
}

/// Expressions over free numbers of one format, and over integers.
struct Formulas {
    random: Random,
    format: Format,
    floats: Vec<String>,
    bools: Vec<String>,
}

impl Formulas {
    fn float(&mut self) -> String {
        let (exponent, significand) = self.format;
        match below(&mut self.random, 5) {
            0 => {
                let value = pattern(&mut self.random, self.format, 0);
                literal(self.format, value)
            }
            1 => {
                let real = ["0.5", "1.0", "(- 2.0)", "3.25", "100.0"][below(&mut self.random, 5)];
                format!("((_ to_fp {exponent} {significand}) RNE {real})")
            }
            _ => self.floats[below(&mut self.random, self.floats.len())].clone(),
        }
    }

    fn grow(&mut self) {
        let (exponent, significand) = self.format;
        let (a, b) = (self.float(), self.float());
        let mode = ["mode", "RNE", "RTZ", "RTP"][below(&mut self.random, 4)];
        let condition = self.bools[below(&mut self.random, self.bools.len())].clone();
        // Z3 takes minutes for divisions, roots and fused products of free numbers.
        let cheap = significand > 11;
        let grown = match below(&mut self.random, 12) {
            0 | 1 => format!("(fp.add {mode} {a} {b})"),
            2 => format!("(fp.sub {mode} {a} {b})"),
            3 => format!("(fp.mul {mode} {a} {b})"),
            4 if !cheap => format!("(fp.div {mode} {a} {b})"),
            5 if !cheap => format!("(fp.sqrt {mode} {a})"),
            6 => format!("(fp.roundToIntegral {mode} {a})"),
            7 => format!("(fp.neg {a})"),
            8 => format!("(ite {condition} {a} {b})"),
            9 => format!("((_ to_fp {exponent} {significand}) {mode} i)"),
            10 => "(select m ((_ extract 1 0) i))".to_owned(),
            _ => format!("(fp.abs {a})"),
        };
        self.floats.push(grown);
    }

    fn grow_bool(&mut self) {
        let (a, b) = (self.float(), self.float());
        let old = self.bools[below(&mut self.random, self.bools.len())].clone();
        let grown = match below(&mut self.random, 12) {
            0 => format!("(fp.isNaN {a})"),
            1 => format!("(fp.isSubnormal {a})"),
            2 => format!("(fp.eq {a} {b})"),
            3 => format!("(not (= {a} {b}))"),
            4 => format!("(= {a} {b})"),
            5 => format!("(not {old})"),
            6 => format!("(fp.isNegative {a})"),
            // With a root in the array Z3 does not end, and does not heed its time limit.
            7 => {
                let name = ["x", "y", "z"][below(&mut self.random, 3)];
                format!("(= (store m #b01 {name}) m)")
            }
            8 => format!("(bvslt i #x{:02x})", self.random.next() & 255),
            9 => format!("(fp.leq {a} {b})"),
            _ => format!("(fp.lt {a} {b})"),
        };
        self.bools.push(grown);
    }
}

/// Satisfiable or not as Z3 says; models have been evaluated by then.
fn formulas(seeds: Range<u64>, z3_milliseconds: u32) {
    let (mut counts, mut open) = ([0u64; 2], 0);
    for seed in seeds.clone() {
        let mut random = Random::new(seed);
        let format = [(5, 11), (5, 11), (5, 11), (8, 24)][below(&mut random, 4)];
        let names = ["x", "y", "z"].map(str::to_owned);
        let mut script = format!(
            "(declare-const mode RoundingMode) (declare-const i (_ BitVec 8)) \
             (declare-const p Bool) (define-sort F () (_ FloatingPoint {} {})) \
             (declare-const m (Array (_ BitVec 2) F)) ",
            format.0, format.1
        );
        for name in &names {
            write!(script, "(declare-const {name} F) ").expect("a string");
        }
        let mut formulas = Formulas {
            random,
            format,
            floats: names.to_vec(),
            bools: vec!["p".to_owned()],
        };
        for _ in 0..3 {
            formulas.grow();
        }
        for _ in 0..4 {
            formulas.grow_bool();
            let grown = formulas.bools.last().expect("it has grown");
            writeln!(script, "(push 1) (assert {grown}) (check-sat)").expect("a string");
        }
        let ours = native_says(&script);
        let theirs = z3_says(&format!(
            "(set-option :timeout {z3_milliseconds})\n{script}"
        ));
        for (our, their) in ours.lines().zip(theirs.lines()) {
            assert!(their != "unknown" || our != "unknown", "seed {seed}");
            if their == "unknown" {
                open += 1;
                continue;
            }
            assert_eq!(our, their, "seed {seed}\n{script}");
            counts[usize::from(our == "sat")] += 1;
        }
        assert_eq!(ours.lines().count(), theirs.lines().count(), "{theirs}");
    }
    let all = 4 * (seeds.end - seeds.start);
    assert!(counts[0] > all / 8 && counts[1] > all / 8, "{counts:?}");
    println!("{all} formulas: {counts:?} unsat and sat, {open} without Z3's answer");
    assert!(open < all / 20, "{open} of {all} without Z3's answer");
}

#[test]
#[ignore = "minutes; run by make test-long"]
fn many_formulas_are_decided_as_by_z3() {
    formulas(1_000..4_000, 10_000);
}
