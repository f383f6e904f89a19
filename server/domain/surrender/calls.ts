import { sql } from 'kysely'
import type { Field, FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { form, id } from '../../../src/derive/callParams.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { settleKinds } from '../../../src/schemas/common.ts'
import { repayForm } from '../../../src/schemas/surrender/repay.ts'
import { settleForm, surrenderForm } from '../../../src/schemas/surrender/surrender.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { type Asked, lookupCall } from '../../calls/lookupCall.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { allOf, containsText, inScope, type Scope, scopeOf, startsWith } from '../../store/reading/filters.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { readRow } from '../../store/reading/list.ts'
import { inState } from '../../store/reading/states.ts'
import { isWithBank } from '../bill/index.ts'
import { beginLeaving } from '../contract/index.ts'
import { foreseen, foreseenTold } from '../journal/index.ts'
import { linesOf } from './lines.ts'
import { reckon, type Surrendered } from './reckoning.ts'

const group = '退租'
const ADD = '/api/surrender/add'
const keyword: Field = { type: 'string', title: '合同号或承租方', maxLength: 50 }

const begin = async (context: Context, asked: FormValue<typeof surrenderForm>) => ({ surrender_id: await beginLeaving(context, asked) })

/** Gives a lookup page of the contracts that can be given up, by number or by the name of whoever rents. */
const findEnding = async (
  { tx, session }: Context,
  { keyword: typed }: Readonly<Record<string, unknown>>,
  { chosen, part, isNaming }: Asked,
) => {
  const text = typeof typed === 'string' ? typed.trim() : ''
  const found = text === '' ? sql`true` : sql`(${startsWith(sql.ref('t.sn'), text)} or ${containsText(sql.ref('t.custom_name'), text)})`
  const { rows } = await sql<{ contract_id: number; sn: string; custom_name: string; room: string }>`
    select t.contract_id, t.sn, t.custom_name, concat_ws(' ', o.region_name, o.unit_floor) as room
    from contract_view t join org o on o.org_id = t.org_id
    where ${allOf([chosen, found, inScope(session.scope, 't.p_id')])}
      and (${isNaming} or t.status in (${inState(contract, 'inForce')}, ${inState(contract, 'overstayed')}))
    order by t.contract_id desc ${part}
  `.execute(tx)
  return rows
}

const yuan = (fen: number): string => `${fen < 0 ? '-' : ''}¥${fenToYuan(Math.abs(fen))}`

/** What came in from whoever rents and is matched with nothing: it is no part of the settlement. In fen. */
const unmatchedOf = async (db: Queryable, { contract_id, kind }: Surrendered, scope: Scope): Promise<number> => {
  const party = sql.ref(kind === 2 ? 'company_id' : 'custom_id')
  const { rows } = await sql<{ unused: number }>`
    select coalesce(sum(unused), 0)::bigint as unused from flow
    where unused > 0 and ${party} = (select ${party} from contract where contract_id = ${contract_id}) and ${inScope(scope, 'p_id')}
  `.execute(db)
  return rows[0]?.unused ?? 0
}

/** How many of some bills the bank, or the fund, is asked for and has not answered. */
const debitedNow = async (db: Queryable, bills: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from bill where bill_id = any(${keyList(bills)}) and ${isWithBank('bill')}
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** Gives what the settlement of a surrender comes to as the books stand now, line by line, and what of paying it is to be known before. 404 where it is out of scope. */
const preview = async (context: Context, { surrender_id, way }: { surrender_id: number; way?: number }): Promise<Preview> => {
  const { tx, session } = context
  const resource = resourceNamed('surrender')
  const row = (await readRow(tx, resource, surrender_id, scopeOf(resource, session), resourceNamed)) as never as Surrendered &
    Record<string, unknown>
  const reckoning = await reckon(tx, row)
  const { refund, due } = reckoning
  const unmatched = await unmatchedOf(tx, row, session.scope)
  const debited = await debitedNow(
    tx,
    reckoning.shares.map(({ bill_id }) => bill_id),
  )
  const said = [
    ...(refund === row.refund && due === (row.due ?? 0) ? [] : ['账目在试算之后有变化，请先取消，点“重新试算”']),
    ...(unmatched > 0 ? [`承租方另有未核销的收款 ${yuan(unmatched)}，不在结算里：先核销抵欠费，或另外退款`] : []),
    ...(debited > 0 ? [`有 ${debited} 张账单正在代扣：请回盘后再结算，现在结算可能收两次`] : []),
    ...(await foreseen(context, { taken: { way, price: refund } })),
  ]
  return {
    facts: [
      { label: '应退', value: yuan(refund) },
      { label: '应补缴', value: yuan(due) },
    ],
    table: {
      heads: ['款项', '说明', '金额'],
      rows: linesOf(row, reckoning).map(({ kind, words, price }) => [settleKinds[kind], words, yuan(price)]),
    },
    ...(said.length > 0 ? { said: said.join('；') } : {}),
  }
}

const { amount, pay_way, pay_account_id, pay_time } = repayForm.properties
/** What is typed of a deposit that goes back so far. */
const repayingForm = form('登记前核对', { surrender_id: id('退租'), amount, pay_way, pay_account_id, pay_time })

/** Gives what whoever gives a deposit back should know of the books before. */
const repaying = (context: Context, asked: FormValue<typeof repayingForm>): Promise<Preview> =>
  foreseenTold(context, {
    at: asked.pay_time,
    taken: { own_account_id: asked.pay_account_id, way: asked.pay_way, price: asked.amount },
  })

export default [
  defineCall({ path: '/api/surrender/repaying', label: '登记前核对', group, can: '/api/surrender/repay', params: repayingForm }, repaying),
  defineCall({ path: ADD, label: surrenderForm.title, group, can: 'self', writes: true, params: surrenderForm }, begin),
  lookupCall(
    {
      path: '/api/surrender/contracts',
      label: '可退租的合同',
      group,
      can: ADD,
      weight: 'search',
      key: 't.contract_id',
      finds: { keyword },
    },
    findEnding,
  ),
  defineCall(
    {
      path: '/api/surrender/settlement',
      label: '结算试算',
      group,
      can: '/api/surrender/settle',
      params: form('结算试算', { surrender_id: id('退租'), way: settleForm.properties.way }, ['surrender_id']),
    },
    preview,
  ),
]
