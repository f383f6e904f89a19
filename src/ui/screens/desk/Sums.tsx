import type { Desk } from '../../../core/desk.ts'
import { fenToYuan } from '../../../protocol/fen.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'

const sumOf = (rows: readonly Row[], column: string): number => rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0)

/** What is meant in both lists, and by how much they differ. */
export const Sums = ({ desk: { left, right }, rows }: { desk: Desk; rows: { left: readonly Row[]; right: readonly Row[] } }) => {
  if (left.marks === undefined || right.marks === undefined) return null
  const [given, asked] = [sumOf(rows.left, left.marks), sumOf(rows.right, right.marks)]
  const rest = given - asked
  return (
    <output className="desk-sums">
      <span>
        {said(left.label)} {t`${rows.left.length} 条`} <b className="fen">¥{fenToYuan(given)}</b>
      </span>
      <span>
        {said(right.label)} {t`${rows.right.length} 条`} <b className="fen">¥{fenToYuan(asked)}</b>
      </span>
      <b data-rest={rest === 0 ? 'none' : rest > 0 ? 'over' : 'short'}>
        {rest === 0 ? t`相等` : rest > 0 ? t`多 ¥${fenToYuan(rest)}` : t`少 ¥${fenToYuan(-rest)}`}
      </b>
    </output>
  )
}
