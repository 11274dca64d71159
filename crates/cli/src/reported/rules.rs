//! Which error a rule of an analyser names. What is not here names none: style, naming, dead code.

use super::named_error::{NamedError, RuleError};
use NamedError::{
    ArraySize, ArrayStore, Assertion, BadShift, ClassCast, ConstantWritten, DivisionByZero,
    DoubleFree, FloatCast, InvalidFree, Leak, LibraryMisuse, NoSuchElement, NoValueReturned,
    NullDereference, NumberFormat, OutOfBounds, Recursion, SignedOverflow, Uninitialised,
    UseAfterFree,
};
use sarif::ReportedResult;

/// Rules of cppcheck.
const CPPCHECK: &[(&str, NamedError)] = &[
    ("nullPointer", NullDereference),
    ("nullPointerRedundantCheck", NullDereference),
    ("nullPointerDefaultArg", NullDereference),
    ("nullPointerOutOfMemory", NullDereference),
    ("nullPointerOutOfResources", NullDereference),
    ("ctunullpointer", NullDereference),
    ("ctunullpointerOutOfMemory", NullDereference),
    ("ctunullpointerOutOfResources", NullDereference),
    ("arrayIndexOutOfBounds", OutOfBounds),
    ("arrayIndexOutOfBoundsCond", OutOfBounds),
    ("negativeIndex", OutOfBounds),
    ("bufferAccessOutOfBounds", OutOfBounds),
    ("ctuArrayIndex", OutOfBounds),
    ("objectIndex", OutOfBounds),
    ("negativeArraySize", ArraySize),
    ("uninitvar", Uninitialised),
    ("legacyUninitvar", Uninitialised),
    ("uninitdata", Uninitialised),
    ("uninitStructMember", Uninitialised),
    ("uninitstring", Uninitialised),
    ("ctuuninitvar", Uninitialised),
    ("memleak", Leak),
    ("memleakOnRealloc", Leak),
    ("leakReturnValNotUsed", Leak),
    ("leakNoVarFunctionCall", Leak),
    ("leakUnsafeArgAlloc", Leak),
    ("deallocuse", UseAfterFree),
    ("invalidLifetime", UseAfterFree),
    ("doubleFree", DoubleFree),
    ("deallocDealloc", DoubleFree),
    ("mismatchAllocDealloc", InvalidFree),
    ("autovarInvalidDeallocation", InvalidFree),
    ("zerodiv", DivisionByZero),
    ("zerodivcond", DivisionByZero),
    ("integerOverflow", SignedOverflow),
    ("integerOverflowCond", SignedOverflow),
    ("shiftTooManyBits", BadShift),
    ("shiftNegative", BadShift),
    ("floatConversionOverflow", FloatCast),
    ("stringLiteralWrite", ConstantWritten),
    ("missingReturn", NoValueReturned),
    ("invalidFunctionArg", LibraryMisuse),
    ("overlappingWriteFunction", LibraryMisuse),
];

/// Checkers of clang's analyzer, which CodeChecker has the names of, too. `unix.Malloc` is in [`of_malloc`].
const CLANG: &[(&str, NamedError)] = &[
    ("core.NullDereference", NullDereference),
    ("core.NonNullParamChecker", NullDereference),
    ("unix.cstring.NullArg", NullDereference),
    ("core.DivideZero", DivisionByZero),
    ("core.BitwiseShift", BadShift),
    ("core.VLASize", ArraySize),
    ("core.CallAndMessage", Uninitialised),
    ("core.UndefinedBinaryOperatorResult", Uninitialised),
    ("core.uninitialized.ArraySubscript", Uninitialised),
    ("core.uninitialized.Assign", Uninitialised),
    ("core.uninitialized.Branch", Uninitialised),
    ("core.uninitialized.UndefReturn", Uninitialised),
    ("core.uninitialized.NewArraySize", Uninitialised),
    ("unix.cstring.UninitializedRead", Uninitialised),
    ("alpha.security.ArrayBound", OutOfBounds),
    ("alpha.security.ArrayBoundV2", OutOfBounds),
    ("security.ArrayBound", OutOfBounds),
    ("alpha.unix.cstring.OutOfBounds", OutOfBounds),
    ("unix.cstring.OutOfBounds", OutOfBounds),
    ("alpha.unix.cstring.BufferOverlap", LibraryMisuse),
    ("unix.MismatchedDeallocator", InvalidFree),
    ("cplusplus.NewDeleteLeaks", Leak),
];

