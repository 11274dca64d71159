//! Functions that make arguments, as code is written that calls them: with the types of their sources.

use super::constructors::{self, Constructor, Constructors, Kind};
use super::entry::function_entry;
use super::failing_result;
use ir::Program;
use llvm::Build;
use std::path::PathBuf;
use suite::unit::{Given, MadeArgument, MakingFunction, Origin};

/// Describes functions that make arguments.
pub struct MakingFunctions<'a> {
    build: &'a Build,
    sources: &'a [PathBuf],
    /// The results of calls that others are given.
    kinds: Vec<Kind>,
}

impl<'a> MakingFunctions<'a> {
    pub fn new(build: &'a Build, sources: &'a [PathBuf]) -> MakingFunctions<'a> {
        MakingFunctions {
            build,
            sources,
            kinds: Vec::new(),
        }
    }

    /// Those of which C has words for their types.
    pub fn all(&mut self, found: &[Constructor]) -> anyhow::Result<Vec<MakingFunction>> {
        let mut functions = Vec::new();
        for it in found {
            functions.extend(self.function(it)?);
        }
        Ok(functions)
    }

    /// Where an object comes from.
    pub fn origin(&mut self, found: &constructors::Origin) -> anyhow::Result<Origin> {
        Ok(Origin {
            makers: self.all(&found.makers)?,
            kept: found.kept.map(|kind| self.kind(kind)),
            taken: found.taken,
            or_null: found.or_null,
        })
    }

    /// Has the calls that go on making arguments keep what others are given.
    pub fn keep_results(&self, made: &mut [MadeArgument], found: &[(usize, Constructors)]) {
        let module = &self.build.module;
        for argument in made {
            let own = found.iter().find(|(number, _)| *number == argument.number);
            let Some((_, constructors)) = own else {
                continue;
            };
            for function in &mut argument.others {
                let mut all = constructors.others.iter();
                let result = all
                    .find(|it| it.name == function.name)
                    .and_then(|it| it.result);
                function.keeps = self.kinds.iter().position(|kind| {
                    let is_kept = result.is_some_and(|result| module.same_type(result, kind.ty));
                    kind.argument == argument.number && is_kept
                });
            }
        }
    }

    /// The number of a kind of results.
    fn kind(&mut self, kind: Kind) -> usize {
        let module = &self.build.module;
        let known = self
            .kinds
            .iter()
            .position(|it| it.argument == kind.argument && module.same_type(it.ty, kind.ty));
        known.unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        })
    }

    fn function(&mut self, found: &Constructor) -> anyhow::Result<Option<MakingFunction>> {
        let module = &self.build.module;
        let (_, unit, _) = function_entry(&found.name, self.build, self.sources, 0, &[])?;
        // C may have no words for its type.
        let Some(unit) = unit else {
            return Ok(None);
        };
        let function = module.find_function(&found.name);
        let function = function.and_then(|id| module.function(id).ok());
        let failure = function.and_then(|it| failing_result::of(module, &it));
        let mut given = Vec::with_capacity(found.given.len());
        for it in &found.given {
            given.push(match it {
                constructors::Given::Input => Given::Input,
                constructors::Given::Raw => Given::Raw,
                constructors::Given::Argument(number) => Given::Argument(*number),
                constructors::Given::Object(origin) => Given::Object(self.origin(origin)?),
                constructors::Given::Address(origin) => Given::Address(self.origin(origin)?),
            });
        }
        Ok(Some(MakingFunction {
            unit,
            name: found.name.clone(),
            making: found.making,
            failure,
            given,
            keeps: None,
        }))
    }
}
