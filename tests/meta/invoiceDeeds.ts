import { sql } from 'kysely'
import { flowOf, type Ground } from '../help/store/ground.ts'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>
type Deeds = Readonly<Record<string, () => Params | Promise<Params>>>

interface Hand {
  server: () => TestServer
  ground: () => Ground
  made: (path: string, params: Params) => Promise<Params>
}

/** Params of what is done to receipts and invoices: each on money and bills of its own. */
export const invoiceDeeds = ({ server, ground, made }: Hand): Deeds => {
  let others = 0
  const flow = async (): Promise<number> =>
    (await made('/api/flow/add', { ...flowOf(ground()), request_id: `receipt ${++others}` })).flow_id as number
  const receipt = async (): Promise<Params> => {
    const flow_id = await flow()
    await made('/api/flow/receipt', { flow_id, request_id: `print ${flow_id}` })
    const { rows } = await sql<{ receipt_id: number }>`select receipt_id from receipt_line where flow_id = ${flow_id}`.execute(server().db)
    return { receipt_id: rows[0]?.receipt_id ?? 0 }
  }
  return {
    '/api/flow/one_receipt': async () => ({ ids: [await flow()] }),
    '/api/receipt/print': receipt,
    '/api/receipt/void': async () => ({ ...(await receipt()), void_why: '写错' }),
  }
}
