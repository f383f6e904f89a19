import { fenToYuan } from '../../../protocol/fen.ts'
import type { WorkbenchNumbers } from '../../../protocol/types.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { roundSum } from '../../plots/roundSum.ts'
import { MonthBars } from './MonthBars.tsx'

type Month = WorkbenchNumbers['months'][number]

const rateOf = ({ receivable, received }: Month): number => (receivable === 0 ? 0 : Math.floor((received * 100) / receivable))

/** The rent of six months, received within receivable. */
export const Collection = ({ months }: { months: WorkbenchNumbers['months'] }) => {
  const last = months.at(-1)
  return (
    <MonthBars
      title={t`租金收缴`}
      lead={
        last ? (
          <>
            {t`${last.month} 应收 ${roundSum(last.receivable)}，已收 ${roundSum(last.received)}，收缴率 `}
            <strong>{rateOf(last)}%</strong>
          </>
        ) : (
          t`还没有租金账单`
        )
      }
      months={months}
      bar={{ head: t`收缴`, of: ({ receivable }) => receivable, doneOf: rateOf }}
      columns={[
        { head: t`应收（元）`, align: 'right', cell: ({ receivable }) => fenToYuan(receivable) },
        { head: t`已收（元）`, align: 'right', cell: ({ received }) => fenToYuan(received) },
        { head: t`收缴率`, align: 'right', cell: (month) => `${rateOf(month)}%` },
      ]}
    />
  )
}
