//! Where classes come from: the class path, jars, sources that are compiled, the JDK and its image.

mod class_archive;
mod class_path;
pub mod javac;
mod jdk;
mod jimage;

pub use class_archive::ClassArchive;
pub use class_path::{ClassPath, ClassPathOptions, Origin, directory_of};
pub use jdk::Jdk;
