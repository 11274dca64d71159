//! Operations on objects and classes that library code in Java asks for, one file a family.

mod arrays;
mod classes;
mod frames;
mod observe;
mod references;
mod text;

use crate::fault::Outcome;
use crate::run::Run;
use crate::{Bound, Cell, Events, Surrounding};
use ir::{JavaIntrinsic, LazyFlags};

/// Fixed time of day at which every run takes place, in milliseconds since 1970.
const NOW: u64 = 1_700_000_000_000;

impl Run<'_> {
    /// Executes one of these intrinsics on its arguments.
    pub(super) fn java_intrinsic<E: Events>(
        &mut self,
        intrinsic: JavaIntrinsic,
        a: &dyn Fn(usize) -> Cell,
        events: &mut E,
    ) -> Outcome<Option<Cell>> {
        let result = match intrinsic {
            JavaIntrinsic::ClassBegin => self.class_begin(a(0))?,
            JavaIntrinsic::ClassFailed => return self.class_failed(a(0)).map(|()| None),
            JavaIntrinsic::ClassState => self.class_state(a(0))?,
            JavaIntrinsic::ClassFromId => {
                let class = self.class_id(a(0))?;
                Cell::concrete(self.class_object(class)?)
            }
            JavaIntrinsic::ClassToId => Cell::concrete(u64::from(self.class_meant(a(0))?.0)),
            JavaIntrinsic::ClassOfObject => {
                let class = self.class_of(a(0))?;
                Cell::concrete(self.class_object(class)?)
            }
            JavaIntrinsic::ClassFind => self.class_find(a(0))?,
            JavaIntrinsic::ClassName => self.class_name(a(0))?,
            JavaIntrinsic::ClassSuper => self.class_super(a(0))?,
            JavaIntrinsic::ClassElement => self.class_element(a(0))?,
            JavaIntrinsic::ClassArray => self.class_array(a(0))?,
            JavaIntrinsic::ClassKindOf => self.class_kind(a(0))?,
            JavaIntrinsic::ClassInterface => self.class_interface(a(0), a(1))?,
            JavaIntrinsic::ClassIsAssignable => {
                let (of, class) = (self.class_meant(a(0))?, self.class_meant(a(1))?);
                Cell::concrete(u64::from(self.machine.is_subclass(class, of)))
            }
            JavaIntrinsic::ClassIsInstance => self.class_is_instance(a(0), a(1))?,
            JavaIntrinsic::ClassInitialiser => self.class_initialiser(a(0))?,
            JavaIntrinsic::ClassModifiers => self.class_modifiers(a(0))?,
            JavaIntrinsic::ClassIsUser => {
                let class = self.class_meant(a(0))?;
                let user = self.machine.class_info(class)?.class.user;
                Cell::concrete(u64::from(user))
            }
            JavaIntrinsic::ClassFile => self.class_file(a(0))?,
            JavaIntrinsic::MethodCaller => self.method_caller(a(0), a(1))?,
            JavaIntrinsic::ClassStatics => self.class_statics(a(0))?,
            JavaIntrinsic::FieldOffset => self.field_offset(a(0), a(1))?,
            JavaIntrinsic::NewInstance => self.new_instance(a(0))?,
            JavaIntrinsic::NewArrayOf => self.new_array_of_class(a(0), a(1))?,
            JavaIntrinsic::CloneObject => self.clone_object(a(0))?,
            JavaIntrinsic::ArrayCopy => {
                let range = [a(1), a(3), a(4)];
                return self.array_copy(a(0), a(2), range).map(|()| None);
            }
            JavaIntrinsic::InternString => self.intern_string(a(0))?,
            JavaIntrinsic::IdentityHash => self.identity_hash(a(0))?,
            JavaIntrinsic::Backtrace => self.backtrace(a(0))?,
            JavaIntrinsic::FrameClass => self.frame_class(a(0))?,
            JavaIntrinsic::FrameMethod => self.frame_method(a(0))?,
            JavaIntrinsic::FrameFile => self.frame_file(a(0))?,
            JavaIntrinsic::CallerClass => self.caller_class(a(0))?,
            JavaIntrinsic::OutputArray => {
                return self.output_array(a(0), a(1), a(2), a(3)).map(|()| None);
            }
            JavaIntrinsic::OutputText => return self.output_text(a(0), a(1)).map(|()| None),
            JavaIntrinsic::OutputValue => {
                return self.output_value(a(0), a(1), a(2)).map(|()| None);
            }
            JavaIntrinsic::HostReadArray => self.host_read_array(a(0), a(1), a(2))?,
            JavaIntrinsic::InputBytes => self.input_bytes(a(0), a(1))?,
            JavaIntrinsic::UnsupportedText => {
                let what = self.string_text(a(0))?;
                return crate::fault::unsupported(what);
            }
            JavaIntrinsic::WarningText => {
                let text = self.string_text(a(0))?;
                if let Some(text) = self.new_warning(text) {
                    events.warning(&text);
                }
                return Ok(None);
            }
            JavaIntrinsic::ErrorText => return self.error_text(a(0), a(1)).map(|()| None),
            JavaIntrinsic::InputValue => self.input_value(a(0), a(1))?,
            JavaIntrinsic::LazyInput => self.lazy_input(a(0), a(1), a(2), Cell::ZERO)?,
            JavaIntrinsic::LazyInputOf => self.lazy_input(a(0), a(1), a(2), a(3))?,
            JavaIntrinsic::InputType => self.input_type(a(0))?,
            JavaIntrinsic::InputSize => self.input_size(a(0))?,
            JavaIntrinsic::InputElement => {
                self.input_element([a(0), a(1), a(2), a(3)], LazyFlags::default())?
            }
            JavaIntrinsic::InputComponent => self.input_component([a(0), a(1), a(2), a(3)])?,
            JavaIntrinsic::InputNumber => self.input_number(a(0))?,
            JavaIntrinsic::InputObject => {
                let flags = LazyFlags {
                    not_null: true,
                    ..LazyFlags::default()
                };
                self.input_element([a(0), a(1), a(2), Cell::ZERO], flags)?
            }
            JavaIntrinsic::InputArgument => self.input_argument(a(0), a(1), a(2))?,
            JavaIntrinsic::InputCalls => {
                let number = self.pin(a(0), 32)? as u32;
                self.state.heap.count_calls(number.cast_signed());
                return Ok(None);
            }
            JavaIntrinsic::InputCall => {
                let call = self.pin(a(0), 32)? as u32;
                let maker = self.frame.code.function;
                self.state.heap.add_call(maker, call);
                return Ok(None);
            }
            JavaIntrinsic::InputMade => {
                return self.input_made([a(0), a(1)], events).map(|()| None);
            }
            JavaIntrinsic::Observe => return self.observe(a(0), a(1)).map(|()| None),
            JavaIntrinsic::Uncaught => return self.uncaught(a(0), a(1)).map(|()| None),
            JavaIntrinsic::ModelValue => Cell::concrete(self.under_model(a(0))),
            JavaIntrinsic::HostIsFree => self.host_is_free(a(0))?,
            JavaIntrinsic::HostValue => self.host_value(a(0), a(1))?,
            JavaIntrinsic::TimeMillis => Cell::concrete(NOW + self.nanoseconds() / 1_000_000),
            JavaIntrinsic::TimeNanos => Cell::concrete(self.nanoseconds()),
            JavaIntrinsic::Surroundings => self.surroundings(),
            JavaIntrinsic::PropertyOfMachine => {
                if self.is_asked_by_program() {
                    let site = self.user_site();
                    let seen = Bound::Surroundings(Surrounding::Properties, site);
                    self.state.note_bound(seen);
                }
                return Ok(None);
            }
            JavaIntrinsic::OrderSalt => Cell::concrete(self.order_salt()),
            JavaIntrinsic::OrderReversed => Cell::concrete(u64::from(self.order_salt() & 1 == 0)),
        };
        Ok(Some(result))
    }
}
