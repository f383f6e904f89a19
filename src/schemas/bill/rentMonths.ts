import type { MonthsPlot } from '../../core/plots.ts'

/** The rent of whatever a bill names by this column, a square a month: what is paid, owed and not yet due; voided bills are none of it. */
export const rentMonths = (by: 'contract_id' | 'custom_id'): MonthsPlot => ({
  is: 'months',
  label: '房租',
  resource: 'bill',
  by,
  where: { from: [1], state: [1, 2, 3, 4] },
  during: ['start_date', 'end_date'],
  due: 'bill_date',
  price: 'price',
  paid: 'paid',
})
