import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import '../look/panels.css'
import './plots.css'
import { t } from '../../providers/i18nProvider.ts'
import { SmallTable } from '../look/SmallTable.tsx'
import { LeadLink } from '../tab/LeadLink.tsx'

/** A cell of the table behind a plot: a number leads to the rows that it counts where it has a link. */
type PlotCell = string | number | { count: number; link: string; text?: string }

/** The table behind a plot. The first cell of a row is its head. */
interface PlotTable {
  head: readonly string[]
  rows: readonly (readonly PlotCell[])[]
}

/** Gives a number as a link to the rows that it counts; none is no link. */
export const CountLink = ({ count, link, text = count.toLocaleString('en') }: { count: number; link: string; text?: string }) =>
  count === 0 ? <span>{text}</span> : <LeadLink to={link}>{text}</LeadLink>

const cellOf = (cell: PlotCell): ReactNode => {
  if (typeof cell === 'object') return <CountLink {...cell} />
  return typeof cell === 'number' ? cell.toLocaleString('en') : cell
}

/** Words of a row, like a share of nothing, count nothing. */
const countIn = (cell: PlotCell): number => {
  if (typeof cell === 'object') return cell.count
  return typeof cell === 'number' ? cell : 0
}

const isBlank = ({ rows }: PlotTable): boolean => rows.every(([, ...cells]) => cells.every((cell) => countIn(cell) === 0))

const Table = ({ title, table: { head, rows } }: { title: string; table: PlotTable }) => (
  <SmallTable
    look="bars plot-table"
    label={title}
    isNamedByFirst
    rows={rows}
    keyOf={([name]) => String(name)}
    columns={head.map((name, index) => ({
      name,
      head: name,
      align: index > 0 ? 'right' : undefined,
      cell: (row: PlotTable['rows'][number]) => cellOf(row[index] ?? ''),
    }))}
  />
)

interface Props {
  title: string
  /** What it says, in a sentence. */
  lead: string
  table: PlotTable
  /** The plot; its bars are links of their own. */
  children: ReactNode
}

/** A plot in its panel, with the table behind it one press away. */
export const Plot = ({ title, lead, table, children }: Props) => {
  const [isTable, setTable] = useState(false)
  return (
    <section className="panel" aria-label={title}>
      <div className="plot-head">
        <h2>{title}</h2>
        <Button size="small" aria-label={t`${title}：${isTable ? t`看图` : t`看表格`}`} onClick={() => setTable(!isTable)}>
          {isTable ? t`看图` : t`看表格`}
        </Button>
      </div>
      <p className="panel-lead">{lead}</p>
      {isTable && <Table title={title} table={table} />}
      {!isTable && (isBlank(table) ? <p className="list-hint">{t`没有数据`}</p> : children)}
    </section>
  )
}
