import { addTenant, cardOf, type Ground } from '../help/store/ground.ts'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>
type Deeds = Readonly<Record<string, () => Params | Promise<Params>>>

interface Hand {
  server: () => TestServer
  ground: () => Ground
  mine: () => Readonly<Record<string, number>>
  made: (path: string, params: Params) => Promise<Params>
}

/** Params of what staff do with bills: each with one of its own, long overdue. */
export const billDeeds = ({ server, ground, mine, made }: Hand): Deeds => {
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
  return {
    '/api/bill/void': bill,
    '/api/bill/remind': bill,
    '/api/bill/letter': bill,
    '/api/bill/reduce': async () => ({ ...(await bill()), amount: 1 }),
    '/api/bill/restore': () => after('/api/bill/reduce', { how: 1, amount: 1, why: '减' }),
    '/api/bill/write_off': bill,
    '/api/bill/recover': () => after('/api/bill/write_off', { why: '坏' }),
  }
}
