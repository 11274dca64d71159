//! Specifications of Java programs (`--spec`).

use super::annotations;
use super::program::SearchedClassPath;
use crate::Usage;
use crate::arguments::Objects;
use crate::plan::{JavaPlan, Plan};
use crate::specifications::{self, ANNOTATIONS, Specifications};
use anyhow::Context;
use jvm::{ClassPath, ClassPathOptions, Jdk, Method};
use std::path::{Path, PathBuf};
use suite::java::{JavaMonitorPlan, WatchedMethod, WeaveError, Weaving, weave};
use suite::monitors::{MonitorLanguage, Monitoring, SpecificationSource, in_java};

/// Monitors and the classes that call them, in the output directory; and the source of the monitors.
const WATCHED: &str = "build/watched";
const SOURCES: &str = "build/monitors";

/// Puts classes before those of the program that call monitors. `None` if there are no specifications.
pub fn watch(
    plan: &Plan,
    java: &JavaPlan,
    (searched, jdk): (&mut SearchedClassPath, &Jdk),
    methods: &[Method],
) -> anyhow::Result<Option<JavaMonitorPlan>> {
    if java.spec.is_empty() {
        return Ok(None);
    }
    if java.objects != Objects::AnyState {
        let message = "--spec: only with --objects any-state: calls that make inputs are not watched, and a \
                       method would be blamed for what they have done before it";
        return Err(Usage(message.to_owned()).into());
    }
    let methods_of_suite: Vec<suite::java::Method> = methods.iter().map(suite_method).collect();
    let class_path: Vec<PathBuf> = searched.options.entries.clone();
    let woven = put_in_place(&WatchedProgram {
        spec: &java.spec,
        package: package(methods),
        methods: &methods_of_suite,
        jdk,
        class_path: &class_path,
        output: &plan.output,
    })?;
    if plan.monitoring().is_none() {
        let monitoring = Monitoring::new(&woven.sources, MonitorLanguage::Java);
        plan.set_monitoring(monitoring.map_err(|it| Usage(it.to_string()))?)?;
    }
    searched.class_path.insert(0, PathBuf::from(WATCHED));
    searched.options.entries.insert(0, woven.folder);
    searched.options.monitors = Some(woven.class.clone());
    Ok(Some(JavaMonitorPlan {
        class: woven.class,
        watched: woven.methods,
        specifications: plan.monitoring().map_or_else(Vec::new, |it| it.described()),
    }))
}

/// A program that is to be watched over.
pub struct WatchedProgram<'a> {
    /// The files of specifications, or their names.
    pub spec: &'a [PathBuf],
    /// The package whose names conditions may use.
    pub package: &'a str,
    /// Methods under test.
    pub methods: &'a [suite::java::Method],
    pub jdk: &'a Jdk,
    pub class_path: &'a [PathBuf],
    /// Where everything goes, below.
    pub output: &'a Path,
}

/// Monitors, and the classes that call them.
pub struct MonitorsInPlace {
    /// The folder of them all.
    pub folder: PathBuf,
    /// The class of the monitors.
    pub class: String,
    /// Methods under test that are watched.
    pub methods: Vec<WatchedMethod>,
    /// What they watch over.
    pub sources: Vec<SpecificationSource>,
}

/// Writes monitors, and the classes anew that call what these watch over. Warns of what cannot be watched, and of what
/// nobody calls.
pub fn put_in_place(program: &WatchedProgram<'_>) -> anyhow::Result<MonitorsInPlace> {
    let work = program.output.join("build");
    std::fs::create_dir_all(&work).with_context(|| work.display().to_string())?;
    let mut sources = Vec::new();
    let mut own = Vec::new();
    let annotated = match specifications::of_annotations(program.spec) {
        true => Some(annotations::specification(&program.open()?)?),
        false => None,
    };
    let mut library = specifications::OF_JAVA.to_vec();
    library.extend(annotated.as_deref().map(|text| (ANNOTATIONS, text)));
    for path in program.spec {
        let Specifications { source, is_own } = specifications::read(path, &library, &work)?;
        if is_own {
            let functions = source.contents.functions.iter();
            own.extend(functions.filter_map(|function| function.method.clone()));
        }
        sources.push(source);
    }
    let monitors = in_java(&sources, program.package).map_err(|it| Usage(it.to_string()))?;
    let folder = program.output.join(WATCHED);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    let woven = weave(&Weaving {
        jdk: &program.jdk.home,
        output: program.output,
        class_path: program.class_path,
        methods: program.methods,
        monitors: &monitors,
        sources: &program.output.join(SOURCES),
        into: &folder,
    });
    let woven = woven.map_err(|error| match error {
        WeaveError::Specification(said) => Usage(said).into(),
        WeaveError::Suite(error) => anyhow::Error::from(error),
    })?;
    for strange in &woven.strange {
        eprintln!("wayfarer: warning: not watched: {strange}");
    }
    let is_own = |idle: &&String| {
        let mut own = own.iter();
        own.any(|method| {
            idle.ends_with(&format!(".{}", method.name)) && idle.contains(&method.class)
        })
    };
    let entered = |idle: &&String| {
        let mut watched = woven.watched.iter();
        !watched.any(|it| **idle == format!("{}.{}", it.method.class, it.method.name))
    };
    for idle in woven.idle.iter().filter(is_own).filter(entered) {
        eprintln!("wayfarer: warning: --spec: the program does not call {idle}");
    }
    Ok(MonitorsInPlace {
        folder,
        class: monitors.class,
        methods: woven.watched,
        sources,
    })
}

impl WatchedProgram<'_> {
    /// Its classes, and those of the JDK.
    fn open(&self) -> anyhow::Result<ClassPath> {
        Ok(ClassPath::open(&ClassPathOptions {
            entries: self.class_path.to_vec(),
            jdk: Some(self.jdk.home.clone()),
            ..ClassPathOptions::default()
        })?)
    }
}

/// The package of the first method under test, whose names conditions may use.
fn package(methods: &[Method]) -> &str {
    let class = methods.first().map_or("", |method| &method.class_name);
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

/// A method as suites have it.
pub fn suite_method(method: &Method) -> suite::java::Method {
    suite::java::Method {
        class: method.class_name.clone(),
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
    }
}

/// How methods under test are called so that monitors see it.
pub fn entry(java: &JavaPlan, monitors: Option<&JavaMonitorPlan>) -> jvm::EntryOptions {
    let calls = monitors.map(|monitors| {
        let watched = monitors.watched.iter().map(|it| {
            let method = it.method.clone();
            let key = (method.class, method.name, method.descriptor);
            (key, (it.in_place.clone(), it.descriptor.clone()))
        });
        jvm::EntryMonitors {
            class: monitors.class.clone(),
            in_place_of: watched.collect(),
        }
    });
    jvm::EntryOptions {
        monitors: calls,
        ..java.entry.clone()
    }
}
