import { existsSync } from 'node:fs'
import { link, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sealerWith } from '../sealing/sealer.ts'
import { KEY_FILE, type KeyHolder, readKeyFile, writeNewKey } from '../sealing/secretKey.ts'

/** The key that a change of key is under way to. */
const NEXT = `${KEY_FILE}.next`

const nextIn = (dataDir: string): string => join(dataDir, NEXT)

/** Gives the key that comes after secret.key, which a change that was cut off may have made already. */
export const nextKeyIn = async (dataDir: string): Promise<Buffer> => {
  const path = nextIn(dataDir)
  if (!existsSync(path)) await writeNewKey(path)
  return (await readKeyFile(path)) as Buffer
}

/** Puts the next key in the place of secret.key and gives where the old one is kept: backups made before need it. */
export const putNextKey = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, KEY_FILE)
  const root = await readKeyFile(path)
  if (!root) throw new Error(`${path} is not there`)
  const old = join(dataDir, `${KEY_FILE}.old-${sealerWith(root).fingerprint.slice(0, 8)}`)
  await link(path, old).catch((error: NodeJS.ErrnoException) => {
    // A try that was cut off has kept it already.
    if (error.code !== 'EEXIST') throw error
  })
  await rename(nextIn(dataDir), path)
  return old
}

/** Ends a change of key that a crash cut off after the store had it; false where the store's key is not the next one either. */
export const finishRotation = async ({ dataDir, secretKey }: KeyHolder, noted: string): Promise<boolean> => {
  const next = secretKey === '' ? await readKeyFile(nextIn(dataDir)) : null
  if (!next || sealerWith(next).fingerprint !== noted) return false
  await putNextKey(dataDir)
  return true
}
