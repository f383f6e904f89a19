import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { Blobs } from '../files/blobs.ts'
import { BackupError } from './backupError.ts'

/** What a sealed file begins with, and the salt of its own key behind it. */
const HEAD = Buffer.from('ANJU1\n')
const SALT_BYTES = 32
const TAG_BYTES = 16
/** So much is sealed at once: what is opened is known to be right before it is used. */
const CHUNK_BYTES = 256 * 1024

/** A file's own key: its path is part of it, so that one put in another's place does not open. */
const keyFor = (key: Buffer, salt: Uint8Array, path: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `anju backup ${path}`, 32))

/** No two chunks under one key have the same; the last has its mark, so that a file that was cut off does not open. */
const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Has what comes in pieces of any size go on in pieces of one, the last by itself. */
const inChunks = (
  bytes: number,
  onChunk: (chunk: Buffer, number: number, isLast: boolean) => Buffer,
  head: HeadReader | null,
): Transform => {
  let held: Buffer[] = []
  let length = 0
  let number = 0
  const give = (stream: Transform, isLast: boolean): void => {
    let all = Buffer.concat(held)
    if (head && !head.isRead) {
      if (all.length < head.bytes) {
        if (isLast) throw new BackupError('没有写完')
        return
      }
      head.read(all.subarray(0, head.bytes))
      all = all.subarray(head.bytes)
    }
    // One is always kept back: only when no more comes is it known to be the last.
    while (all.length > bytes) {
      stream.push(onChunk(all.subarray(0, bytes), number++, false))
      all = all.subarray(bytes)
    }
    if (isLast) stream.push(onChunk(all, number++, true))
    held = [all]
    length = all.length
  }
  const tried = (done: TransformCallback, work: () => void): void => {
    try {
      work()
      done()
    } catch (error) {
      done(error as Error)
    }
  }
  return new Transform({
    readableHighWaterMark: 2 ** 20,
    writableHighWaterMark: 2 ** 20,
    transform(chunk: Buffer, _encoding, done) {
      held.push(Buffer.from(chunk))
      length += chunk.length
      tried(done, () => (length > bytes ? give(this, false) : undefined))
    },
    flush(done) {
      tried(done, () => give(this, true))
    },
  })
}

/** What stands before the chunks. */
interface HeadReader {
  bytes: number
  isRead: boolean
  read(head: Buffer): void
}

/** Seals what goes through (AES-256-GCM, chunk by chunk, in order). */
const sealing = (key: Buffer, path: string): Transform => {
  const salt = randomBytes(SALT_BYTES)
  const own = keyFor(key, salt, path)
  const sealed = inChunks(
    CHUNK_BYTES,
    (chunk, number, isLast) => {
      const cipher = createCipheriv('aes-256-gcm', own, nonceOf(number, isLast))
      return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    },
    null,
  )
  sealed.push(Buffer.concat([HEAD, salt]))
  return sealed
}

/** Opens what `sealing` made. Fails with BackupError where a byte of it was changed, it was cut off, or was another file's. */
const opening = (key: Buffer, path: string): Transform => {
  let own = key
  const head: HeadReader = {
    bytes: HEAD.length + SALT_BYTES,
    isRead: false,
    read(bytes) {
      if (!bytes.subarray(0, HEAD.length).equals(HEAD)) throw new BackupError(`${path} 已损坏：不是备份里的文件`)
      own = keyFor(key, bytes.subarray(HEAD.length), path)
      head.isRead = true
    },
  }
  return inChunks(
    CHUNK_BYTES + TAG_BYTES,
    (chunk, number, isLast) => {
      try {
        const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(number, isLast))
        decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
        return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
      } catch {
        throw new BackupError(`${path} 已损坏或没有写完`)
      }
    },
    head,
  )
}

const nothing = (): void => {}

/**
 * Gives a place in which everything is compressed (gzip: fast, and of this Node) and sealed by a key before it leaves this machine: whoever has the place alone reads nothing
 * but the names. A file that is there is whole, whatever its length was.
 */
export const sealedBlobs = (blobs: Blobs, key: Buffer): Blobs => ({
  ...blobs,
  async put(path, content) {
    const source = content instanceof Readable ? content : Readable.from([content])
    // What fails on the way is told by the last, which is read to its end.
    const sealed = pipeline(source, createGzip({ level: 1 }), sealing(key, path), nothing) as unknown as Readable
    await blobs.put(path, sealed)
  },
  async get(path) {
    const found = await blobs.get(path)
    if (!found) return null
    return { bytes: null, stream: pipeline(found.stream, opening(key, path), createGunzip(), nothing) as unknown as Readable }
  },
  has: (path) => blobs.has(path),
  take: () => Promise.reject(new Error('nothing is moved into backups as it is')),
  pathOf: () => null,
})
