import { uniqBy } from 'es-toolkit'

/** Gives the rows of which none has the same value under that name as one before it. */
export default <T extends object>(rows: readonly T[], name: keyof T): T[] => uniqBy(rows, (row) => row[name])
