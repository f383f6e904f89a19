import { sql } from 'kysely'
import { addDays, today } from '../../src/protocol/dates.ts'
import { addRow, addTenant, cardOf, companyCode, type Ground } from '../help/store/ground.ts'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>
type Deeds = Readonly<Record<string, () => Params | Promise<Params>>>

interface Hand {
  paper: () => Promise<number>
  server: () => TestServer
  ground: () => Ground
  mine: () => Readonly<Record<string, number>>
  made: (path: string, params: Params) => Promise<Params>
}

/** Params of what staff do with bills: each with one of its own, long overdue. */
export const billDeeds = ({ server, ground, mine, made, paper }: Hand): Deeds => {
  let others = 0
  const once = () => ({ request_id: `bill-deed-${++others}`.padEnd(16, '-') })
  let custom_id: number | null = null
  const bill = async (): Promise<Params> => {
    custom_id ??= await addTenant(server(), { name: '欠费的', card: cardOf(900) })
    const { bill_id } = await made('/api/bill/create', {
      ...{ org_id: mine().org, from: 2, from_id: ground().cost, price: 10_000, bill_date: '2026-01-05', payer: 1, payment_ratio: 100 },
      ...{
        custom_id,
        custom_name: '欠费的',
        start_date: '2026-01-01',
        end_date: '2026-01-31',
        late: 0,
        contract_id: 0,
        type: 2,
        ...once(),
      },
    })
    return { bill_id }
  }
  const after = async (path: string, params: Params): Promise<Params> => {
    const one = await bill()
    await made(path, { ...one, ...params, ...once() })
    return one
  }
  /** Rent of a contract that is long overdue, with its late fee, where late fees are charged. */
  const lateRent = async (): Promise<Params> => {
    const { version } = await made('/api/lateFeeSetting/detail', {})
    const rules = {
      ...{ enabled: 1, since: '2020-01-01', rate: 5, cap: 100, most_rate: 10, most_cap: 100 },
      ...{ grace: 0, start: 1, ended: 1, way: 1, due_days: 10 },
    }
    await made('/api/lateFeeSetting/save', { ...rules, version, ...once() })
    const day = addDays('2025-01-01', ++others)
    const { rows } = await sql<{ bill_id: number; late_fee_id: number }>`
      with b as (
        insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, org_id, contract_id, p_id)
        values (${`ZDL${others}`}, 1, 1, 100000, ${day}::date, ${day}::date, ${day}::date, 1, 100, '租客', ${mine().org ?? 0}, ${mine().contract ?? 0}, 1) returning bill_id
      ), s as (insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 100000, 1 from b returning bill_id, share_id)
      insert into late_fee (custom_name, bill_id, share_id, party, bill_date, owed, days, total, as_of, p_id)
      select '租客', bill_id, share_id, 1, ${day}::date, 100000, 1, 50, current_date, 1 from s returning bill_id, late_fee_id
    `.execute(server().db)
    return { ...rows[0], day: '2026-11-01' }
  }
  const planned = async (): Promise<Params> => {
    const { bill_id } = await lateRent()
    return { bill_id, party: 1, way: 1, count: 2, first_day: today(), fees: 1 }
  }
  const drafted = async (): Promise<Params> => {
    const { plan_id } = await made('/api/bill/plan', { ...(await planned()), ...once() })
    return { plan_id }
  }
  return {
    '/api/bill/plan': planned,
    '/api/payment_plan/cancel': drafted,
    '/api/payment_plan/agreement': drafted,
    '/api/payment_plan/enforce': async () => ({ ...(await drafted()), papers: [await paper()] }),
    '/api/bill/late_fee': async () => {
      const { bill_id, day } = await lateRent()
      return { bill_id, day }
    },
    '/api/late_fee/charge': async () => {
      const { late_fee_id, day } = await lateRent()
      return { late_fee_id, day }
    },
    '/api/bill/void': bill,
    '/api/bill/remind': bill,
    '/api/bill/letter': bill,
    '/api/demand/print': async () => {
      const { bill_id } = await bill()
      await made('/api/bill/letter', { bill_id, ...once() })
      const { rows } = await sql<Params>`select demand_id from demand where bill_ids = array[${bill_id}::integer]`.execute(server().db)
      return { ...rows[0] }
    },
    '/api/bill/reduce': async () => ({ ...(await bill()), amount: 1 }),
    '/api/bill/change_payer': async () => {
      const to_company = await addRow(server(), 'company', {
        name: '承担的',
        code: companyCode(800 + ++others),
        contact: '王',
        phone: '13812345678',
      })
      return { ...(await bill()), from_party: 1, to_party: 2, to_company }
    },
    '/api/bill/restore': () => after('/api/bill/reduce', { how: 1, amount: 1, why: '减' }),
    '/api/bill/write_off': bill,
    '/api/bill/recover': () => after('/api/bill/write_off', { why: '坏' }),
  }
}
