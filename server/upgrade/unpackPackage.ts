import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import tar from 'tar-stream'

/** Unpacks what `npm pack` made into a folder, without npm, which need not be where a release is installed. Throws where the file is not whole or leads out of the folder. */
export const unpackPackage = async (file: string, folder: string): Promise<void> => {
  const extract = tar.extract()
  const read = pipeline(createReadStream(file), createGunzip(), extract)
  // Whoever reads the entries is told of it as well.
  read.catch(() => {})
  for await (const entry of extract) {
    const { name, type, mode = 0 } = entry.header
    // All of a package lies below one folder there.
    const path = join(folder, name.slice(name.indexOf('/') + 1))
    if (type !== 'file' || !path.startsWith(folder + sep)) {
      if (type !== 'directory') throw new Error(`${name} 不是包里该有的`)
      entry.resume()
      continue
    }
    await mkdir(dirname(path), { recursive: true })
    await pipeline(entry, createWriteStream(path, { mode: mode & 0o100 ? 0o755 : 0o644 }))
  }
  await read
}
