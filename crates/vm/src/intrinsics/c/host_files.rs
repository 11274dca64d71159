//! Names and attributes of real files, for a program that is run for its effects.

use crate::Cell;
use crate::fault::{Outcome, unsupported};
use crate::run::{Access, Run};
use rustix::fs::{CWD, FileType, Mode, SeekFrom};
use std::ffi::OsStr;
use std::fs::{DirBuilder, FileTimes, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What can be asked, numbered as in the library's `files.h`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HostOperation {
    Place,
    Status,
    List,
    ReadLink,
    Create,
    MakeDirectory,
    SymbolicLink,
    Link,
    Rename,
    Remove,
    RemoveDirectory,
    ChangeMode,
    ChangeTimes,
    MakeFifo,
    System,
    Now,
    Identity,
    InputPlace,
}

const OPERATIONS: [HostOperation; 18] = [
    HostOperation::Place,
    HostOperation::Status,
    HostOperation::List,
    HostOperation::ReadLink,
    HostOperation::Create,
    HostOperation::MakeDirectory,
    HostOperation::SymbolicLink,
    HostOperation::Link,
    HostOperation::Rename,
    HostOperation::Remove,
    HostOperation::RemoveDirectory,
    HostOperation::ChangeMode,
    HostOperation::ChangeTimes,
    HostOperation::MakeFifo,
    HostOperation::System,
    HostOperation::Now,
    HostOperation::Identity,
    HostOperation::InputPlace,
];

/// Number of an error that the standard library does not number: input or output failed.
const INPUT_OUTPUT: i32 = 5;

/// What a refused call returns.
fn refused(error: &io::Error) -> Cell {
    let number = error.raw_os_error().unwrap_or(INPUT_OUTPUT);
    Cell::concrete(i64::from(-number) as u64)
}

/// The fields of the library's `struct wf_host_status`.
fn status(metadata: &Metadata) -> Vec<u8> {
    let fields = [
        metadata.dev(),
        metadata.ino(),
        u64::from(metadata.mode()),
        metadata.nlink(),
        u64::from(metadata.uid()),
        u64::from(metadata.gid()),
        metadata.rdev(),
        metadata.size(),
        metadata.blocks(),
        metadata.blksize(),
        metadata.atime() as u64,
        metadata.atime_nsec() as u64,
        metadata.mtime() as u64,
        metadata.mtime_nsec() as u64,
        metadata.ctime() as u64,
        metadata.ctime_nsec() as u64,
    ];
    bytes_of_fields(&fields)
}

fn bytes_of_fields(fields: &[u64]) -> Vec<u8> {
    let bytes = fields.iter().flat_map(|field| field.to_le_bytes());
    bytes.collect()
}

/// The fields of the library's `struct wf_host_system`.
fn system(path: &Path) -> io::Result<Vec<u8>> {
    let (about, volume) = (rustix::fs::statfs(path)?, rustix::fs::statvfs(path)?);
    Ok(bytes_of_fields(&[
        about.f_type as u64,
        volume.f_bsize,
        volume.f_frsize,
        volume.f_blocks,
        volume.f_bfree,
        volume.f_bavail,
        volume.f_files,
        volume.f_ffree,
        volume.f_fsid,
        volume.f_flag.bits(),
        volume.f_namemax,
    ]))
}

/// Seconds and nanoseconds of the clock of the day, or of one that only goes forward.
fn now(of_day: bool) -> Vec<u8> {
    let clock = match of_day {
        true => rustix::time::ClockId::Realtime,
        false => rustix::time::ClockId::Monotonic,
    };
    let moment = rustix::time::clock_gettime(clock);
    bytes_of_fields(&[moment.tv_sec as u64, moment.tv_nsec as u64])
}

/// The numbers of the user and the group that run the machine.
fn identity() -> Vec<u8> {
    let (user, group) = (rustix::process::getuid(), rustix::process::getgid());
    bytes_of_fields(&[user.as_raw().into(), group.as_raw().into()])
}

/// The names in a directory, each with a zero behind it.
fn names(path: &Path) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(path)? {
        all.extend(entry?.file_name().into_vec());
        all.push(0);
    }
    Ok(all)
}

/// A time that the program gives; `None` if it is to stay.
fn time(seconds: i64, nanoseconds: i64) -> Option<SystemTime> {
    // `UTIME_NOW` and `UTIME_OMIT`.
    const NOW: i64 = (1 << 30) - 1;
    const OMITTED: i64 = (1 << 30) - 2;
    match nanoseconds {
        OMITTED => None,
        NOW => Some(SystemTime::now()),
        _ => {
            let whole = Duration::from_secs(seconds.unsigned_abs());
            let from = match seconds < 0 {
                true => UNIX_EPOCH.checked_sub(whole),
                false => UNIX_EPOCH.checked_add(whole),
            };
            from?.checked_add(Duration::from_nanos(nanoseconds as u64))
        }
    }
}

