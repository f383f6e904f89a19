import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AdminServer } from './adminServer.ts'
import { addRow, companyCode, flowOf, type Ground } from './store/ground.ts'
import { done } from './tenancies.ts'
import { nowSeconds } from './testServer.ts'

type Params = Record<string, unknown>

/** Whose money it is, as tests say it: a tenant's `t7`, a company's `c7`, or nobody's. */
export type Party = `${'t' | 'c'}${number}` | null

/** What says of a party whose money it is in the dialog. */
export const whoseOf = (party: Party): Params =>
  party?.startsWith('t') ? { whose: 1, tenant_id: Number(party.slice(1)) } : { whose: 2, firm_id: Number(party?.slice(1)) }

/** A receipt as a statement's line without a name is entered, which `tests/server/statement` shows. */
export const unknownOf = (ground: Ground, changes: Params): Params => ({
  ...flowOf(ground, { custom_name: '未知付款人', is_unknown: 1, p_id: 1, sn: `WZ${randomUUID()}` }),
  ...changes,
})

/** What a test does with money of which nobody knows whose it is. */
export const claimingOn = (at: AdminServer) => ({
  unknown: (price = 10_000, changes: Params = {}): Promise<number> =>
    addRow(at.server, 'flow', unknownOf(at.ground, { price, deal_time: nowSeconds() - 60, ...changes })),
  /** A company, and a number that no other has. */
  addFirm: async (serial: number): Promise<Party> =>
    `c${await addRow(at.server, 'company', { name: `企业${serial}`, code: companyCode(serial), contact: '联系人', phone: '13812345678' })}`,
  /** One of a name that no record has, typed by hand. */
  unnamed: async (price = 10_000): Promise<number> =>
    done(await at.ask('/api/flow/add', flowOf(at.ground, { custom_name: '某人', price, p_id: 1 }))).data.flow_id,
  claim: (flow_id: number, party: Party, changes: Params = {}, token?: string) =>
    at.ask('/api/flow/claim', { flow_id, ...whoseOf(party), why: '电话核实', ...changes }, token),
  unclaim: (flow_id: number, changes: Params = {}, token?: string) =>
    at.ask('/api/flow/unclaim', { flow_id, why: '认错了', ...changes }, token),
  /** What is owed to whom for receipts, credit less debit: by the code of the account and the party; nothing of what is nought. */
  heldOf: async (flows: readonly number[]): Promise<Record<string, number>> => {
    const { rows } = await sql<{ held: string; fen: number }>`
      select a.code || coalesce(' t' || j.custom_id, ' c' || j.company_id, '') as held, sum(case j.side when 2 then j.price else -j.price end)::bigint as fen
      from journal_line j join ledger_account a using (ledger_account_id)
      where a.code in ('2203.01', '2241.03') and j.flow_id = any(${flows}::integer[]) group by 1
      having sum(case j.side when 2 then j.price else -j.price end) <> 0
    `.execute(at.server.db)
    return Object.fromEntries(rows.map(({ held, fen }) => [held, Number(fen)]))
  },
})
