import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_FILE } from '../store/sealing/secretKey.ts'
import { BackupError } from './backupError.ts'
import type { Backing } from './makeBase.ts'
import { type Base, places, readText } from './repository.ts'
import { openKey } from './sealedKey.ts'

/** Opening takes half a second of this thread: of one copy and one passphrase it is done once. */
const opened = new Map<string, boolean>()

const opens = (sealed: string, passphrase: string, key: string): boolean => {
  try {
    return openKey(sealed, passphrase) === key
  } catch (error) {
    if (error instanceof BackupError) return false
    throw error
  }
}

/**
 * Gives whether the root key that went along with a copy of the database is the one of now, under the passphrase of now. After a change of either what is restored from it with the log since could not be opened by
 * what the operator has. True where no key goes along.
 */
export const hasKeyOfNow = async (
  { dataDir, to, passphrase }: Pick<Backing, 'dataDir' | 'to' | 'passphrase'>,
  base: Base,
): Promise<boolean> => {
  const key = await readFile(join(dataDir, KEY_FILE), 'utf8').catch(() => null)
  if (base.key !== 'sealed' || passphrase === '' || key === null) return true
  const name = createHash('sha256')
    .update(JSON.stringify([to.where, base.name, key, passphrase]))
    .digest('hex')
  const known = opened.get(name)
  if (known !== undefined) return known
  const sealed = await readText(to, `${places.base(base.name)}/${KEY_FILE}.sealed`)
  const is = sealed !== null && opens(sealed, passphrase, key)
  opened.set(name, is)
  return is
}
