//! Operations on objects and classes that library code in Java asks for, one file a family.

mod arrays;
mod classes;
mod frames;
mod observe;
mod references;
mod text;

use crate::Cell;
use crate::fault::Outcome;
use crate::interpret::{LazyFlags, OPEN, Run};
use ir::Intrinsic;

/// Fixed time of day at which every run takes place, in milliseconds since 1970.
const NOW: u64 = 1_700_000_000_000;

impl Run<'_> {
    /// Executes one of these intrinsics on its arguments.
    pub(super) fn java_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        a: &dyn Fn(usize) -> Cell,
    ) -> Outcome<Option<Cell>> {
        let result = match intrinsic {
            Intrinsic::ClassBegin => self.class_begin(a(0))?,
            Intrinsic::ClassFailed => return self.class_failed(a(0)).map(|()| None),
            Intrinsic::ClassState => self.class_state(a(0))?,
            Intrinsic::ClassFromId => {
                let class = self.class_id(a(0))?;
                Cell::concrete(self.class_object(class)?)
            }
            Intrinsic::ClassToId => Cell::concrete(u64::from(self.class_meant(a(0))?.0)),
            Intrinsic::ClassOfObject => {
                let class = self.class_of(a(0))?;
                Cell::concrete(self.class_object(class)?)
            }
            Intrinsic::ClassFind => self.class_find(a(0))?,
            Intrinsic::ClassName => self.class_name(a(0))?,
            Intrinsic::ClassSuper => self.class_super(a(0))?,
            Intrinsic::ClassElement => self.class_element(a(0))?,
            Intrinsic::ClassArray => self.class_array(a(0))?,
            Intrinsic::ClassKindOf => self.class_kind(a(0))?,
            Intrinsic::ClassInterface => self.class_interface(a(0), a(1))?,
            Intrinsic::ClassIsAssignable => {
                let (of, class) = (self.class_meant(a(0))?, self.class_meant(a(1))?);
                Cell::concrete(u64::from(self.machine.is_subclass(class, of)))
            }
            Intrinsic::ClassIsInstance => self.class_is_instance(a(0), a(1))?,
            Intrinsic::ClassInitialiser => self.class_initialiser(a(0))?,
            Intrinsic::ClassModifiers => self.class_modifiers(a(0))?,
            Intrinsic::ClassIsUser => {
                let class = self.class_meant(a(0))?;
                let user = self.machine.class_info(class)?.class.user;
                Cell::concrete(u64::from(user))
            }
            Intrinsic::ClassFile => self.class_file(a(0))?,
            Intrinsic::MethodCaller => self.method_caller(a(0), a(1))?,
            Intrinsic::ClassStatics => self.class_statics(a(0))?,
            Intrinsic::FieldOffset => self.field_offset(a(0), a(1))?,
            Intrinsic::NewInstance => self.new_instance(a(0))?,
            Intrinsic::NewArrayOf => self.new_array_of_class(a(0), a(1))?,
            Intrinsic::CloneObject => self.clone_object(a(0))?,
            Intrinsic::ArrayCopy => {
                let range = [a(1), a(3), a(4)];
                return self.array_copy(a(0), a(2), range).map(|()| None);
            }
            Intrinsic::InternString => self.intern_string(a(0))?,
            Intrinsic::IdentityHash => self.identity_hash(a(0))?,
            Intrinsic::Backtrace => self.backtrace(a(0))?,
            Intrinsic::FrameClass => self.frame_class(a(0))?,
            Intrinsic::FrameMethod => self.frame_method(a(0))?,
            Intrinsic::FrameFile => self.frame_file(a(0))?,
            Intrinsic::CallerClass => self.caller_class(a(0))?,
            Intrinsic::OutputArray => {
                return self.output_array(a(0), a(1), a(2), a(3)).map(|()| None);
            }
            Intrinsic::OutputText => return self.output_text(a(0), a(1)).map(|()| None),
            Intrinsic::OutputValue => {
                return self.output_value(a(0), a(1), a(2)).map(|()| None);
            }
            Intrinsic::HostReadArray => self.host_read_array(a(0), a(1), a(2))?,
            Intrinsic::InputBytes => self.input_bytes(a(0), a(1))?,
            Intrinsic::UnsupportedText => {
                let what = self.string_text(a(0))?;
                return crate::fault::unsupported(what);
            }
            Intrinsic::ErrorText => return self.error_text(a(0), a(1)).map(|()| None),
            Intrinsic::InputValue => self.input_value(a(0), a(1))?,
            Intrinsic::LazyInput => self.lazy_input(a(0), a(1), a(2), Cell::ZERO)?,
            Intrinsic::LazyInputOf => self.lazy_input(a(0), a(1), a(2), a(3))?,
            Intrinsic::InputType => self.input_type(a(0))?,
            Intrinsic::InputSize => self.input_size(a(0))?,
            Intrinsic::InputElement => self.input_element([a(0), a(1), a(2), a(3)], OPEN)?,
            Intrinsic::InputComponent => self.input_component([a(0), a(1), a(2), a(3)])?,
            Intrinsic::InputNumber => self.input_number(a(0))?,
            Intrinsic::InputObject => {
                let flags = LazyFlags {
                    not_null: true,
                    ..OPEN
                };
                self.input_element([a(0), a(1), a(2), Cell::ZERO], flags)?
            }
            Intrinsic::InputArgument => self.input_argument(a(0), a(1), a(2))?,
            Intrinsic::InputMade => return self.input_made(a(0), a(1)).map(|()| None),
            Intrinsic::Observe => return self.observe(a(0), a(1)).map(|()| None),
            Intrinsic::Uncaught => return self.uncaught(a(0), a(1)).map(|()| None),
            Intrinsic::ModelValue => Cell::concrete(self.under_model(a(0))),
            Intrinsic::HostIsFree => self.host_is_free(a(0))?,
            Intrinsic::HostValue => self.host_value(a(0), a(1))?,
            Intrinsic::TimeMillis => Cell::concrete(NOW + self.nanoseconds() / 1_000_000),
            Intrinsic::TimeNanos => Cell::concrete(self.nanoseconds()),
            Intrinsic::OrderSalt => Cell::concrete(self.order_salt()),
            Intrinsic::OrderReversed => Cell::concrete(u64::from(self.order_salt() & 1 == 0)),
            other => {
                let what = format!("intrinsic {}", other.name());
                return crate::fault::unsupported(what);
            }
        };
        Ok(Some(result))
    }
}
