import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { CallError } from '../../../src/core/errors.ts'
import type { Config } from '../../config.ts'

/** What the key is made or read from. */
export type KeyHolder = Pick<Config, 'dataDir' | 'secretKey'>

const KEY_FILE = 'secret.key'
const BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const MARK = 'v1:'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Made whole under another name first: of two nodes that make it at once, both read the one that was there first. */
const makeKeyFile = async (folder: string, path: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(randomBytes(BYTES).toString('hex'))
  await file.sync()
  await file.close()
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
}

const keyInFile = async (folder: string): Promise<Buffer> => {
  const path = join(folder, KEY_FILE)
  const read = async (): Promise<Buffer> => Buffer.from((await readFile(path, 'utf8')).trim(), 'hex')
  return read().catch(async (error: unknown) => {
    if (!isMissing(error)) throw error
    await makeKeyFile(folder, path)
    return read()
  })
}

/** Gives a 32-byte key for one use: from SECRET_KEY, or from the file secret.key in DATA_DIR, which is made (0600) when first needed. */
export const keyFor = async ({ dataDir, secretKey }: KeyHolder, use: string): Promise<Buffer> => {
  const root = secretKey === '' ? await keyInFile(dataDir) : createHash('sha256').update(secretKey).digest()
  return Buffer.from(hkdfSync('sha256', root, '', use, BYTES))
}

/** Encrypts a text (AES-256-GCM). `place` says where it belongs: put elsewhere it cannot be read. */
export const seal = async (holder: KeyHolder, place: string, text: string): Promise<string> => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await keyFor(holder, 'settings'), iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return MARK + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Gives the text back; throws CallError 409 where it was sealed with another key (a restored DATA_DIR without secret.key). */
export const unseal = async (holder: KeyHolder, place: string, sealed: string): Promise<string> => {
  const bytes = Buffer.from(sealed.slice(MARK.length), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', await keyFor(holder, 'settings'), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new CallError(409, '已保存的密钥无法解开（SECRET_KEY 或 secret.key 变了），请重新填写')
  }
}
