import type { Chart as Declared } from '../../../core/chart.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import type { CompleteResource } from '../../../derive/complete.ts'
import { filtersAt, withEveryMonth } from '../../../derive/plots/chartRows.ts'
import type { ChartData, ChartRow } from '../../../protocol/chart.ts'
import type { Page } from '../../../protocol/envelope.ts'
import { fenToYuan } from '../../../protocol/fen.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { useRead } from '../../hooks/useRead.ts'
import { Columns } from '../../plots/Columns.tsx'
import { Lines } from '../../plots/Lines.tsx'
import { Parts } from '../../plots/Parts.tsx'
import { Plot } from '../../plots/Plot.tsx'
import { Rows } from '../../plots/Rows.tsx'
import { roundSum } from '../../plots/roundSum.ts'
import type { AboveProps } from '../ListScreen.tsx'
import { listOfRows } from '../listOf.ts'
import type { ListController } from '../useListController.ts'
import './chart.css'

type Filters = Readonly<Record<string, unknown>>

/** The projects that the list is narrowed to, where what is led to has projects, too. */
const projectsOf = ({ asked, resource }: ListController, target: CompleteResource): Filters => {
  const chosen = resource.scope ? asked[resource.scope] : undefined
  return chosen === undefined || !target.scope || !target.column[target.scope]?.filter ? {} : { [target.scope]: [chosen].flat() }
}

/** Gives the address of the rows that a value is made of; '' where no page has them, or nothing finds them. */
const leading = (list: ListController, chart: Declared, { at }: ChartRow, value?: number | null): string => {
  if (at === null || value === null) return ''
  const { resource } = list
  const { leads } = chart
  const target = leads ? resourceNamed(leads.resource) : resource
  const [from, to] = [leads?.along ?? chart.along].flat().map((name) => ({ name, is: target.column[name]?.is ?? 'text' }))
  if (!from) return ''
  const by = leads ? leads.by : chart.by
  const filters = {
    ...(leads ? { ...projectsOf(list, target), ...leads.where } : list.filters),
    ...filtersAt(at, [from, to]),
    ...(by && value !== undefined ? { [by]: [value] } : {}),
  }
  const address = listOfRows(target.name, filters)
  return address === null ? '' : `${address}${list.asOf && target.hasPast ? `&as_of=${list.asOf}` : ''}`
}

const Drawn = ({ list, chart, data }: { list: ListController; chart: Declared; data: ChartData }) => {
  const isRate = chart.rates !== undefined
  const parts = data.parts.map(({ label }) => said(label))
  const isOfRecords = list.resource.column[chart.along]?.is === 'ref'
  const rows = withEveryMonth(data.rows, isRate ? null : 0).map((row) => ({
    ...row,
    numbers: row.values.map((value) => value ?? 0),
    link: leading(list, chart, row),
    links: data.parts.map(({ value }) =>
      isRate || (!chart.by && !chart.leads?.by) ? leading(list, chart, row) : leading(list, chart, row, value),
    ),
  }))
  const drawn = data.rows.length
  const rest = !data.more ? '' : isOfRecords ? t`（只画最大的 ${drawn} 个）` : t`（只画最近的 ${drawn} 个）`
  const table = {
    head: [list.resource.column[chart.along]?.label ?? '', ...parts],
    rows: rows.map(({ label, values, links }) => [
      label,
      ...values.map((value, place) =>
        value === null ? '—' : { count: value, link: links[place] ?? '', text: isRate ? `${value}%` : fenToYuan(value) },
      ),
    ]),
  }
  return (
    <Plot title={chart.label} lead={chart.says + rest} table={table}>
      <Parts parts={parts} />
      {isRate ? (
        <Lines label={chart.label} parts={parts} times={rows.map(({ label, values, link }) => ({ time: label, values, link }))} />
      ) : isOfRecords ? (
        <Rows
          label={chart.label}
          parts={parts}
          rows={rows.map(({ label, numbers, links }) => ({ name: label, values: numbers, links }))}
          says={roundSum}
        />
      ) : (
        <Columns
          label={chart.label}
          parts={parts}
          times={rows.map(({ label, numbers, links }) => ({ time: label, values: numbers, links }))}
          says={roundSum}
        />
      )}
    </Plot>
  )
}

/** The picture that a resource declares (`chart`), of all the rows that the list's filters find; it asks for itself, once, and stands while the next answer comes. */
export default function Chart({ list }: AboveProps) {
  const { resource, asked } = list
  const { data, error, isLoading } = useRead<Page<Row>>(resource.calls.index, { ...asked, chart: 1 }, { isView: true, isKept: true })
  if (!resource.chart) return null
  return (
    <div className="list-chart" data-awaited={isLoading || undefined}>
      {error && <p role="alert">{error.message || t`读取失败`}</p>}
      {data?.chart && <Drawn list={list} chart={resource.chart} data={data.chart} />}
    </div>
  )
}
