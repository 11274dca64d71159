//! Rules that only modules break which have no textual form.

use ir::{BlockId, InstructionKind, Module, Operand, Reg, TerminatorKind, Type, parse, verify};
use std::sync::Arc;

const TEXT: &str = "
function f(%a: i32) -> i32 {
entry:
  %b: i32 = call f(i32 %a)
  jump end [%b = %a]
end:
  return %b
}";

/// What the verifier says of the module above after a change.
fn broken(change: impl FnOnce(&mut ir::Function)) -> String {
    let mut module: Module = parse("text", TEXT).expect("the text is a module");
    change(Arc::make_mut(&mut module.functions[0]));
    let printed = module.to_string();
    assert!(
        parse("printed", &printed).is_err(),
        "it can be written:\n{printed}"
    );
    let errors = verify(&module).expect_err("the module is broken");
    errors.iter().map(|error| format!("{error}\n")).collect()
}

#[test]
fn registers_exist() {
    let found =
        broken(|f| f.blocks[1].terminator.kind = TerminatorKind::Return(vec![Reg(9).into()]));
    assert_eq!(
        found,
        "function `f`, block1, terminator: there is no register %9\n"
    );
    let found = broken(|f| f.parameters[0].register = Reg(7));
    assert_eq!(found, "function `f`: there is no register %7\n");
    let found = broken(|f| {
        let to = Reg(5);
        let value = Operand::bits(1);
        f.blocks[0].instructions[0].kind = InstructionKind::Copy { to, value };
    });
    assert_eq!(
        found,
        "function `f`, block0, instruction 0: there is no register %5\n"
    );
}

#[test]
fn blocks_exist() {
    let found = broken(|f| f.blocks[0].terminator.kind.edges_mut()[0].target = BlockId(5));
    assert_eq!(
        found,
        "function `f`, block0, terminator: there is no block5\n"
    );
}

#[test]
fn types_have_bits() {
    let found = broken(|f| f.registers.push(Type::Int(0)));
    assert_eq!(
        found,
        "function `f`: i0 is not a type: integers have 1 to 65536 bits\n"
    );
    broken(|f| f.registers.push(Type::Int(Type::MAX_INT_WIDTH + 1)));
}

#[test]
fn arguments_have_types() {
    let found = broken(|f| match &mut f.blocks[0].instructions[0].kind {
        InstructionKind::Call { types, .. } => types.clear(),
        other => panic!("not a call: {other:?}"),
    });
    assert_eq!(
        found,
        "function `f`, block0, instruction 0: 0 types for 1 arguments\n"
    );
}
