//! What Java programs and the library models in Java ask of the machine: objects, classes, inputs that
//! are objects.

use super::{I32, I64, PTR};

intrinsics! {
    /// An operation for Java.
    JavaIntrinsic:

    /// `(class)`: makes the statics of a class, zeroed: its initialisation has begun.
    ClassBegin = "class_begin"(I32) -> PTR;
    /// `(class)`: the initialisation of a class has failed; it has no statics from now on.
    ClassFailed = "class_failed"(I32);
    /// `(class)`: 0 before its initialisation began, 1 from then on, 2 if it failed.
    ClassState = "class_state"(I32) -> I32;
    /// `(id)`: the object that stands for the class of that id.
    ClassFromId = "class_from_id"(I32) -> PTR;
    /// `(class object)`: the id of the class it stands for.
    ClassToId = "class_to_id"(PTR) -> I32;
    /// `(object)`: the object that stands for its class.
    ClassOfObject = "class_of_object"(PTR) -> PTR;
    /// `(name)`: the object that stands for the class of that name (a string object), or null.
    ClassFind = "class_find"(PTR) -> PTR;
    /// `(class object)`: its name as a string object.
    ClassName = "class_name"(PTR) -> PTR;
    /// `(class object)`: the object that stands for its superclass, or null.
    ClassSuper = "class_super"(PTR) -> PTR;
    /// `(class object)`: the object that stands for its element class if it is an array class, or
    /// null.
    ClassElement = "class_element"(PTR) -> PTR;
    /// `(class object)`: the object that stands for the class of arrays of it.
    ClassArray = "class_array"(PTR) -> PTR;
    /// `(class object)`: 0 instantiable, 1 abstract, 2 interface, 3 enumeration, 4 array, 5
    /// primitive.
    ClassKindOf = "class_kind"(PTR) -> I32;
    /// `(class object, index)`: the object that stands for that one of the interfaces it implements
    /// directly, or null past the last.
    ClassInterface = "class_interface"(PTR, I32) -> PTR;
    /// `(of, class)`, two class objects: 1 if objects of the second can be assigned to the first.
    ClassIsAssignable = "class_is_assignable"(PTR, PTR) -> I32;
    /// `(class object, object)`: 1 if the object is not null and belongs to the class.
    ClassIsInstance = "class_is_instance"(PTR, PTR) -> I32;
    /// `(class object)`: address of the function that initialises it, to be called without
    /// arguments; null if there is none.
    ClassInitialiser = "class_initialiser"(PTR) -> PTR;
    /// `(class object)`: its access flags as the source has them, [`crate::Class::modifiers`].
    ClassModifiers = "class_modifiers"(PTR) -> I32;
    /// `(class object)`: 1 if it belongs to the program under test, 0 for one of a library.
    ClassIsUser = "class_is_user"(PTR) -> I32;
    /// `(class object)`: contents of its class file as a `byte[]`, or null if it has none.
    ClassFile = "class_file"(PTR) -> PTR;
    /// `(class object, number)`: address of the function that calls that one of the methods it
    /// declares, [`crate::Program::method_caller`]; null if there is none.
    MethodCaller = "method_caller"(PTR, I32) -> PTR;
    /// `(class object)`: the object that holds its static fields, or null before its
    /// initialisation began.
    ClassStatics = "class_statics"(PTR) -> PTR;
    /// `(class object, name)`: offset of a field that the class declares, in its instances or its
    /// statics, or -1.
    FieldOffset = "field_offset"(PTR, PTR) -> I64;
    /// `(class object)`: a zeroed instance.
    NewInstance = "new_instance"(PTR) -> PTR;
    /// `(class object, length)`: an array of elements of that class.
    NewArrayOf = "new_array_of"(PTR, I32) -> PTR;
    /// `(object)`: a copy with the same class and contents.
    CloneObject = "clone_object"(PTR) -> PTR;
    /// `(from, index, to, index, length)`: copies elements between arrays of one element size that
    /// may be the same; the bounds and types were checked before.
    ArrayCopy = "array_copy"(PTR, I32, PTR, I32, I32);
    /// `(string)`: the one string object of its contents.
    InternString = "intern_string"(PTR) -> PTR;
    /// `(object)`: a number for the object, the same for the same path.
    IdentityHash = "identity_hash"(PTR) -> I32;
    /// `(exception)`: an `int[]` of (function, line) pairs, innermost first, without the functions
    /// that are constructing the exception.
    Backtrace = "backtrace"(PTR) -> PTR;
    /// `(function)`: name of its class as a string object.
    FrameClass = "frame_class"(I32) -> PTR;
    /// `(function)`: its name without class and parameters as a string object.
    FrameMethod = "frame_method"(I32) -> PTR;
    /// `(function)`: its source file without folders as a string object, or null.
    FrameFile = "frame_file"(I32) -> PTR;
    /// `(depth)`: the object that stands for the class of the function that many calls up, or null;
    /// 0 is the function that executes this.
    CallerClass = "caller_class"(I32) -> PTR;
    /// `(descriptor, array, from, length)`: as `output`, from a `byte[]`.
    OutputArray = "output_array"(I32, PTR, I32, I32);
    /// `(descriptor, text)`: writes a string object in UTF-8 as it is under the model. Nothing forks
    /// and nothing is pinned, as nothing on the path depends on what was written.
    OutputText = "output_text"(I32, PTR);
    /// `(descriptor, kind, bits)`: writes a number in decimal as it is under the model; `kind` is
    /// the letter of its type's descriptor, one of `ZCIJ`.
    OutputValue = "output_value"(I32, I32, I64);
    /// `(array, from, length)`: as `host_read`, into a `byte[]`; -1 at the end.
    HostReadArray = "host_read_array"(PTR, I32, I32) -> I32;
    /// `(what, index)`: a `byte[]` of bytes that the program is given: of the environment variable of
    /// that index (0) or of standard input where that is an input file (1); null if there is none.
    InputBytes = "input_bytes"(I32, I32) -> PTR;
    /// `(text)`: as `unsupported`, from a string object.
    UnsupportedText = "unsupported_text"(PTR);
    /// `(text)`: as `warning`, from a string object.
    WarningText = "warning_text"(PTR);
    /// `(kind, message)`: as `error`, from string objects.
    ErrorText = "error_text"(PTR, PTR);
    /// `(kind, name)`: a named input; `kind` is the letter of the primitive type's descriptor
    /// (`'I'`, `'D'`, …), `name` a string object. Returns its bits, integers extended as their type
    /// has it.
    InputValue = "input_value"(I32, PTR) -> I64;
    /// `(class, name, flags)`: an input reference of a class given by its id, `name` a string
    /// object. Flags: 1 not null, 2 no other input may be the same object, 4 an array none of whose
    /// elements is null, 8 input objects are made by calls from now on ([`crate::InputObjects`]), 16 errors that
    /// need one in any other state are told apart.
    LazyInput = "lazy_input"(I32, PTR, I32) -> PTR;
    /// `(class, name, flags, type)`: as `lazy_input`; the type, a string object, is the generic type
    /// of the variable in the language's own notation.
    LazyInputOf = "lazy_input_of"(I32, PTR, I32, PTR) -> PTR;
    /// `(reference)`: of an input that is made by calls ([`crate::InputConstruction::Elements`]), given by its
    /// number, the generic type, or null.
    InputType = "input_type"(I32) -> PTR;
    /// `(reference)`: how many elements it has, an input.
    InputSize = "input_size"(I32) -> I32;
    /// `(reference, class, name, type)`: its next element, an input reference of a class given by its
    /// id and of a generic type (a string object or null). The name is behind that of the whole.
    InputElement = "input_element"(I32, I32, PTR, PTR) -> PTR;
    /// `(reference, class, name, type)`: the same for a component of a type that the class declares,
    /// and that may use its type parameters.
    InputComponent = "input_component"(I32, I32, PTR, PTR) -> PTR;
    /// `(object)`: number of the reference of an input that is a function.
    InputNumber = "input_number"(PTR) -> I32;
    /// `(reference, class, name)`: the same for an argument that is not null.
    InputObject = "input_object"(I32, I32, PTR) -> PTR;
    /// `(reference, kind, name)`: the same for an argument of a primitive type, `kind` and result as
    /// of `input_value`.
    InputArgument = "input_argument"(I32, I32, PTR) -> I64;
    /// `(number)`: so many more calls of sequences are made for inputs ([`crate::CallSequences`]) than was told
    /// before, or fewer.
    InputCalls = "input_calls"(I32);
    /// `(number)`: that one of [`crate::CallSequences::calls`] is made now.
    InputCall = "input_call"(I32);
    /// `(reference, object)`: the object that was made of all its elements or arguments.
    InputMade = "input_made"(I32, PTR);
    /// `(kind, value)`: tells what the code under test did: `kind` is the letter of the returned
    /// value's descriptor, or one of [`crate::observed`].
    Observe = "observe"(I32, I64);
    /// `(exception, text)`: the program ends by this exception, which nothing caught; the text, a
    /// string object, is what users see.
    Uncaught = "uncaught"(PTR, PTR);
    /// The value under the current model, without pinning it: only for what is shown where a path
    /// ends, as nothing may depend on it.
    ModelValue = "model_value"(I64) -> I64;
    /// `(source)`: 1 if what the host gives is an input: 0 the clock, 1 seeds of random numbers.
    HostIsFree = "host_is_free"(I32) -> I32;
    /// `(kind, name)`: as `input_value`, of something that the host gives and no test can set.
    HostValue = "host_value"(I32, PTR) -> I64;
    /// Milliseconds since 1970, the same in every run.
    TimeMillis = "time_millis"() -> I64;
    /// Nanoseconds that grow with every call, the same in every run.
    TimeNanos = "time_nanos"() -> I64;
    /// The number of the surroundings that the path runs in, if code of the user asks the library for something that is another
    /// on another machine; 0 for other code.
    Surroundings = "surroundings"() -> I32;
    /// The code of the program asks for a property that may be another on another machine, or for another JVM.
    PropertyOfMachine = "property_of_machine"();
    /// The salt of a run of the JVM that the order of `Set.of` and `Map.of` depends on.
    OrderSalt = "order_salt"() -> I64;
    /// 1 if a run of the JVM goes through `Set.of` and `Map.of` backwards.
    OrderReversed = "order_reversed"() -> I32;
}
