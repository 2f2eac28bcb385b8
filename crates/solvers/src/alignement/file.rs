//! The values in a file.
//!
//! After a line that identifies the file come the blocks: 65,536 positions each, one byte per
//! position, compressed separately (Zstandard), so that looking up a position costs one small read.
//! The distances that do not fit a byte follow, then the offsets of the blocks, then where those
//! two parts begin.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;

use rustc_hash::FxHashMap;
use tablier_rules::blockade::alignement::Position;

use super::Value;
use super::store::{Section, Solution, board};

const MAGIC: &[u8; 24] = b"tablier alignement 1   \n";
const BLOCK: usize = 1 << 16;
/// How many unpacked blocks a reader keeps.
const KEPT: usize = 256;

/// How many blocks a section has.
fn blocks(section: Section) -> usize {
    section.size().div_ceil(BLOCK)
}

/// The number of a section's first block.
fn first_block(section: Section) -> usize {
    Section::ALL[..section.number()]
        .iter()
        .map(|&s| blocks(s))
        .sum()
}

/// The number of blocks in all.
fn all_blocks() -> usize {
    Section::ALL.iter().map(|&s| blocks(s)).sum()
}

/// Writes a solution. The file appears under its name only once it is complete.
pub fn write(
    solution: &Solution,
    path: &Path,
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> io::Result<u64> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let partial = path.with_extension("partial");
    let mut out = BufWriter::new(File::create(&partial)?);
    out.write_all(MAGIC)?;
    let mut at = MAGIC.len() as u64;
    let mut places = Vec::with_capacity(all_blocks() + 1);
    for section in Section::ALL {
        let bytes = solution.section(section);
        for group in bytes.chunks(BLOCK * 64 * threads.max(1)) {
            for packed in pack(group, threads)? {
                places.push(at);
                out.write_all(&packed)?;
                at += packed.len() as u64;
            }
            progress(places.len() as f64 / all_blocks() as f64);
        }
    }
    places.push(at);
    let mut long: Vec<_> = solution.long.iter().collect();
    long.sort_unstable();
    out.write_all(&(long.len() as u64).to_le_bytes())?;
    for (address, distance) in long {
        out.write_all(&address.to_le_bytes())?;
        out.write_all(&distance.to_le_bytes())?;
    }
    for place in &places {
        out.write_all(&place.to_le_bytes())?;
    }
    out.flush()?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    let length = file.metadata()?.len();
    drop(file);
    std::fs::rename(partial, path)?;
    Ok(length)
}

/// Packs the blocks of a group on several threads.
fn pack(group: &[u8], threads: usize) -> io::Result<Vec<Vec<u8>>> {
    let share = group.len().div_ceil(BLOCK).div_ceil(threads.max(1)) * BLOCK;
    std::thread::scope(|scope| {
        let workers: Vec<_> = group
            .chunks(share.max(BLOCK))
            .map(|part| {
                scope.spawn(move || {
                    part.chunks(BLOCK)
                        .map(|b| zstd::bulk::compress(b, 3))
                        .collect::<Result<Vec<_>, _>>()
                })
            })
            .collect();
        let mut all = Vec::new();
        for worker in workers {
            all.extend(
                worker
                    .join()
                    .map_err(|_| io::Error::other("a packing thread failed"))??,
            );
        }
        Ok(all)
    })
}

/// A file of values, read position by position.
pub struct Reader {
    inner: Mutex<Inner>,
    places: Vec<u64>,
    long: FxHashMap<u64, u16>,
}

struct Inner {
    file: File,
    kept: FxHashMap<usize, Vec<u8>>,
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("{what}; make it anew with `tablier solve alignement`"),
    )
}

