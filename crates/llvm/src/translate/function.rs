//! The translation of one function.

use super::exceptions::is_of_c;
use super::module::ModuleTranslator;
use super::{Result, Unsupported};
use crate::debug::DebugParameter;
use crate::reader::{Block, Value};
use ir::builder::Builder;
use ir::{
    BlockId, Function, InstructionKind, Location, Operand, Parameter, Reg, SourceParameter, Type,
};
use llvm_sys::LLVMOpcode;
use rustc_hash::{FxHashMap, FxHashSet};

/// A function under translation.
pub struct FunctionTranslator<'t, 'm> {
    pub program: &'t mut ModuleTranslator<'m>,
    pub b: Builder,
    /// Scalars of arguments and instructions.
    pub values: FxHashMap<Value<'m>, Vec<Operand>>,
    /// First block of each reachable block.
    pub block_ids: FxHashMap<Block<'m>, BlockId>,
    /// Phis and their values, by edge.
    pub incoming: FxHashMap<(Block<'m>, Block<'m>), Vec<(Value<'m>, Value<'m>)>>,
    /// Numbers of conditional branches and switches.
    pub decisions: FxHashMap<Value<'m>, u32>,
    /// The block that leaves the function with an exception under way, if there is one.
    pub way_out: Option<BlockId>,
    /// Types of the scalars returned.
    pub results: Vec<Type>,
    /// True if an optimiser may have executed pure instructions ahead of the conditions that made
    /// them harmless, so that overflowing ones are no errors.
    pub optimised: bool,
    /// True for code that was compiled without exceptions.
    pub of_c: bool,
    /// True for code of the user.
    pub user: bool,
    /// Nesting of constant expressions being computed.
    pub expression_depth: usize,
}

/// A function without a body.
pub fn declaration(name: &str, parameters: &[Type], results: &[Type]) -> Function {
    let parameters_of = |index: usize| Parameter {
        register: Reg(index as u32),
        name: String::new(),
        source_type: None,
        pointee: None,
        by_value_size: None,
    };
    Function {
        name: name.to_owned(),
        parameters: (0..parameters.len()).map(parameters_of).collect(),
        variadic: false,
        results: results.to_vec(),
        source_result: None,
        source_parameters: Vec::new(),
        registers: parameters.to_vec(),
        blocks: Vec::new(),
        location: Location::default(),
        user: false,
        internal: false,
        throws: false,
    }
}

impl<'t, 'm> FunctionTranslator<'t, 'm> {
    /// Empty, in a block of its own.
    pub fn new(program: &'t mut ModuleTranslator<'m>, b: Builder) -> FunctionTranslator<'t, 'm> {
        FunctionTranslator {
            program,
            b,
            values: FxHashMap::default(),
            block_ids: FxHashMap::default(),
            incoming: FxHashMap::default(),
            decisions: FxHashMap::default(),
            way_out: None,
            results: Vec::new(),
            optimised: true,
            of_c: false,
            user: false,
            expression_depth: 0,
        }
    }

    /// Translates a function of the module.
    pub fn translate(
        program: &'t mut ModuleTranslator<'m>,
        value: Value<'m>,
        user: bool,
    ) -> Function {
        let name = value.name();
        let location = program.location(value.subprogram());
        let signature = program.signature(value.value_type());
        let mut function = declaration(&name, &[], &[]);
        function.location = location;
        function.user = user;
        function.internal = value.is_internal();
        function.variadic = value.value_type().is_variadic();
        let mut translator = FunctionTranslator::new(program, Builder::new(1));
        translator.user = user;
        translator.of_c = is_of_c(value);
        translator.optimised = translator
            .program
            .debug
            .is_optimised(&name)
            .unwrap_or_else(|| {
                // Without debug information only clang's -O0 marks its functions.
                !value.has_attribute("optnone")
            });
        match signature {
            Ok(signature) => {
                function.results.clone_from(&signature.results);
                translator.results = signature.results;
                function.parameters = translator.parameters(value);
                translator.source_types(value, &name, &mut function);
                if value.is_declaration() {
                    function.registers = translator.b.finish_registers();
                    return function;
                }
                translator.body(value);
            }
            Err(Unsupported(what)) => {
                translator.b.location = location;
                translator.b.emit(InstructionKind::Unsupported { what });
                translator.b.end_unreachable();
            }
        }
        let (registers, blocks) = translator.b.finish();
        function.registers = registers;
        function.blocks = blocks;
        function
    }

