/** Which column of a file says what, by its heading. Several headings of `note` are parted by 、. */
export interface Mapping {
  day: string
  time?: string
  income?: string
  outgo?: string
  /** What came in or went out, in one column: signed, or with the direction in `way`. */
  amount?: string
  way?: string
  balance?: string
  party?: string
  account?: string
  note?: string
  serial?: string
  kind?: string
  fee?: string
}

/** 1 a receipt or anything else, 2 the fee of a channel, 3 a refund, 4 a withdrawal (提现): on its way to the bank. */
export type LineKind = 1 | 2 | 3 | 4

/** Money that came in or went out. A text is '' where the file does not say it. */
export interface StatementLine {
  /** Its number in the file. */
  row: number
  /** YYYY-MM-DD. */
  day: string
  /** HH:MM:SS. */
  time: string | null
  /** In fen; what came in is positive. */
  price: number
  /** In fen, after it. */
  balance: number | null
  party: string
  account: string
  note: string
  serial: string
  kind: LineKind
}

/** A statement as it was read: its lines from the earliest on, all amounts in fen. */
export interface ReadStatement {
  heads: string[]
  mapping: Mapping
  lines: StatementLine[]
  /** What was there before the first line, and after the last; null where the file does not say it. */
  opening: number | null
  closing: number | null
  /** Whether balances or totals have told that nothing is missing. */
  isChecked: boolean
  /** Whether it is a file of 微信支付 or 支付宝. */
  isOfChannel: boolean
  /** The first and the last day of its lines, YYYY-MM-DD. */
  from: string
  to: string
}

/** Which of a file's two sides a row stands on: a correction stands on the side of what it corrects, with a minus. */
export type Side = 'in' | 'out'

/** A row of a file that moves money: its line without the fee, and the fee that goes with it, in fen. */
export interface Booking extends StatementLine {
  side: Side
  /** Signed as `price` is: what the channel kept is negative. */
  fee: number
}
