import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_FEN } from '../../src/protocol/fen.ts'
import { adminServer } from '../help/adminServer.ts'
import { secondNode } from '../help/secondNode.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, flowOf, permit, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

type Params = Record<string, unknown>

const at = adminServer()
const second = secondNode(at)

const expense = (changes: Params = {}): Params =>
  flowOf(at.ground, { type: 2, p_id: 1, price: 10_600, invoice_number: '12345678', input_tax: 600, deductible: 1, ...changes })
const add = (changes: Params = {}, token = at.admin) => at.ask('/api/flow/add', expense(changes), token)
const flows = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::integer as n from flow`.execute(at.server.db)).rows[0]?.n ?? 0
const on = (invoice_number: string) =>
  sql<{ flow_id: number }>`select flow_id from flow where invoice_held = ${invoice_number}`.execute(at.server.db).then(({ rows }) => rows)

test.each<[Params, string]>([
  [{ input_tax: 10_600 }, 'input_tax'],
  [{ input_tax: 10_601 }, 'input_tax'],
  [{ input_tax: MAX_FEN }, 'input_tax'],
  [{ input_tax: -1 }, 'input_tax'],
  [{ input_tax: 0.5 }, 'input_tax'],
  [{ input_tax: 2 ** 53 }, 'input_tax'],
  [{ input_tax: 2 ** 63 }, 'input_tax'],
  [{ input_tax: '6.005' }, 'input_tax'],
  [{ input_tax: 'NaN' }, 'input_tax'],
  [{ input_tax: undefined }, 'input_tax'],
  [{ input_tax: 10_600, deductible: 2 }, 'input_tax'],
  [{ price: 1, input_tax: 1 }, 'input_tax'],
  [{ invoice_number: undefined }, 'invoice_number'],
  [{ invoice_number: '' }, 'invoice_number'],
  [{ invoice_number: '1234567' }, 'invoice_number'],
  [{ invoice_number: '123456789' }, 'invoice_number'],
  [{ invoice_number: '1234567890123456789' }, 'invoice_number'],
  [{ invoice_number: '123456789012345678901' }, 'invoice_number'],
  [{ invoice_number: '１２３４５６７８' }, 'invoice_number'],
  [{ invoice_number: '12345678\n' }, 'invoice_number'],
  [{ deductible: 3 }, 'deductible'],
  [{ deductible: 0 }, 'deductible'],
  [{ deductible: true }, 'deductible'],
])('%j is refused by its field, and nothing is entered', async (changes, field) => {
  const before = await flows()
  for (const style of ['A', 'B'] as const) {
    const answer = await at.server.call('/api/flow/add', expense(changes), at.admin, style)
    expect([answer.code, answer.data?.field]).toEqual([400, field])
  }
  expect(await flows()).toBe(before)
})

test('what the store itself refuses, whoever writes it', async () => {
  const insert = (columns: string, values: string) =>
    sql
      .raw(
        `insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, sn, ${columns})
         values (2, 2, ${at.ground.cost}, 100, '某公司', 3, '2026-01-01', '2026-01-31', 1780000000, 'X' || random(), ${values})`,
      )
      .execute(at.server.db)
  await expect(insert('input_tax', '100')).rejects.toThrow('flow_input_tax')
  await expect(insert('input_tax', '-1')).rejects.toThrow('flow_input_tax')
  await expect(insert('deductible', '1')).rejects.toThrow('flow_deductible')
  await expect(insert('deductible, invoice_number', `1, '87654321'`)).rejects.toThrow('flow_deductible')
  await expect(insert('invoice_number', `'1'`)).rejects.toThrow('flow_invoice_number')
  done(await add({ invoice_number: '11112222' }))
  await expect(insert('invoice_number', `'11112222'`)).rejects.toThrow('flow_invoice_held')
  for (const change of ['invoice_held = null', `invoice_number = '22221111'`, 'input_tax = 1', 'deductible = 2'])
    await expect(sql.raw(`update flow set ${change} where invoice_number = '11112222'`).execute(at.server.db), change).rejects.toThrow(
      '流水只能追加',
    )
  expect(await on('11112222')).toHaveLength(1)
})

test('one invoice entered by many at once, on two nodes, stands once; so it does where it is taken back and entered again at once', async () => {
  const invoice_number = '12345678901234567890'
  const rush = (times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, nth) =>
        (nth % 2 === 0 ? at.call : second.send)('/api/flow/add', { ...expense({ invoice_number }), request_id: randomUUID() }),
      ),
    )
  const answers = await rush(8)
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array<number>(7).fill(409)])
  const [{ flow_id }] = (await on(invoice_number)) as [{ flow_id: number }]
  const [reversal, rivals] = await Promise.all([at.ask('/api/flow/reverse', { flow_id, note: '录错' }), rush(4)])
  expect(reversal).toMatchObject({ code: 200 })
  expect(rivals.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(1)
  await rush(2)
  expect(await on(invoice_number)).toHaveLength(1)
  const { rows } = await sql<{ price: number }>`
    select sum(case side when 1 then price else -price end)::bigint as price from journal_line where ledger_account_id = 36 and flow_id in (select flow_id from flow where invoice_number = ${invoice_number})
  `.execute(at.server.db)
  expect(Number(rows[0]?.price)).toBe(600)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('who may not enter flows, or only of another project, enters no invoice, and is not told whose it is; VAT is seen by who may', async () => {
  const nobody = await tokenOf(at.server, await addAccount(at.server, 'nobody', []))
  expect((await add({ invoice_number: '99999999' }, nobody)).code).toBe(403)
  const clerk = await addAccount(at.server, 'clerk', ['/api/flow/add'], [2])
  const elsewhere = await tokenOf(at.server, clerk)
  expect((await add({ invoice_number: '99999999' }, elsewhere)).code).toBe(400)
  done(await add({ invoice_number: '99999999', custom_name: '机密公司' }))
  const told = await add({ invoice_number: '99999999', p_id: 2 }, elsewhere)
  expect(told).toMatchObject({ code: 409, data: { field: 'invoice_number' } })
  const [stands] = await on('99999999')
  const { rows } = await sql<{ sn: string }>`select sn from flow where flow_id = ${stands?.flow_id ?? 0}`.execute(at.server.db)
  for (const secret of ['机密', rows[0]?.sn ?? '']) expect(JSON.stringify(told)).not.toContain(secret)
  expect((await add({ invoice_number: '99999999' })).msg).toContain(rows[0]?.sn)
  for (const name of ['vat_due', 'vat_month', 'vat_line'])
    for (const token of [nobody, elsewhere]) expect((await at.call(`/api/${name}/index`, {}, token)).code).toBe(403)
  await permit(at.server, clerk, [])
  expect((await add({ invoice_number: '88888888', p_id: 2 }, elsewhere)).code).toBe(403)
  expect([await on('99999999'), await on('88888888')].map(({ length }) => length)).toEqual([1, 0])
})
