import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import tar from 'tar-stream'

/** The paths of all files and links below a folder, in an order that is the same everywhere. */
export const namesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .sort()

const headerOf = (path, name, mtime) => {
  const stat = lstatSync(path)
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime }
  if (stat.isSymbolicLink()) return { name, type: 'symlink', linkname: readlinkSync(path), mode: 0o777, size: 0, ...owner }
  return { name, type: 'file', size: stat.size, mode: stat.mode & 0o100 ? 0o755 : 0o644, ...owner }
}

const addFile = (pack, path, header) =>
  new Promise((done, failed) => {
    const entry = pack.entry(header, (error) => (error ? failed(error) : done()))
    if (header.type === 'file') createReadStream(path).on('error', failed).pipe(entry)
    else entry.end()
  })

/**
 * Packs a folder into a .tar.gz, below the folder's own name there: the same content makes the same file, whoever makes it and when. `mtime` is
 * that of all its files.
 */
export const pack = async (folder, name, path, mtime) => {
  const packed = tar.pack()
  const written = pipeline(packed, createGzip({ level: 9 }), createWriteStream(path))
  for (const file of namesIn(folder)) await addFile(packed, join(folder, file), headerOf(join(folder, file), `${name}/${file}`, mtime))
  packed.finalize()
  await written
}

/** The SHA-256 of a file, in hex. */
export const sumOf = async (path) => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
