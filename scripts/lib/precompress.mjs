import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const worthwhile = /\.(js|mjs|css|html|svg|json)$/
const MIN_BYTES = 1024
const br = promisify(brotliCompress)
const gz = promisify(gzip)

const brotli = (content) =>
  br(content, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: 11,
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })

const compress = async (file) => {
  const content = await readFile(file)
  if (content.length <= MIN_BYTES) return false
  // zlib works on its own threads, so these run beside each other and beside the other files.
  await Promise.all([
    brotli(content).then((small) => writeFile(`${file}.br`, small)),
    gz(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ])
  return true
}

/** Puts a .br and a .gz beside every text file of more than 1 kB; answers how many files got them. */
export const precompress = async (folder) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && worthwhile.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  const done = await Promise.all(files.map(compress))
  return done.filter(Boolean).length
}
