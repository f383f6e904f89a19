import { useParsed } from '@refinedev/core'
import { mapValues } from 'es-toolkit'

/**
 * Gives a `meta` in which nothing of the page's address stands. refine's hooks put all of it there, and would ask the server anew whenever
 * something in the address changes that is no part of the question.
 */
export const useOwnMeta = (): Record<string, undefined> => mapValues(useParsed().params ?? {}, () => undefined)
