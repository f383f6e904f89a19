import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import { dictionary } from '@zxcvbn-ts/language-common'
import { CallError } from '../../../src/core/errors.ts'
import { chosenInChina, withDigits } from './chosenInChina.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** A word with its first letter as a capital, which is how most people answer to a rule that wants one. */
const asCapital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** So many are hashed before other calls have their turn. */
const SLICE = 2000

/** A password arrives as md5, so it is the list's md5s that it is compared with. */
const hashAll = async (): Promise<ReadonlySet<string>> => {
  const hashes = new Set<string>([md5('')])
  const words = [...dictionary['passwords-common'], ...chosenInChina()]
  for (const [index, word] of words.entries()) {
    if (index % SLICE === 0) await others()
    hashes.add(md5(word)).add(md5(asCapital(word)))
  }
  return hashes
}

let common: Promise<ReadonlySet<string>> | null = null

const reversed = (text: string): string => [...text].reverse().join('')

/** The account's own name, in whatever letters, forwards and backwards, twice, and with the digits that people add, a year among them. */
const ownWords = (userName: string): string[] => {
  const years = Array.from({ length: 100 }, (_, index) => String(1950 + index))
  return [userName, userName.toLowerCase(), userName.toUpperCase(), asCapital(userName.toLowerCase()), reversed(userName)].flatMap(
    (name) => [name + name, ...withDigits(name), ...years.flatMap((year) => [name + year, `${name}@${year}`])],
  )
}

/** Whether a password, as its md5, is among the first that anyone would try: empty, among the commonest, or made of the account's own name. */
export const isCommonPassword = async (hash: string, userName: string): Promise<boolean> => {
  common ??= hashAll()
  return (await common).has(hash) || ownWords(userName).some((word) => md5(word) === hash)
}

/** Throws 400 at a field where a new password is among the first that anyone would try. */
export const refuseCommon = async (hash: string, userName: string, field: string): Promise<void> => {
  if (await isCommonPassword(hash, userName))
    throw new CallError(400, '这个密码很多人在用，或由账号名而来，容易被猜中：请换一个，比如几个不相干的词加数字', { field })
}
