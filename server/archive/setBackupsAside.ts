import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { MARK } from '../backup/place.ts'
import { places } from '../backup/repository.ts'

/**
 * Puts what a folder of backups has into a folder within it, and gives that; null where there is none. A database that was made anew counts its log from the beginning: among that of the former one its segments would take
 * the names of others. The next backup begins the folder anew.
 */
export const setBackupsAside = async (folder: string | null, name: string): Promise<string | null> => {
  if (folder === null || !existsSync(join(folder, places.bases))) return null
  const aside = join(folder, name)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  // The copies last: as long as they are there, the next try goes on with what is left.
  for (const each of [MARK, places.latest, places.wal, places.files, places.bases])
    if (existsSync(join(folder, each))) await rename(join(folder, each), join(aside, each))
  return aside
}
