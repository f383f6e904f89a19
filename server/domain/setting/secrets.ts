import { CallError } from '../../../src/core/errors.ts'
import { decrypt, encrypt } from '../../store/sealing/cipher.ts'
import { derivedKey, type KeyHolder, keyFor } from '../../store/sealing/secretKey.ts'

const MARK = 'v1:'
const USE = 'settings'

/** Encrypts a secret of a setting. `place` says where it belongs: put elsewhere it cannot be read. */
export const seal = async (holder: KeyHolder, place: string, text: string): Promise<string> =>
  MARK + encrypt(await keyFor(holder, USE), place, text).toString('base64')

/** Gives a secret as it is sealed under another root key. */
export const sealSecretAnew = (place: string, sealed: string, from: Buffer, to: Buffer): string => {
  const plain = decrypt(derivedKey(from, USE), place, Buffer.from(sealed.slice(MARK.length), 'base64'))
  return MARK + encrypt(derivedKey(to, USE), place, plain).toString('base64')
}

/** Gives the text back; throws CallError 409 where it was sealed with another key (a restored DATA_DIR without secret.key). */
export const unseal = async (holder: KeyHolder, place: string, sealed: string): Promise<string> => {
  const key = await keyFor(holder, USE)
  try {
    return decrypt(key, place, Buffer.from(sealed.slice(MARK.length), 'base64')).toString()
  } catch {
    throw new CallError(409, '已保存的密钥无法解开（SECRET_KEY 或 secret.key 变了），请重新填写')
  }
}
