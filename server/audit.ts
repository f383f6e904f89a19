import type { Database } from './store/connection/database.ts'
import { auditAllFacts } from './store/facts/keepFacts.ts'

/** Compares everything the store keeps with what it is made of; gives what to tell the operator, and whether all agrees. Changes nothing. */
export const audit = async (db: Database): Promise<{ text: string; isRight: boolean }> => {
  const told = await auditAllFacts(db)
  const lines = told.map(({ label, wrong }) => `${label}：${wrong === 0 ? '相符' : `${wrong} 处与来源不符`}`)
  return { text: lines.join('\n'), isRight: told.every(({ wrong }) => wrong === 0) }
}
