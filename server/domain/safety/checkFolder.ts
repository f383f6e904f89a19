import { access, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { CallError } from '../../../src/core/errors.ts'
import { isWithin } from '../../files/isWithin.ts'

/** What a place of backups has, one of which a folder that is not empty must have. */
const OURS = new Set(['base', 'store.json', 'latest.json'])
const PROBE = '.anju-probe'

const refusal = (message: string): CallError => new CallError(400, message, { field: 'folder' })

const reasonOf = ({ code = '' }: NodeJS.ErrnoException): string =>
  ({
    EACCES: '没有权限写',
    EPERM: '没有权限写',
    EROFS: '那里只读',
    ENOENT: '那里不能建目录',
    ENOSPC: '那里满了',
    ENOTDIR: '路径里有一段不是目录',
  })[code] ?? code

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

/** Level by level: Node's own recursive way never ends where the system makes no folders (/proc), and holds a thread of the node for good. */
const makeFolder = async (path: string): Promise<void> => {
  const levels: string[] = []
  for (let at = path; !(await isThere(at)); at = dirname(at)) levels.unshift(at)
  for (const level of levels)
    await mkdir(level, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
}

/**
 * Throws 400 where backups may not be put into a folder: in DATA_DIR or around it (a restore puts that aside), one that others use (what is not needed any more
 * is deleted there), or one that cannot be written to.
 */
export const checkFolder = async (folder: string, dataDir: string): Promise<void> => {
  const path = resolve(folder)
  if (!isAbsolute(folder) || path !== folder.replace(/(?<=.)[/\\]+$/, '')) throw refusal('目录请写完整路径，不带 . 与 ..')
  if (isWithin(dataDir, path) || isWithin(path, dataDir))
    throw refusal('备份不能放在 DATA_DIR 里或包着它：请换一个目录，最好在另一块磁盘上')
  try {
    await makeFolder(path)
    const names = await readdir(path)
    if (names.length > 0 && !names.some((name) => OURS.has(name)))
      throw refusal('目录里有别的东西：请换一个空目录，备份会删去不再需要的文件')
    const probe = await open(join(path, PROBE), 'w', 0o600)
    await probe.sync()
    await probe.close()
    await access(join(path, PROBE))
    await rm(join(path, PROBE))
  } catch (error) {
    if (error instanceof CallError) throw error
    throw refusal(`目录不能用：${reasonOf(error as NodeJS.ErrnoException)}`)
  }
}
