import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { placesIn } from '../backup/repository.ts'

/**
 * Puts what a folder of backups has into a folder within it, and gives that; null where there is none. A database that was made anew counts its log from the beginning: among that of the former one its segments would take
 * the names of others. The next backup begins the folder anew.
 */
export const setBackupsAside = async (folder: string | null, name: string): Promise<string | null> => {
  if (folder === null || !existsSync(placesIn(folder).bases)) return null
  const { bases, wal, files, latest } = placesIn(folder)
  const aside = join(folder, name)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  // The copies last: as long as they are there, the next try goes on with what is left.
  for (const path of [latest, wal, files, bases]) if (existsSync(path)) await rename(path, join(aside, basename(path)))
  return aside
}
