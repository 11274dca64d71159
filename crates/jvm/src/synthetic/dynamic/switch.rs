//! Switches on patterns and enumerations (`java.lang.runtime.SwitchBootstraps`).

use super::Site;
use crate::Program;
use crate::bytecode::{Condition, Op};
use crate::class_file::PoolConstant;
use crate::descriptor::Kind;
use crate::program::{DynamicError, DynamicResult as Result};
use ir::FunctionId;

const HELPER: &str = "wayfarer/Switch";

impl Program {
    /// A function of an object and the number of the first label to try: the number of the first
    /// label that fits, their number if none does, or -1 for null.
    pub(super) fn pattern_switch(&self, site: &Site<'_>) -> Result<FunctionId> {
        let mut ops = vec![
            Op::Load(Kind::Reference, 0),
            Op::IfNull(false, 4),
            Op::Number(Kind::Int, u64::from(u32::MAX)),
            Op::Return(Some(Kind::Int)),
        ];
        for (index, label) in site.arguments.iter().enumerate() {
            let skip = ops.len() + 2;
            ops.extend([
                Op::Load(Kind::Int, 1),
                Op::Number(Kind::Int, index as u64),
                Op::IfCompare(Condition::Gt, 0),
            ]);
            self.label_test(site, label, &mut ops)?;
            let test = ops.len();
            ops.extend([
                Op::If(Condition::Eq, 0),
                Op::Number(Kind::Int, index as u64),
                Op::Return(Some(Kind::Int)),
            ]);
            let next = ops.len() as u32;
            for place in [skip, test] {
                if let Op::If(_, to) | Op::IfCompare(_, to) = &mut ops[place] {
                    *to = next;
                }
            }
        }
        ops.extend([
            Op::Number(Kind::Int, site.arguments.len() as u64),
            Op::Return(Some(Kind::Int)),
        ]);
        Ok(self.add_site(site, "switch", ops))
    }

    /// Appends what pushes whether the object fits a label.
    fn label_test(&self, site: &Site<'_>, label: &PoolConstant, ops: &mut Vec<Op>) -> Result<()> {
        match label {
            PoolConstant::Class(class) => {
                ops.extend([Op::Load(Kind::Reference, 0), Op::InstanceOf(*class)]);
            }
            PoolConstant::String(text) => {
                let literal = Op::Literal(self.literal_id(text.clone()));
                ops.extend([Op::Load(Kind::Reference, 0), literal]);
                let descriptor = "(Ljava/lang/Object;Ljava/lang/String;)Z";
                // In enumSwitch a string is the name of a constant.
                self.call_static(HELPER, "text", descriptor, ops);
            }
            PoolConstant::Integer(value) => {
                ops.push(Op::Load(Kind::Reference, 0));
                ops.push(Op::Number(Kind::Int, u64::from(*value as u32)));
                self.call_static(HELPER, "integer", "(Ljava/lang/Object;I)Z", ops);
            }
            PoolConstant::Dynamic(dynamic) => {
                let (class, name) = self.enum_description(site, dynamic)?;
                ops.extend([
                    Op::Load(Kind::Reference, 0),
                    Op::Literal(self.literal_id(class)),
                    Op::Literal(self.literal_id(name)),
                ]);
                let descriptor = "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;)Z";
                self.call_static(HELPER, "constant", descriptor, ops);
            }
            _ => return Err(DynamicError::Label("of an unknown kind")),
        }
        Ok(())
    }

    /// Names of class and constant of `EnumDesc.of(ClassDesc.of(class), constant)`.
    fn enum_description(
        &self,
        site: &Site<'_>,
        dynamic: &crate::class_file::DynamicRef,
    ) -> Result<(Vec<u16>, Vec<u16>)> {
        let unknown = || DynamicError::Label("that is no enumeration constant");
        let (_, arguments) = self.bootstrap(site.class, dynamic)?;
        let [.., PoolConstant::Dynamic(class), PoolConstant::String(name)] = arguments.as_slice()
        else {
            return Err(unknown());
        };
        let (_, arguments) = self.bootstrap(site.class, class)?;
        match arguments.as_slice() {
            [.., PoolConstant::String(class)] => Ok((class.clone(), name.clone())),
            _ => Err(unknown()),
        }
    }
}
