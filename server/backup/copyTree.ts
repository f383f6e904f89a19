import { constants } from 'node:fs'
import { chmod, chown, copyFile, mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** As root the files keep their owner: PostgreSQL runs only on a folder of its own. */
const likeSource = async (from: string, to: string): Promise<void> => {
  const { mode, uid, gid } = await stat(from)
  if (process.getuid?.() === 0) await chown(to, uid, gid)
  await chmod(to, mode & 0o7777)
}

/** Only what has reached the disk is a copy. */
const synced = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Copies a file or a folder with all below it, except paths that `leaves` names, with owners and modes; sockets and the like are left. */
export const copyTree = async (from: string, to: string, leaves: ReadonlySet<string> = new Set()): Promise<void> => {
  const its = await stat(from)
  if (its.isFile()) {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    await likeSource(from, to)
    await synced(to)
  } else if (its.isDirectory()) {
    await mkdir(to)
    for (const name of await readdir(from)) if (!leaves.has(join(from, name))) await copyTree(join(from, name), join(to, name), leaves)
    await likeSource(from, to)
  }
}
