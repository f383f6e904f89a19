import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { secondOf } from '../../src/protocol/dates.ts'
import { settleDrafts } from '../backup/drafts.ts'
import { takePlace } from '../backup/takePlace.ts'
import type { Config } from '../config.ts'
import { filesAt } from '../files/filePlace.ts'
import { plan } from '../store/bringUp/plan.ts'
import { RELEASE, refuseNewer } from '../store/bringUp/release.ts'
import { type Log, pathsOf, whileStopped } from '../store/embedded/index.ts'
import { KEY_FILE } from '../store/sealing/secretKey.ts'
import { ArchiveError } from './archiveError.ts'
import { amountOf } from './archiveTo.ts'
import { fillDatabase, makeDraft, placeFiles } from './intoDraft.ts'
import { keyFor } from './keyFor.ts'
import { type Archive, readArchive } from './readArchive.ts'
import { setBackupsAside } from './setBackupsAside.ts'

type Making = Config & { isAsItWas: boolean }

/** Into a PostgreSQL of the operator's. The files come first: what the rows name is there. */
const intoDatabase = async (config: Making, databaseUrl: string, archive: Archive): Promise<string> => {
  const key = await keyFor(config, archive)
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  if (key !== null) {
    const path = join(config.dataDir, KEY_FILE)
    if (existsSync(path)) throw new ArchiveError(`${path} 是另一把密钥，打不开归档里封存的号码：请换一个 DATA_DIR`)
    await writeFile(path, key, { mode: 0o600, flush: true })
  }
  await placeFiles(archive, filesAt(config.dataDir))
  return fillDatabase({ connectionString: databaseUrl }, archive, config)
}

/** Into the embedded PostgreSQL: beside, and then in place by renames that the next start would finish. */
const intoDataDir = async (config: Making, archive: Archive, log: Log): Promise<string> => {
  const { dataDir } = config
  const refuse = (): void => {
    if (existsSync(pathsOf(dataDir).pg))
      throw new ArchiveError(`${dataDir} 里已经有数据：unarchive 只进空的 DATA_DIR，请换一个，或先把 ${pathsOf(dataDir).pg} 移开`)
  }
  refuse()
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const done = await whileStopped(dataDir, async () => {
    await settleDrafts(dataDir, log)
    refuse()
    const { draft, text } = await makeDraft(config, archive, await keyFor(config, archive), log)
    const aside = `before-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`
    const backups = await setBackupsAside(config.backupDir, aside)
    await takePlace(dataDir, basename(draft), aside)
    // Where nothing was there, nothing was put aside.
    await rmdir(join(dataDir, aside)).catch(() => {})
    return backups === null ? text : `${text}\n${config.backupDir} 里从前的备份移到了 ${backups}`
  })
  if (done === null) throw new ArchiveError('还有节点在这个 DATA_DIR 上运行：请停掉它们，或换一个 DATA_DIR')
  return done
}

/** What the operator asks for. */
export interface Unarchiving {
  from: string
  /** Not brought up to this version: the older one goes on with it. */
  isAsItWas: boolean
}

/**
 * Makes the store of an archive in an empty DATA_DIR, or the empty database of DATABASE_URL, as this version has it, and gives what to tell the operator. Throws
 * ArchiveError where the archive is not whole or there is no key to it, NewerStoreError where a newer version made it; nothing is made then.
 */
export const unarchive = async (config: Config, { from, isAsItWas }: Unarchiving, log: Log): Promise<string> => {
  if (from === '' || from.startsWith('-')) throw new ArchiveError('请写明从哪个归档：npm run unarchive -- --from <文件.zip>')
  const begun = Date.now()
  const archive = await readArchive(resolve(from))
  try {
    refuseNewer(archive.applied, plan, `${from} `)
    const { databaseUrl } = config
    const making = { ...config, isAsItWas }
    const text = databaseUrl ? await intoDatabase(making, databaseUrl, archive) : await intoDataDir(making, archive, log)
    const seconds = Math.round((Date.now() - begun) / 1000)
    return [
      `已由归档做出：${secondOf(archive.at)}，${amountOf(archive)}，逐表与归档相同，用时 ${seconds} 秒`,
      ...(archive.release === RELEASE || isAsItWas ? [] : [`归档是 ${archive.release} 的，已升级到 ${RELEASE}`]),
      text,
      ...(archive.files === null ? [`上传的文件不在归档里：它们应当在 ${filesAt(config.dataDir).where}`] : []),
    ].join('\n')
  } finally {
    archive.close()
  }
}
