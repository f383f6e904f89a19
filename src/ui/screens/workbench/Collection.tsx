import { fenToYuan } from '../../../protocol/fen.ts'
import type { WorkbenchNumbers } from '../../../protocol/types.ts'

type Month = WorkbenchNumbers['months'][number]

const rateOf = ({ receivable, received }: Month): number => (receivable === 0 ? 0 : Math.floor((received * 100) / receivable))
const tenThousands = (fen: number): string => `${(fen / 1_000_000).toFixed(1)} 万`

/** The rent of six months, received within receivable: a table that is drawn, so that each bar has its numbers beside it. */
export const Collection = ({ months }: { months: WorkbenchNumbers['months'] }) => {
  const most = Math.max(1, ...months.map(({ receivable }) => receivable))
  const last = months.at(-1)
  return (
    <section className="panel" aria-label="租金收缴">
      <h2>租金收缴</h2>
      {last ? (
        <p className="panel-lead">
          {last.month} 应收 {tenThousands(last.receivable)}元，已收 {tenThousands(last.received)}元，收缴率 <strong>{rateOf(last)}%</strong>
        </p>
      ) : (
        <p className="panel-lead">还没有租金账单</p>
      )}
      <table className="bars">
        <thead>
          <tr>
            <th>月份</th>
            <th>收缴</th>
            <th data-align="right">应收（元）</th>
            <th data-align="right">已收（元）</th>
            <th data-align="right">收缴率</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{month.month}</th>
              <td>
                <span className="bar" style={{ width: `${(month.receivable * 100) / most}%` }}>
                  <span className="bar-done" style={{ width: `${rateOf(month)}%` }} />
                </span>
              </td>
              <td data-align="right">{fenToYuan(month.receivable)}</td>
              <td data-align="right">{fenToYuan(month.received)}</td>
              <td data-align="right">{rateOf(month)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