fn change_times(path: &Path, numbers: &[u8]) -> io::Result<()> {
    let numbers: Vec<i64> = numbers
        .chunks_exact(8)
        .map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap_or_default()))
        .collect();
    let &[accessed, accessed_part, modified, modified_part] = &numbers[..] else {
        return Err(ErrorKind::InvalidInput.into());
    };
    let mut times = FileTimes::new();
    if let Some(time) = time(accessed, accessed_part) {
        times = times.set_accessed(time);
    }
    if let Some(time) = time(modified, modified_part) {
        times = times.set_modified(time);
    }
    std::fs::File::open(path)?.set_times(times)
}

/// Does what changes names and attributes.
fn change(operation: HostOperation, path: &Path, other: &Path, mode: u32) -> io::Result<()> {
    match operation {
        HostOperation::Create => {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true).mode(mode);
            options.open(path).map(drop)
        }
        HostOperation::MakeDirectory => DirBuilder::new().mode(mode).create(path),
        HostOperation::SymbolicLink => std::os::unix::fs::symlink(other, path),
        HostOperation::Link => std::fs::hard_link(other, path),
        HostOperation::Rename => std::fs::rename(path, other),
        HostOperation::Remove => std::fs::remove_file(path),
        HostOperation::RemoveDirectory => std::fs::remove_dir(path),
        HostOperation::MakeFifo => {
            let (kind, mode) = (FileType::Fifo, Mode::from_raw_mode(mode));
            Ok(rustix::fs::mknodat(CWD, path, kind, mode, 0)?)
        }
        HostOperation::ChangeMode => std::fs::set_permissions(path, Permissions::from_mode(mode)),
        HostOperation::Place
        | HostOperation::Status
        | HostOperation::List
        | HostOperation::ReadLink
        | HostOperation::ChangeTimes
        | HostOperation::System
        | HostOperation::Now
        | HostOperation::Identity
        | HostOperation::InputPlace => Ok(()),
    }
}

/// How far standard input was read, if that can be told, and from now on if it is said.
fn input_place(to: Option<u64>) -> io::Result<u64> {
    let to = to.map_or(SeekFrom::Current(0), SeekFrom::Start);
    Ok(rustix::fs::seek(io::stdin(), to)?)
}

impl Run<'_> {
    pub(super) fn host_call(
        &mut self,
        operation: Cell,
        (path, other): (Cell, Cell),
        number: Cell,
        (buffer, size): (Cell, Cell),
    ) -> Outcome<Cell> {
        if !self.machine.options.host {
            return Ok(Cell::concrete(u64::MAX));
        }
        let operation = self.pin(operation, 32)? as usize;
        let Some(&operation) = OPERATIONS.get(operation) else {
            return unsupported(format!("operation {operation} on real files"));
        };
        let (path, other) = (self.c_bytes(path)?, self.c_bytes(other)?);
        let (path, other) = (
            Path::new(OsStr::from_bytes(&path)),
            Path::new(OsStr::from_bytes(&other)),
        );
        let told = match operation {
            HostOperation::Place => std::env::current_dir().map(|place| {
                let mut bytes = place.into_os_string().into_vec();
                bytes.push(0);
                bytes
            }),
            HostOperation::Status => std::fs::symlink_metadata(path).map(|about| status(&about)),
            HostOperation::List => names(path),
            HostOperation::ReadLink => {
                std::fs::read_link(path).map(|to| to.into_os_string().into_vec())
            }
            HostOperation::System => system(path),
            HostOperation::Now => Ok(now(self.pin(number, 64)? == 0)),
            HostOperation::Identity => Ok(identity()),
            HostOperation::InputPlace => {
                let to = self.pin(number, 64)? as i64;
                let place = input_place(u64::try_from(to).ok());
                return Ok(place.map_or_else(|error| refused(&error), Cell::concrete));
            }
            HostOperation::ChangeTimes => {
                let size = self.pin(size, 64)?;
                let numbers = self.bytes_of(buffer, size)?.0;
                let changed = change_times(path, &numbers);
                return Ok(changed.map_or_else(|error| refused(&error), |()| Cell::ZERO));
            }
            _ => {
                let mode = self.pin(number, 64)? as u32;
                change(operation, path, other, mode).map(|()| Vec::new())
            }
        };
        match told {
            Ok(bytes) => self.give_host_bytes(&bytes, buffer, size),
            Err(error) => Ok(refused(&error)),
        }
    }

    /// Gives a program bytes, as many as it has room for; returns how many there are.
    fn give_host_bytes(&mut self, bytes: &[u8], buffer: Cell, size: Cell) -> Outcome<Cell> {
        let count = bytes.len().min(self.pin(size, 64)? as usize);
        if count > 0 {
            let (id, offset) = self.resolve_fixed(buffer, count as u64, Access::Write)?;
            let (object, pool) = self.object_and_pool(id);
            object.flatten(pool);
            object.write_bytes(offset as usize, &bytes[..count]);
        }
        Ok(Cell::concrete(bytes.len() as u64))
    }
}
