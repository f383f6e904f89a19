import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts (AES-256-GCM): iv, tag and what was sealed, in this order. `place` says where it belongs: put elsewhere it cannot be read. */
export const encrypt = (key: Buffer, place: string, plain: Buffer | string): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Gives back what was encrypted; throws where it was with another key, belongs elsewhere, or was changed. */
export const decrypt = (key: Buffer, place: string, bytes: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
