import { chmod, mkdir, mkdtemp, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Config } from '../config.ts'
import { type Log, whileStopped } from '../store/embedded/index.ts'
import { KEY_FILE } from '../store/sealing/secretKey.ts'
import { BackupError } from './backupError.ts'
import { copyTree } from './copyTree.ts'
import { differences, filesBelow, MANIFEST, type Manifest, readManifest, summed } from './manifest.ts'
import { openCopy } from './openCopy.ts'

/** What of DATA_DIR is data: the rest is made anew, or tells of one run only. */
const DATA = ['pg', 'pg.password', 'files']
/** The root key, and that to which a change of key is under way. */
const KEYS = [KEY_FILE, `${KEY_FILE}.next`]
/** Of a server that was killed; it says nothing of a copy. */
const LEFT = ['postmaster.pid', 'postmaster.opts']

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const MB = 1024 * 1024

const refuseExternal = ({ databaseUrl }: Config): void => {
  if (databaseUrl)
    throw new BackupError(
      '数据在外部的 PostgreSQL（DATABASE_URL）里：请用它自己的工具（pg_dump，或它的连续归档）备份；DATA_DIR/files 与密钥另行复制',
    )
}

/** Where the backup will lie: a folder that is not there yet, or is empty, and not within the data. */
const placeOf = async (target: string, dataDir: string): Promise<string> => {
  if (target === '' || target.startsWith('-')) throw new BackupError('请写明备份到哪个目录：npm start -- --backup <目录>')
  const folder = resolve(target)
  if ((await isThere(folder)) && (await readdir(folder)).length > 0) throw new BackupError(`${folder} 里已有文件：请换一个新的目录`)
  await mkdir(dirname(folder), { recursive: true })
  const way = relative(await realpath(dataDir), join(await realpath(dirname(folder)), basename(folder)))
  if (way === '' || !(way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way))
    throw new BackupError('备份不能放在 DATA_DIR 里：请换一个目录，最好在另一块磁盘上')
  return folder
}

const keyNote = ({ secretKey }: Config, withKey: boolean): string => {
  if (secretKey !== '') return '密钥由 SECRET_KEY 给出，不在备份里：请另行保管，恢复时以同一个 SECRET_KEY 启动'
  return withKey
    ? `密钥 ${KEY_FILE} 也在备份里：拿到备份的人看得到一切，请妥善保管`
    : `密钥 ${KEY_FILE} 不在备份里（没有它，手机号、身份证号打不开）：请把它另存一处，恢复时放进新的 DATA_DIR`
}

/** Copies the data and says of each file what it is; every file of the copy is read back and compared with its source. */
const copyData = async (dataDir: string, folder: string, withKey: boolean): Promise<Manifest> => {
  const files: Manifest['files'] = []
  for (const name of [...DATA, ...(withKey ? KEYS : [])]) {
    const from = join(dataDir, name)
    if (!(await isThere(from))) continue
    const isFolder = (await stat(from)).isDirectory()
    const left = new Set(LEFT.map((leaf) => join(from, leaf)))
    const paths = isFolder ? (await filesBelow(from)).filter((path) => !left.has(join(from, path))) : ['']
    await copyTree(from, join(folder, name), left)
    for (const path of paths) {
      const [source, copy] = await Promise.all([summed(join(from, path)), summed(join(folder, name, path))])
      const its = path === '' ? name : `${name}/${path}`
      if (source.sha256 !== copy.sha256) throw new BackupError(`${its} 复制后与原来的不同：请检查磁盘，再备份一次`)
      files.push({ path: its, ...copy })
    }
  }
  return { made_at: new Date().toISOString(), has_key: withKey, files }
}

const checked = async (folder: string, log: Log): Promise<{ text: string; isRight: boolean }> => {
  const manifest = await readManifest(folder)
  const wrong = await differences(folder, manifest)
  if (wrong.length > 0) return { text: `${folder} 与备份时不同：\n  ${wrong.join('\n  ')}`, isRight: false }
  const { text, isRight } = await openCopy(folder, log)
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const size = `${manifest.files.length} 个文件，${Math.ceil(bytes / MB)} MB，备份于 ${manifest.made_at}`
  return { text: `${folder}：${size}\n文件逐个核对相符；数据库打得开，其中：\n${text}`, isRight }
}

/**
 * Copies a stopped store into a new folder with the SHA-256 of every file, and checks the copy as `checkBackup` does; gives what to tell
 * the operator, and whether the copy is right. Throws BackupError where a node runs, the store is elsewhere, or the folder is not new.
 */
export const makeBackup = async (
  config: Config,
  target: string,
  withKey: boolean,
  log: Log,
): Promise<{ text: string; isRight: boolean }> => {
  refuseExternal(config)
  if (!(await isThere(join(config.dataDir, 'pg', 'anju.ready'))))
    throw new BackupError(`${config.dataDir} 里没有数据库：请用 DATA_DIR 指明要备份哪一个`)
  const folder = await placeOf(target, config.dataDir)
  const draft = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
  try {
    // As root PostgreSQL runs as another user, who has to walk through when the copy is used.
    await chmod(draft, 0o711)
    const manifest = await whileStopped(config.dataDir, () => copyData(config.dataDir, draft, withKey && config.secretKey === ''))
    if (!manifest) throw new BackupError('还有节点在运行：请停掉所有节点，再备份。节点被 kill -9 过的，启动一次再正常停止')
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true })
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  const { text, isRight } = await checked(folder, log)
  return { text: `${text}\n${keyNote(config, withKey)}`, isRight }
}

/** Checks a backup: every file by its SHA-256, and that its database opens and agrees with itself. Changes nothing in it. */
export const checkBackup = async (target: string, log: Log): Promise<{ text: string; isRight: boolean }> => {
  if (target === '' || target.startsWith('-')) throw new BackupError('请写明核对哪个备份：npm start -- --check-backup <目录>')
  return checked(resolve(target), log)
}
