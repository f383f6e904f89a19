import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { audit } from '../../server/audit.ts'
import { today } from '../../src/protocol/dates.ts'
import { adminServer } from '../help/adminServer.ts'
import { claimingOn } from '../help/claiming.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addTenant, cardOf, flowOf } from '../help/store/ground.ts'
import { done, tenanciesOn } from '../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { signed, pay } = tenanciesOn(at)
const { unknown, claim } = claimingOn(at)
const run = (text: string) => sql.raw(text).execute(at.server.db)

beforeAll(async () => {
  await pay(await signed())
  done(await claim(await unknown(), `t${await addTenant(at.server, { name: '李四', card: cardOf(90) })}`))
  const invoice = { invoice_number: '12345678', input_tax: 600, deductible: 1 }
  const { flow_id } = done(await at.ask('/api/flow/add', flowOf(at.ground, { type: 2, custom_name: '某公司', ...invoice }))).data
  done(await at.ask('/api/flow/turn_out', { flow_id, amount: 200, out_day: today(), reason: 1 }))
})

/** As somebody does who has the store in his hands. */
const behind = async (table: string, deed: string): Promise<void> => {
  await run(`alter table ${table} disable trigger user`)
  await run(deed)
  await run(`alter table ${table} enable trigger user`)
}

test.each([
  [
    'a line',
    'journal_line',
    'update journal_line set price = price + 1 where line_id = (select min(line_id) from journal_line)',
    ['balanced', 'receivable'],
  ],
  [
    'both sides of a posting',
    'journal_line',
    'update journal_line set price = price - 1 where event = 4 and source_id = (select min(flow_id) from flow)',
    ['unallocated', 'money'],
  ],
  [
    'a posting that is gone',
    'journal_line',
    'delete from journal_line where event = 7 and source_id = (select min(allocation_id) from allocation)',
    ['receivable', 'unallocated'],
  ],
  ['whose money it is', 'flow', 'update flow set custom_id = null where is_unknown = 1 and custom_id is not null', ['unallocated']],
  ['for whom it was claimed', 'journal_line', 'update journal_line set custom_id = null where event = 41 and side = 2', ['unallocated']],
  [
    'what a share has paid',
    'bill_share',
    'update bill_share set paid = paid - 1 where share_id = (select min(share_id) from bill_share where paid > 0)',
    ['paid', 'shares'],
  ],
  [
    'an amount of money',
    'flow',
    'update flow set price = price + 7 where flow_id = (select min(flow_id) from flow)',
    ['unallocated', 'money'],
  ],
  [
    'what an entry has left',
    'flow',
    'update flow set unused = unused + 1 where flow_id = (select min(flow_id) from flow where unused < price)',
    ['unused'],
  ],
  [
    'a deposit',
    'deposit_entry',
    'update deposit_entry set price = price + 1 where entry_id = (select min(entry_id) from deposit_entry)',
    ['deposits'],
  ],
  ['what of an expense is deducted', 'flow', 'update flow set input_tax = input_tax - 1 where deductible = 1', ['input_vat']],
  ['what of it is turned out', 'input_tax_out', 'update input_tax_out set price = price + 1', ['input_vat']],
  ['more than was deducted of it', 'input_tax_out', 'update input_tax_out set price = 601', ['input_vat']],
])('%s, changed behind the back of everything, is found and named', async (_what, table, deed, names) => {
  await run(`create table kept as select * from ${table}`)
  await behind(table, deed)
  const found = await wrongInBooks(at.server.db)
  const checks = found.flatMap((one) => ('check' in (one as object) ? [(one as { check: string }).check] : []))
  for (const name of names) expect(checks).toContain(name)
  const told = await audit(at.server.db)
  expect(told.isRight).toBe(false)
  expect(told.text).toMatch(/\d+ 处不符\n {2}\w+ \d+：应为 -?\d+ 分，实为 -?\d+ 分/)
  await run(`alter table ${table} disable trigger user`)
  const { rows } = await sql<{
    name: string
  }>`select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(at.server.db)
  const key = rows[0]?.name ?? ''
  await run(`delete from ${table} t where not exists (select from kept k where k.${key} = t.${key})`).catch(() => undefined)
  await run(
    `insert into ${table} overriding system value select * from kept on conflict (${key}) do update set ${rows
      .slice(1)
      .map(({ name }) => `"${name}" = excluded."${name}"`)
      .join(', ')}`,
  )
  await run(`alter table ${table} enable trigger user`)
  await run('drop table kept')
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('the nightly check writes down what it found and tells the accountants; the next one that finds nothing takes it away', async () => {
  await behind('journal_line', 'update journal_line set price = price + 1 where line_id = (select min(line_id) from journal_line)')
  nodes.startDeclared('check_books')
  await nodes.becomes('账务自检', { done: expect.stringMatching(/^26 项中有 \d+ 处不符$/) })
  const { list } = done(await at.call('/api/book_finding/index')).data
  expect(list).toContainEqual(expect.objectContaining({ resource: 'bill', difference: 1 }))
  const { rows: messages } = await run('select title, content from message where account_id = 1')
  expect(messages).toContainEqual(
    expect.objectContaining({ title: '账务自检发现不符', content: expect.stringContaining('借贷相等：1 处不符') }),
  )
  await behind('journal_line', 'update journal_line set price = price - 1 where line_id = (select min(line_id) from journal_line)')
  done(await at.ask('/api/book_check/run'))
  await nodes.becomes('账务自检', { done: '26 项都相符' })
  expect(done(await at.call('/api/book_finding/index')).data.list).toEqual([])
})
