import { createHash } from 'node:crypto'

/** Gives by what a text, or what a store is made of, is known again. */
export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
