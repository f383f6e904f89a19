import type { Wire } from './wire.ts'

/** Gives the lower-case hex md5 of a text's UTF-8 bytes; each side brings its own (spec.md section 7). */
export type Md5 = (text: string) => string

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Gives the text that is hashed: `k=v` joined by `&`, sorted by key in code-unit order, then `&key=SIGN_KEY` where one is set. */
export const signedText = (wire: Wire, signKey = ''): string => {
  const pairs = Object.keys(wire)
    .filter((key) => key !== 'sign')
    .sort(byCodeUnit)
    .map((key) => `${key}=${wire[key]}`)
  return signKey === '' ? pairs.join('&') : [...pairs, `key=${signKey}`].join('&')
}

/** Gives the signature of a call's params. `signKey` is the operator's SIGN_KEY, '' for none. */
export const signOf = (wire: Wire, md5: Md5, signKey = ''): string => md5(signedText(wire, signKey))

/** How far a caller's clock may be off, in seconds, before the server refuses and names its own time (design.md). */
export const STIME_WINDOW = 600
