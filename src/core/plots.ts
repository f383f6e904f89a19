/** What every plot of a life is drawn from: rows of `resource` whose `by` names the record, with these values where it says so. */
interface Plotted {
  label: string
  resource: string
  by: string
  where?: Readonly<Record<string, number | readonly number[]>>
  /** The days (columns) from which to which a row lasts. */
  during: readonly [string, string]
}

/** A square for each month of a year: what of it is paid, partly paid, owed or not yet due; each leads to its row. */
export interface MonthsPlot extends Plotted {
  is: 'months'
  /** The columns of the day on which a row is due, of its price and of what is paid of it. */
  due: string
  price: string
  paid: string
}

/** A bar over the years: who had it from when to when, and where nobody had. */
export interface SpansPlot extends Plotted {
  is: 'spans'
  /** References of which the first that is filled says who; where none is, the span is empty. */
  who: readonly string[]
  /** The reference to which a span leads. */
  leads: string
}

/** What happened to a record and what is to come, by day: its moves, and what happens in the lists that it `has`. */
interface TimelinePlot {
  is: 'timeline'
  label: string
}

/** A table that a call tells of the record by its key, as a dialog's `x-preview` is told: sums, and a row for each of what they sum. */
interface TablePlot {
  is: 'table'
  label: string
  call: `/api/${string}`
}

/** A plot that is drawn from one page of a list. */
export type ListPlot = MonthsPlot | SpansPlot

/** A record's life as it is drawn in its detail. */
export type Plot = ListPlot | TimelinePlot | TablePlot

/** A day in the life of a row that stands on the timelines of the records that have it in a list. */
export interface Happening<C extends string = string> {
  /** A column (date or datetime) that can be sorted by. */
  day: NoInfer<C>
  /** What happens then: 起租, 应付. */
  says: string
  /** An amount that is told with it. */
  tells?: NoInfer<C>
  /** Values by which the rows are narrowed: columns that can be filtered. */
  where?: Readonly<Record<string, number | readonly number[]>>
}
