//! No bytes make the reader of class files or the decoder of their code panic.
#![no_main]

use jvm::class_file::ClassFile;
use jvm::symbol::Symbols;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let symbols = Symbols::default();
    let Ok(file) = ClassFile::read(bytes.to_vec(), "fuzz", &symbols) else {
        return;
    };
    for code in file.methods.iter().filter_map(|method| method.code.as_ref()) {
        let _ = jvm::decode(&file, code, &symbols, &|_| ir::LiteralId(0));
    }
});
