import { sql } from 'kysely'
import { applyRents, endTerms } from '../../server/domain/contract/days.ts'
import { billOccupation, overstayedAfter } from '../../server/domain/contract/occupation.ts'
import { billRent } from '../../server/domain/contract/rentBilling.ts'
import { addDays, today } from '../../src/protocol/dates.ts'
import type { AdminServer } from './adminServer.ts'
import { bySystem, nightWork } from './nightWork.ts'
import { scan } from './tenancies.ts'

type Params = Record<string, unknown>

/** A contract, with its surrender that is under way and a bill that it owes. */
export interface Held {
  contract_id: number
  org_id: number
  status: number
  surrender_id: number | null
  surrendered: number | null
  bill: Params | null
}

/** A call of staff. */
export type Asked = [path: string, params: Params]
/** What staff do to a record. `n`: some number, by which what they type differs. */
export type DeedOn<T> = (held: T, n: number) => Asked | Promise<Asked>

/** Whatever the books say of all money, in fen: none of it may be but nothing. */
export const NOTHING = { taken: 0, deducted: 0, carried: 0, below: 0, cash: 0 }

/** What tests of whole lives do with contracts, as staff do it by the calls and as nights do it; `rooms` are those that people move between. */
export const livesOn = (at: AdminServer, rooms: () => readonly number[]) => {
  const rowsOf = async <T = Params>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows
  /** What staff do to a contract by their calls. */
  const deeds = {
    submit: ({ contract_id }) => ['/api/contract/submit', { contract_id }],
    sign: async ({ contract_id }) => ['/api/contract/offline', { contract_id, signed_on: today(), papers: [await scan(at)] }],
    keys: ({ contract_id }) => ['/api/contract/keys', { contract_id, keys_on: today() }],
    renew: ({ contract_id }, n) => ['/api/contract/renew', { contract_id, rent: 120_000 + n, months: 6 }],
    move: ({ contract_id, org_id }, n) => {
      const other = rooms().find((one) => one !== org_id) ?? 0
      return ['/api/contract/move', { contract_id, p_id: 1, org_id: other, start_date: addDays(today(), -(n % 40)), rent: 110_000 }]
    },
    void: ({ contract_id }) => ['/api/contract/void', { contract_id, reason: '不租了' }],
    amend: ({ contract_id }, n) => {
      const from_date = addDays(today(), (n % 90) - 30)
      return ['/api/contract/amend', { contract_id, from_date, rent: 100_000 + n, reason: '调租' }]
    },
    leave: ({ contract_id }) => ['/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() }],
    handOver: ({ surrender_id }, n) => {
      const checklist = [{ item: '门窗', state: 1, price: (n % 3) * 500 }]
      return ['/api/surrender/handover', { surrender_id, left_on: addDays(today(), -(n % 50)), keys: 1, room_next: 1, checklist }]
    },
    stay: ({ surrender_id }) => ['/api/surrender/stay', { surrender_id, reason: '不搬了' }],
    reckon: ({ surrender_id }) => ['/api/surrender/reckon', { surrender_id }],
    settle: ({ surrender_id }) => ['/api/surrender/settle', { surrender_id, way: 3 }],
    pay: ({ bill }, n) => {
      const { owed, custom_name, from, from_id, pay_from, pay_from_id, start_date, end_date, org_id, unit_id, bill_id } = bill ?? {}
      const price = n % 3 === 0 ? Math.ceil(Number(owed) / 2) : owed
      const source = from === 3 ? { from, from_id } : { from: pay_from ?? 2, from_id: pay_from_id ?? at.ground.cost }
      return ['/api/flow/add', { type: 1, price, custom_name, ...source, start_date, end_date, way: 3, org_id, unit_id, bill_id }]
    },
  } as const satisfies Readonly<Record<string, DeedOn<Held>>>
  return {
    rowsOf,
    deeds,
    /** Each contract, the first first. */
    contracts: (): Promise<Held[]> =>
      rowsOf<Held>(`
        select c.contract_id, c.org_id, c.status, s.surrender_id, s.status as surrendered, (
          select row_to_json(b) from bill_view b where b.contract_id = c.contract_id and b.is_void = 0 and b.paid < b.price order by b.bill_date, b.bill_id limit 1
        ) as bill
        from contract c left join surrender s on s.contract_id = c.contract_id and s.status in (1, 2)
        order by c.contract_id
      `),
    /** The night: terms end, rents change, rent and stays are billed. */
    night: () =>
      nightWork(at.server, async (tx) => {
        await endTerms(bySystem(tx), today())
        await applyRents(bySystem(tx), today())
        await billRent(tx, { today: today(), until: addDays(today(), 30), after: 0 })
        await billOccupation(tx, await overstayedAfter(tx, 0), addDays(today(), -1))
      }),
    /** What the books say that is not so, in fen: what came in less what went out is what settled bills, what is held and what is not used yet. */
    unequal: async (): Promise<Record<string, number>> => {
      const [row] = await rowsOf<Record<string, number>>(`
        select
          (select coalesce(sum(case type when 1 then price else -price end), 0) from flow) as moved,
          (select coalesce(sum(paid), 0) from bill where "from" <> 3) as settled,
          (select coalesce(sum(price), 0) from deposit_entry) as held,
          (select coalesce(sum(f.price), 0) from flow f where f.type = 1)
            - (select coalesce(sum(price), 0) from allocation where flow_id is not null)
            - (select coalesce(sum(price), 0) from flow where refunds is not null) as unused,
          (select coalesce(sum(paid), 0) from bill where "from" = 3) - (select coalesce(sum(price), 0) from deposit_entry where kind = 1) as taken,
          (select coalesce(sum(price), 0) from deposit_entry where kind = 4)
            + (select coalesce(sum(price), 0) from allocation where entry_id is not null) as deducted,
          (select coalesce(sum(price), 0) from deposit_entry where kind in (2, 3)) as carried,
          (select count(*) from (select contract_id from deposit_entry group by 1 having sum(price) < 0) d) as below
      `)
      const { moved = 0, settled = 0, held = 0, unused = 0, ...zeros } = row ?? {}
      return { ...zeros, cash: moved - settled - held - unused }
    },
  }
}