/// Warnings of gcc, with `-fanalyzer` and without.
const GCC: &[(&str, NamedError)] = &[
    ("-Wanalyzer-null-dereference", NullDereference),
    ("-Wanalyzer-possible-null-dereference", NullDereference),
    ("-Wanalyzer-null-argument", NullDereference),
    ("-Wanalyzer-possible-null-argument", NullDereference),
    ("-Wanalyzer-deref-before-check", NullDereference),
    ("-Wanalyzer-jump-through-null", NullDereference),
    ("-Wnull-dereference", NullDereference),
    ("-Wanalyzer-out-of-bounds", OutOfBounds),
    ("-Wanalyzer-tainted-array-index", OutOfBounds),
    ("-Wanalyzer-tainted-offset", OutOfBounds),
    ("-Warray-bounds", OutOfBounds),
    ("-Warray-bounds=", OutOfBounds),
    ("-Wstringop-overflow", OutOfBounds),
    ("-Wstringop-overflow=", OutOfBounds),
    ("-Wstringop-overread", OutOfBounds),
    ("-Wanalyzer-use-after-free", UseAfterFree),
    (
        "-Wanalyzer-use-of-pointer-in-stale-stack-frame",
        UseAfterFree,
    ),
    ("-Wuse-after-free", UseAfterFree),
    ("-Wuse-after-free=", UseAfterFree),
    ("-Wanalyzer-double-free", DoubleFree),
    ("-Wanalyzer-free-of-non-heap", InvalidFree),
    ("-Wanalyzer-mismatching-deallocation", InvalidFree),
    ("-Wfree-nonheap-object", InvalidFree),
    ("-Wanalyzer-malloc-leak", Leak),
    ("-Wanalyzer-use-of-uninitialized-value", Uninitialised),
    ("-Wuninitialized", Uninitialised),
    ("-Wmaybe-uninitialized", Uninitialised),
    ("-Wanalyzer-tainted-divisor", DivisionByZero),
    ("-Wdiv-by-zero", DivisionByZero),
    ("-Wanalyzer-shift-count-negative", BadShift),
    ("-Wanalyzer-shift-count-overflow", BadShift),
    ("-Wshift-count-negative", BadShift),
    ("-Wshift-count-overflow", BadShift),
    ("-Wanalyzer-write-to-const", ConstantWritten),
    ("-Wanalyzer-write-to-string-literal", ConstantWritten),
    ("-Wanalyzer-infinite-recursion", Recursion),
    ("-Wanalyzer-tainted-assertion", Assertion),
    ("-Wanalyzer-overlapping-buffers", LibraryMisuse),
    ("-Wreturn-type", NoValueReturned),
];

