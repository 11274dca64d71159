//! Values of inputs out of Z3's models.

use super::context::{Context, Failure};
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::sync::Arc;
use term::{ArrayValue, Bits, Sort, Value};
use z3_sys::*;

/// Value of Z3's constant `ast` in a model; `None` where the model leaves it open.
pub(crate) fn value(
    context: &Context,
    model: Z3_model,
    ast: Z3_ast,
    sort: Sort,
) -> Result<Option<Value>, Failure> {
    let c = context.raw();
    // SAFETY: `ast` is a constant of this context, whose declaration it keeps alive; the model,
    // referenced by the caller, keeps the interpretation alive.
    let interpretation = unsafe {
        let app = Z3_to_app(c, ast).ok_or_else(|| context.error())?;
        let declaration = Z3_get_app_decl(c, app).ok_or_else(|| context.error())?;
        Z3_model_get_const_interp(c, model, declaration)
    };
    let Some(found) = interpretation else {
        return Ok(None);
    };
    let value = match sort {
        // SAFETY: `found` is alive as said above.
        Sort::Bool => Value::Bool(unsafe { Z3_get_bool_value(c, found) } == Z3_L_TRUE),
        Sort::BitVec(width) => Value::Bits(bits(context, found, width)?),
        Sort::Array { index, element } => {
            Value::Array(Arc::new(array(context, model, found, index, element)?))
        }
    };
    Ok(Some(value))
}

fn bits(context: &Context, ast: Z3_ast, width: u32) -> Result<Bits, Failure> {
    // SAFETY: `ast` is part of a model that the caller keeps; the text is copied at once.
    unsafe {
        let mut small = 0;
        if width <= 64 && Z3_get_numeral_uint64(context.raw(), ast, &mut small) {
            return Ok(Bits::new(width, small));
        }
        let text = Z3_get_numeral_string(context.raw(), ast);
        if text.is_null() {
            return Err(context.error());
        }
        let text = CStr::from_ptr(text).to_string_lossy();
        Bits::parse_decimal(width, &text)
            .ok_or_else(|| Failure::Error(format!("{text} is no number")))
    }
}

/// Array values come as stores over a constant array, or as a function with a finite table.
fn array(
    context: &Context,
    model: Z3_model,
    ast: Z3_ast,
    index: u32,
    element: u32,
) -> Result<ArrayValue, Failure> {
    let c = context.raw();
    let mut written: BTreeMap<Bits, Bits> = BTreeMap::new();
    let mut next = ast;
    let default = loop {
        // SAFETY: every tree looked at is part of the model.
        unsafe {
            if Z3_is_as_array(c, next) {
                break function(context, model, next, index, element, &mut written)?;
            }
            let app = Z3_to_app(c, next).ok_or_else(|| context.error())?;
            let declaration = Z3_get_app_decl(c, app).ok_or_else(|| context.error())?;
            let argument = |i| Z3_get_app_arg(c, app, i).ok_or_else(|| context.error());
            match Z3_get_decl_kind(c, declaration) {
                DeclKind::CONST_ARRAY => break bits(context, argument(0)?, element)?,
                DeclKind::STORE => {
                    let at = bits(context, argument(1)?, index)?;
                    let value = bits(context, argument(2)?, element)?;
                    // The outermost store is the last write.
                    written.entry(at).or_insert(value);
                    next = argument(0)?;
                }
                other => return Err(Failure::Error(format!("array value {other:?}"))),
            }
        }
    };
    written.retain(|_, value| *value != default);
    Ok(ArrayValue {
        default,
        entries: written,
    })
}

fn function(
    context: &Context,
    model: Z3_model,
    ast: Z3_ast,
    index: u32,
    element: u32,
    written: &mut BTreeMap<Bits, Bits>,
) -> Result<Bits, Failure> {
    let c = context.raw();
    // SAFETY: the interpretation is referenced while it is read; its entries are read before it
    // is let go.
    unsafe {
        let declaration = Z3_get_as_array_func_decl(c, ast).ok_or_else(|| context.error())?;
        let function =
            Z3_model_get_func_interp(c, model, declaration).ok_or_else(|| context.error())?;
        Z3_func_interp_inc_ref(c, function);
        let read = || -> Result<(Vec<(Bits, Bits)>, Bits), Failure> {
            let mut entries = Vec::new();
            for i in 0..Z3_func_interp_get_num_entries(c, function) {
                let entry =
                    Z3_func_interp_get_entry(c, function, i).ok_or_else(|| context.error())?;
                Z3_func_entry_inc_ref(c, entry);
                let at = Z3_func_entry_get_arg(c, entry, 0).ok_or_else(|| context.error());
                let value = Z3_func_entry_get_value(c, entry).ok_or_else(|| context.error());
                let pair = at.and_then(|at| Ok((bits(context, at, index)?, value?)));
                let pair = pair.and_then(|(at, value)| Ok((at, bits(context, value, element)?)));
                Z3_func_entry_dec_ref(c, entry);
                entries.push(pair?);
            }
            let other = Z3_func_interp_get_else(c, function).ok_or_else(|| context.error())?;
            Ok((entries, bits(context, other, element)?))
        };
        let result = read();
        Z3_func_interp_dec_ref(c, function);
        let (entries, default) = result?;
        for (at, value) in entries {
            written.entry(at).or_insert(value);
        }
        Ok(default)
    }
}
