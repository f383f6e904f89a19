import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenInCapitals, fenToYuan } from '../../../src/protocol/fen.ts'
import dunningSetting from '../../../src/resources/settings/dunning.ts'
import { begunWords, breachWords, feeWords, partWords } from '../../../src/schemas/paymentPlan/paper.ts'
import { planStates } from '../../../src/schemas/paymentPlan/paymentPlan.ts'
import type { PrintContent } from '../../prints/definePrint.ts'
import { sealedName } from '../../store/bringUp/tables.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { sealerOf } from '../../store/sealing/sealer.ts'
import { readSetting } from '../setting/index.ts'
import { operatorName } from '../system/index.ts'
import { agreementParts, type Said, withLastSection } from './agreementParts.ts'
import { byContract, sumOf } from './rules/whose.ts'

interface Debt {
  contract_id: number | null
  contract: string
  place: string
  bill_id: number
  sn: string
  item: string | null
  start_date: string
  end_date: string
  bill_date: string
  owed: number
}

interface Plan {
  plan_id: number
  number: string | null
  status: keyof typeof planStates
  party: number
  total: number
  fees: number
  grace: number
  rule_version: number | null
  begun_on: string | null
  created_at: number
  p_id: number
  project: string | null
  debtor: string
  code: string | null
  sealed_card: Buffer | null
  sealed_phone: Buffer | null
  debts: Debt[]
  parts: { place: number; due_day: string; price: number }[]
}

const plansOf = async (db: Queryable, keys: readonly number[]): Promise<Plan[]> => {
  const { rows } = await sql<Plan>`
    select p.plan_id, p.number, p.status, p.party, p.total, p.fees, p.grace, p.rule_version, p.begun_on, p.created_at, p.p_id, j.name as project,
      coalesce(f.name, l.name, p.custom_name) as debtor, f.code, l.${sql.id(sealedName('card'))} as sealed_card, l.${sql.id(sealedName('phone'))} as sealed_phone,
      (
        select json_agg(json_build_object('contract_id', b.contract_id, 'contract', c.sn, 'place', concat_ws(' ', o.region_name, o.unit_floor),
          'bill_id', b.bill_id, 'sn', b.sn, 'item', b.item, 'start_date', b.start_date, 'end_date', b.end_date, 'bill_date', b.bill_date, 'owed', x.owed)
          order by b.bill_date, x.plan_share_id)
        from plan_share x join bill_view b on b.bill_id = x.bill_id left join contract c on c.contract_id = b.contract_id left join org o on o.org_id = b.org_id
        where x.plan_id = p.plan_id
      ) as debts,
      (select json_agg(json_build_object('place', t.place, 'due_day', t.due_day, 'price', t.price) order by t.place) from plan_part t where t.plan_id = p.plan_id) as parts
    from payment_plan p
    left join project j on j.p_id = p.p_id
    left join company f on p.party > 1 and f.company_id = p.company_id
    left join lessee l on p.party = 1 and l.custom_id = p.custom_id
    where p.plan_id = any(${keyList(keys)})
  `.execute(db)
  return rows
}

/** Until it is signed, its paper says so: it is what is signed. */
const stateOf = ({ status, begun_on }: Plan): string => (begun_on === null ? '待签署' : planStates[status])

const contractOf = (debts: readonly Debt[]): Record<string, unknown> => ({
  sn: debts[0]?.contract ?? '',
  place: debts[0]?.place ?? '',
  bills: debts.map(({ sn, item, start_date, end_date, bill_date, owed }) => [
    ...[sn, item ?? '', `${start_date} 至 ${end_date}`, bill_date],
    fenToYuan(owed),
  ]),
  total: fenToYuan(sumOf(debts)),
})

const saidOf = (plan: Plan, operator: string): Said => ({
  ...{ 单位: operator, 付款方: plan.debtor, 项目: plan.project ?? '', 截至: dateOf(plan.created_at) },
  ...{ 合同数: `${byContract(plan.debts).length}`, 账单数: `${new Set(plan.debts.map(({ bill_id }) => bill_id)).size}` },
  ...{ 欠款: fenToYuan(plan.total), 欠款大写: fenInCapitals(plan.total), 期数: `${plan.parts.length}` },
  ...{ 违约金: feeWords(plan.fees), 违约: breachWords(plan.grace, plan.fees), 生效: begunWords(plan.begun_on) },
})

const valuesOf = (plan: Plan, operator: string, text: string): PrintContent['values'] => ({
  plan: plan.number ?? '',
  state: stateOf(plan),
  operator,
  debtor: plan.debtor,
  code: plan.code ?? '',
  contracts: byContract(plan.debts).map(contractOf),
  instalments: plan.parts.map(({ place, due_day, price }) => [partWords(place), due_day, fenToYuan(price)]),
  total: fenToYuan(plan.total),
  ...withLastSection(agreementParts(text, saidOf(plan, operator))),
})

/** What the operator's agreements said when each plan was drafted: what was signed is printed again in the same words. One from before they could be changed says the first. */
const textsOf = async (db: Queryable, plans: readonly Plan[]): Promise<ReadonlyMap<number, string>> => {
  const versions = [...new Set(plans.map(({ rule_version }) => rule_version ?? 0))]
  const settings = await Promise.all(versions.map((version) => readSetting(db, dunningSetting, version)))
  return new Map(versions.map((version, n) => [version, settings[n]?.agreement_text ?? '']))
}

/** The codes without which an agreement is not printed, nor a kept one opened: it says rows of these lists. */
export const AGREEMENT_READS = [
  { code: '/api/plan_share/index', label: '还款计划的账单' },
  { code: '/api/plan_part/index', label: '还款计划各期' },
] as const

/**
 * Gives what the agreements of these plans say, by key: who owes what of which contract and bill, when how much of it is to be paid, and what follows where it
 * is not. The tenant's numbers are in full, for he signs it. Whose plans they are is for the caller to judge.
 */
export const agreementContents = async (db: Queryable, keys: readonly number[]): Promise<ReadonlyMap<number, PrintContent>> => {
  const operator = await operatorName(db)
  const opened = (kind: 'card' | 'phone', bytes: Buffer | null): string => (bytes ? sealerOf(db).open(kind, bytes) : '')
  const codes = AGREEMENT_READS.map(({ code }) => code)
  const plans = await plansOf(db, keys)
  const texts = await textsOf(db, plans)
  return new Map(
    plans.map((plan) => [
      plan.plan_id,
      {
        values: valuesOf(plan, operator, texts.get(plan.rule_version ?? 0) ?? ''),
        numbers: { card: opened('card', plan.sealed_card), phone: opened('phone', plan.sealed_phone) },
        reads: { codes, projects: [plan.p_id] },
      },
    ]),
  )
}
