import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { GRAPHS, graphOf } from '../../help/graphs.ts'
import { type DeedOn, type Held, livesOn, NOTHING } from '../../help/lives.ts'
import { secondNode } from '../../help/secondNode.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const second = secondNode(at)
const { room, tenant } = tenanciesOn(at)
type Params = Record<string, unknown>
type Ask = (path: string, params: Params) => Promise<{ code: number; msg: string; data?: unknown }>

let rooms: number[]
let tenants: number[]
const { rowsOf, deeds, contracts, night, unequal } = livesOn(at, () => rooms)
const numberOf = async (text: string): Promise<number> => Number((await rowsOf<{ n: number }>(text))[0]?.n ?? 0)

beforeAll(async () => {
  rooms = [await room(), await room()]
  tenants = [await tenant(), await tenant(), await tenant()]
})

type Deed = keyof typeof deeds

/** What is likely to be done next, by the state: what is not has its turn, too. */
const LIKELY: Readonly<Record<number, readonly Deed[]>> = {
  1: ['submit', 'submit', 'submit', 'void'],
  3: ['sign', 'sign', 'sign', 'sign', 'void'],
  4: ['pay', 'pay', 'pay', 'keys', 'renew', 'leave', 'leave', 'move', 'amend'],
  9: ['renew', 'leave', 'leave', 'pay'],
}
/** While the room is being given back, by the state of the surrender. */
const LEAVING: Readonly<Record<number, readonly Deed[]>> = {
  1: ['handOver', 'handOver', 'handOver', 'pay', 'stay'],
  2: ['settle', 'settle', 'handOver', 'reckon', 'pay'],
}
const likelyOf = ({ status, surrendered }: Held): readonly Deed[] | undefined => (status === 6 ? LEAVING[surrendered ?? 0] : LIKELY[status])

/** The turns that were taken of a resource's records, by the names of states, out of what is drawn. */
const strays = async (name: string): Promise<string[]> => {
  const of = resourceNamed(name).states?.of ?? {}
  const named = (code: number): string => Object.entries(of).find(([, state]) => state.code === code)?.[0] ?? `${code}`
  const turns = await rowsOf<{ before: number; after: number }>(`
    select distinct (c ->> 'before')::integer as before, (c ->> 'after')::integer as after
    from operation_log l, jsonb_array_elements(to_jsonb(l.changes)) c where l.resource = '${name}' and c ->> 'column' = 'status'
      and c ->> 'before' is not null and c ->> 'before' <> c ->> 'after'
  `)
  const drawn = graphOf(name)
  return turns.map(({ before, after }) => `${named(before)} > ${named(after)}`).filter((turn) => !drawn.has(turn))
}
const turnsTaken = (): Promise<number> =>
  numberOf(
    `select count(*)::integer as n from operation_log l, jsonb_array_elements(to_jsonb(l.changes)) c
     where l.resource = 'contract' and c ->> 'column' = 'status' and c ->> 'before' is not null`,
  )

/** Contracts that hold one room on one day: by their terms, and by who is in it today. */
const together = (): Promise<Params[]> =>
  rowsOf(`
    with held as (
      select contract_id, org_id, status, daterange(start_date, end_date, '[]') as term,
        (status = 9 or (status in (4, 6) and left_on is null and current_date between start_date and end_date)) as is_in from contract where status in (3, 4, 6, 9)
    )
    select a.contract_id, b.contract_id as other from held a join held b on a.org_id = b.org_id and a.contract_id < b.contract_id
      and (a.term && b.term or (a.is_in and b.is_in))
  `)

/** Days of one room that two standing bills of rent or a stay charge, of contracts that follow one another in it. */
const twice = (): Promise<Params[]> =>
  rowsOf(`
    with charged as (
      select b.bill_id, b.contract_id, daterange(b.start_date, b.end_date, '[]') as days from bill b
      where b.is_void = 0 and b.type = 1 and (b."from" = 1 or (b."from" = 2 and b.start_date < b.end_date))
        and not exists (select from bill_adjust a where a.bill_id = b.bill_id)
    )
    select a.bill_id, b.bill_id as other from charged a join charged b on a.bill_id < b.bill_id and a.days && b.days
    join contract x on x.contract_id = a.contract_id join contract y on y.contract_id = b.contract_id
    where x.contract_id = y.contract_id
      or (y.former_id = x.contract_id and y.org_id = x.org_id) or (x.former_id = y.contract_id and x.org_id = y.org_id)
  `)

