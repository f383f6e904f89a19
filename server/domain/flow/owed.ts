import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { form } from '../../../src/derive/callParams.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import { flowForm } from '../../../src/schemas/flow/flow.ts'
import type { Context } from '../../calls/defineCall.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope } from '../../store/reading/filters.ts'
import { isWithBank } from '../bill/index.ts'
import { foreseen } from '../journal/index.ts'
import { payerOf } from './payerOf.ts'

interface Owed {
  n: number
  owed: number
  since: string | null
  tenant: string | null
  /** Of the bills, those that a bank is asked to debit. */
  debiting: number
}

const { org_id, type, price, from, custom_name, custom_id, company_id, bill_id, deal_time, way, own_account_id } = flowForm.properties
/** What is typed of an entry so far. */
export const owedForm = form('欠费与同额收款', {
  ...{ org_id, type, price, from, custom_name, custom_id, company_id, bill_id, deal_time, way, own_account_id },
})
type Typed = FormValue<typeof owedForm>

/** What is told of an entry: facts of its room, and sentences. */
interface Told {
  facts: Preview['facts']
  said: string[]
}

const besideOwed = (rest: number): string => {
  if (rest === 0) return '这一笔与欠费相同'
  return rest > 0 ? `这一笔比欠费少 ¥${fenToYuan(rest)}` : `这一笔比欠费多 ¥${fenToYuan(-rest)}`
}

const owedOf = async ({ tx, session }: Context, asked: Typed): Promise<Told> => {
  if (asked.org_id === undefined) return { facts: [], said: [] }
  const { rows } = await sql<Owed>`
    select b.n, b.owed, b.since, b.debiting, l.name as tenant
    from org o left join lessee l on l.custom_id = o.current_tenant, lateral (
      select count(*)::integer as n, coalesce(sum(price - paid), 0)::bigint as owed, min(bill_date) as since,
        (count(*) filter (where ${isWithBank('bill')}))::integer as debiting
      from bill where bill.org_id = o.org_id and paid < price and is_void = 0
    ) b
    where o.org_id = ${asked.org_id} and ${inScope(session.scope, 'o.p_id')}
  `.execute(tx)
  if (!rows[0]) throw new CallError(400, '所选房间不存在，或不在您负责的项目内', { field: 'org_id' })
  const { n, owed, since, tenant, debiting } = rows[0]
  return {
    facts: [
      ...(tenant ? [{ label: '现租客', value: tenant }] : []),
      { label: '未付账单', value: String(n) },
      { label: '欠费合计', value: `¥${fenToYuan(owed)}` },
      ...(since ? [{ label: '最早应付日', value: since }] : []),
    ],
    said: [
      ...(debiting > 0 ? [`有 ${debiting} 张账单正在代扣，再收款可能收两次`] : []),
      ...(asked.type === 1 && asked.price !== undefined ? [besideOwed(owed - asked.price)] : []),
    ],
  }
}

/** So many days may lie between two entries of the same money (server/domain/statement looks as far). */
const DAYS = 7
/** Deposits, of the sources of an entry (src/schemas/common.ts). */
const DEPOSIT = 3
const DAY_SECONDS = 86_400

/** Of what came in: that as much was entered of the same payer some days before or after. It may be the same money, and may be his next rent: only who enters it knows. */
const sameOf = async (context: Context, asked: Typed): Promise<string[]> => {
  if (asked.type !== 1 || asked.price === undefined || asked.custom_name === undefined) return []
  const at = asked.deal_time ?? context.now
  const payer = await payerOf(context, { ...asked, custom_name: asked.custom_name })
  const { rows } = await sql<Row<'flow', 'sn'> & { deal_time: number }>`
    select f.sn, f.deal_time from flow f
    where f.type = 1 and f.price = ${asked.price}::bigint and f.deal_time between ${at - DAYS * DAY_SECONDS}::bigint and ${at + DAYS * DAY_SECONDS}::bigint
      and (f.custom_id = ${payer.custom_id}::integer or f.company_id = ${payer.company_id}::integer
        or (f.org_id = ${asked.org_id ?? null}::integer and f.custom_name = ${asked.custom_name}))
      and (f."from" = ${DEPOSIT}) = (${asked.from ?? 0}::integer = ${DEPOSIT}) and f.reverses is null and not exists (select from flow r where r.reverses = f.flow_id)
      and ${inScope(context.session.scope, 'f.p_id')}
    order by abs(f.deal_time - ${at}::bigint), f.flow_id limit 1
  `.execute(context.tx)
  return rows.map(({ sn, deal_time: then }) => `他已有同额的收款 ${sn}（${dateOf(then)}）：是同一笔钱的，不要再登记`)
}

/** Of a deposit that goes out: that it is given back on the surrender, where the book of deposits has it. */
const heldOf = async ({ tx, session }: Context, { type, from, org_id: room }: Typed): Promise<string[]> => {
  if (type !== 2 || from !== DEPOSIT || room === undefined) return []
  const { rows } = await sql<{ held: number }>`
    select sum(s.held)::bigint as held from surrender_view s where s.org_id = ${room} and s.is_held = 1 and ${inScope(session.scope, 's.p_id')} having sum(s.held) > 0
  `.execute(tx)
  return rows.map(({ held }) => `这间房退租后的押金还有 ¥${fenToYuan(held)} 没有退还，退押金在“退租”上“退还押金”，不要在这里登记`)
}

/** What is to be known of the books: of nothing that is not typed yet. */
const bookedAs = (context: Context, { type, price, deal_time: at, way: by, own_account_id: own }: Typed): Promise<string[]> =>
  foreseen(context, { at, ...(type === 2 ? { taken: { price, way: by, own_account_id: own } } : {}) })

/**
 * Gives what a room owes by bills that are not paid, in words, and who lives there, whether as much was entered already of whoever pays or what goes back is a deposit that is held, and what is to be known of the
 * books: whoever writes down money sees it before. 400 for a room that is not in scope.
 */
export const owedBy = async (context: Context, asked: Typed): Promise<Preview> => {
  const { facts, said } = await owedOf(context, asked)
  const all = [...(await sameOf(context, asked)), ...(await heldOf(context, asked)), ...said, ...(await bookedAs(context, asked))]
  return all.length > 0 ? { facts, said: all.join('；') } : { facts }
}