    /// Registers for the arguments.
    fn parameters(&mut self, function: Value<'m>) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        for (index, argument) in function.parameters().into_iter().enumerate() {
            // The signature was laid out before, so every parameter can be.
            let Ok(layout) = self.program.layouts.of(argument.ty()) else {
                continue;
            };
            let name = argument.name();
            let by_value = function.parameter_by_value(index as u32);
            let by_value_size = by_value.map(|ty| ty.alloc_size(self.program.module));
            let mut operands = Vec::new();
            for (part, ty) in layout.types().enumerate() {
                let register = self.b.register(ty);
                operands.push(register.into());
                let name = match layout.leaves.len() {
                    1 => name.clone(),
                    _ => format!("{name}.{part}"),
                };
                parameters.push(Parameter {
                    register,
                    name,
                    source_type: None,
                    pointee: None,
                    by_value_size,
                });
            }
            self.values.insert(argument, operands);
        }
        parameters
    }

    /// Names and types of parameters and result as the source has them. A part of a structure that
    /// the calling convention split is named and typed after the member it holds; where it holds
    /// several, it keeps LLVM's name and has no source type.
    fn source_types(&mut self, value: Value<'m>, name: &str, function: &mut Function) {
        // Where one is several parameters, none is known by its number.
        let arguments = value.parameters();
        let arguments = match arguments.len() == function.parameters.len() {
            true => arguments,
            false => Vec::new(),
        };
        let debug = self.program.debug.parameters(name).to_vec();
        let positional = debug.len() == function.parameters.len();
        let (mut split, mut visible) = (false, 0);
        for parameter in &function.parameters {
            split |= StructurePart::of_name(&parameter.name).is_some();
            visible += usize::from(parameter.name != RESULT_NAME);
        }
        if split || debug.len() != visible {
            function.source_parameters = self.declared(&debug);
        }
        for (index, parameter) in function.parameters.iter_mut().enumerate() {
            if let Some(part) = StructurePart::of_name(&parameter.name) {
                let bits = u64::from(self.b.register_type(parameter.register).width());
                let whole = debug.iter().find(|d| d.name == part.whole);
                let member = whole.and_then(|whole| {
                    let offset = part.offset(bits / 8);
                    self.program.source_type_part(whole.ty?, offset, bits)
                });
                if let Some((member, ty)) = member {
                    // A union by value; of C++ its type alone may as well be that of an object whose address is passed.
                    let suffix = match self.program.is_union(ty) {
                        true => ir::IN_REGISTER,
                        false => "",
                    };
                    parameter.name = format!("{}{member}{suffix}", part.whole);
                    parameter.source_type = Some(ty);
                }
                continue;
            }
            let named = debug
                .iter()
                .find(|d| !d.name.is_empty() && d.name == parameter.name);
            let found = named.or_else(|| debug.get(index).filter(|_| positional));
            let Some(found) = found else { continue };
            if named.is_none() && parameter.name == RESULT_NAME {
                continue;
            }
            parameter.name.clone_from(&found.name);
            parameter.source_type = found.ty.map(|node| self.program.source_type(node));
            if let (Some(node), Some(argument)) = (found.ty, arguments.get(index)) {
                parameter.pointee = self.program.pointee_by_use(name, *argument, node);
            }
        }
        if let Some(Some(node)) = self.program.debug.result(name) {
            function.source_result = Some(self.program.source_type(node));
        }
    }

    /// The parameters that the source declares; none where the type of one is not known.
    fn declared(&mut self, debug: &[DebugParameter]) -> Vec<SourceParameter> {
        let declared = debug.iter().map(|parameter| {
            Some(SourceParameter {
                name: parameter.name.clone(),
                ty: self.program.source_type(parameter.ty?),
            })
        });
        declared.collect::<Option<Vec<_>>>().unwrap_or_default()
    }

    fn body(&mut self, function: Value<'m>) {
        let blocks = function.blocks();
        self.number_decisions(&blocks);
        let order = reverse_post_order(&blocks);
        let reachable: FxHashSet<Block<'m>> = order.iter().copied().collect();
        let mut b = Builder::new(reachable.len());
        self.b.move_registers_to(&mut b);
        self.b = b;
        let kept = blocks.iter().filter(|block| reachable.contains(*block));
        for (index, block) in kept.enumerate() {
            self.block_ids.insert(*block, BlockId(index as u32));
            self.collect_phis(*block);
        }
        for block in order {
            self.block(block);
        }
    }

    fn number_decisions(&mut self, blocks: &[Block<'m>]) {
        let terminators = blocks.iter().filter_map(|block| block.terminator());
        let decisions = terminators.filter(|terminator| terminator.is_decision());
        for (number, decision) in decisions.enumerate() {
            self.decisions.insert(decision, number as u32);
        }
    }

    /// Registers for the phis of a block, and their values by edge.
    fn collect_phis(&mut self, block: Block<'m>) {
        let phis = block
            .instructions()
            .take_while(|i| i.opcode() == LLVMOpcode::LLVMPHI);
        for phi in phis {
            let Ok(layout) = self.program.layouts.of(phi.ty()) else {
                continue;
            };
            let registers = layout
                .types()
                .map(|ty| self.b.register(ty).into())
                .collect();
            self.values.insert(phi, registers);
            for (value, from) in phi.incoming() {
                let moves = self.incoming.entry((from, block)).or_default();
                // A switch may have several edges between two blocks; their values agree.
                if moves.last().is_none_or(|(last, _)| *last != phi) {
                    moves.push((phi, value));
                }
            }
        }
    }

    fn block(&mut self, block: Block<'m>) {
        self.b.enter(self.block_ids[&block]);
        for instruction in block.instructions() {
            self.b.location = self.program.location(instruction.location());
            if is_terminator(instruction.opcode()) {
                self.terminator(block, instruction);
            } else {
                self.instruction(instruction);
            }
        }
    }

    fn instruction(&mut self, value: Value<'m>) {
        let result = match self.program.layouts.of(value.ty()) {
            Ok(_) => self.compute(value),
            Err(unsupported) => Err(unsupported),
        };
        match result {
            Ok(operands) => {
                if value.opcode() != LLVMOpcode::LLVMPHI {
                    self.values.insert(value, operands);
                }
            }
            // Uses find no value and take zeros: they are not executed.
            Err(Unsupported(what)) => self.unsupported(what),
        }
    }

    /// Ends the path as unsupported when executed.
    pub fn unsupported(&mut self, what: String) {
        self.b.emit(InstructionKind::Unsupported { what });
    }

    /// The scalars of an instruction or constant expression.
    pub fn compute(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        use LLVMOpcode::*;
        let opcode = value.opcode();
        self.notice_constant_addresses(value)?;
        match opcode {
            LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl
            | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor => self.integer_binary(value),
            LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => self.float_binary(value),
            LLVMFNeg => self.float_negate(value),
            LLVMICmp => self.integer_compare(value),
            LLVMFCmp => self.float_compare(value),
            LLVMSelect => self.select(value),
            LLVMFreeze => self.operands(value.operand(0)),
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP
            | LLVMFPTrunc | LLVMFPExt | LLVMIntToPtr | LLVMAddrSpaceCast => self.cast(value),
            LLVMPtrToInt => self.pointer_to_integer(value),
            LLVMBitCast => self.bit_cast(value),
            LLVMAlloca => self.alloca(value),
            LLVMLoad => self.load(value),
            LLVMStore => self.store_value(value.operand(0), value.operand(1)),
            LLVMGetElementPtr => self.gep(value),
            LLVMPHI => Ok(Vec::new()),
            LLVMCall => {
                let results = self.call(value)?;
                self.leave_if_thrown(value);
                Ok(results)
            }
            LLVMLandingPad => self.landing_pad(value),
            LLVMExtractElement => self.extract_element(value),
            LLVMInsertElement => self.insert_element(value),
            LLVMShuffleVector => self.shuffle(value),
            LLVMExtractValue => self.extract_value(value),
            LLVMInsertValue => self.insert_value(value),
            LLVMFence => Ok(Vec::new()),
            LLVMAtomicCmpXchg => self.compare_exchange(value),
            LLVMAtomicRMW => self.atomic_update(value),
            LLVMVAArg => Err(Unsupported("the instruction va_arg".to_owned())),
            LLVMCatchPad | LLVMCleanupPad | LLVMUserOp1 | LLVMUserOp2 => Err(Unsupported(format!(
                "the instruction {}",
                value.print().trim()
            ))),
            LLVMRet | LLVMBr | LLVMSwitch | LLVMIndirectBr | LLVMInvoke | LLVMUnreachable
            | LLVMCallBr | LLVMResume | LLVMCleanupRet | LLVMCatchRet | LLVMCatchSwitch => {
                unreachable!("terminators are handled by `terminator`")
            }
        }
    }
}

