import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Split } from './rules/splits.ts'

const yuan = (fen: number | null): string => `${fenToYuan(fen ?? 0)} 元`

/** Says how much somebody bears, to stand behind who it is; `tenant` is what the text calls the tenant. */
export const splitWords = ({ way, percent, sum, cap }: Pick<Split, 'way' | 'percent' | 'sum' | 'cap'>, tenant: string): string => {
  if (percent === 0) return '不再承担'
  if (way === 2) return `每月承担 ${yuan(sum)}`
  const most = cap === null ? '' : `（每月最多 ${yuan(cap)}）`
  return way === 1 ? `承担 ${percent}%${most}` : `承担${tenant}每月 ${yuan(sum)} 以外的部分${most}`
}
