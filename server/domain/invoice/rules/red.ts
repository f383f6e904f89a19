import { taxTakenBack } from './tax.ts'

/** A line of an invoice, and what of it is taken back already. Fen, above zero. */
export interface RedLine {
  line_id: number
  row: number
  price: number
  tax: number
  back: number
}

/** What is taken back of a line. Fen, above zero. */
export interface TakenBack {
  line_id: number
  price: number
  tax: number
}

/** Why a red request cannot be: which row. */
export class WrongRed extends Error {}

const part = ({ line_id, price, tax, back }: RedLine, amount: number): TakenBack => ({
  line_id,
  price: amount,
  tax: taxTakenBack({ price, tax }, back, amount),
})

/** Gives what is taken back of an invoice: all that is left of it, or of rows as much as is asked. Throws WrongRed for a row that is not there, twice, or has less left. */
export const redOf = (lines: readonly RedLine[], asked: readonly { row: number; price: number }[] | null): TakenBack[] => {
  if (!asked) return lines.flatMap((line) => (line.price > line.back ? [part(line, line.price - line.back)] : []))
  const rows = new Set<number>()
  return asked.map(({ row, price }) => {
    const line = lines.find((one) => one.row === row)
    if (!line) throw new WrongRed(`发票没有第 ${row} 行`)
    if (rows.has(row)) throw new WrongRed(`第 ${row} 行写了两次`)
    rows.add(row)
    if (price > line.price - line.back) throw new WrongRed(`第 ${row} 行可以红冲的没有这么多`)
    return part(line, price)
  })
}
