//! Specifications of Java programs (`--spec`).

use super::program::SearchedClassPath;
use crate::Usage;
use crate::arguments::Objects;
use crate::plan::{JavaPlan, Plan};
use crate::specifications::{self, Specifications};
use anyhow::Context;
use jvm::{Jdk, Method};
use std::path::PathBuf;
use suite::java::{JavaMonitorPlan, WeaveError, Weaving, weave};
use suite::monitors::in_java;

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
    let work = plan.output.join("build");
    std::fs::create_dir_all(&work).with_context(|| work.display().to_string())?;
    let mut sources = Vec::new();
    let mut own = Vec::new();
    for path in &java.spec {
        let Specifications { source, is_own } =
            specifications::read(path, specifications::OF_JAVA, &work)?;
        if is_own {
            let functions = source.contents.functions.iter();
            own.extend(functions.filter_map(|function| function.method.clone()));
        }
        sources.push(source);
    }
    let monitors = in_java(&sources, package(methods)).map_err(|it| Usage(it.to_string()))?;
    let methods: Vec<suite::java::Method> = methods.iter().map(suite_method).collect();
    let into = plan.output.join(WATCHED);
    if into.exists() {
        std::fs::remove_dir_all(&into).with_context(|| into.display().to_string())?;
    }
    let class_path: Vec<PathBuf> = searched.options.entries.clone();
    let woven = weave(&Weaving {
        jdk: &jdk.home,
        output: &plan.output,
        class_path: &class_path,
        methods: &methods,
        monitors: &monitors,
        sources: &plan.output.join(SOURCES),
        into: &into,
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
    searched.class_path.insert(0, PathBuf::from(WATCHED));
    searched.options.entries.insert(0, into);
    searched.options.monitors = Some(monitors.class.clone());
    Ok(Some(JavaMonitorPlan {
        class: monitors.class,
        watched: woven.watched,
        specifications: plan
            .specifications
            .as_ref()
            .map_or_else(Vec::new, |it| it.described()),
    }))
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
