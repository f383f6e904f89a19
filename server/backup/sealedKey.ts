import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { BackupError } from './backupError.ts'

/** As OWASP's Password Storage Cheat Sheet asks of scrypt (N 2^17, r 8, p 1): guessing costs 128 MB each. */
export const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }

/** Seals the root key by the operator's passphrase: salt, nonce, tag and text, one after the other (AES-256-GCM). */
export const sealKey = (key: string, passphrase: string): string => {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, COST), nonce)
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), text]).toString('base64')
}

/** Opens what `sealKey` made. Throws BackupError for another passphrase. */
export const openKey = (sealed: string, passphrase: string): string => {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', scryptSync(passphrase, bytes.subarray(0, 16), 32, COST), bytes.subarray(16, 28))
    decipher.setAuthTag(bytes.subarray(28, 44))
    return Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString('utf8')
  } catch {
    throw new BackupError('BACKUP_PASSPHRASE 打不开备份里的密钥：请用备份时的那一个')
  }
}
