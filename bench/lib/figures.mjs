import { cpus } from 'node:os'

export const quantile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}
export const median = (values) => quantile(values, 0.5)
export const fixed = (value, digits = 2) => value.toFixed(digits)

const width = (text) => [...text].reduce((sum, letter) => sum + (letter > '\u2E7F' ? 2 : 1), 0)
const padded = (text, to) => text + ' '.repeat(Math.max(0, to - width(text)))

/** Prints rows as a table; the first row is its head. */
export const printTable = (rows) => {
  const texts = rows.map((row) => row.map(String))
  const widths = texts[0].map((_, column) => Math.max(...texts.map((row) => width(row[column] ?? ''))))
  for (const [index, row] of texts.entries()) {
    process.stdout.write(`| ${row.map((text, column) => padded(text, widths[column])).join(' | ')} |\n`)
    if (index === 0) process.stdout.write(`|${widths.map((size) => '-'.repeat(size + 2)).join('|')}|\n`)
  }
}

export const print = (text = '') => process.stdout.write(`${text}\n`)

export const machine = () => `${cpus().length} 核，Node ${process.versions.node}`

let missed = 0
/** Prints whether a target is met, and remembers one that is not. */
export const target = (name, isMet, figure) => {
  if (!isMet) missed++
  print(`${isMet ? '达标' : '未达标'}  ${name}：${figure}`)
}
export const missedTargets = () => missed
