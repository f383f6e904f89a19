/** A part of a picture: a column, a rate, or a value of the column by which an amount is parted. */
export interface ChartPart {
  label: string
  /** The value by which its rows are found; null where they are found by none. */
  value: number | null
}

/** A month as reports have it. */
export const MONTH = /^\d{4}-\d{2}$/

/** The values of a month, a day or a record, one for each part: amounts in fen, rates in whole percent, null where there is nothing to reckon. */
export interface ChartRow {
  at: string | number | null
  label: string
  values: readonly (number | null)[]
}

/** What a list's picture is drawn from (`chart: 1` of a list call): a row for each month, day or record, the earliest first, the largest record first. */
export interface ChartData {
  parts: readonly ChartPart[]
  rows: readonly ChartRow[]
  /** There are more than are drawn. */
  more: boolean
}
