import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import closing from '../../../src/resources/closing/closing.ts'
import { postingEvents } from '../../../src/schemas/journal/journal.ts'
import type { Context } from '../../calls/defineCall.ts'
import { writeLayout } from '../../imports/layouts/writeLayout.ts'
import { inSet } from '../../store/reading/states.ts'
import { logDeed } from '../../store/writing/deeds.ts'
import { chart } from '../journal/index.ts'
import { checkIsOfAll } from './checkIsOfAll.ts'
import kingdee from './layouts/kingdee.ts'
import yonyou from './layouts/yonyou.ts'
import { type PostedSum, type Voucher, vouchersOf } from './rules/vouchers.ts'

interface Asked {
  closing_id: number
  /** 1 用友, 2 金蝶. */
  software: number
  /** 1 a voucher a day, 2 a month. */
  sums_by: number
}

const sumsOf = async ({ tx }: Context, month: string, sums_by: number): Promise<PostedSum[]> => {
  const { rows } = await sql<PostedSum>`
    select j.day, j.event, a.code, a.name, j.side, sum(j.price)::bigint as price,
      max(count(distinct j.source_id)) over (partition by j.day, j.event)::integer as postings
    from (
      select case ${sums_by}::integer when 1 then day else (to_date(${month}, 'YYYY-MM') + interval '1 month')::date - 1 end as day, event, side, ledger_account_id, price, source_id
      from journal_line where day between to_date(${month}, 'YYYY-MM') and (to_date(${month}, 'YYYY-MM') + interval '1 month')::date - 1
    ) j join ledger_account a on a.ledger_account_id = j.ledger_account_id
    group by j.day, j.event, a.code, a.name, j.side
  `.execute(tx)
  return rows
}

const noteOf = ({ events, postings }: Voucher): string =>
  `${events.map((event) => postingEvents[event as keyof typeof postingEvents]).join('、')} ${postings} 笔`.slice(0, 60)

const rowsOf = (vouchers: readonly Voucher[], maker: string) =>
  vouchers.flatMap((voucher) =>
    voucher.lines.map(({ code, name, debit, credit }, place) => ({
      day: voucher.day,
      year: voucher.day.slice(0, 4),
      period: String(Number(voucher.day.slice(5, 7))),
      kind: '记',
      number: String(voucher.number),
      papers: '0',
      note: noteOf(voucher),
      currency: 'RMB',
      amount: debit + credit,
      place: String(place + 1),
      ...{ code, name, debit, credit, maker },
    })),
  )

/**
 * Gives the vouchers of a closed month as a file that an accounting package reads: what each account had on each side, by day or month and event, and of how many
 * postings. 403 for a person of some projects alone; 409 for a month that is not closed.
 */
export const vouchersFile = async (
  context: Context,
  { closing_id, software, sums_by }: Asked,
): Promise<{ name: string; base64: string }> => {
  const { tx, session } = context
  checkIsOfAll(session)
  const { rows } = await sql<{ month: string; is_shut: boolean; maker: string; through: string }>`
    select month, status in (${inSet(closing, 'shut')}) as is_shut, (select name from account where user_id = ${session.userId}) as maker,
      (select code from ledger_account where ledger_account_id = ${chart.unallocated.id}) as through
    from closing where closing_id = ${closing_id}
  `.execute(tx)
  const [asked] = rows
  if (!asked) throw new CallError(404)
  if (!asked.is_shut) throw new CallError(409, '这个月还没有结账：结账以后再导出凭证，数不会再变')
  const vouchers = vouchersOf(await sumsOf(context, asked.month, sums_by), asked.through)
  const layout = software === 1 ? yonyou : kingdee
  const bytes = writeLayout(layout, rowsOf(vouchers, asked.maker.slice(0, 20)) as never)
  await logDeed(tx, { resource: resourceNamed('closing'), key: closing_id, title: `${asked.month} ${layout.label}，${vouchers.length} 张` })
  return { name: `${asked.month}${layout.label}.csv`, base64: bytes.toString('base64') }
}