/// Kinds of issues of Infer.
const INFER: &[(&str, NamedError)] = &[
    ("NULL_DEREFERENCE", NullDereference),
    ("NULLPTR_DEREFERENCE", NullDereference),
    ("NULLPTR_DEREFERENCE_LATENT", NullDereference),
    ("BUFFER_OVERRUN_L1", OutOfBounds),
    ("BUFFER_OVERRUN_L2", OutOfBounds),
    ("BUFFER_OVERRUN_L3", OutOfBounds),
    ("BUFFER_OVERRUN_L4", OutOfBounds),
    ("BUFFER_OVERRUN_L5", OutOfBounds),
    ("BUFFER_OVERRUN_S2", OutOfBounds),
    ("BUFFER_OVERRUN_U5", OutOfBounds),
    ("ARRAY_OUT_OF_BOUNDS_L1", OutOfBounds),
    ("ARRAY_OUT_OF_BOUNDS_L2", OutOfBounds),
    ("ARRAY_OUT_OF_BOUNDS_L3", OutOfBounds),
    ("USE_AFTER_FREE", UseAfterFree),
    ("USE_AFTER_FREE_LATENT", UseAfterFree),
    ("USE_AFTER_LIFETIME", UseAfterFree),
    ("MEMORY_LEAK", Leak),
    ("MEMORY_LEAK_C", Leak),
    ("UNINITIALIZED_VALUE", Uninitialised),
    ("PULSE_UNINITIALIZED_VALUE", Uninitialised),
    ("DIVIDE_BY_ZERO", DivisionByZero),
    ("INTEGER_OVERFLOW_L1", SignedOverflow),
    ("INTEGER_OVERFLOW_L2", SignedOverflow),
    ("INTEGER_OVERFLOW_L5", SignedOverflow),
    ("CLASS_CAST_EXCEPTION", ClassCast),
];

/// Queries of CodeQL.
const CODEQL: &[(&str, NamedError)] = &[
    ("cpp/missing-null-test", NullDereference),
    ("cpp/dereference-null-result", NullDereference),
    ("cpp/redundant-null-check-simple", NullDereference),
    ("cpp/use-after-free", UseAfterFree),
    ("cpp/using-expired-stack-address", UseAfterFree),
    ("cpp/double-free", DoubleFree),
    ("cpp/memory-never-freed", Leak),
    ("cpp/memory-may-not-be-freed", Leak),
    ("cpp/uninitialized-local", Uninitialised),
    ("cpp/conditionally-uninitialized-variable", Uninitialised),
    ("cpp/static-buffer-overflow", OutOfBounds),
    ("cpp/overflow-buffer", OutOfBounds),
    ("cpp/overflow-destination", OutOfBounds),
    ("cpp/unbounded-write", OutOfBounds),
    ("cpp/badly-bounded-write", OutOfBounds),
    ("cpp/overrunning-write", OutOfBounds),
    ("cpp/overrunning-write-with-float", OutOfBounds),
    ("cpp/very-likely-overrunning-write", OutOfBounds),
    ("cpp/invalid-pointer-deref", OutOfBounds),
    ("cpp/constant-array-overflow", OutOfBounds),
    ("cpp/tainted-arithmetic", SignedOverflow),
    ("cpp/uncontrolled-arithmetic", SignedOverflow),
    ("cpp/arithmetic-with-extreme-values", SignedOverflow),
    ("cpp/missing-return", NoValueReturned),
    ("java/dereferenced-value-may-be-null", NullDereference),
    ("java/dereferenced-value-is-always-null", NullDereference),
    ("java/dereferenced-expr-may-be-null", NullDereference),
    ("java/index-out-of-bounds", OutOfBounds),
    ("java/improper-validation-of-array-index", OutOfBounds),
    (
        "java/improper-validation-of-array-index-code-specified",
        OutOfBounds,
    ),
    ("java/improper-validation-of-array-construction", ArraySize),
    ("java/uncaught-number-format-exception", NumberFormat),
    ("java/impossible-array-cast", ClassCast),
];

