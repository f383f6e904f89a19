import type { Filed } from '../backup/summed.ts'

/** The form of the file; a program that knows another refuses it. */
export const FORMAT = 1

/** Names of the parts of an archive. */
export const PARTS = {
  schema: 'schema.json',
  table: (name: string): string => `data/${name}`,
  file: (path: string): string => `files/${path}`,
  key: 'secret.key.sealed',
  /** The last but one: what all others are. */
  end: 'end.json',
  /** The SHA-256 of the last but one: a file that ends before it, or differs, is no archive. */
  sum: 'end.sha256',
} as const

/** A table as it was. */
interface Rows {
  name: string
  rows: number
  sha256: string
}

/** What an archive says of itself. */
export interface Archived {
  format: number
  /** The anju that the store had been brought up by. */
  release: string
  /** The PostgreSQL that it came from. */
  postgres: string
  /** In seconds. */
  at: number
  /** The changes of the store that had been done: names with the hashes of their texts. */
  applied: { name: string; hash: string }[]
  /** Tells with which key its numbers are sealed; null where none is noted. */
  key: string | null
  schema: string
  tables: Rows[]
  /** Statements that have each sequence go on where it was. */
  sequences: string[]
  /** The uploaded files; null where they are not in it. */
  files: Filed[] | null
}
