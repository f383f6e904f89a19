/** A row as it was sent; the account by its hash, money in fen. */
export interface SentRow {
  row_no: number
  account: string
  name: string
  price: number
}

/** A row as a result has it, with the number of its line in the file. `paid` is null where the layout says only whether. */
export interface ResultRow extends SentRow {
  line: number
  status: string
  paid: number | null
  message: string | null
}

/** By which words a layout says that a row was debited, and that it was not. */
export interface ResultWords {
  done: readonly string[]
  failed: readonly string[]
}

/** What became of a row: so much came, in fen; or why nothing did, in the bank's words. */
export interface Outcome {
  row_no: number
  paid: number
  reason: string | null
}

/** What is wrong with a result, and at which line of it; 0 is the file as a whole. */
export class WrongResult extends Error {
  line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** In how many rows, beyond the first, something is missing. */
const listed = (numbers: readonly number[]): string => {
  const first = numbers.slice(0, 5).join('、')
  return numbers.length > 5 ? `${first} 等 ${numbers.length} 行` : first
}

const judge = ({ line, row_no, price, status, paid, message }: ResultRow, { done, failed }: ResultWords): Outcome => {
  const word = status.trim()
  const reason = message === null || message === '' ? null : message
  if (failed.includes(word)) {
    if (paid !== null && paid !== 0) throw new WrongResult(line, `序号 ${row_no} 的结果是“${word}”，却有实扣金额`)
    return { row_no, paid: 0, reason: reason ?? word }
  }
  if (!done.includes(word))
    throw new WrongResult(line, `序号 ${row_no} 的状态“${word.slice(0, 20)}”不认识，应为 ${[...done, ...failed].join('、')}`)
  if (paid === null) return { row_no, paid: price, reason: null }
  if (paid <= 0 || paid > price) throw new WrongResult(line, `序号 ${row_no} 的实扣金额须大于0，不超过送出的金额`)
  return { row_no, paid, reason: paid < price ? reason : null }
}

/**
 * Reads a result against what was sent of the file that it answers, and gives what became of each row, in the order sent. Throws WrongResult where it is not whole and right:
 * a row that was not sent, or twice; another account, name or amount; a status that nobody knows; a row that is missing.
 */
export const judgeResult = (sent: readonly SentRow[], got: readonly ResultRow[], words: ResultWords): Outcome[] => {
  const known = new Map(sent.map((row) => [row.row_no, row]))
  const outcomes = new Map<number, Outcome>()
  for (const row of got) {
    const { line, row_no } = row
    const of = known.get(row_no)
    if (!of) throw new WrongResult(line, `序号 ${row_no} 不在送出的文件里`)
    if (outcomes.has(row_no)) throw new WrongResult(line, `序号 ${row_no} 有两行`)
    if (of.account !== row.account) throw new WrongResult(line, `序号 ${row_no} 的账号与送出的不同，可能是别的批次的回盘`)
    if (of.name !== row.name) throw new WrongResult(line, `序号 ${row_no} 的户名与送出的不同，可能是别的批次的回盘`)
    if (of.price !== row.price) throw new WrongResult(line, `序号 ${row_no} 的金额与送出的不同，可能是别的批次的回盘`)
    outcomes.set(row_no, judge(row, words))
  }
  const missing = sent.filter(({ row_no }) => !outcomes.has(row_no)).map(({ row_no }) => row_no)
  if (missing.length > 0) throw new WrongResult(0, `缺少序号 ${listed(missing)}，文件可能没有传完整`)
  return sent.flatMap(({ row_no }) => outcomes.get(row_no) ?? [])
}