/** What the ledger and the deposits sum to on their screens, beside what the store has. */
const screens = async (): Promise<void> => {
  const sumsOf = async (path: string): Promise<Record<string, number>> => done(await at.ask(path, { sums: 1 })).data.sums
  const [store] = await rowsOf<Record<string, number>>(`
    select (select coalesce(sum(price), 0) from bill where "from" = 1 and is_void = 0) as receivable,
      (select coalesce(sum(paid), 0) from bill where "from" = 1 and is_void = 0) as received,
      (select coalesce(sum(price), 0) from deposit_entry) as held
  `)
  const { held, ...rent } = store ?? {}
  expect(await sumsOf('/api/ledger/index')).toMatchObject(rent)
  expect(await sumsOf('/api/deposit/index')).toMatchObject({ held })
}

const check = async (): Promise<void> => {
  for (const name of Object.keys(GRAPHS)) expect([name, await strays(name)]).toEqual([name, []])
  expect(await together()).toEqual([])
  expect(await twice()).toEqual([])
  expect(await wrongInBooks(at.server.db)).toEqual([])
  expect(await unequal()).toEqual(NOTHING)
  await screens()
}

const step = fc.record({ pick: fc.nat(11), deed: fc.nat(59), n: fc.nat(300), onSecond: fc.boolean(), wild: fc.nat(9) })
/** New contracts and nights come in between: a contract begins now, or so long ago that its term is over. */
const round = fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 3 }), isNight: fc.boolean(), drafts: fc.nat(5) })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const draft = ({ pick, n }: Step): [string, Params] => {
  const start_date = addDays(today(), -([0, 20, 430, 500][pick % 4] ?? 0))
  const custom_id = tenants[pick % tenants.length]
  return ['/api/contract/add', { custom_id, p_id: 1, org_id: rooms[n % 2], start_date, months: 12, rent: 128_000, payment_ratio: 100 }]
}

test('whatever two nodes are asked, a room is let to one at a time, its days are charged once, and the books are right to the fen after every step', async () => {
  const answers = new Map<string, number>()
  const doStep = async (one: Step, known: readonly Held[], isDraft: boolean): Promise<void> => {
    const open = known.filter(likelyOf)
    const held = (one.wild === 0 ? known : open)[one.pick % (one.wild === 0 ? known.length : open.length)]
    const names = (one.wild > 1 && held && likelyOf(held)) || Object.keys(deeds)
    const name = names[one.deed % names.length] as Deed
    const [path, params] = isDraft || !held ? draft(one) : await (deeds[name] as DeedOn<Held>)(held, one.n)
    const ask: Ask = one.onSecond ? second.send : at.call
    const { code, msg } = await ask(path, { ...params, request_id: crypto.randomUUID() })
    expect([path, code, msg, [200, 400, 404, 409].includes(code)]).toEqual([path, code, msg, true])
    if (code === 200) answers.set(path, (answers.get(path) ?? 0) + 1)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 12, maxLength: 16, size: 'max' }), async (rounds) => {
      for (const { steps, isNight, drafts } of rounds) {
        const known = await contracts()
        await Promise.all([...steps.map((one, place) => doStep(one, known, place === drafts)), ...(isNight ? [night()] : [])])
        await check()
      }
    }),
    { numRuns: rounds(2, 9), seed: 41, endOnFailure: true },
  )
  // It has gone far enough to say something.
  for (const path of [
    'contract/add',
    'contract/submit',
    'contract/offline',
    'surrender/add',
    'surrender/handover',
    'surrender/settle',
    'flow/add',
  ])
    expect([path, (answers.get(`/api/${path}`) ?? 0) > 0]).toEqual([path, true])
  expect(await turnsTaken()).toBeGreaterThan(rounds(8, 30))
  // In which of the two rooms is a matter of who came first.
  expect(await numberOf('select count(*) as n from contract where status = 7')).toBeGreaterThan(0)
})
