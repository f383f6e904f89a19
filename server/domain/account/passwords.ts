import { hash, verify } from '@node-rs/argon2'

/** argon2id with the OWASP minimum: 19 MiB, two passes (Password Storage Cheat Sheet). A password arrives as the md5 that the spec has clients send. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (md5: string): Promise<string> => hash(md5, COST)

let decoy: Promise<string> | null = null

/** True where the password is the account's. Without an account the same work is done on a decoy, so that time does not tell who exists. */
export const isPassword = async (stored: string | null, md5: string): Promise<boolean> => {
  decoy ??= hashPassword('no such account')
  const matches = await verify(stored ?? (await decoy), md5)
  return stored !== null && matches
}
