/** A bill that is to be debited, from an account that is told by its hash. In fen. */
export interface Debit {
  line_id: number
  account: string
  name: string
  price: number
}

/** A row of a bank's file: what one account is to pay in all, and the lines of the batch that it is for. */
export interface FileRow {
  row_no: number
  account: string
  name: string
  price: number
  lines: readonly number[]
}

/**
 * Gives the rows of a batch: one for each account and name (domain.md, Bank files: the bank merges the same account, so the map row → bills is kept here), in the
 * order in which they first come, numbered from 1 through all files of the batch.
 */
export const mergeRows = (debits: readonly Debit[]): FileRow[] => {
  const rows = new Map<string, FileRow & { lines: number[] }>()
  for (const { line_id, account, name, price } of debits) {
    const key = `${account} ${name}`
    const row = rows.get(key)
    if (!row) rows.set(key, { row_no: rows.size + 1, account, name, price, lines: [line_id] })
    else {
      row.price += price
      row.lines.push(line_id)
    }
  }
  return [...rows.values()]
}

/** What a file of a bank may have. */
export interface FileLimits {
  rows: number
  /** In the file's encoding. */
  bytes: number
}

/**
 * Gives how many rows each file has, in their order: as many as fit. `sizes` are the rows' bytes, `around` those of headings and totals, which each file has.
 * Throws where a row alone is too large.
 */
export const splitRows = (sizes: readonly number[], { rows, bytes }: FileLimits, around: number): number[] => {
  const counts: number[] = []
  let left = 0
  for (const size of sizes) {
    if (around + size > bytes) throw new RangeError(`a row of ${size} bytes fits no file of ${bytes}`)
    const count = counts.at(-1)
    if (count !== undefined && count < rows && size <= left) {
      counts[counts.length - 1] = count + 1
      left -= size
    } else {
      counts.push(1)
      left = bytes - around - size
    }
  }
  return counts
}

/** Splits what a row brought among what it is for, in order: each as much as it is, until nothing is left. In fen. */
export const shareOut = (paid: number, prices: readonly number[]): number[] => {
  let left = paid
  return prices.map((price) => {
    const part = Math.min(price, left)
    left -= part
    return part
  })
}