pub fn is_terminator(opcode: LLVMOpcode) -> bool {
    use LLVMOpcode::*;
    matches!(
        opcode,
        LLVMRet
            | LLVMBr
            | LLVMSwitch
            | LLVMIndirectBr
            | LLVMInvoke
            | LLVMUnreachable
            | LLVMCallBr
            | LLVMResume
            | LLVMCleanupRet
            | LLVMCatchRet
            | LLVMCatchSwitch
    )
}

/// Name clang gives to the hidden parameter that says where the result goes.
const RESULT_NAME: &str = "agg.result";

/// A part of a structure passed in registers, as clang names its parts: `s.coerce` for all of it or
/// `s.coerce0` and `s.coerce1` for each eight bytes, with an element number behind for vectors.
struct StructurePart {
    /// The parameter in the source.
    whole: String,
    eight_bytes: u64,
    element: u64,
}

impl StructurePart {
    fn of_name(name: &str) -> Option<StructurePart> {
        let (whole, part) = name.rsplit_once(".coerce")?;
        let (eight_bytes, element) = part.split_once('.').unwrap_or((part, "0"));
        let number = |digits: &str| match digits {
            "" => Some(0),
            digits => digits.parse::<u32>().ok().map(u64::from),
        };
        Some(StructurePart {
            whole: whole.to_owned(),
            eight_bytes: number(eight_bytes)?,
            element: number(element)?,
        })
    }

    /// Its offset in the structure, if it has that size.
    fn offset(&self, size: u64) -> u64 {
        self.eight_bytes * 8 + self.element * size
    }
}

/// Reachable blocks so that definitions come before uses (phis aside).
fn reverse_post_order<'m>(blocks: &[Block<'m>]) -> Vec<Block<'m>> {
    let Some(&entry) = blocks.first() else {
        return Vec::new();
    };
    let successors = |block: Block<'m>| {
        block
            .terminator()
            .map(|terminator| terminator.successors())
            .unwrap_or_default()
    };
    let mut seen = FxHashSet::from_iter([entry]);
    let mut order = Vec::with_capacity(blocks.len());
    let mut stack = vec![(entry, successors(entry).into_iter())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(next) if seen.insert(next) => stack.push((next, successors(next).into_iter())),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
