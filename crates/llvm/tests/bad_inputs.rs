//! Inputs that cannot be built give an error that says why; none ends the process.

use std::path::{Path, PathBuf};
use std::process::Command;
use wayfarer_llvm::{BuildOptions, LlvmError, build};

/// Without the library: these tests are about inputs.
fn options() -> BuildOptions {
    BuildOptions {
        library: false,
        ..BuildOptions::default()
    }
}

fn try_build(directory: &Path, name: &str, contents: &[u8]) -> Result<(), LlvmError> {
    let path = directory.join(name);
    std::fs::write(&path, contents).expect("the input is written");
    build(&[path], &directory.join("work"), &options()).map(|_| ())
}

fn bitcode(directory: &Path) -> Vec<u8> {
    let source = directory.join("good.c");
    let text = "struct s { int a; char b[3]; }; int t[4] = {1, 2}; \
                int f(struct s *p, int n) { int r = 0; while (n-- > 0) r += p->a / (n + 1); \
                switch (r) { case 1: return t[n & 3]; case 5: return 2; } return r; }";
    std::fs::write(&source, text).expect("the source is written");
    let output = directory.join("good.bc");
    let status = Command::new("clang-19")
        .args(["-g", "-c", "-emit-llvm", "-O1", "-o"])
        .args([&output, &source])
        .status()
        .expect("clang-19 runs");
    assert!(status.success());
    std::fs::read(output).expect("the bitcode is there")
}

#[test]
fn errors_say_what_is_wrong() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let at = directory.path();
    let cases: &[(&str, &[u8], &str)] = &[
        (
            "bad.c",
            b"int main(void) { return x; }",
            "undeclared identifier 'x'",
        ),
        ("bad.c", b"#include \"no-such-file.h\"\n", "file not found"),
        ("empty.bc", b"", "not valid LLVM bitcode"),
        (
            "random.bc",
            b"\x12\x34\x56\x78 some bytes that are no bitcode",
            "not valid LLVM bitcode",
        ),
        ("magic.bc", b"BC\xc0\xde", "not valid LLVM bitcode"),
        ("bad.ll", b"define i32 @f( {", "not valid LLVM bitcode"),
        (
            "invalid.ll",
            b"define i32 @f() { ret i64 0 }",
            "not valid LLVM bitcode",
        ),
        ("file.txt", b"hello", "not a source in C or C++"),
        (
            "arm.ll",
            b"target triple = \"armv7-linux\"\ntarget datalayout = \"e-m:e-p:32:32\"\n",
            "only programs for x86-64",
        ),
        (
            "small.ll",
            b"target triple = \"i386-pc-win32\"\ntarget datalayout = \"e-m:e-p:32:32\"\n",
            "only programs for x86-64",
        ),
    ];
    for (name, contents, message) in cases {
        let error = try_build(at, name, contents).expect_err(name);
        assert!(error.to_string().contains(message), "{name}: {error}");
    }
}

#[test]
fn missing_things_are_named() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let work = directory.path().join("work");
    let missing = build(&[PathBuf::from("/no/such/file.c")], &work, &options());
    assert!(matches!(missing, Err(LlvmError::Read { .. })));
    assert!(matches!(
        build(&[], &work, &options()),
        Err(LlvmError::NoInput)
    ));
    let source = directory.path().join("a.c");
    std::fs::write(&source, "int main(void) { return 0; }").expect("the source is written");
    let no_clang = BuildOptions {
        clang: "no-such-clang".to_owned(),
        ..options()
    };
    let error = build(std::slice::from_ref(&source), &work, &no_clang);
    assert!(matches!(error, Err(LlvmError::Tool { .. })));
    let unwritable = build(
        std::slice::from_ref(&source),
        Path::new("/proc/no-such-directory"),
        &options(),
    );
    assert!(matches!(unwritable, Err(LlvmError::Write { .. })));
    let twice = build(&[source.clone(), source], &work, &options());
    assert!(matches!(twice, Err(LlvmError::Link { .. })), "{twice:?}");
}

#[test]
fn truncated_bitcode_is_an_error() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let good = bitcode(directory.path());
    for tenth in 0..10 {
        let length = good.len() * tenth / 10;
        let result = try_build(directory.path(), "cut.bc", &good[..length]);
        assert!(result.is_err(), "{length} of {} bytes", good.len());
    }
}

