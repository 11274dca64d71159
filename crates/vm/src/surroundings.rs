//! What a program can see of its surroundings that the machine answers otherwise than the system
//! does on which the program runs.

/// Something that a path has looked at, and that is not the same natively.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Surrounding {
    /// Where objects are in memory.
    Addresses,
    /// How far the objects are from each other that a function under test is given.
    Distances,
    /// Files that the test does not give.
    Files,
    /// Time zones other than UTC.
    TimeZone,
    /// Locales other than `C`.
    Locale,
    /// Timers that send signals.
    Timers,
    /// Limits and use of the process's resources.
    Resources,
    /// `long double` functions of `math.h`.
    LongDouble,
    /// Functions of `math.h` that the host computes for programs of 32 bits.
    Mathematics,
    /// What a handler of `SIGABRT` does when an assertion has failed: that ends the path.
    AbortHandlers,
    /// System properties of the JVM.
    Properties,
}

impl Surrounding {
    const ALL: [Surrounding; 11] = [
        Surrounding::Addresses,
        Surrounding::Distances,
        Surrounding::Files,
        Surrounding::TimeZone,
        Surrounding::Locale,
        Surrounding::Timers,
        Surrounding::Resources,
        Surrounding::LongDouble,
        Surrounding::Mathematics,
        Surrounding::AbortHandlers,
        Surrounding::Properties,
    ];

    /// The name by which library models call it.
    pub fn name(self) -> &'static str {
        match self {
            Surrounding::Addresses => "addresses",
            Surrounding::Distances => "distances",
            Surrounding::Files => "files",
            Surrounding::TimeZone => "time-zone",
            Surrounding::Locale => "locale",
            Surrounding::Timers => "timers",
            Surrounding::Resources => "resources",
            Surrounding::LongDouble => "long-double",
            Surrounding::Mathematics => "mathematics",
            Surrounding::AbortHandlers => "abort-handlers",
            Surrounding::Properties => "properties",
        }
    }

    /// The surrounding of that name.
    pub fn from_name(name: &str) -> Option<Surrounding> {
        Surrounding::ALL.into_iter().find(|it| it.name() == name)
    }

    /// What a path does that looks at it, as the summary says it before the place.
    pub fn description(self) -> &'static str {
        match self {
            Surrounding::Addresses => "the address of an object, another one natively, is used",
            Surrounding::Distances => {
                "the distance of inputs that are different objects, another one natively, is used"
            }
            Surrounding::Files => "a file that the run is not given is looked for",
            Surrounding::TimeZone => "a time zone, taken to be UTC, is used",
            Surrounding::Locale => "a locale other than C is asked for",
            Surrounding::Timers => "a timer, which never rings, is set",
            Surrounding::Resources => "a limit of resources, which binds nobody, is set",
            Surrounding::LongDouble => "a function for long double is computed in double precision",
            Surrounding::Mathematics => {
                "a mathematical function, whose last bits are others natively, is computed"
            }
            Surrounding::AbortHandlers => {
                "a handler of SIGABRT is not followed behind a failed assertion"
            }
            Surrounding::Properties => {
                "a system property that another JVM may have otherwise is asked for"
            }
        }
    }
}
