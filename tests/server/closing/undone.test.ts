import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepItems } from '../../../server/domain/closing/index.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { planOf } from '../../help/store/plans.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { monthOf, receive } = closingOn(at, jobNodes(at))
const last = monthBack(1)

const check = () => at.server.db.transaction().execute(keepItems)
const listed = async () => done(await at.call('/api/close_item/index')).data.list
const toldAtClosing = async () => {
  const { closing_id } = await monthOf(last)
  return { closing_id, told: done(await at.call('/api/closing/check', { closing_id })).data }
}

test('the list says what the last check found, and of each whether it is undone still; a month is closed by what is so now', async () => {
  const flow_id = await receive(`${last}-10`)
  expect(await listed()).toEqual([])
  expect(await check()).toBe(1)
  expect(await listed()).toMatchObject([{ item: 2, record_id: flow_id, price: 10_000, state: 1 }])

  done(await at.ask('/api/flow/reverse', { flow_id, note: '录错' }))
  expect(await listed()).toMatchObject([{ record_id: flow_id, state: 2 }])
  expect((await toldAtClosing()).told.said).toBe('没有未清事项')

  const later = await receive(`${last}-11`, 20_000)
  expect((await listed()).map((row: { record_id: number }) => row.record_id)).toEqual([flow_id])
  const { closing_id, told } = await toldAtClosing()
  expect(told.table.rows).toEqual([['收款未核销', '1', '¥200.00']])
  expect(await at.ask('/api/closing/close', { closing_id })).toMatchObject({ code: 400, data: { field: 'note' } })

  expect(await check()).toBe(1)
  expect(await listed()).toMatchObject([{ record_id: later, price: 20_000, state: 1 }])
})

test('two who check at once keep what is undone once', async () => {
  await Promise.all([check(), check(), check()])
  expect(await listed()).toHaveLength(1)
})

test('a page of it is the beginning of an index, and reckons nothing', async () => {
  await sql`insert into close_item (item, day, resource, record_id, p_id)
    select 1 + n % 9, date '2020-01-01' + n % 900, 'flow', n, 1 from generate_series(1, 20000) n`.execute(at.server.db)
  await sql`analyze close_item`.execute(at.server.db)
  for (const [params, index] of [
    [{}, 'close_item_day_order'],
    [{ item: [5] }, 'close_item_item_filter'],
  ] as const) {
    const plan = await planOf(at.server.db, resourceNamed('close_item'), params)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/ Sort|Function Scan|contract|meter/)
  }
})

test('whether one is undone still asks of its own kind alone', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off, summary off, buffers off) select * from close_item_view where item_id = (select max(item_id) from close_item where item = 2)
  `.execute(at.server.db)
  const plan = rows.map((row) => row['QUERY PLAN'])
  const looked = (table: string) => plan.filter((line) => line.includes(` on ${table} `)).map((line) => /never executed/.test(line))
  expect(looked('flow f')).toContain(false)
  for (const table of ['statement_line l', 'contract c', 'withhold w', 'audit a', 'invoice_request i'])
    expect(looked(table)).not.toContain(false)
})
