//! Classes of the JDK whose objects are made by one call of their public interface, and the classes
//! that stand in for those of which there are no objects.

use ir::{Construction, ConstructionArgument, Primitive};

/// How an object is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe<'a> {
    /// Internal name of its class.
    pub of: &'a str,
    /// Internal name of the class that has the method or constant.
    pub class: &'a str,
    /// The method or constant, `<init>`, or `class`.
    pub member: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
    /// What the arguments are: the letter of a primitive type, which may be smaller than that of the
    /// parameter; `L` for an object of the parameter's class, `N` for one, or null, of the class that
    /// the type argument of the declaration gives.
    arguments: &'a str,
}

impl<'a> Recipe<'a> {
    const fn new(
        of: &'a str,
        member: &'a str,
        descriptor: &'a str,
        arguments: &'a str,
    ) -> Recipe<'a> {
        Recipe {
            of,
            class: of,
            member,
            descriptor,
            arguments,
        }
    }

    /// By its constructor without parameters.
    pub(crate) const fn constructor(of: &'a str) -> Recipe<'a> {
        Recipe::new(of, "<init>", "()V", "")
    }

    /// The call; `may_throw` where the code is the program's.
    pub(crate) fn construction(&self, may_throw: bool) -> Construction {
        let mut classes = reference_parameters(self.descriptor);
        let argument = |letter: char| {
            let primitive = Primitive::ALL.into_iter().find(|p| p.letter() == letter);
            match primitive {
                Some(primitive) => ConstructionArgument::Primitive(primitive),
                None if letter == 'N' => ConstructionArgument::Nullable,
                None => ConstructionArgument::Object(classes.next().unwrap_or_default()),
            }
        };
        Construction {
            arguments: self.arguments.chars().map(argument).collect(),
            class: self.class.replace('/', "."),
            member: self.member.to_owned(),
            descriptor: self.descriptor.to_owned(),
            may_throw,
            on_first: false,
            takes_result: false,
            covers_all_states: false,
        }
    }
}

/// Names of the classes of the parameters that are references.
fn reference_parameters(descriptor: &str) -> impl Iterator<Item = String> {
    let signature = crate::descriptor::Signature::parse(descriptor);
    let parameters = signature.map_or_else(Vec::new, |signature| signature.parameters);
    let names = parameters.into_iter().filter_map(|ty| match ty {
        crate::descriptor::JavaType::Reference(class) => Some(class.replace('/', ".")),
        crate::descriptor::JavaType::Primitive(_) => None,
    });
    names.collect::<Vec<_>>().into_iter()
}

const TEXT: &str = "(Ljava/lang/String;)V";

/// The recipes; where several classes fit a variable of an interface or abstract class, the first is
/// taken.
pub(crate) const RECIPES: &[Recipe<'static>] = &[
    Recipe::new("java/lang/StringBuilder", "<init>", TEXT, "L"),
    Recipe::new("java/lang/StringBuffer", "<init>", TEXT, "L"),
    Recipe::new(
        "java/math/BigInteger",
        "valueOf",
        "(J)Ljava/math/BigInteger;",
        "J",
    ),
    // Numbers of up to 146 digits.
    Recipe::new(
        "java/math/BigDecimal",
        "valueOf",
        "(JI)Ljava/math/BigDecimal;",
        "JB",
    ),
    Recipe::new(
        "java/util/concurrent/atomic/AtomicInteger",
        "<init>",
        "(I)V",
        "I",
    ),
    Recipe::new(
        "java/util/concurrent/atomic/AtomicLong",
        "<init>",
        "(J)V",
        "J",
    ),
    Recipe::new(
        "java/util/concurrent/atomic/AtomicBoolean",
        "<init>",
        "(Z)V",
        "Z",
    ),
    Recipe::new(
        "java/util/concurrent/atomic/AtomicReference",
        "<init>",
        "(Ljava/lang/Object;)V",
        "N",
    ),
    Recipe::new("java/util/Random", "<init>", "(J)V", "J"),
    Recipe::new("java/util/Date", "<init>", "(J)V", "J"),
    Recipe::new("java/util/UUID", "<init>", "(JJ)V", "JJ"),
    Recipe::new("java/util/BitSet", "valueOf", "([J)Ljava/util/BitSet;", "L"),
    Recipe::new(
        "java/util/Optional",
        "ofNullable",
        "(Ljava/lang/Object;)Ljava/util/Optional;",
        "N",
    ),
    Recipe::new(
        "java/util/OptionalInt",
        "of",
        "(I)Ljava/util/OptionalInt;",
        "I",
    ),
    Recipe::new(
        "java/util/OptionalLong",
        "of",
        "(J)Ljava/util/OptionalLong;",
        "J",
    ),
    Recipe::new(
        "java/util/OptionalDouble",
        "of",
        "(D)Ljava/util/OptionalDouble;",
        "D",
    ),
    Recipe::new("java/util/Locale", "ROOT", "Ljava/util/Locale;", ""),
    Recipe::constructor("java/util/Properties"),
    Recipe::new(
        "java/time/LocalDate",
        "of",
        "(III)Ljava/time/LocalDate;",
        "SBB",
    ),
    Recipe::new(
        "java/time/LocalTime",
        "of",
        "(III)Ljava/time/LocalTime;",
        "BBB",
    ),
    Recipe::new(
        "java/time/LocalDateTime",
        "of",
        "(Ljava/time/LocalDate;Ljava/time/LocalTime;)Ljava/time/LocalDateTime;",
        "LL",
    ),
    Recipe::new(
        "java/time/Instant",
        "ofEpochSecond",
        "(J)Ljava/time/Instant;",
        "J",
    ),
    Recipe::new(
        "java/time/Duration",
        "ofSeconds",
        "(J)Ljava/time/Duration;",
        "J",
    ),
    Recipe::new("java/time/Period", "of", "(III)Ljava/time/Period;", "III"),
    Recipe::new("java/time/ZoneOffset", "UTC", "Ljava/time/ZoneOffset;", ""),
    Recipe::new("java/io/File", "<init>", TEXT, "L"),
    Recipe::new("java/io/StringReader", "<init>", TEXT, "L"),
    Recipe::constructor("java/io/StringWriter"),
    Recipe::new("java/io/ByteArrayInputStream", "<init>", "([B)V", "L"),
    Recipe::constructor("java/io/ByteArrayOutputStream"),
    Recipe::new("java/util/StringTokenizer", "<init>", TEXT, "L"),
    Recipe::new("java/util/Scanner", "<init>", TEXT, "L"),
    Recipe::new("java/lang/RuntimeException", "<init>", TEXT, "L"),
    Recipe::new("java/lang/Exception", "<init>", TEXT, "L"),
    Recipe::new("java/lang/Throwable", "<init>", TEXT, "L"),
    Recipe {
        of: "java/lang/Class",
        class: "java/lang/String",
        member: "class",
        descriptor: "Ljava/lang/Class;",
        arguments: "",
    },
];

/// For a variable of a class, the classes of the JDK whose objects are its inputs, where these are
/// not only itself or the first that fits.
pub(crate) const STAND_INS: &[(&str, &[&str])] = &[
    (
        "java/lang/Object",
        &["java/lang/Integer", "java/lang/String"],
    ),
    (
        "java/lang/Number",
        &["java/lang/Integer", "java/lang/Long", "java/lang/Double"],
    ),
];
