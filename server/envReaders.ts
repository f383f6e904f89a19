import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What a reader of one setting answers: the value, or undefined when the text is not allowed. */
type Read<T> = (text: string) => T | undefined

export interface Setting<T> {
  /** Name of the environment variable. */
  env: string
  /** The value when the variable is missing or empty. A function when it depends on who runs the process. */
  fallback: T | ((isRoot: boolean) => T)
  /** How the default is written in the help text, when the bare value would not tell. */
  fallbackText?: string
  meaning: string
  allowed: string
  read: Read<T>
  /** A secret's value is never repeated in an error. */
  isSecret?: boolean
}

/** Says of a setting what it is, with its type. */
export const setting = <T>(declared: Setting<T>): Setting<T> => declared

export const int =
  (min: number, max: number): Read<number> =>
  (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined

export const oneOf =
  <const T extends string>(...words: T[]): Read<T> =>
  (text) =>
    words.find((word) => word === text.toLowerCase())

export const anyText: Read<string> = (text) => text

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** An address or a network as anyone writes it: ipaddr.js alone takes 10 for 0.0.0.10. */
const isNetwork = (text: string): boolean => isIP(text.split('/')[0] ?? '') !== 0 && (isIP(text) !== 0 || ipaddr.isValidCIDR(text))

/** How many proxies stand in front, or which: what one further out has written is anyone's word. */
export const proxies: Read<false | number | readonly string[]> = (text) => {
  if (text.toLowerCase() === 'off') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  const addresses = listOf(text)
  return addresses.length > 0 && addresses.every(isNetwork) ? addresses : undefined
}

export const isPostgresUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)

/** Gives the bucket and the prefix that an address names; null for any other text. */
export const s3Address = (text: string): { bucket: string; prefix: string } | null => {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? []
  return bucket === '' ? null : { bucket, prefix }
}
