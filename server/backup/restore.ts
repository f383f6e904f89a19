import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { secondOf, secondsOf } from '../../src/protocol/dates.ts'
import type { Config } from '../config.ts'
import type { Blobs } from '../files/blobs.ts'
import { ownFolder } from '../files/filePlace.ts'
import { type Log, whileStopped } from '../store/embedded/index.ts'
import { KEY_FILE } from '../store/sealing/secretKey.ts'
import { BackupError } from './backupError.ts'
import { DRAFT, settleDrafts } from './drafts.ts'
import { bringBack, drill } from './drill.ts'
import { bringFiles } from './keptFiles.ts'
import { openPlace, placeFrom } from './place.ts'
import { basesOf, latestOf } from './repository.ts'
import { takePlace } from './takePlace.ts'

const MB = 2 ** 20

/** Opens the place that an operator names. Throws BackupError where he names none, and as `openPlace` does. */
const placeNamed = (config: Config, from: string): Promise<Blobs> => {
  const { outboundHosts, backupPassphrase: passphrase } = config
  if (from === '' || from.startsWith('-'))
    throw new BackupError('请写明从哪里恢复：npm run restore -- --from <备份目录>，或 s3://存储桶/前缀')
  return openPlace({ spec: placeFrom(from, config), outboundHosts, passphrase }, null)
}

/** Gives what a place of backups has, for the operator. Throws BackupError where it has none. */
export const listBackups = async (config: Config, from: string): Promise<string> => {
  const place = await placeNamed(config, from)
  const bases = await basesOf(place)
  const [first] = bases
  if (!first) throw new BackupError(`${from} 里没有备份`)
  const last = Math.max((await latestOf(place))?.at ?? 0, bases.at(-1)?.finished_at ?? 0)
  const lines = bases.map(
    ({ finished_at, bytes, seconds, files, key }) =>
      `  ${secondOf(finished_at)}  ${Math.ceil(bytes / MB)} MB，文件 ${files} 个，用时 ${seconds} 秒，密钥${key === 'sealed' ? '已封存在内' : '不在内'}`,
  )
  return `${from} 里有 ${bases.length} 份备份，可恢复到 ${secondOf(first.finished_at)} 至 ${secondOf(last)} 的任何一秒：\n${lines.join('\n')}`
}

const momentOf = (text: string | null): number | null => {
  if (text === null) return null
  const seconds = secondsOf(text)
  if (seconds === null) throw new BackupError('--at 请写成 "2026-11-22 10:00:00"')
  return seconds
}

/** Brings the newest backup of a place back beside DATA_DIR, checks it and throws it away; gives what to tell the operator. Throws as `drill` does. */
export const checkBackup = async (config: Config, from: string, log: Log): Promise<string> => {
  const place = await placeNamed(config, from)
  const { reached, text, files, seconds } = await drill({ from: place, at: null, passphrase: config.backupPassphrase }, config.dataDir, log)
  return `${from} 恢复得出来：到 ${secondOf(reached)}（最后一次提交），${files} 个文件相符，用时 ${seconds} 秒；其中：\n${text}`
}

const wrongKey = (dataDir: string): string =>
  `备份里封存的密钥打不开这些号码（那以后换过密钥）：请把更换以后的 ${KEY_FILE} 放进 ${dataDir} 再启动`

/** What the operator asks for. */
export interface Restoring {
  from: string
  /** A moment as people write it; null: the newest. */
  at: string | null
}

/**
 * Brings a store back into DATA_DIR: into a new folder within it, which is checked and then takes the place of what is there, which is kept. Gives what to tell the operator. Throws BackupError where a node
 * runs on it, and for all that `replay` does.
 */
export const restore = async (config: Config, { from, at }: Restoring, log: Log): Promise<string> => {
  if (config.databaseUrl) throw new BackupError('恢复到内置数据库：请不要设 DATABASE_URL')
  const [place, moment] = [await placeNamed(config, from), momentOf(at)]
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  const done = await whileStopped(config.dataDir, async () => {
    await settleDrafts(config.dataDir, log)
    const draft = await mkdtemp(join(config.dataDir, DRAFT.backup))
    try {
      const {
        reached,
        text,
        hasKey: isOpened,
        isKeyRight,
      } = await bringBack({ from: place, at: moment, passphrase: config.backupPassphrase }, draft, log)
      // Where another lies in DATA_DIR it may be the one.
      if (!isKeyRight) await rm(join(draft, KEY_FILE), { force: true })
      const copied = await bringFiles(place, ownFolder(draft))
      const aside = `before-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`
      const hadStore = existsSync(join(config.dataDir, 'pg'))
      const kept = await takePlace(config.dataDir, basename(draft), aside)
      const hasKey = (isOpened && isKeyRight) || config.secretKey !== '' || existsSync(join(config.dataDir, KEY_FILE))
      return [
        `已恢复到 ${secondOf(reached)}（最后一次提交），文件 ${copied} 个`,
        text,
        ...(moment === null
          ? []
          : ['那一刻以后发出的短信、送出的扣款与开票，这份数据不知道：先以 DUE_JOBS=off 启动核对，再照常启动，免得再发一遍']),
        ...(hadStore ? [`原来的数据移到了 ${kept}，确认无误后可以删去`] : []),
        ...(hasKey ? [] : [isKeyRight ? `备份里没有密钥：请把 ${KEY_FILE} 放进 ${config.dataDir} 再启动` : wrongKey(config.dataDir)]),
      ].join('\n')
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  })
  if (done === null) throw new BackupError('还有节点在这个 DATA_DIR 上运行：请停掉它们，或恢复到另一个目录')
  return done
}
