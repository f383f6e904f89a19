import type { CompleteResource } from '../complete.ts'

/**
 * Whether a row of a file may be one that is there already: the resource says by what its records are known (`unique`), and not by a number alone that
 * nobody fills in.
 */
export const isKnownAgain = ({ unique, column, states }: CompleteResource): boolean =>
  unique.some((group) => group.some((name) => !column[name]?.spec.fixed)) || (states?.unique ?? []).length > 0
