//! A class file as compilers of Java 5 made them.

/// A class of Java 5 whose `main` exits with 5 · 2 · 2 + 3: each operation is a subroutine, as compilers made
/// of `finally` then, and there are the instructions that they do not make of anything.
pub fn old_class() -> Vec<u8> {
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 49];
    let texts = [
        "Old",
        "java/lang/Object",
        "java/lang/System",
        "f",
        "(I)I",
        "main",
        "([Ljava/lang/String;)V",
        "exit",
        "(I)V",
        "Code",
    ];
    // 1 to 10 are the texts.
    bytes.extend([0, 18]);
    for text in texts {
        bytes.push(1);
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1]); // 11: class Old
    bytes.extend([7, 0, 2]); // 12: class Object
    bytes.extend([7, 0, 3]); // 13: class System
    bytes.extend([12, 0, 4, 0, 5]); // 14: f(I)I
    bytes.extend([12, 0, 8, 0, 9]); // 15: exit(I)V
    bytes.extend([10, 0, 11, 0, 14]); // 16: Old.f
    bytes.extend([10, 0, 13, 0, 15]); // 17: System.exit
    bytes.extend([0, 1, 0, 11, 0, 12, 0, 0, 0, 0, 0, 2]);
    let mut method = |name: u8, descriptor: u8, locals: u8, code: &[u8]| {
        bytes.extend([0, 9, 0, name, 0, descriptor, 0, 1, 0, 10]);
        bytes.extend((12 + code.len() as u32).to_be_bytes());
        bytes.extend([0, 4, 0, locals]);
        bytes.extend((code.len() as u32).to_be_bytes());
        bytes.extend(code);
        bytes.extend([0, 0, 0, 0]);
    };
    let code = [
        0x1A, // iload_0
        0x00, // nop
        0x04, 0x5F, 0x64, 0x74, // iconst_1, swap, isub, ineg
        0xA8, 0, 17, // 6: jsr 23
        0xC9, 0, 0, 0, 14, // 9: jsr_w 23
        0xA8, 0, 16, // 14: jsr 30
        0xC8, 0, 0, 0, 18,   // 17: goto_w 35
        0x00, // nop
        0x4C, 0x05, 0x68, // 23: astore_1, iconst_2, imul
        0xC4, 0xA9, 0, 1, // ret 1, wide
        0x4C, 0x06, 0x60, // 30: astore_1, iconst_3, iadd
        0xA9, 1,    // ret 1
        0xAC, // 35: ireturn
    ];
    method(4, 5, 2, &code);
    // bipush 6, invokestatic f, invokestatic exit, return
    method(6, 7, 1, &[0x10, 6, 0xB8, 0, 16, 0xB8, 0, 17, 0xB1]);
    bytes.extend([0, 0]);
    bytes
}
