import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, addRow, companyCode, tokenOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, room, signed, pay } = tenanciesOn(at)
const { begin, handOver } = surrendersOn(at)

type Params = Record<string, unknown>

/** What a case is about, whose state is told without the keys that differ from one to the next. */
interface Subject {
  contract_id: number
  org_id: number
  custom_id: number
  other_room: number
}

let companies = 900
const company = (): Promise<number> => {
  companies += 1
  return addRow(at.server, 'company', { name: `单位${companies}`, code: companyCode(companies), contact: '王', phone: '13812345678' })
}
const begun = addDays(today(), -9)
const soon = (days: number): string => addDays(today(), days)

/** A contract that began nine days ago, all paid unless it says otherwise. */
const subject = async (isPaid = true): Promise<Subject> => {
  const [org_id, custom_id, other_room] = [await room(), await tenant(), await room()]
  const contract_id = await signed({ org_id, custom_id, start_date: begun, signed_on: begun, months: 12, mode: 2 })
  if (isPaid) await pay(contract_id)
  return { contract_id, org_id, custom_id, other_room }
}

/** Everything that these deeds write, of a contract and of what follows it. */
const stateOf = async ({ contract_id, org_id, custom_id, other_room }: Subject): Promise<Record<string, Params[]>> => {
  const ours = sql`(select contract_id from contract where contract_id = ${contract_id} or former_id = ${contract_id})`
  const queries = {
    contracts: sql<Params>`
      select status, start_date, end_date, planned_end, left_on, months, rent, deposit, origin, reason, carried_days, custom_id = ${custom_id} as is_his,
        org_id = ${org_id} as is_here from contract where contract_id in ${ours} order by contract_id`,
    bills: sql<Params>`
      select "from", price, paid, bill_date, start_date, end_date, is_void, note from bill where contract_id in ${ours} order by contract_id, "from", start_date, bill_id`,
    shares: sql<Params>`
      select s.party, s.price, s.paid from bill_share s join bill b on b.bill_id = s.bill_id where b.contract_id in ${ours}
      order by b.contract_id, b."from", b.start_date, b.bill_id, s.party`,
    steps: sql<Params>`select from_date, rent from contract_rent where contract_id in ${ours} order by contract_id, from_date`,
    splits: sql<Params>`select from_date, bearer, way, percent from contract_split where contract_id in ${ours} order by contract_id, from_date`,
    deposits: sql<Params>`select kind, price from deposit_entry where contract_id in ${ours} order by entry_id`,
    surrenders: sql<Params>`select status, refund, due, way, settled_on from surrender where contract_id in ${ours} order by surrender_id`,
    flows: sql<Params>`select type, "from", price, way from flow where org_id = ${org_id} order by flow_id`,
    rooms: sql<Params>`select state, status from org where org_id in (${org_id}, ${other_room}) order by org_id = ${org_id} desc`,
  }
  const read = async ([name, query]: [string, (typeof queries)['bills']]) => [name, (await query.execute(at.server.db)).rows] as const
  return Object.fromEntries(await Promise.all(Object.entries(queries).map(read)))
}

interface Case {
  path: string
  business: string
  /** Makes what is asked, and how it stands in the meantime where it shows that it waits. */
  make: () => Promise<{ of: Subject; params: Params }>
  waits?: (state: Record<string, Params[]>) => Record<string, Params[]>
}

const CASES: Record<string, Case> = {
  renewal: {
    ...{ path: '/api/contract/renew', business: 'renewal' },
    make: async () => {
      const of = await subject()
      return { of, params: { contract_id: of.contract_id, rent: 130_000, months: 12 } }
    },
  },
  'change of room': {
    ...{ path: '/api/contract/move', business: 'room_change' },
    make: async () => {
      const of = await subject()
      return { of, params: { contract_id: of.contract_id, p_id: 1, org_id: of.other_room, start_date: today(), rent: 150_000 } }
    },
  },
  amendment: {
    ...{ path: '/api/contract/amend', business: 'amendment' },
    make: async () => {
      const of = await subject()
      return { of, params: { contract_id: of.contract_id, from_date: soon(60), rent: 200_000, reason: '调租' } }
    },
  },
  'main tenant': {
    ...{ path: '/api/contract/heir', business: 'amendment' },
    make: async () => {
      const of = await subject()
      return { of, params: { contract_id: of.contract_id, custom_id: await tenant(), reason: '离婚' } }
    },
  },
  split: {
    ...{ path: '/api/contract/split', business: 'amendment' },
    make: async () => {
      const of = await subject(false)
      const line = { bearer: 2, company_id: await company(), way: 1, percent: 40, from_date: begun, reason: '承诺' }
      return { of, params: { contract_id: of.contract_id, ...line } }
    },
  },
  settlement: {
    ...{ path: '/api/surrender/settle', business: 'surrender' },
    make: async () => {
      const of = await subject()
      const surrender_id = await begin(of.contract_id)
      done(await handOver(surrender_id, { left_on: soon(-1) }))
      return { of, params: { surrender_id, way: 3 } }
    },
    waits: (state) => ({ ...state, surrenders: (state.surrenders ?? []).map((one) => ({ ...one, status: 3 })) }),
  },
  void: {
    ...{ path: '/api/contract/void', business: 'contract_void' },
    make: async () => {
      const of = await subject(false)
      return { of, params: { contract_id: of.contract_id, reason: '录错' } }
    },
  },
}

