import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fenToYuan } from '../../src/protocol/fen.ts'
import type { adminServer } from './adminServer.ts'
import { sendFiles } from './files.ts'
import type { jobNodes } from './jobNodes.ts'
import { flowOf } from './store/ground.ts'
import { done } from './tenancies.ts'
import { signed } from './testServer.ts'

/** A line that a bank has: what came in is positive, in fen. */
export interface BankLine {
  day: string
  price: number
  party?: string
  account?: string
  note?: string
  serial?: string
}

const plain = (fen: number): string => fenToYuan(fen).replaceAll(',', '')

/** A bank's file of lines that begin with so much: with balances, its end said. */
export const bankFile = (lines: readonly BankLine[], opening = 0): Buffer => {
  let balance = opening
  const rows = lines.map(({ day, price, party = '', account = '', note = '', serial = '' }) => {
    balance += price
    return [day, price > 0 ? plain(price) : '', price < 0 ? plain(-price) : '', plain(balance), party, account, note, serial].join(',')
  })
  return Buffer.from(['交易日期,收入,支出,余额,对方户名,对方账号,摘要,交易流水号', ...rows, ''].join('\r\n'))
}

/** Statements as staff send them, and the job that settles them. */
export const stating = (at: ReturnType<typeof adminServer>, nodes: ReturnType<typeof jobNodes>) => {
  const send = (
    own_account_id: number,
    bytes: Buffer,
    { token = at.admin, name = '对账单.csv', ...more }: Record<string, unknown> & { token?: string; name?: string } = {},
  ) =>
    sendFiles(
      at.server,
      signed({ own_account_id, request_id: randomUUID(), ...more }, token, at.server.config.signKey),
      [{ name, bytes }],
      '/api/statement/read',
    )
  /** Waits until the job has settled, or taken back, all that it was asked to. */
  const settled = async (): Promise<void> => {
    nodes.startAsked('match_statements')
    const left = async () =>
      (
        await nodes.rowsOf<{ n: number }>(
          "select (select count(*) from job where state in ('queued', 'running') and kind = 'match_statements')::integer as n",
        )
      )[0]?.n
    await expect.poll(left, { timeout: 60_000 }).toBe(0)
  }
  return { send, settled }
}

/** Accounts, entries and lines for tests of statements, and what the screens say of them. */
export const statementsOn = (at: ReturnType<typeof adminServer>) => {
  const { call, ask } = at
  let serial = 0
  /** An account of the operator's own, which nothing has used. */
  const account = async (more: Record<string, unknown> = {}): Promise<number> => {
    serial += 1
    return done(
      await ask('/api/own_account/add', { name: `户${serial}`, kind: 1, way: 3, usual: 2, code: `1002.${700 + serial}`, ...more }),
    ).data.own_account_id
  }
  const seconds = (day: string): number => Date.parse(`${day}T12:00:00+08:00`) / 1000
  const flow = async (own_account_id: number, price: number, day: string, more: Record<string, unknown> = {}): Promise<number> =>
    done(await ask('/api/flow/add', flowOf(at.ground, { price, way: 3, p_id: 1, own_account_id, deal_time: seconds(day), ...more }))).data
      .flow_id
  const line = (day: string, price: number, more: Partial<BankLine> = {}): BankLine => ({ day, price, serial: `S${++serial}`, ...more })
  const linesOf = async (own_account_id: number) =>
    done(await call('/api/statement_line/index', { own_account_id: [own_account_id], order: 'day', page_rows: 100 })).data.list
  /** How each line was settled; null where it is open. */
  const waysOf = async (own_account_id: number): Promise<(number | null)[]> =>
    (await linesOf(own_account_id)).map(({ how }: { how: number | null }) => how)
  const balanceOf = async (own_account_id: number, as_of?: string) =>
    done(await call('/api/reconciliation/index', { account_id: [own_account_id], ...(as_of ? { as_of } : {}) })).data.list[0]
  return { account, seconds, flow, line, linesOf, waysOf, balanceOf }
}
