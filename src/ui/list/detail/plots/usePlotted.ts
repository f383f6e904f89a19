import type { ListPlot } from '../../../../core/plots.ts'
import type { Row } from '../../../action/begun.ts'
import { useAskedList } from '../useAskedList.ts'

/** Sixteen years of months, or as many tenants of one room. */
const MOST = 200

interface Plotted {
  rows: readonly Row[]
  isLoading: boolean
  error: string | null
  /** How many of all are drawn, where there are more. */
  more: { drawn: number; count: number } | null
}

/** Reads what a plot of a record is drawn from: one page, the newest first. */
export const usePlotted = ({ resource, by, where }: ListPlot, id: number, sortedBy: string): Plotted => {
  const { query, result } = useAskedList({ resource, where: { ...where, [by]: [id] }, sort: [sortedBy, 'desc'], rows: MOST })
  const [rows, count] = [result.data ?? [], result.total ?? 0]
  return {
    rows,
    isLoading: query.isLoading,
    error: query.error?.message ?? null,
    more: count > rows.length ? { drawn: rows.length, count } : null,
  }
}
