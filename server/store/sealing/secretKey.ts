import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../startError.ts'

/** What the key is made or read from. */
export interface KeyHolder {
  dataDir: string
  /** SECRET_KEY; empty: the key is in a file of DATA_DIR. */
  secretKey: string
}

export const KEY_FILE = 'secret.key'
const BYTES = 32

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Writes a new random key into a file, whole or not at all. */
export const writeNewKey = async (path: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(randomBytes(BYTES).toString('hex'))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Made whole under another name first: of two nodes that make it at once, both read the one that was there first. */
const makeKeyFile = async (folder: string, path: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeNewKey(draft)
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
}

/** Gives the root key that a file holds; null where there is no such file. Throws StartError where it cannot be read, or holds no whole key. */
export const readKeyFile = (path: string): Promise<Buffer | null> =>
  readFile(path, 'utf8').then(
    (text) => {
      const key = Buffer.from(text.trim(), 'hex')
      if (key.length !== BYTES) throw new StartError(`${path} 不是一把完整的密钥：请把原来的放回去（从备份，或另存的那一份），再启动`)
      return key
    },
    (error: unknown) => {
      if (isMissing(error)) return null
      const { code = null } = error as NodeJS.ErrnoException
      if (code === 'EACCES') throw new StartError(`${path} 读不了：请把它交给运行安居的用户（chown），再启动`, code)
      throw error
    },
  )

/** Gives the root key that SECRET_KEY says. */
export const keyOfText = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Gives the 32-byte root key: SECRET_KEY, or the file secret.key in DATA_DIR, which is made (0600) when first needed. */
export const rootKey = async ({ dataDir, secretKey }: KeyHolder): Promise<Buffer> => {
  if (secretKey !== '') return keyOfText(secretKey)
  const path = join(dataDir, KEY_FILE)
  const found = await readKeyFile(path)
  if (found) return found
  await makeKeyFile(dataDir, path)
  return rootKey({ dataDir, secretKey })
}

/** Gives the key for one use out of the root key, from which no other use's key can be told. */
export const derivedKey = (root: Buffer, use: string): Buffer => Buffer.from(hkdfSync('sha256', root, '', use, BYTES))

/** Gives a 32-byte key for one use. */
export const keyFor = async (holder: KeyHolder, use: string): Promise<Buffer> => derivedKey(await rootKey(holder), use)
