import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import opening from '../../../src/resources/opening/opening.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import type { Tx } from '../../store/connection/database.ts'
import { bookOpening, undoOpening } from './book.ts'

/** What is told against what the system before said. */
const TOLD = [
  ['arrears', 'arrears_asked', '欠租'],
  ['charges', 'charges_asked', '欠费'],
  ['prepaid', 'prepaid_asked', '预收'],
  ['money', 'money_asked', '账户余额'],
  ['deposits', 'deposits_asked', '在押押金'],
] as const

type Sums = Record<(typeof TOLD)[number][0], number> & Record<(typeof TOLD)[number][1], number | null> & { on: string }

/** Throws 409 where a contract has been billed meanwhile for days that the items have as rent that was owed before: it would be asked for twice. */
const checkNotBilled = async (tx: Tx, opening_id: number): Promise<void> => {
  const { rows } = await sql<{ sn: string; count: number }>`
    select b.sn, (count(*) over ())::integer as count
    from opening_item i cross join lateral opening_billed(i.org_id, i.custom_id, i.company_id, i.start_date, i.end_date) b (sn)
    where i.opening_id = ${opening_id} and i.kind = 1 and b.sn is not null order by i.item_id limit 1
  `.execute(tx)
  if (rows[0])
    throw new CallError(
      409,
      `${rows[0].count} 行欠租，那几天的房租账单已由合同生成（如 ${rows[0].sn}，从“房租已收至”的次日起）：删去这些行，或先作废那些账单`,
    )
}

export default [
  defineEffects(opening, {
    edit: { refusal: () => '只有草稿可以编辑，请先撤销建账' },
    del: { refusal: () => '只有草稿可以删除，请先撤销建账' },
    book: {
      check: async ({ tx, now }, [{ opening_id, day }]) => {
        if (day > dateOf(now)) throw new CallError(409, '建账日还没有到，不能建账')
        const { rows } = await sql<Sums>`
          select arrears, charges, prepaid, money, deposits, arrears_asked, charges_asked, prepaid_asked, money_asked, deposits_asked, booked_on(day)::text as on
          from opening_view where opening_id = ${opening_id}
        `.execute(tx)
        const [sums] = rows
        if (!sums) return
        if (sums.on !== day) throw new CallError(409, '建账日所在的月份已结账，请先反结账，或改建账日')
        for (const [is, asked, said] of TOLD) {
          const wanted = sums[asked]
          if (wanted !== null && wanted !== sums[is])
            throw new CallError(
              409,
              `${said}与原系统不符：原系统 ¥${fenToYuan(wanted)}，这里 ¥${fenToYuan(sums[is])}，相差 ¥${fenToYuan(Math.abs(wanted - sums[is]))}`,
            )
        }
        await checkNotBilled(tx, opening_id)
        if (TOLD.every(([is]) => sums[is] === 0)) throw new CallError(409, '没有明细，不用建账')
      },
      sets: { booked_by: ({ session }) => session.userId, booked_at: ({ now }) => now },
      after: async (acting, [row]) => {
        await bookOpening(acting, row)
        return { count: 1 }
      },
      refusal: () => '已建账，请刷新后重试',
    },
    undo: {
      sets: { booked_by: () => null, booked_at: () => null },
      after: async (acting, [{ opening_id }]) => {
        await undoOpening(acting, opening_id)
        return { count: 1 }
      },
      refusal: () => '没有建账，请刷新后重试',
    },
  }),
]
