import type { MonthsPlot } from '../../../../core/plots.ts'
import { resourceNamed } from '../../../../declared/declared.ts'
import { type MonthSquare, type MonthState, yearsOf } from '../../../../derive/plots/months.ts'
import { today } from '../../../../protocol/dates.ts'
import { fenToYuan } from '../../../../protocol/fen.ts'
import { t } from '../../../../providers/i18nProvider.ts'
import { RecordLink } from '../../../kinds/RecordLink.tsx'
import { SmallTable } from '../../../look/SmallTable.tsx'
import { Waiting } from '../../../look/Waiting.tsx'
import { usePlotted } from './usePlotted.ts'

/** What stands in a square beside its colour, for who cannot tell colours apart. */
const MARKS: Readonly<Record<MonthState, string>> = { paid: '✓', part: '◐', owed: '!', due: '·' }
const STATES: readonly MonthState[] = ['paid', 'part', 'owed', 'due']
const MONTHS = Array.from({ length: 12 }, (_, place) => place)

const wordOf = (state: MonthState): string => {
  if (state === 'paid') return t`付清`
  if (state === 'part') return t`部分付`
  return state === 'owed' ? t`欠付` : t`未到期`
}

const textOf = ({ month, state, price, paid }: MonthSquare): string =>
  t`${month} ${wordOf(state)}：应付 ${fenToYuan(price)} 元，已付 ${fenToYuan(paid)} 元`

const Mark = ({ state }: { state: MonthState }) => (
  <span className="month" data-state={state} aria-hidden>
    {MARKS[state]}
  </span>
)

const Square = ({ of, square }: { of: string; square: MonthSquare | null }) => {
  if (!square) return <span className="month" />
  const text = textOf(square)
  return (
    <span title={text}>
      <RecordLink of={of} id={square.id}>
        <Mark state={square.state} />
        <span className="visually-hidden">{text}</span>
      </RecordLink>
    </span>
  )
}

/** Twelve squares a year: what of each month is paid, owed, or not due yet. */
export const Months = ({ plot, id }: { plot: MonthsPlot; id: number }) => {
  const { rows, isLoading, error, more } = usePlotted(plot, id, plot.due)
  const { key } = resourceNamed(plot.resource)
  const [from, to] = plot.during
  if (isLoading) return <Waiting like="facts" />
  if (error) return <p role="alert">{error}</p>
  const payable = rows.map((row) => {
    const due = String(row[plot.due] ?? '')
    const begins = String(row[from] ?? due)
    return {
      id: Number(row[key]),
      from: begins,
      to: String(row[to] ?? begins),
      due,
      price: Number(row[plot.price]),
      paid: Number(row[plot.paid]),
    }
  })
  const years = yearsOf(
    payable.filter((row) => row.from !== ''),
    today(),
  )
  if (years.length === 0) return <p className="list-hint">{t`没有${plot.label}`}</p>
  return (
    <>
      <SmallTable
        look="months"
        label={plot.label}
        isNamedByFirst
        rows={years}
        keyOf={({ year }) => year}
        columns={[
          { head: t`年`, isHeadHidden: true, cell: ({ year }) => year },
          ...MONTHS.map((place) => ({
            name: String(place + 1),
            head: String(place + 1),
            cell: ({ months }: (typeof years)[number]) => <Square of={plot.resource} square={months[place] ?? null} />,
          })),
        ]}
      />
      <p className="life-legend">
        {STATES.map((state) => (
          <span key={state}>
            <Mark state={state} /> {wordOf(state)}
          </span>
        ))}
        {more && <span>{t`共 ${more.count} 条，这里是前 ${more.drawn} 条`}</span>}
      </p>
    </>
  )
}
