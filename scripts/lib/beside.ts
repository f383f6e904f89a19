import { dirname, relative } from 'node:path'

const PLACE = 'beside-the-server-'
const REFERENCE = /beside-the-server-([\w$-]+)(?=["'`])/g

/**
 * Gives the module whose default is the URL of an emitted file. Vite would make that address one of the client's: it is put in by `placed`,
 * when all names are known.
 */
export const besideModule = (reference: string): string =>
  `export default new URL(${JSON.stringify(PLACE + reference)}, import.meta.url).href`

/** Puts in where the emitted files lie, as seen from the chunk; null where the chunk names none. */
export const placed = (code: string, chunk: string, nameOf: (reference: string) => string): { code: string; map: null } | null => {
  const found = code.replace(REFERENCE, (_all, reference: string) => {
    const path = relative(dirname(chunk), nameOf(reference))
    return path.startsWith('.') ? path : `./${path}`
  })
  return found === code ? null : { code: found, map: null }
}