impl Reader {
    /// Opens a file and checks that it is one of ours and complete.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut magic = [0; MAGIC.len()];
        if file.read_exact(&mut magic).is_err() || magic != *MAGIC {
            return Err(damaged("this is no solution of Alignement"));
        }
        let tail = (all_blocks() + 1) * 8;
        let length = file.metadata()?.len();
        let begin = length
            .checked_sub(tail as u64)
            .filter(|&b| b >= MAGIC.len() as u64 + 8)
            .ok_or_else(|| damaged("the file is too short"))?;
        file.seek(SeekFrom::Start(begin))?;
        let mut bytes = vec![0; tail];
        file.read_exact(&mut bytes)?;
        let places: Vec<u64> = bytes
            .chunks_exact(8)
            .map(|b| u64::from_le_bytes(b.try_into().unwrap_or_default()))
            .collect();
        let end_of_blocks = places[places.len() - 1];
        let sound = places.windows(2).all(|w| w[0] < w[1])
            && places[0] == MAGIC.len() as u64
            && end_of_blocks <= begin - 8
            && (begin - end_of_blocks - 8).is_multiple_of(10);
        if !sound {
            return Err(damaged("the file is damaged"));
        }
        file.seek(SeekFrom::Start(end_of_blocks))?;
        let mut bytes = vec![0; (begin - end_of_blocks) as usize];
        file.read_exact(&mut bytes)?;
        let long = bytes[8..]
            .chunks_exact(10)
            .map(|b| {
                let (address, distance) = b.split_at(8);
                (
                    u64::from_le_bytes(address.try_into().unwrap_or_default()),
                    u16::from_le_bytes(distance.try_into().unwrap_or_default()),
                )
            })
            .collect();
        Ok(Self {
            inner: Mutex::new(Inner {
                file,
                kept: FxHashMap::default(),
            }),
            places,
            long,
        })
    }

    /// The value of a position; none if it is impossible.
    pub fn value(&self, position: &Position) -> io::Result<Option<Value>> {
        let (section, index) = Section::locate(board(position), usize::from(position.turn()));
        let number = first_block(section) + index / BLOCK;
        let mut inner = self.inner.lock().unwrap_or_else(|e| e.into_inner());
        if !inner.kept.contains_key(&number) {
            let block = self.unpack(&mut inner.file, number, section)?;
            if inner.kept.len() >= KEPT {
                inner.kept.clear();
            }
            inner.kept.insert(number, block);
        }
        let byte = inner
            .kept
            .get(&number)
            .and_then(|block| block.get(index % BLOCK))
            .copied();
        let byte = byte.ok_or_else(|| damaged("a block is too short"))?;
        Ok(Solution::decode(byte, section.address(index), &self.long))
    }

    fn unpack(&self, file: &mut File, number: usize, section: Section) -> io::Result<Vec<u8>> {
        let length = (self.places[number + 1] - self.places[number]) as usize;
        file.seek(SeekFrom::Start(self.places[number]))?;
        let mut packed = vec![0; length];
        file.read_exact(&mut packed)?;
        let within = (number - first_block(section)) * BLOCK;
        let size = BLOCK.min(section.size() - within);
        let block =
            zstd::bulk::decompress(&packed, size).map_err(|_| damaged("a block is damaged"))?;
        if block.len() != size {
            return Err(damaged("a block is damaged"));
        }
        Ok(block)
    }

    /// Visits every possible position with its value, in the order of the addresses.
    pub fn scan(&self, mut visit: impl FnMut(Section, usize, Value)) -> io::Result<()> {
        let mut inner = self.inner.lock().unwrap_or_else(|e| e.into_inner());
        for section in Section::ALL {
            let first = first_block(section);
            for number in first..first + blocks(section) {
                let block = self.unpack(&mut inner.file, number, section)?;
                for (at, byte) in block.into_iter().enumerate() {
                    let index = (number - first) * BLOCK + at;
                    let address = section.address(index);
                    if let Some(value) = Solution::decode(byte, address, &self.long) {
                        visit(section, index, value);
                    }
                }
            }
        }
        Ok(())
    }

    /// All values at once, for checking every entry.
    pub fn load(&self) -> io::Result<Solution> {
        let mut solution = Solution {
            long: self.long.clone(),
            ..Solution::default()
        };
        let mut inner = self.inner.lock().unwrap_or_else(|e| e.into_inner());
        for section in Section::ALL {
            let mut all = Vec::with_capacity(section.size());
            for number in first_block(section)..first_block(section) + blocks(section) {
                all.extend(self.unpack(&mut inner.file, number, section)?);
            }
            *solution.section_mut(section) = all;
        }
        Ok(solution)
    }
}