/** Who applies, and who decides. */
let [clerk, head] = ['', '']
/** How each case ends where nobody has to agree. */
const unasked: Record<string, Record<string, Params[]>> = {}

beforeAll(async () => {
  clerk = await tokenOf(at.server, await addAccount(at.server, 'clerk', ['*']))
  const decider = await addAccount(at.server, 'head', ['key:audit'])
  head = await tokenOf(at.server, decider)
  for (const [name, { path, make }] of Object.entries(CASES)) {
    const { of, params } = await make()
    const before = await stateOf(of)
    done(await ask(path, params, clerk))
    unasked[name] = await stateOf(of)
    expect([name, unasked[name]]).not.toEqual([name, before])
  }
  const steps = [{ way: 1, who: 2, user_id: decider }]
  const asked = Object.values(CASES).map(({ business }) => [business, steps])
  done(await ask('/api/checkSetting/save', { version: 0, ...Object.fromEntries(asked) }))
})

const decide = (deed: string, audit_id: number, who = head, params: Params = {}) =>
  ask(`/api/my_audit/${deed}`, { audit_id, ...params }, who)

describe.each(Object.entries(CASES))('%s that needs approval', (name, { path, make, waits = (state) => state }) => {
  const submitted = async () => {
    const { of, params } = await make()
    const before = await stateOf(of)
    const { data } = done(await ask(path, params, clerk))
    expect(data).toMatchObject({ audit_ids: [expect.any(Number)] })
    expect(await stateOf(of)).toEqual(waits(before))
    return { of, before, params, audit_id: data.audit_ids[0] as number }
  }

  test('waits with nothing changed, is not agreed to by whoever asked, and is then done as if nobody had to agree', async () => {
    const { of, before, audit_id } = await submitted()
    expect((await decide('agree', audit_id, clerk)).code).not.toBe(200)
    expect(await stateOf(of)).toEqual(waits(before))
    const answer = done(await decide('agree', audit_id))
    expect(answer.data.msg ?? '').toBe('')
    expect(await stateOf(of)).toEqual(unasked[name])
    expect((await decide('agree', audit_id)).code).not.toBe(200)
    expect(await stateOf(of)).toEqual(unasked[name])
  })

  test('is as it was before where it is refused or taken back, and can be asked for again', async () => {
    const { of, before, params, audit_id } = await submitted()
    done(await decide('refuse', audit_id, head, { opinion: '不行' }))
    expect(await stateOf(of)).toEqual(before)
    const again = done(await ask(path, params, clerk)).data.audit_ids[0] as number
    done(await decide('withdraw', again, clerk))
    expect(await stateOf(of)).toEqual(before)
    const last = done(await ask(path, params, clerk)).data.audit_ids[0] as number
    done(await decide('agree', last))
    expect(await stateOf(of)).toEqual(unasked[name])
  })
})

test('a settlement whose books have moved meanwhile is not done by other figures than were agreed to: it goes back, and can be reckoned anew', async () => {
  const of = await subject(false)
  await pay(of.contract_id, 3)
  const surrender_id = await begin(of.contract_id)
  done(await handOver(surrender_id, { left_on: soon(-1) }))
  const settle = async () => done(await ask('/api/surrender/settle', { surrender_id, way: 3 }, clerk)).data.audit_ids[0] as number
  const first = await settle()
  await pay(of.contract_id, 1)
  const before = await stateOf(of)
  expect((await decide('agree', first)).data.msg).toContain('重新试算')
  expect(await stateOf(of)).toEqual({ ...before, surrenders: (before.surrenders ?? []).map((one) => ({ ...one, status: 2 })) })
  done(await ask('/api/surrender/reckon', { surrender_id }))
  done(await decide('agree', await settle()))
  expect((await stateOf(of)).surrenders).toMatchObject([{ status: 4 }])
})

test.each([
  ['main tenant', 'lessee', 'custom_id', tenant],
  ['split', 'company', 'company_id', company],
] as const)('%s: whom it names and who was merged meanwhile is whoever stayed, opened again too', async (name, resource, key, another) => {
  const { path, make } = CASES[name] ?? expect.unreachable()
  const [agreed, refused] = [await make(), await make()]
  const ids: number[] = []
  for (const { params } of [agreed, refused]) ids.push(done(await ask(path, params, clerk)).data.audit_ids[0])
  const stayed = [await another(), await another()]
  for (const [place, { params }] of [agreed, refused].entries())
    done(await ask(`/api/${resource}/merge`, { [key]: params[key], merged_into: stayed[place] }))
  expect(done(await decide('agree', ids[0] as number)).data.msg ?? '').toBe('')
  const { contract_id } = agreed.of
  const { rows } = await sql<{ named: number }>`
    select custom_id as named from contract where contract_id = ${contract_id} and ${key} = 'custom_id'
    union all select company_id from contract_split where contract_id = ${contract_id} and ${key} = 'company_id'
  `.execute(at.server.db)
  expect(rows).toEqual([{ named: stayed[0] }])
  done(await decide('refuse', ids[1] as number, head, { opinion: '不行' }))
  expect(done(await decide('again', ids[1] as number, clerk)).data.params).toMatchObject({ [key]: stayed[1] })
})
