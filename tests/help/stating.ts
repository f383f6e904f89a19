import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fenToYuan } from '../../src/protocol/fen.ts'
import type { adminServer } from './adminServer.ts'
import { sendFiles } from './files.ts'
import type { jobNodes } from './jobNodes.ts'
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
    nodes.startDeclared()
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
