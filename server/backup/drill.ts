import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from '../audit.ts'
import type { Blobs } from '../files/blobs.ts'
import { sortAnew } from '../store/bringUp/sorting.ts'
import { type Database, kyselyOn, openPool } from '../store/connection/database.ts'
import type { Log } from '../store/embedded/index.ts'
import { notedKey } from '../store/sealing/keyCheck.ts'
import { sealerWith } from '../store/sealing/sealer.ts'
import { KEY_FILE, readKeyFile } from '../store/sealing/secretKey.ts'
import { BackupError } from './backupError.ts'
import { inDrill } from './drafts.ts'
import { LAID_BYTES, type Replayed, replay } from './replay.ts'
import { baseFor, filesOf, places } from './repository.ts'
import { needRoom } from './room.ts'
import { wrongFiles } from './summed.ts'

/** So many of the files that are not right are named. */
const NAMED = 5

/** What is brought back, and where. */
export interface Asked {
  from: Blobs
  /** A moment in seconds; null: the newest. */
  at: number | null
  passphrase: string
  /** Of the uploaded files so many bytes are read and compared; without it all. */
  most?: number
}

/** Compares the files that belong to a backup with what they were. Throws BackupError that names those that differ. */
const checkFiles = async ({ from, at, most }: Asked): Promise<{ files: number; read: number }> => {
  const files = await filesOf(from, await baseFor(from, at))
  const { wrong, read } = await wrongFiles(from, places.files, files, most)
  if (wrong.length > 0)
    throw new BackupError(`备份已损坏：${wrong.slice(0, NAMED).join('；')}${wrong.length > NAMED ? `，共 ${wrong.length} 个` : ''}`)
  return { files: files.length, read }
}

/** What the audit says; of a store that another version of anju has made it can say nothing: its next start brings it up to this one. */
const audited = (db: Database): ReturnType<typeof audit> =>
  audit(db).catch((error: { code?: string }) => {
    // A table, a column or a function that is not there.
    if (!/^42(P01|703|883)$/.test(error.code ?? '')) throw error
    return { text: '备份是另一个版本的安居做的：没有对账；启动时升级，之后请运行 npm run audit', isRight: true, count: 0 }
  })

/** A store that was brought back, checked, and stopped. */
export interface Checked extends Pick<Replayed, 'base' | 'reached' | 'hasKey'> {
  /** What the audit says of it, and of how many things. */
  text: string
  checks: number
  /** Uploaded files that belong to it. */
  files: number
  /** How many of them were read and compared; of the others it was looked whether they are there. */
  read: number
  /** The root key that came along opens what the store has sealed; also where none did. */
  isKeyRight: boolean
}

const opensSealed = async (db: Database, folder: string): Promise<boolean> => {
  const [key, noted] = [await readKeyFile(join(folder, KEY_FILE)), await notedKey(db)]
  return key === null || noted === null || sealerWith(key).fingerprint === noted
}

/**
 * Brings a store back into an empty folder, counts all that it keeps anew, and stops it. Throws BackupError where the disk has no room for it, the backup is damaged, does not reach so far, or what came back does not
 * agree with itself.
 */
export const bringBack = async (asked: Asked, to: string, log: Log): Promise<Checked> => {
  const { bytes } = await baseFor(asked.from, asked.at)
  await needRoom(to, bytes + LAID_BYTES, '恢复')
  const counted = await checkFiles(asked)
  // As root PostgreSQL runs as another user, who has to walk through.
  await chmod(to, 0o711)
  const store = await replay({ ...asked, to }, log)
  const db = kyselyOn(openPool(store.connection, 1))
  try {
    // Of a backup that another system made.
    await sortAnew(db, (words) => log.info({}, words))
    const { text, isRight, count: checks } = await audited(db)
    if (!isRight) throw new BackupError(`恢复出来的数据自相矛盾：\n${text}`)
    const isKeyRight = await opensSealed(db, to)
    return { text, checks, ...counted, base: store.base, reached: store.reached, hasKey: store.hasKey, isKeyRight }
  } finally {
    await db.destroy()
    await store.stop()
  }
}

/** Brings a store back beside the one in `dataDir` and throws it away: what was never restored is a hope. Throws as `bringBack` does, and where the key that came along opens nothing. */
export const drill = async (asked: Asked, dataDir: string, log: Log): Promise<Checked & { seconds: number }> => {
  const begun = Date.now()
  const checked = await inDrill(dataDir, log, (to) => bringBack(asked, to, log))
  if (!checked.isKeyRight) throw new BackupError('备份里封存的密钥打不开恢复出来的号码：换过密钥以后还没有重新备份，请马上备份一次')
  return { ...checked, seconds: Math.round((Date.now() - begun) / 1000) }
}