/// Flipped bits may leave valid bitcode; what must not happen is a crash.
fn flip_bits(step: usize) -> (usize, usize) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let good = bitcode(directory.path());
    let (mut built, mut refused) = (0, 0);
    for position in (0..good.len() * 8).step_by(step) {
        let mut damaged = good.clone();
        damaged[position / 8] ^= 1 << (position % 8);
        match try_build(directory.path(), "flipped.bc", &damaged) {
            Ok(()) => built += 1,
            Err(_) => refused += 1,
        }
    }
    (built, refused)
}

/// What LLVM's parser and verifier let through is translated or refused.
#[test]
fn any_assembly_is_read_or_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let good = directory.path().join("good.ll");
    bitcode(directory.path());
    let status = Command::new("clang-19")
        .args(["-g", "-S", "-emit-llvm", "-O1", "-o"])
        .args([&good, &directory.path().join("good.c")])
        .status()
        .expect("clang-19 runs");
    assert!(status.success());
    let text = std::fs::read(good).expect("the assembly is there");
    mutants::check(&[text, ODD.as_bytes().to_vec()], 300, |bytes| {
        let _ = try_build(directory.path(), "damaged.ll", bytes);
    });
}

/// Inline assembly, which LLVM hands on as it is: a function for each line of a mutant.
#[test]
fn any_inline_assembly_is_read_or_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let texts = [
        "lock; xaddl $0, $1\nmovl $2, $0; bswap ${0:k}\naddq $$8, $0; adcl $$0, $1; setc %al\n\
         bsfl $2, $0; mull $2\nshll $$33, $0; rorb %cl, %al; xchgl $0, $2; cmpxchg $2, $0",
        "pause; rep nop\nnegl $0; notw ${1:w}\nmovb $$-1, %ah; popcnt $2, $0; $(incl $0$|x$)\ntestq $0, $0; setz $0",
    ];
    let head = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
                target triple = \"x86_64-pc-linux-gnu\"\n";
    mutants::check(&mutants::texts(&texts), 20, |bytes| {
        let mut module = head.to_owned();
        for (number, line) in bytes.split(|&byte| byte == b'\n').take(200).enumerate() {
            let line: String = line.iter().map(|byte| format!("\\{byte:02X}")).collect();
            module += &format!(
                "define i32 @f{number}(i32 %a, i32 %b) {{\n  \
                 %r = call {{ i32, i32 }} asm \"{line}\", \"=r,={{dx}},r,0\"(i32 %a, i32 %b)\n  \
                 %x = extractvalue {{ i32, i32 }} %r, 0\n  ret i32 %x\n}}\n"
            );
        }
        try_build(directory.path(), "assembly.ll", module.as_bytes())
            .expect("whatever is not known is left");
    });
}

/// Instructions and constants that the compiler makes seldom.
const ODD: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%s = type { i8, [3 x i16], <4 x i32>, ptr }
@g = global %s { i8 1, [3 x i16] [i16 1, i16 2, i16 3], <4 x i32> zeroinitializer, ptr @g }
@a = alias i8, ptr getelementptr (%s, ptr @g, i64 0, i32 1, i64 2)
declare i32 @llvm.ctpop.i32(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @main(i32 %n, ptr %p) {
  %v = load <4 x i32>, ptr %p, align 16
  %w = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %e = extractelement <4 x i32> %w, i32 2
  %i = insertvalue { i32, i8 } undef, i32 %e, 0
  %x = extractvalue { i32, i8 } %i, 0
  %c = call i32 @llvm.ctpop.i32(i32 %x)
  %q = ptrtoint ptr %p to i64
  %t = trunc i64 %q to i3
  %f = sitofp i3 %t to double
  %o = fcmp ult double %f, 1.5
  call void @llvm.memcpy.p0.p0.i64(ptr @g, ptr %p, i64 4, i1 false)
  switch i32 %c, label %d [ i32 1, label %b
    i32 -7, label %d ]
b:
  %ph = phi i32 [ 7, %0 ], [ %se, %b ]
  %fr = freeze i32 %ph
  %se = select i1 %o, i32 %fr, i32 %n
  br i1 %o, label %b, label %d
d:
  %r = atomicrmw add ptr %p, i32 1 seq_cst
  ret i32 %r
}
"#;

#[test]
fn damaged_bitcode_does_not_crash() {
    let (built, refused) = flip_bits(1009);
    assert!(built + refused > 10);
    assert!(refused > 0, "no damage was noticed");
}

#[test]
#[ignore = "long: one process for each of some thousand damaged files"]
fn damaged_bitcode_does_not_crash_long() {
    let (built, refused) = flip_bits(13);
    println!("{built} built, {refused} refused");
    assert!(refused > 100);
}
