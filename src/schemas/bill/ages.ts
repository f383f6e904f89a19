/** How long something has been overdue (server/domain/bill/views/debt_share_view.sql has the days). */
export const arrearsAges = { 1: '30 天以内', 2: '31–60 天', 3: '61–90 天', 4: '91–180 天', 5: '181–365 天', 6: '365 天以上' } as const
