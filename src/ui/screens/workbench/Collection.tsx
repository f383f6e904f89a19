import { fenToYuan } from '../../../protocol/fen.ts'
import type { WorkbenchNumbers } from '../../../protocol/types.ts'
import { spokenLocale, t } from '../../../providers/i18nProvider.ts'
import { SmallTable } from '../../look/SmallTable.tsx'

type Month = WorkbenchNumbers['months'][number]

const rateOf = ({ receivable, received }: Month): number => (receivable === 0 ? 0 : Math.floor((received * 100) / receivable))
/** Chinese counts by ten thousands, English by thousands and millions. */
const tenThousands = (fen: number): string =>
  spokenLocale() === 'zh-CN'
    ? `${(fen / 1_000_000).toFixed(1)} 万`
    : new Intl.NumberFormat(spokenLocale(), { notation: 'compact', maximumFractionDigits: 1 }).format(fen / 100)

/** The rent of six months, received within receivable: a table that is drawn, so that each bar has its numbers beside it. */
export const Collection = ({ months }: { months: WorkbenchNumbers['months'] }) => {
  const most = Math.max(1, ...months.map(({ receivable }) => receivable))
  const last = months.at(-1)
  return (
    <section className="panel" aria-label={t`租金收缴`}>
      <h2>{t`租金收缴`}</h2>
      {last ? (
        <p className="panel-lead">
          {t`${last.month} 应收 ${tenThousands(last.receivable)}元，已收 ${tenThousands(last.received)}元，收缴率 `}
          <strong>{rateOf(last)}%</strong>
        </p>
      ) : (
        <p className="panel-lead">{t`还没有租金账单`}</p>
      )}
      <SmallTable
        look="bars"
        isNamedByFirst
        rows={months}
        keyOf={({ month }) => month}
        columns={[
          { head: t`月份`, cell: ({ month }) => month },
          {
            head: t`收缴`,
            cell: (month) => (
              <span className="bar" style={{ width: `${(month.receivable * 100) / most}%` }}>
                <span className="bar-done" style={{ width: `${rateOf(month)}%` }} />
              </span>
            ),
          },
          { head: t`应收（元）`, align: 'right', cell: ({ receivable }) => fenToYuan(receivable) },
          { head: t`已收（元）`, align: 'right', cell: ({ received }) => fenToYuan(received) },
          { head: t`收缴率`, align: 'right', cell: (month) => `${rateOf(month)}%` },
        ]}
      />
    </section>
  )
}
