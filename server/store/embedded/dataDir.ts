import { accessSync, chmodSync, constants, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRoot } from './identity.ts'
import { EmbeddedError } from './types.ts'

/** Makes DATA_DIR if it is missing and makes sure that files can be written there. Throws an EmbeddedError saying why and what to do. */
export function prepareDataDir(dataDir: string): void {
  // PostgreSQL's initdb hands its own path to a shell, and that is under DATA_DIR when root runs it.
  if (process.platform !== 'win32' && /["$`\\\n]/.test(dataDir)) {
    throw new EmbeddedError(`数据目录 ${dataDir} 的名称中不能有双引号、反引号、反斜杠、$ 或换行。请用 DATA_DIR 指定另一个目录。`)
  }
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    // As root the server runs as another user, who must be able to walk through, but need not see what lies here.
    if (isRoot()) chmodSync(dataDir, (statSync(dataDir).mode & 0o7777) | 0o111)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    // access() says yes to root on a read-only or full disk; only writing tells.
    const probe = join(dataDir, `.write-${process.pid}-${Math.random().toString(36).slice(2)}`)
    writeFileSync(probe, 'x', { flag: 'wx' })
    rmSync(probe)
  } catch (error) {
    throw new EmbeddedError(`数据目录 ${dataDir} 不可用：${reasonOf(error)}。请改正其权限，或用 DATA_DIR 指定另一个可写的目录。`)
  }
}

/** The first directory on the way to `path` that users other than its owner cannot walk through, if there is one. */
export function closedParent(path: string): string | undefined {
  const parents: string[] = []
  for (let at = dirname(path); ; at = dirname(at)) {
    parents.unshift(at)
    if (at === dirname(at)) break
  }
  return parents.find((parent) => (statSync(parent).mode & 0o001) === 0)
}

const reasons: Record<string, string> = {
  EACCES: '没有写权限',
  EPERM: '没有写权限',
  EROFS: '所在磁盘是只读的',
  ENOSPC: '磁盘已满',
  EDQUOT: '磁盘配额已满',
  ENOTDIR: '路径中有一段不是目录',
  EEXIST: '它是一个文件，不是目录',
  ENOENT: '无法在此创建目录',
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}
