import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { type Answer, startTestServer, type TestServer } from '../testServer.ts'
import { fillGround, flat, flowOf, type Ground, tokenOf } from './ground.ts'

export interface Share {
  share_id: number
  price: number
  paid: number
}

/** A server with a room, on which flows, bills and allocations are made. */
export const settlement = () => {
  let server: TestServer
  let ground: Ground
  let admin: string
  let org_id: number
  let asked = 0

  beforeAll(async () => {
    server = await startTestServer()
    ground = await fillGround(server)
    admin = await tokenOf(server)
    org_id = (await server.call('/api/org/add', flat(ground, { p_id: 1 }), admin)).data.org_id[0]
  })
  afterAll(() => server.close())

  const rowsOf = async <T = Record<string, number>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(server.db)).rows
  const one = async <T = Record<string, number>>(text: string): Promise<T> => (await rowsOf<T>(text))[0] as T
  /** Each a request of its own: the same one again would be answered, not done. */
  const call = (path: string, params: Record<string, unknown>): Promise<Answer> =>
    server.call(path, { ...params, request_id: `settlement-${++asked}` }, admin)

  return {
    server: () => server,
    room: () => org_id,
    rowsOf,
    one,
    call,
    addFlow: async (changes: Record<string, unknown> = {}): Promise<number> =>
      (await call('/api/flow/add', flowOf(ground, { org_id, ...changes }))).data.flow_id,
    reverse: (flow_id: number): Promise<Answer> => call('/api/flow/reverse', { flow_id, note: '录错' }),
    async addBill(changes: Record<string, unknown> = {}): Promise<number> {
      const { code, data, msg } = await call('/api/bill/create', {
        ...{ org_id, from: 2, from_id: ground.cost, price: 10_001, bill_date: '2026-01-01', payer: 1, payment_ratio: 70 },
        ...{ start_date: '2026-01-01', end_date: '2026-01-31', custom_name: '王小明', late: 0, contract_id: 0, type: 2 },
        ...changes,
      })
      if (code !== 200) throw new Error(msg)
      return data.bill_id
    },
    sharesOf: (bill_id: number): Promise<Share[]> =>
      rowsOf<Share>(`select share_id, price, paid from bill_share where bill_id = ${bill_id} order by share_id`),
    /** Settles a part of a share with a part of a flow; false where a rule refuses it. */
    allocate: (flow_id: number, share_id: number, price: number): Promise<boolean> =>
      rowsOf(`insert into allocation (flow_id, share_id, price, p_id) values (${flow_id}, ${share_id}, ${price}, 1)`).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code !== '23514') throw error
          return false
        },
      ),
    /** What domain.md's invariants 1 to 3 forbid, wherever it is: none of it may be there after anything. */
    broken: (): Promise<unknown[]> => rowsOf(BROKEN),
  }
}

/** The query of `broken`. */
export const BROKEN = `
  select 'flow' as what, f.flow_id as id from flow f
  where (select coalesce(sum(a.price), 0) from allocation a where a.flow_id = f.flow_id) not between 0 and greatest(f.price, 0)
  union all select 'reversed flow', f.flow_id from flow f join flow r on r.reverses = f.flow_id
  where f.price + r.price <> 0 or exists (select from allocation a where a.flow_id = f.flow_id having sum(a.price) <> 0)
  union all select 'share', s.share_id from bill_share s
  where s.paid <> (select coalesce(sum(a.price), 0) from allocation a where a.share_id = s.share_id) or s.paid not between 0 and s.price
  union all select 'bill', b.bill_id from bill b
  where (b.price, b.paid) <> (select sum(s.price)::bigint, sum(s.paid)::bigint from bill_share s where s.bill_id = b.bill_id)
  union all select 'part', a.share_id from allocation a group by a.flow_id, a.share_id having sum(a.price) < 0
`
