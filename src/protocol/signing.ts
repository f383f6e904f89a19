/** A part of a contract as a phone shows it: a line, or the table of its payments. */
export type ShownPart =
  | { is: 'title' | 'head' | 'text'; text: string }
  | { is: 'table'; heads: readonly string[]; rows: readonly (readonly string[])[] }

/** What a tenant's page shows of the contract that a link asks him to sign. Names and numbers are masked: whoever holds the phone may be another. */
export interface SigningView {
  isSigned: boolean
  operator: string
  tenant: string
  /** The telephone to which digits are sent; null where none are asked for (a code that was scanned at the counter). */
  phone: string | null
  sn: string
  room: string
  term: string
  rent: string
  deposit: string
  /** Until when the link is good, in seconds. */
  until: number
  parts: readonly ShownPart[]
}
