import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

const synced = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a finished file or folder its name, on the disk: what has that name is whole, whenever the power fails. */
export const settled = async (part: string, path: string): Promise<void> => {
  await synced(part)
  await rename(part, path)
  // Windows has no fsync for directories.
  if (process.platform !== 'win32') await synced(dirname(path))
}
