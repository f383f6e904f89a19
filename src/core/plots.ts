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

/** A record's life as it is drawn in its detail. */
export type Plot = MonthsPlot | SpansPlot
