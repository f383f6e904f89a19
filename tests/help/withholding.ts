import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { formatOf } from '../../server/domain/withhold/formats.ts'
import { readWhole } from '../../server/imports/layouts/readLayout.ts'
import { writeLayout } from '../../server/imports/layouts/writeLayout.ts'
import type { adminServer } from './adminServer.ts'
import { sendFiles } from './files.ts'
import type { jobNodes } from './jobNodes.ts'
import { addTenant, cardOf, flat } from './store/ground.ts'
import { done } from './tenancies.ts'
import { signed } from './testServer.ts'

type Params = Record<string, unknown>

/** A row of an order as a bank reads it, and of its answer. */
export type BankRow = Record<string, string | number | null>

/** What a bank answers to a file: each row as it came, with what `of` says of it; without it all were debited. */
export const answerTo = async (
  layout: number,
  order: Buffer,
  of: (row: BankRow, place: number) => Partial<BankRow> = () => ({}),
): Promise<{ bytes: Buffer; rows: BankRow[] }> => {
  const read = await readWhole(formatOf(layout).order, order)
  const rows = read.lines.map(({ row }, place) => {
    const sent = row as BankRow
    return { ...sent, status: '成功', message: null, paid: sent.price ?? 0, day: '2026-11-26', ...of(sent, place) } as BankRow
  })
  return { bytes: writeLayout(formatOf(layout).result, rows as never, read.told), rows }
}

/** Batches as staff make and send them, and the job that books what comes back. */
export const withholdingOn = (at: ReturnType<typeof adminServer>, nodes: ReturnType<typeof jobNodes>) => {
  const { call, ask } = at
  let serial = 0
  /** An account whose bank takes such files. */
  const account = async (debit_layout = 1): Promise<number> => {
    serial += 1
    const asked = { name: `代扣户${serial}`, kind: 1, way: 3, usual: 2, code: `1002.${600 + serial}`, debit_layout, bank_name: '建设银行' }
    return done(await ask('/api/own_account/add', { ...asked, ...(debit_layout > 1 ? { merchant_no: `M${serial}` } : {}) })).data
      .own_account_id
  }
  const number = (): string => `62170012${String(10_000_000 + serial).padStart(8, '0')}`
  /** A tenant who has signed, with a bill that he owes. */
  const debtor = async (
    price: number,
    agreement: Params = {},
    p_id = 1,
  ): Promise<{ custom_id: number; bill_id: number; number: string }> => {
    serial += 1
    const custom_id = await addTenant(at.server, { name: `代扣${serial}`, card: cardOf(3_000 + serial), p_id })
    const withhold_account = number()
    done(await ask('/api/lessee/agree', { custom_id, withhold_account, withhold_on: '2026-01-01', ...agreement }))
    return { custom_id, bill_id: await bill(custom_id, price, { p_id }), number: String(agreement.withhold_account ?? withhold_account) }
  }
  const rooms = new Map<number, Promise<number>>()
  const roomOf = (p_id: number): Promise<number> => {
    const room =
      rooms.get(p_id) ??
      ask('/api/org/add', flat(at.ground, { p_id, region_name: `代扣花苑${p_id}` })).then((answer) => done(answer).data.org_id[0] as number)
    rooms.set(p_id, room)
    return room
  }
  const bill = async (custom_id: number, price: number, { p_id = 1, ...more }: Params & { p_id?: number } = {}): Promise<number> => {
    const { name } = done(await call('/api/lessee/detail', { custom_id })).data
    const asked = {
      org_id: await roomOf(p_id),
      custom_id,
      custom_name: name,
      from: 2,
      from_id: at.ground.cost,
      price,
      bill_date: '2026-03-01',
    }
    const rest = { start_date: '2026-03-01', end_date: '2026-03-31', payer: 1, payment_ratio: 100, late: 0, contract_id: 0, type: 2 }
    return done(await ask('/api/bill/create', { ...asked, ...rest, ...more })).data.bill_id
  }
  const batchOf = (bills: readonly number[], own_account_id: number, more: Params = {}, token?: string) =>
    ask('/api/withhold/pick', { ids: bills, kind: 1, own_account_id, ...more }, token)
  const file = async (batch_id: number, token?: string): Promise<{ name: string; bytes: Buffer }> => {
    const { name, base64 } = done(await ask('/api/withhold/file', { batch_id }, token)).data
    return { name, bytes: Buffer.from(base64, 'base64') }
  }
  const send = (batch_id: number, bytes: Buffer, { token = at.admin, name = '回盘.txt' }: { token?: string; name?: string } = {}) =>
    sendFiles(
      at.server,
      signed({ batch_id, request_id: randomUUID() }, token, at.server.config.signKey),
      [{ name, bytes }],
      '/api/withhold/result',
    )
  /** Waits until the job has booked all results. */
  const booked = async (): Promise<void> => {
    nodes.startDeclared('book_withholding')
    const left = async () =>
      (
        await nodes.rowsOf<{ n: number }>(
          "select (select count(*) from job where state in ('queued', 'running') and kind = 'book_withholding')::integer as n",
        )
      )[0]?.n
    await expect.poll(left, { timeout: 60_000 }).toBe(0)
  }
  const batch = async (batch_id: number) => done(await call('/api/withhold/detail', { batch_id })).data
  const linesOf = async (batch_id: number) =>
    done(await call('/api/withhold_line/index', { batch_id: [batch_id], order: 'line_id', page_rows: 100 })).data.list
  const owedOf = async (bill_id: number): Promise<number> => done(await call('/api/bill/detail', { bill_id })).data.owed
  return { account, debtor, bill, batchOf, file, send, booked, batch, linesOf, owedOf }
}
