//! Which methods a call of one may lead to.

use super::{InputType, OpenWorld, UserCalls};
use crate::class_file::access;
use crate::source::Origin;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

impl UserCalls {
    /// Names of the functions that calls of this one, with any inputs, may lead to; `None` if that may be
    /// all.
    pub fn reached_from(&self, function: &str) -> Option<FxHashSet<&str>> {
        let search = self.search_from(function).ok()?;
        let methods = self.methods.iter().zip(&search.reached);
        let reached = methods.filter(|(_, reached)| **reached);
        Some(reached.map(|(method, _)| method.name.as_str()).collect())
    }

    /// What calls of a function, with any inputs, may lead to.
    ///
    /// # Errors
    /// If that may be everything.
    pub(super) fn search_from(&self, function: &str) -> Result<Search<'_>, OpenWorld> {
        let by_name = |what: &str, method: &str| OpenWorld::ByName {
            what: what.to_owned(),
            method: method.to_owned(),
        };
        if let Some(service) = &self.is_open {
            return Err(by_name(service, function));
        }
        let Some(&start) = self.named.get(function) else {
            return Err(by_name("code that is not on the class path", function));
        };
        let mut search = Search {
            calls: self,
            reached: vec![false; self.methods.len()],
            made: vec![false; self.classes.len()],
            inputs: vec![false; self.classes.len()],
            used: vec![false; self.classes.len()],
            virtual_calls: FxHashSet::default(),
            pending: Vec::new(),
        };
        search.start(start);
        while let Some(method) = search.pending.pop() {
            search.visit(method);
            let of = &self.methods[method];
            if let Some(what) = &of.does.everything {
                return Err(by_name(what, &of.name));
            }
        }
        Ok(search)
    }
}

/// Methods, and classes of which there are objects, found so far.
pub(super) struct Search<'a> {
    calls: &'a UserCalls,
    pub(super) reached: Vec<bool>,
    /// Classes of which there are objects.
    pub(super) made: Vec<bool>,
    /// Classes of which there are inputs.
    pub(super) inputs: Vec<bool>,
    /// Classes that are initialised.
    used: Vec<bool>,
    virtual_calls: FxHashSet<(Symbol, Symbol)>,
    pending: Vec<usize>,
}

impl Search<'_> {
    fn start(&mut self, start: usize) {
        let calls = self.calls;
        let method = &calls.methods[start];
        self.reach(start);
        self.use_class(method.class);
        for parameter in &method.parameters {
            self.input(*parameter);
        }
        if !method.is_static {
            // Called on an object of any class that extends its own.
            self.input(InputType::Of(method.class));
            self.call(method.signature);
        }
    }

    fn reach(&mut self, method: usize) {
        if !std::mem::replace(&mut self.reached[method], true) {
            self.pending.push(method);
        }
    }

    fn visit(&mut self, method: usize) {
        let calls = self.calls;
        let of = &calls.methods[method];
        let does = &of.does;
        does.calls.iter().for_each(|&called| self.reach(called));
        does.uses.iter().for_each(|&class| self.use_class(class));
        does.makes.iter().for_each(|&class| self.make(class));
        does.virtual_calls
            .iter()
            .for_each(|&called| self.call(called));
        if does.has_sites {
            let class = &calls.classes[of.class];
            for &(method, signature) in &class.handles {
                if let Some(method) = method {
                    self.use_class(calls.methods[method].class);
                    self.reach(method);
                }
                self.call(signature);
            }
            let sites = class.constructed_by_sites.iter();
            let made = sites.chain(&class.constructed_by_handles);
            made.for_each(|&made| self.make(made));
        }
        if does.inputs {
            self.input(InputType::Any);
        }
    }

    /// A virtual call of methods of a name and descriptor.
    fn call(&mut self, signature: (Symbol, Symbol)) {
        if !self.virtual_calls.insert(signature) {
            return;
        }
        let calls = self.calls;
        for class in (0..calls.classes.len())
            .filter(|&class| self.made[class])
            .collect::<Vec<_>>()
        {
            for method in calls.inherited(class) {
                if calls.methods[method].signature == signature {
                    self.reach(method);
                }
            }
        }
    }

    /// An object of a class is made: its methods may be called.
    fn make(&mut self, class: usize) {
        if std::mem::replace(&mut self.made[class], true) {
            return;
        }
        self.use_class(class);
        let calls = self.calls;
        for number in calls.inherited(class) {
            let method = &calls.methods[number];
            if calls.is_called_by_jdk(class, number)
                || self.virtual_calls.contains(&method.signature)
            {
                self.reach(number);
            }
        }
    }

    /// A class is initialised, with those that it extends.
    fn use_class(&mut self, class: usize) {
        if std::mem::replace(&mut self.used[class], true) {
            return;
        }
        let calls = self.calls;
        for &above in &calls.classes[class].above {
            self.use_class(above);
        }
        let is_enum = calls.classes[class].linked.access & access::ENUM != 0;
        for &method in &calls.classes[class].methods {
            let name = &calls.methods[method].name;
            // The JDK asks enumerations for their constants.
            if name.ends_with(".<clinit>()V") || is_enum && name.contains(".values()") {
                self.reach(method);
            }
        }
    }

    /// There is an input of a type, with what it refers to; classes of inputs may be made by constructors.
    fn input(&mut self, ty: InputType) {
        let calls = self.calls;
        let mut pending = vec![ty];
        while let Some(ty) = pending.pop() {
            for (number, class) in calls.classes.iter().enumerate() {
                let fits = match ty {
                    InputType::Plain => false,
                    InputType::Of(of) => class.above.contains(&of),
                    InputType::Any => true,
                };
                let is_monitor = class.linked.origin == Origin::Monitor;
                if !fits || is_monitor || std::mem::replace(&mut self.inputs[number], true) {
                    continue;
                }
                self.make(number);
                for &method in &class.methods {
                    if calls.methods[method].is_constructor {
                        self.reach(method);
                        pending.extend(&calls.methods[method].parameters);
                    }
                }
                pending.extend(&class.fields);
            }
        }
    }
}

impl UserCalls {
    /// True if code of the JDK may call this method of objects of a class: one that types of the JDK have, too.
    pub(super) fn is_called_by_jdk(&self, class: usize, method: usize) -> bool {
        let (class, method) = (&self.classes[class], &self.methods[method]);
        let overrides = class.of_jdk.contains(&method.signature) && !method.is_private;
        method.of_object || class.is_of_jdk && overrides
    }

    /// Methods that objects of a class have.
    pub(super) fn inherited(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        let above = self.classes[class].above.iter();
        let methods = above.flat_map(|&above| &self.classes[above].methods);
        methods.copied().filter(|&method| {
            let method = &self.methods[method];
            !method.is_static && !method.is_constructor
        })
    }
}
