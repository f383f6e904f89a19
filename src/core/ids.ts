/** PostgreSQL's integer: ids, counts and versions above it are refused before they reach the database. */
export const MAX_INT = 2_147_483_647

/** What the number of a record can be, beside `type: 'integer'`. */
export const idRange = { minimum: 1, maximum: MAX_INT } as const

/** The number of a record: what a list of such numbers holds. */
export const anId = { type: 'integer', ...idRange } as const