/// Bug patterns of SpotBugs, and rules of PMD.
const SPOTBUGS_AND_PMD: &[(&str, NamedError)] = &[
    ("NP_ALWAYS_NULL", NullDereference),
    ("NP_ALWAYS_NULL_EXCEPTION", NullDereference),
    ("NP_ARGUMENT_MIGHT_BE_NULL", NullDereference),
    ("NP_CLOSING_NULL", NullDereference),
    ("NP_DEREFERENCE_OF_READLINE_VALUE", NullDereference),
    ("NP_EQUALS_SHOULD_HANDLE_NULL_ARGUMENT", NullDereference),
    ("NP_GUARANTEED_DEREF", NullDereference),
    ("NP_GUARANTEED_DEREF_ON_EXCEPTION_PATH", NullDereference),
    ("NP_IMMEDIATE_DEREFERENCE_OF_READLINE", NullDereference),
    ("NP_NONNULL_PARAM_VIOLATION", NullDereference),
    ("NP_NULL_ON_SOME_PATH", NullDereference),
    ("NP_NULL_ON_SOME_PATH_EXCEPTION", NullDereference),
    ("NP_NULL_ON_SOME_PATH_FROM_RETURN_VALUE", NullDereference),
    ("NP_NULL_ON_SOME_PATH_MIGHT_BE_INFEASIBLE", NullDereference),
    ("NP_NULL_PARAM_DEREF", NullDereference),
    ("NP_NULL_PARAM_DEREF_ALL_TARGETS_DANGEROUS", NullDereference),
    ("NP_NULL_PARAM_DEREF_NONVIRTUAL", NullDereference),
    ("NP_UNWRITTEN_FIELD", NullDereference),
    ("UWF_NULL_FIELD", NullDereference),
    ("UWF_FIELD_NOT_INITIALIZED_IN_CONSTRUCTOR", NullDereference),
    (
        "RCN_REDUNDANT_NULLCHECK_WOULD_HAVE_BEEN_A_NPE",
        NullDereference,
    ),
    ("RANGE_ARRAY_INDEX", OutOfBounds),
    ("RANGE_ARRAY_LENGTH", OutOfBounds),
    ("RANGE_ARRAY_OFFSET", OutOfBounds),
    ("RANGE_STRING_INDEX", OutOfBounds),
    ("BC_BAD_CAST_TO_ABSTRACT_COLLECTION", ClassCast),
    ("BC_BAD_CAST_TO_CONCRETE_COLLECTION", ClassCast),
    ("BC_EQUALS_METHOD_SHOULD_WORK_FOR_ALL_OBJECTS", ClassCast),
    ("BC_IMPOSSIBLE_CAST", ClassCast),
    ("BC_IMPOSSIBLE_DOWNCAST", ClassCast),
    ("BC_IMPOSSIBLE_DOWNCAST_OF_TOARRAY", ClassCast),
    ("BC_UNCONFIRMED_CAST", ClassCast),
    ("BC_UNCONFIRMED_CAST_OF_RETURN_VALUE", ClassCast),
    ("CAA_COVARIANT_ARRAY_ELEMENT_STORE", ArrayStore),
    ("IL_INFINITE_RECURSIVE_LOOP", Recursion),
    ("IT_NO_SUCH_ELEMENT", NoSuchElement),
    ("BrokenNullCheck", NullDereference),
    ("MisplacedNullCheck", NullDereference),
    ("ClassCastExceptionWithToArray", ClassCast),
];

/// Problems of Eclipse's compiler for Java, by their names in `IProblem`.
const ECLIPSE: &[(&str, NamedError)] = &[
    ("NullLocalVariableReference", NullDereference),
    ("PotentialNullLocalVariableReference", NullDereference),
    ("NullExpressionReference", NullDereference),
    ("PotentialNullExpressionReference", NullDereference),
    ("DereferencingNullableExpression", NullDereference),
    ("NullableFieldReference", NullDereference),
    ("NullUnboxing", NullDereference),
    ("PotentialNullUnboxing", NullDereference),
];

const FAMILIES: [&[(&str, NamedError)]; 7] = [
    CPPCHECK,
    CLANG,
    GCC,
    INFER,
    CODEQL,
    SPOTBUGS_AND_PMD,
    ECLIPSE,
];

