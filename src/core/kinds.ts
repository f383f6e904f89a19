/** How a list filters a column of this kind. `any` takes one value or several; `range` makes `field_start` and `field_end`; `known` finds who already knows the number, or its end. */
export type Match = 'contains' | 'starts' | 'known' | 'equals' | 'any' | 'range' | 'has' | null

interface KindFacts {
  /** The column's PostgreSQL type. */
  sql: string
  /** The JSON type on the wire. */
  wire: 'string' | 'integer' | 'number' | 'array'
  match: Match
  align?: 'right'
  /** Width of the list column in px where the declaration names none. */
  width: number
  /** A personal number (domain.md, People): stored sealed, and as what lists show of it. */
  masked?: true
}

/**
 * One word per column decides its SQL type, cell, filter, input and export at once. The cell, filter and input of a kind are in
 * src/ui/kinds/<kind>.tsx; everything else about it is this row.
 */
export const kinds = {
  text: { sql: 'text', wire: 'string', match: 'contains', width: 140 },
  note: { sql: 'text', wire: 'string', match: null, width: 200 },
  code: { sql: 'text', wire: 'string', match: 'starts', width: 150 },
  int: { sql: 'integer', wire: 'integer', match: 'equals', align: 'right', width: 90 },
  decimal: { sql: 'numeric(14,6)', wire: 'number', match: 'range', align: 'right', width: 100 },
  fen: { sql: 'bigint', wire: 'integer', match: 'range', align: 'right', width: 120 },
  date: { sql: 'date', wire: 'string', match: 'range', width: 100 },
  datetime: { sql: 'bigint', wire: 'integer', match: 'range', width: 130 },
  phone: { sql: 'text', wire: 'string', match: 'known', width: 120, masked: true },
  card: { sql: 'text', wire: 'string', match: 'known', width: 160, masked: true },
  bank: { sql: 'text', wire: 'string', match: 'known', width: 170, masked: true },
  enum: { sql: 'smallint', wire: 'integer', match: 'any', width: 100 },
  ref: { sql: 'integer', wire: 'integer', match: 'any', width: 140 },
  refs: { sql: 'integer[]', wire: 'array', match: 'has', width: 160 },
  texts: { sql: 'text[]', wire: 'array', match: null, width: 160 },
  images: { sql: 'integer[]', wire: 'array', match: null, width: 80 },
  rows: { sql: 'jsonb', wire: 'array', match: null, width: 160 },
  resource: { sql: 'text', wire: 'string', match: 'equals', width: 110 },
  changes: { sql: 'jsonb', wire: 'array', match: null, width: 360 },
} as const satisfies Record<string, KindFacts>

export type Kind = keyof typeof kinds
export const kindFacts: Readonly<Record<Kind, KindFacts>> = kinds

/** The kinds of personal numbers; src/protocol/masks.ts says how each is masked. */
export type MaskedKind = { [K in Kind]: (typeof kinds)[K] extends { masked: true } ? K : never }[Kind]

/** Whether a column or a field of this kind is stored sealed and shown masked; false for what is no kind. */
export const isMaskedKind = (kind: string | undefined): kind is MaskedKind => kindFacts[kind as Kind]?.masked === true
