import { checkBooks } from './domain/journal/index.ts'
import type { Database } from './store/connection/database.ts'
import { unhurried } from './store/connection/transaction.ts'
import { auditAllFacts } from './store/facts/keepFacts.ts'

/** So many records are named of each thing that does not agree. */
const NAMED = 20

/** Compares everything the store keeps with what it is made of, and counts the books anew; gives what to tell the operator, whether all agrees, and how many things were looked at. Changes nothing. */
export const audit = async (db: Database): Promise<{ text: string; isRight: boolean; count: number }> => {
  const kept = await auditAllFacts(db)
  const books = await unhurried(db, checkBooks)
  const lines = [
    ...kept.map(({ label, wrong }) => `${label}：${wrong === 0 ? '相符' : `${wrong} 处与来源不符`}`),
    ...books.flatMap(({ label, count, findings }) => [
      `${label}：${count === 0 ? '相符' : `${count} 处不符`}`,
      ...findings
        .slice(0, NAMED)
        .map(({ resource, record_id, expected, found }) => `  ${resource} ${record_id}：应为 ${expected ?? ''} 分，实为 ${found ?? ''} 分`),
    ]),
  ]
  const isRight = kept.every(({ wrong }) => wrong === 0) && books.every(({ count }) => count === 0)
  return { text: lines.join('\n'), isRight, count: kept.length + books.length }
}