/// Rules that have the weakness of an error and are about something else: what leads to it, or what looks like it.
const NO_ERRORS: &[&str] = &[
    "nullPointerArithmetic",
    "nullPointerArithmeticOutOfMemory",
    "nullPointerArithmeticRedundantCheck",
    "pointerOutOfBounds",
    "pointerOutOfBoundsCond",
    "resourceLeak",
    "deallocret",
    "returnDanglingLifetime",
    "danglingLifetime",
    "shiftTooManyBitsSigned",
    "shiftNegativeLHS",
    "unreadVariable",
    "unusedVariable",
    "core.StackAddressEscape",
    "core.FixedAddressDereference",
    "cpp/return-stack-allocated-memory",
    "NP_LOAD_OF_KNOWN_NULL_VALUE",
    "NP_TOSTRING_COULD_RETURN_NULL",
    "NP_BOOLEAN_RETURN_NULL",
    "NP_METHOD_PARAMETER_TIGHTENS_ANNOTATION",
    "NP_METHOD_RETURN_RELAXING_ANNOTATION",
];

/// Rules about what is passed or kept, which the machine notices only where it is used.
const MEAN_MORE: &[(&str, &str)] = &[
    ("core.NonNullParamChecker", NULL_PASSED),
    ("unix.cstring.NullArg", NULL_PASSED),
    ("-Wanalyzer-null-argument", NULL_PASSED),
    ("-Wanalyzer-possible-null-argument", NULL_PASSED),
    ("NP_NONNULL_PARAM_VIOLATION", NULL_PASSED),
    ("NP_ARGUMENT_MIGHT_BE_NULL", NULL_PASSED),
    ("UWF_NULL_FIELD", NULL_PASSED),
    ("UWF_FIELD_NOT_INITIALIZED_IN_CONSTRUCTOR", NULL_PASSED),
    ("nullPointerOutOfMemory", RESOURCES),
    ("nullPointerOutOfResources", RESOURCES),
    ("ctunullpointerOutOfMemory", RESOURCES),
    ("ctunullpointerOutOfResources", RESOURCES),
    ("mismatchAllocDealloc", DEALLOCATOR),
    ("unix.MismatchedDeallocator", DEALLOCATOR),
    ("-Wanalyzer-mismatching-deallocation", DEALLOCATOR),
    ("cpp/missing-null-test", RESOURCES),
    ("cpp/missing-return", NO_VALUE),
    ("missingReturn", NO_VALUE),
    ("-Wreturn-type", NO_VALUE),
    ("cpp/tainted-arithmetic", OTHER_NUMBERS),
    ("cpp/uncontrolled-arithmetic", OTHER_NUMBERS),
    ("cpp/arithmetic-with-extreme-values", OTHER_NUMBERS),
    ("INTEGER_OVERFLOW_L1", OTHER_NUMBERS),
    ("INTEGER_OVERFLOW_L2", OTHER_NUMBERS),
    ("INTEGER_OVERFLOW_L5", OTHER_NUMBERS),
];

const NULL_PASSED: &str =
    "null that is passed or kept is an error only where something accesses what it points to";
const RESOURCES: &str = "not everything that may be missing was tried (memory, files)";
const DEALLOCATOR: &str = "which function memory comes from and is given back to is not compared";
const NO_VALUE: &str = "C only forbids to use the value that is missing";
const OTHER_NUMBERS: &str = "unsigned numbers and conversions are looked at only with --check";
const WEAKNESS: &str = "the rule is known by its weakness (CWE) only, which may mean more";

/// Weaknesses (CWE) that are errors, for rules that are not known by name.
fn of_weakness(number: u32) -> Option<NamedError> {
    Some(match number {
        476 | 690 => NullDereference,
        119..=122 | 124..=127 | 129 | 131 | 787 | 788 | 805 | 823 => OutOfBounds,
        416 | 825 => UseAfterFree,
        415 => DoubleFree,
        590 | 761..=763 => InvalidFree,
        401 => Leak,
        369 => DivisionByZero,
        190 | 191 => SignedOverflow,
        1335 => BadShift,
        457 | 824 | 908 => Uninitialised,
        674 => Recursion,
        617 => Assertion,
        _ => return None,
    })
}

