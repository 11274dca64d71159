//! Elements of vectors and members of aggregates.

use super::function::FunctionTranslator;
use super::{Result, Unsupported};
use crate::reader::Value;
use ir::builder::{constant, known};
use ir::{CompareOp, Operand, Type};

impl<'m> FunctionTranslator<'_, 'm> {
    pub fn extract_element(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let operands = self.operands(value.operand(0))?;
        let ty = self.element_type(value.operand(0))?;
        let index_type = self.element_type(value.operand(1))?;
        let index = self.scalar(value.operand(1))?;
        if let Some(index) = known(&index) {
            let element = usize::try_from(index)
                .ok()
                .and_then(|index| operands.get(index));
            return Ok(vec![element.cloned().unwrap_or_else(|| constant(ty, 0))]);
        }
        let mut result = constant(ty, 0);
        for (number, element) in operands.into_iter().enumerate() {
            if number == 0 {
                result = element;
                continue;
            }
            let here = self.lane_is(index_type, &index, number);
            result = self.b.select(ty, here, element, result);
        }
        Ok(vec![result])
    }

    pub fn insert_element(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let mut operands = self.operands(value.operand(0))?;
        let ty = self.element_type(value)?;
        let element = self.scalar(value.operand(1))?;
        let index_type = self.element_type(value.operand(2))?;
        let index = self.scalar(value.operand(2))?;
        if let Some(index) = known(&index) {
            let place = usize::try_from(index)
                .ok()
                .and_then(|index| operands.get_mut(index));
            if let Some(place) = place {
                *place = element;
            }
            return Ok(operands);
        }
        for (number, operand) in operands.iter_mut().enumerate() {
            let here = self.lane_is(index_type, &index, number);
            *operand = self.b.select(ty, here, element.clone(), operand.clone());
        }
        Ok(operands)
    }

    fn lane_is(&mut self, ty: Type, index: &Operand, number: usize) -> Operand {
        self.b.compare(
            CompareOp::Eq,
            ty,
            index.clone(),
            constant(ty, number as u64),
        )
    }

    pub fn shuffle(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let ty = self.element_type(value)?;
        let mut operands = self.operands(value.operand(0))?;
        operands.extend(self.operands(value.operand(1))?);
        let pick = |index: Option<u32>| {
            let element = index.and_then(|index| operands.get(index as usize));
            element.cloned().unwrap_or_else(|| constant(ty, 0))
        };
        Ok(value.shuffle_mask().into_iter().map(pick).collect())
    }

    pub fn extract_value(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let whole = value.operand(0);
        let (start, length, _) = self.program.layouts.path(whole.ty(), &value.indices())?;
        let operands = self.operands(whole)?;
        match operands.get(start..start + length) {
            Some(part) => Ok(part.to_vec()),
            None => Err(Unsupported(
                "extractvalue of a value that is not known".to_owned(),
            )),
        }
    }

    pub fn insert_value(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let whole = value.operand(0);
        let (start, length, _) = self.program.layouts.path(whole.ty(), &value.indices())?;
        let mut operands = self.operands(whole)?;
        let part = self.operands(value.operand(1))?;
        if start + length > operands.len() || part.len() != length {
            return Err(Unsupported(
                "insertvalue into a value that is not known".to_owned(),
            ));
        }
        operands.splice(start..start + length, part);
        Ok(operands)
    }
}
