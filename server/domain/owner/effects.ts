import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { RowOf } from '../../../src/core/typed.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import agreement from '../../../src/resources/owner/entrustAgreement.ts'
import owner from '../../../src/resources/owner/owner.ts'
import ownerHouse from '../../../src/resources/owner/ownerHouse.ts'
import settlement from '../../../src/resources/owner/ownerSettlement.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { logKept, refuseConflict } from '../../calls/mergingCall.ts'
import { inState } from '../../store/reading/states.ts'
import { ownedTwice } from './merging.ts'
import { payOwner } from './payOwner.ts'

/** A room that is an owner's no more keeps the day; taken back, it has none. That its shares then come to too much, the store refuses. */
const houses = defineEffects(ownerHouse, {
  end: {
    check: async (_acting, [{ from_date }], { to_date }) => {
      if (to_date < from_date) throw new CallError(400, `转出日期不能早于取得日期（${from_date}）`, { field: 'to_date' })
    },
  },
  restore: { sets: { to_date: () => null } },
})

/**
 * Throws 409 where an agreement of the owner and project that was ended, or has run out, held on some day of another: what is earned on it would be owed by both. Of those in
 * force the store refuses a second.
 */
const checkFormer = async ({ tx }: Acting, { owner_id, p_id, start_date, end_date }: RowOf<typeof agreement>): Promise<void> => {
  const { rows } = await sql<{ sn: string; last: string }>`
    select a.sn, t.last from entrust_agreement a cross join lateral (select coalesce(a.ended_date, a.end_date) as last) t
    where a.owner_id = ${owner_id} and a.p_id = ${p_id} and a.status in (${inState(agreement, 'expired')}, ${inState(agreement, 'terminated')})
      and a.start_date <= ${end_date}::date and t.last >= greatest(a.start_date, ${start_date}::date) order by t.last desc limit 1
  `.execute(tx)
  if (rows[0]) throw new CallError(409, `委托协议 ${rows[0].sn} 到 ${rows[0].last} 为止，这份须从以后的日子开始`)
}

/** The life of an agreement. That no two of one owner and project hold on one day, the store refuses. */
const agreements = defineEffects(agreement, {
  edit: { refusal: () => '只有草稿可以编辑' },
  del: { refusal: () => '只有草稿可以删除' },
  enforce: {
    check: async (acting, [row]) => {
      const [{ tx, now }, { owner_id, p_id, start_date, end_date }] = [acting, row]
      if (end_date < dateOf(now)) throw new CallError(409, '协议的结束日期已过，不能生效')
      const { rows } = await sql`
        select from owner_house h where h.owner_id = ${owner_id} and h.p_id = ${p_id}
          and daterange(h.from_date, h.to_date, '[]') && daterange(${start_date}::date, ${end_date}::date, '[]') limit 1
      `.execute(tx)
      if (rows.length === 0) throw new CallError(409, '该业主在此项目还没有登记房产，协议不能生效')
      await checkFormer(acting, row)
    },
  },
  terminate: {
    check: async ({ now }, [{ start_date }], { ended_date }) => {
      const today = dateOf(now)
      // One that has not begun yet is called off on a day before it.
      if (ended_date < (start_date < today ? start_date : today))
        throw new CallError(400, '终止日期不能早于协议开始', { field: 'ended_date' })
    },
  },
})

/** What becomes of two entries of one owner beside that what names one names the other (`merges`). The shares of a room are as many percent as before. */
const owners = defineEffects(owner, {
  merge: {
    check: async ({ tx }, [{ owner_id }], { merged_into }) => refuseConflict(tx, ownedTwice, owner_id, merged_into),
    after: async ({ tx }, [{ owner_id }], { merged_into }) => {
      await logKept(tx, 'owner', merged_into)
      return { owner_id, merged_into }
    },
    refusal: () => '该业主已合并到另一条登记',
  },
})

/** What an owner gets, on its way: who made it does not check it; what is paid is an entry that can be reversed. */
const settlements = defineEffects(settlement, {
  check: {
    check: async ({ session }, rows) => {
      if (rows.some(({ created_by }) => created_by !== null && created_by === session.userId))
        throw new CallError(403, '生成人不能审核自己生成的结算单')
    },
    sets: { is_checked: () => 1, checked_by: ({ session }) => session.userId, checked_on: ({ now }) => dateOf(now) },
  },
  pay: {
    check: async (_acting, [{ net }]) => {
      if (net === 0) throw new CallError(409, '代理费抵完了租金，应付为 0，不用付款')
    },
    after: async ({ tx, session }, [row], { own_account_id, paid_on, note }) =>
      payOwner(tx, session.userId, row, { own_account_id, paid_on, note }),
  },
  unpay: { sets: { paid_on: () => null } },
  void: {
    sets: { voided_by: ({ session }) => session.userId, is_undone: (_acting, { is_checked }) => is_checked },
    refusal: () => '已付款的不能作废，先红冲付款',
  },
})

export default [houses, agreements, owners, settlements]
