import { hash, verify } from '@node-rs/argon2'
import { makeQueue } from '../../load/queue.ts'
import { refuseCommon } from './commonPasswords.ts'

/** argon2id with the OWASP minimum: 19 MiB, two passes (Password Storage Cheat Sheet). A password arrives as the md5 that the spec has clients send. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** So few passwords are judged at once that files, whose threads they share, do not wait for them, and a crowd takes no more tries than it uses. */
export const inTurn = makeQueue({ atOnce: 2, waiting: 200, seconds: 10, full: '登录的人太多，请稍后再试' })

export const hashPassword = (md5: string): Promise<string> => hash(md5, COST)

/** Gives the hash of a password that someone gives to an account, in its turn; throws 400 where it is among the first that anyone would try. */
export const newHash = async (md5: string, userName: string): Promise<string> => {
  await refuseCommon(md5, userName, 'password')
  return inTurn(() => hashPassword(md5))
}

let decoy: Promise<string> | null = null

/** True where the password is the account's. Without an account the same work is done on a decoy, so that time does not tell who exists. */
export const isPassword = async (stored: string | null, md5: string): Promise<boolean> => {
  decoy ??= hashPassword('no such account')
  const matches = await verify(stored ?? (await decoy), md5)
  return stored !== null && matches
}
