import { sql } from 'kysely'
import { addTenant, cardOf, flat, flowOf, type Ground } from '../help/store/ground.ts'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>
type Deeds = Readonly<Record<string, () => Params | Promise<Params>>>

interface Hand {
  server: () => TestServer
  ground: () => Ground
  made: (path: string, params: Params) => Promise<Params>
}

/** Params of what is done to batches of debits: each on a tenant, a bill and a batch of its own. */
export const withholdDeeds = ({ server, ground, made }: Hand): Deeds => {
  let others = 0
  const signed = async (withhold: 0 | 1 = 1): Promise<number> => {
    others += 1
    const agreement = withhold === 1 ? { withhold, withhold_account: `6217001234${100_000 + others}` } : { withhold }
    return addTenant(server(), { name: `扣${others}`, card: cardOf(12_000 + others), p_id: 1, ...agreement })
  }
  const account = async (): Promise<number> =>
    (await made('/api/own_account/add', { name: `扣户${++others}`, kind: 1, way: 3, usual: 2, code: `1002.4${others}`, debit_layout: 1 }))
      .own_account_id as number
  const bill = async (): Promise<number> => {
    const [org_id] = (await made('/api/org/add', flat(ground(), { p_id: 1 }))).org_id as number[]
    const asked = { org_id, custom_id: await signed(), custom_name: `扣${others}`, from: 2, from_id: ground().cost, price: 100 }
    const days = { bill_date: '2026-03-01', start_date: '2026-03-01', end_date: '2026-03-31' }
    return (await made('/api/bill/create', { ...asked, ...days, payer: 1, payment_ratio: 100, late: 0, contract_id: 0, type: 2 }))
      .bill_id as number
  }
  const draft = async (): Promise<number> =>
    (await made('/api/withhold/pick', { ids: [await bill()], kind: 1, own_account_id: await account() })).batch_id as number
  /** A line of a batch that came back, without its file. */
  const answered = async (result: 1 | 2): Promise<{ batch_id: number; line_id: number }> => {
    const batch_id = await draft()
    const { flow_id } =
      result === 1
        ? await made('/api/flow/add', { ...flowOf(ground(), { price: 100, way: 7 }), request_id: `w${++others}` })
        : { flow_id: null }
    await sql`update withhold_line set result = ${result}, paid = ${result === 1 ? 100 : 0}, flow_id = ${flow_id}::integer where batch_id = ${batch_id}`.execute(
      server().db,
    )
    await sql`update withhold set status = 3, exported_on = current_date where batch_id = ${batch_id}`.execute(server().db)
    const { rows } = await sql<{ line_id: number }>`select line_id from withhold_line where batch_id = ${batch_id}`.execute(server().db)
    return { batch_id, line_id: rows[0]?.line_id ?? 0 }
  }
  const line = async (): Promise<Params> => {
    const { rows } = await sql<{ line_id: number }>`select line_id from withhold_line where batch_id = ${await draft()}`.execute(
      server().db,
    )
    return { line_id: rows[0]?.line_id }
  }
  return {
    '/api/lessee/agree': async () => ({
      custom_id: await signed(0),
      withhold_account: `6217009876${100_000 + others}`,
      withhold_papers: [],
    }),
    '/api/lessee/revoke': async () => ({ custom_id: await signed() }),
    '/api/lessee/fund': async () => ({ custom_id: await signed(), fund_account: `88001234${100_000 + others}` }),
    '/api/withhold/batch': async () => {
      await bill()
      return { kind: 1, own_account_id: await account(), p_id: 1, since: '2026-03-01', until: '2026-03-01', sources: [2] }
    },
    '/api/withhold/pick': async () => ({ bill_id: await bill(), kind: 1, own_account_id: await account() }),
    '/api/withhold/file': async () => ({ batch_id: await draft() }),
    '/api/withhold/result': async () => ({ batch_id: await draft() }),
    '/api/withhold/void': async () => ({ batch_id: await draft() }),
    '/api/withhold/retry': async () => ({ batch_id: (await answered(2)).batch_id }),
    '/api/withhold/arrive': async () => {
      const { batch_id } = await answered(1)
      const sides = { from_account_id: 900_003, to_account_id: 900_001 }
      const { transfer_id } = await made('/api/transfer/add', { kind: 1, ...sides, price: 100, fee: 0, day: '2026-03-02' })
      return { batch_id, transfers: [transfer_id] }
    },
    '/api/withhold_line/drop': line,
    '/api/withhold_line/reveal': line,
    '/api/withhold_line/bounce': async () => ({ line_id: (await answered(1)).line_id, reason: '退回' }),
  }
}
