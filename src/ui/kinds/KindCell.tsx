import { kindViews } from './index.ts'
import type { CellProps } from './kindView.ts'
import { RecordLink } from './RecordLink.tsx'

/** What a row shows in a column, as its kind draws it; it leads to the record that it names. */
export const KindCell = ({ column, value, row }: CellProps) => {
  const { Cell } = kindViews[column.is]
  const cell = <Cell column={column} value={value} row={row} />
  const lead = column.leads.find(({ key }) => row[key])
  if (!lead) return cell
  return (
    <RecordLink of={'by' in lead ? row[lead.by] : lead.of} id={row[lead.key]}>
      {cell}
    </RecordLink>
  )
}
