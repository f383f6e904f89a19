import { stat, statfs } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { BackupError } from './backupError.ts'

const MB = 2 ** 20
/** What stays free beside what is written, of a small disk a part of it: a database that cannot write its log stops. */
const SPARE = { bytes: 1024 * MB, part: 0.05 }

/** Throws BackupError where a disk has no room for so many bytes, and for what the database on it needs beside. `what` is written: 恢复演练. */
export const needRoom = async (folder: string, bytes: number, what: string): Promise<void> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  const [free, spare] = [bavail * bsize, Math.min(SPARE.bytes, blocks * bsize * SPARE.part)]
  if (free >= bytes + spare) return
  const [left, wanted, kept] = [Math.floor(free / MB), Math.ceil(bytes / MB), Math.ceil(spare / MB)]
  throw new BackupError(`${folder} 所在的磁盘只剩 ${left} MB，${what}要 ${wanted} MB，另须给数据库留 ${kept} MB：请先腾出地方`)
}

/** Whether what fills one folder's disk fills the other's. */
export const onOneDisk = async (one: string, other: string): Promise<boolean> => (await stat(one)).dev === (await stat(other)).dev

/** So much is written between two looks at what is left, in bytes. */
const LOOK_BYTES = 64 * MB

/** Passes on what is written into a folder on a database's disk, and looks on the way whether the database keeps its room. Fails as `needRoom` does. */
export const keepingRoom = (folder: string, what: string, every = LOOK_BYTES): Transform => {
  let since = every
  return new Transform({
    transform(chunk: Buffer, _, done) {
      since += chunk.length
      if (since < every) return done(null, chunk)
      since = 0
      needRoom(folder, every, what).then(() => done(null, chunk), done)
    },
  })
}
