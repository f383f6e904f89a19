import type { Hundredths } from './tax.ts'

/** A row of 发票设置: at which code and rate what comes of a source is invoiced. */
export interface RateRow {
  from: number
  code: string
  rate: number
  /** src/schemas/invoice/words.ts, `taxKinds`; taxed where nothing is said. */
  kind?: number
  nature?: number
}

export interface Charge {
  code: string
  tax_kind: number
  /** Of what is exempt, or not taxed at all, 0. */
  rate: Hundredths
}

/** What rooms are leased by (商品和服务税收分类编码表): such a line carries the room's address, days and certificate. */
const LEASES = '304050202'

/** Gives how what comes of a source, of a room of such a nature, is invoiced: by the first row that fits; null where none does. */
export const chargeOf = (rows: readonly RateRow[], from: number, nature: number | null): Charge | null => {
  const row = rows.find((one) => one.from === from && (one.nature === undefined || one.nature === nature))
  if (!row) return null
  const tax_kind = row.kind ?? 1
  return { code: row.code, tax_kind, rate: tax_kind === 1 ? Math.round(row.rate * 100) : 0 }
}

/** Whether what has this code is a lease of real estate. */
export const isLease = (code: string): boolean => code.startsWith(LEASES)