/// Clang's checkers of `malloc` and `new` say in words what is wrong.
fn of_malloc(message: &str) -> NamedError {
    let message = message.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| message.contains(word));
    if says(&["leak"]) {
        Leak
    } else if says(&[
        "attempt to free released",
        "double free",
        "attempt to release already",
    ]) {
        DoubleFree
    } else if says(&["after it is freed", "after it is released", "use of memory"]) {
        UseAfterFree
    } else {
        InvalidFree
    }
}

/// The error that a result names; `None` if it names none that is looked for.
pub fn condition(result: &ReportedResult) -> Option<RuleError> {
    let rule = result.rule.as_str();
    let exact = |condition, means_more| RuleError {
        condition,
        means_more,
    };
    if NO_ERRORS.contains(&rule) {
        return None;
    }
    if matches!(rule, "unix.Malloc" | "cplusplus.NewDelete") {
        return Some(exact(of_malloc(&result.message), None));
    }
    let mut known = FAMILIES.iter().flat_map(|family| family.iter());
    if let Some((_, condition)) = known.find(|(name, _)| *name == rule) {
        let more = MEAN_MORE.iter().find(|(name, _)| *name == rule);
        return Some(exact(condition.clone(), more.map(|(_, why)| *why)));
    }
    if let Some(own) = NamedError::of_own_rule(rule) {
        return Some(exact(own, None));
    }
    let mut weaknesses = result.weaknesses.iter();
    let condition = weaknesses.find_map(|&number| of_weakness(number))?;
    Some(exact(condition, Some(WEAKNESS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_own_logs_are_known() {
        let own = NamedError::of_own_rule;
        assert_eq!(own("division-by-zero"), Some(DivisionByZero));
        assert_eq!(own("invalid-pointer"), Some(OutOfBounds));
        assert_eq!(
            own("uncaught-exception/java.lang.ClassCastException"),
            Some(ClassCast)
        );
        assert_eq!(own("shop/uncaught-exception"), None);
        let lost = own("uncaught-exception/acme.Lost").expect("it is a rule of ours");
        assert!(lost.is_shown_by("uncaught-exception", Some("acme.Lost")));
        assert!(!lost.is_shown_by("uncaught-exception", Some("acme.Found")));
    }

    #[test]
    fn each_kind_is_a_rule_that_findings_of_it_show() {
        let kinds = ir::ErrorKind::ALL.iter().map(|kind| kind.name());
        for kind in kinds.chain(["native-error"]) {
            let named = NamedError::of_own_rule(kind);
            assert!(named.is_some_and(|it| it.is_shown_by(kind, None)), "{kind}");
        }
    }

    #[test]
    fn any_result_has_a_rule() {
        let log = r#"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "t", "rules": [
            {"id": "unix.Malloc"}, {"id": "cpp/x", "properties": {"tags": ["external/cwe/cwe-476"]}}]}},
            "results": [{"ruleId": "unix.Malloc", "message": {"text": "Attempt to free released memory"}},
                        {"ruleIndex": 1, "message": {"text": "null"}},
                        {"ruleId": "nullPointer", "message": {"text": "Null pointer dereference: p"}}]}]}"#;
        let conditions = |bytes: &[u8]| {
            let analysis = sarif::Analysis::read(bytes).ok()?;
            Some(analysis.results.iter().filter_map(condition).count())
        };
        assert_eq!(conditions(log.as_bytes()), Some(3));
        mutants::check(&mutants::texts(&[log]), 3_000, |bytes| {
            conditions(bytes);
        });
    }
}
