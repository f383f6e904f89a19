/** A part of a contract as a phone shows it: a line, or the table of its payments. */
export type ShownPart =
  | { is: 'title' | 'head' | 'text'; text: string }
  | { is: 'table'; heads: readonly string[]; rows: readonly (readonly string[])[] }

/** Where it is signed at a service outside: how far that has come, and where the page leads. */
export interface SigningService {
  name: string
  is: 'preparing' | 'open' | 'signed'
  /** Null while it is preparing. */
  url: string | null
}

/** What a tenant's page shows of the contract that a link asks him to sign. Names and numbers are masked: whoever holds the phone may be another. */
export interface SigningView {
  isSigned: boolean
  /** Null where it is signed on this page. */
  service: SigningService | null
  operator: string
  /** What is to be signed: 租赁合同. */
  noun: string
  tenant: string
  /** Somebody signs for a company, and says who they are. */
  isForCompany: boolean
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
