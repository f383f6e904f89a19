import { join } from 'node:path'
import { openKey } from '../backup/sealedKey.ts'
import type { Config } from '../config.ts'
import { sealerWith } from '../store/sealing/sealer.ts'
import { KEY_FILE, keyOfText, readKeyFile } from '../store/sealing/secretKey.ts'
import { ArchiveError } from './archiveError.ts'
import type { Archive } from './readArchive.ts'

const fits = (root: Buffer, { key }: Pick<Archive, 'key'>): boolean => key === null || sealerWith(root).fingerprint === key

/**
 * Gives the key that came along with an archive, to be put where it goes; null where the one at hand opens what its store has sealed. Throws ArchiveError where
 * neither does: it is said before anything is made.
 */
export const keyFor = async ({ dataDir, secretKey, backupPassphrase }: Config, archive: Archive): Promise<string | null> => {
  if (secretKey !== '') {
    if (fits(keyOfText(secretKey), archive)) return null
    throw new ArchiveError('SECRET_KEY 打不开归档里封存的号码：请设做归档的那一边用的')
  }
  const here = await readKeyFile(join(dataDir, KEY_FILE))
  if (here && fits(here, archive)) return null
  if (archive.sealedKey !== null && backupPassphrase !== '') return openKey(archive.sealedKey, backupPassphrase)
  if (!here && archive.key === null) return null
  const how = archive.sealedKey !== null ? '设归档时的 BACKUP_PASSPHRASE' : `把原来的 ${KEY_FILE} 放进 ${dataDir}，或设原来的 SECRET_KEY`
  throw new ArchiveError(`没有密钥，打不开归档里封存的号码：请${how}，再做一次`)
}
