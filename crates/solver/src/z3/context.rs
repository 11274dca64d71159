//! Ownership of Z3's objects.
//!
//! The one place, with the other files of this folder, where Z3's C interface is called. Every
//! syntax tree made is kept (its reference count raised) until its context is deleted: a context
//! is cheap to replace, and a tree that is forgotten once is a use after free.

use crate::answer::Unknown;
use rustc_hash::FxHashMap;
use std::ffi::CStr;
use z3_sys::*;

/// Why a query could not be put to Z3.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Outside of what is supported or allowed.
    Unknown(Unknown),
    /// Z3 says that it was used wrongly.
    Error(String),
}

/// A Z3 context and what it owns.
pub(crate) struct Context {
    raw: Z3_context,
    kept: Vec<Z3_ast>,
    sorts: FxHashMap<u32, Z3_sort>,
}

/// Errors are asked for after the calls that can fail; Z3's default would be to exit.
unsafe extern "C" fn ignore_error(_: Z3_context, _: ErrorCode) {}

impl Context {
    pub(crate) fn new() -> Result<Context, Failure> {
        // SAFETY: the configuration lives until the context has been made from it.
        unsafe {
            let config =
                Z3_mk_config().ok_or_else(|| Failure::Error("no configuration".to_owned()))?;
            Z3_set_param_value(config, c"model".as_ptr(), c"true".as_ptr());
            Z3_set_param_value(config, c"unsat_core".as_ptr(), c"true".as_ptr());
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let raw = raw.ok_or_else(|| Failure::Error("no context".to_owned()))?;
            Z3_set_error_handler(raw, Some(ignore_error));
            Ok(Context {
                raw,
                kept: Vec::new(),
                sorts: FxHashMap::default(),
            })
        }
    }

    pub(crate) fn raw(&self) -> Z3_context {
        self.raw
    }

    /// Number of syntax trees that stay until the context is deleted.
    pub(crate) fn kept(&self) -> usize {
        self.kept.len()
    }

    /// Takes ownership of what a constructor of Z3 returned.
    pub(crate) fn keep(&mut self, ast: Option<Z3_ast>) -> Result<Z3_ast, Failure> {
        let Some(ast) = ast else {
            return Err(self.error());
        };
        // SAFETY: `ast` was just made in this context.
        unsafe { Z3_inc_ref(self.raw, ast) };
        self.kept.push(ast);
        Ok(ast)
    }

    /// The error that the last call left behind.
    pub(crate) fn error(&self) -> Failure {
        // SAFETY: the message is a static or context-owned string, copied before the next call.
        unsafe {
            let code = Z3_get_error_code(self.raw);
            let message = Z3_get_error_msg(self.raw, code);
            if message.is_null() {
                return Failure::Error("no message".to_owned());
            }
            let message = CStr::from_ptr(message).to_string_lossy().into_owned();
            if message.contains("cancel") || message.contains("interrupt") {
                return Failure::Unknown(Unknown::Interrupted);
            }
            if message.contains("memory") {
                return Failure::Unknown(Unknown::ResourceLimit);
            }
            Failure::Error(message)
        }
    }

    /// Fails if the last call left an error behind.
    pub(crate) fn succeeded(&self) -> Result<(), Failure> {
        // SAFETY: only reads a field of the context.
        match unsafe { Z3_get_error_code(self.raw) } {
            ErrorCode::OK => Ok(()),
            _ => Err(self.error()),
        }
    }

    /// The sort of bit-vectors of a width.
    pub(crate) fn bv_sort(&mut self, width: u32) -> Result<Z3_sort, Failure> {
        if let Some(&sort) = self.sorts.get(&width) {
            return Ok(sort);
        }
        // SAFETY: the sort is kept, being a syntax tree, before any other call.
        let sort = unsafe {
            let sort = Z3_mk_bv_sort(self.raw, width).ok_or_else(|| self.error())?;
            let ast = Z3_sort_to_ast(self.raw, sort);
            self.keep(ast)?;
            sort
        };
        self.sorts.insert(width, sort);
        Ok(sort)
    }

    /// The Boolean sort.
    pub(crate) fn bool_sort(&mut self) -> Result<Z3_sort, Failure> {
        // No bit-vector has width 0, so that key is free.
        if let Some(&sort) = self.sorts.get(&0) {
            return Ok(sort);
        }
        // SAFETY: as in `bv_sort`.
        let sort = unsafe {
            let sort = Z3_mk_bool_sort(self.raw).ok_or_else(|| self.error())?;
            let ast = Z3_sort_to_ast(self.raw, sort);
            self.keep(ast)?;
            sort
        };
        self.sorts.insert(0, sort);
        Ok(sort)
    }

    /// The sort of arrays between bit-vectors.
    pub(crate) fn array_sort(&mut self, index: u32, element: u32) -> Result<Z3_sort, Failure> {
        let (index, element) = (self.bv_sort(index)?, self.bv_sort(element)?);
        // SAFETY: as in `bv_sort`; the sort is hash-consed by Z3, so asking again is harmless.
        unsafe {
            let sort = Z3_mk_array_sort(self.raw, index, element).ok_or_else(|| self.error())?;
            let ast = Z3_sort_to_ast(self.raw, sort);
            self.keep(ast)?;
            Ok(sort)
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: nothing else holds the context, and every tree in `kept` was referenced once.
        unsafe {
            for &ast in &self.kept {
                Z3_dec_ref(self.raw, ast);
            }
            Z3_del_context(self.raw);
        }
    }
}
