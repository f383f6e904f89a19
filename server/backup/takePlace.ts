import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settled } from '../files/folderBlobs.ts'
import { KEY_FILE } from '../store/sealing/secretKey.ts'

/** What a restored store brings; the folder for the log is laid anew. */
const PARTS = ['pg', 'pg.password', 'files', KEY_FILE]
/** What of the old one would mislead the new. */
const OLD = ['wal']
const NOTE = 'restore.json'

interface Note {
  from: string
  aside: string
}

/** Has a restored store, which lies in a folder below DATA_DIR, take the place of the one that is there, which is kept aside; gives where. Begun, it is finished by the next start, whenever the power fails. */
export const takePlace = async (dataDir: string, from: string, aside: string): Promise<string> => {
  const note = join(dataDir, NOTE)
  await writeFile(`${note}.part`, JSON.stringify({ from, aside } satisfies Note), { mode: 0o600 })
  await settled(`${note}.part`, note)
  await finishRestore(dataDir)
  return join(dataDir, aside)
}

/** Whether a restored store has begun to take the place of the one that was there, and has not finished. */
export const isHalfPlaced = (dataDir: string): boolean => existsSync(join(dataDir, NOTE))

/** Finishes what `takePlace` began, if anything: each part is moved aside, then in, and what is in is not touched again. */
export const finishRestore = async (dataDir: string): Promise<void> => {
  const text = await readFile(join(dataDir, NOTE), 'utf8').catch(() => null)
  if (text === null) return
  const { from, aside } = JSON.parse(text) as Note
  await mkdir(join(dataDir, aside), { recursive: true, mode: 0o711 })
  for (const part of PARTS) {
    const [now, next, old] = [join(dataDir, part), join(dataDir, from, part), join(dataDir, aside, part)]
    if (!existsSync(next)) continue
    if (existsSync(now)) await rename(now, old)
    await rename(next, now)
  }
  for (const part of OLD) if (existsSync(join(dataDir, part))) await rename(join(dataDir, part), join(dataDir, aside, part))
  await rm(join(dataDir, from), { recursive: true, force: true })
  await rm(join(dataDir, NOTE))
}
