import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { closingOn, monthBack } from '../../help/closing.ts'
import { proof } from '../../help/depth.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { secondNode } from '../../help/secondNode.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { untilOneWaits } from '../../help/store/locks.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const second = secondNode(at)
const { monthOf, receive, close } = closingOn(at, nodes)
const [now, last, former, first] = [0, 1, 2, 3].map(monthBack) as [string, string, string, string]

const CODES = ['/api/closing/index', '/api/closing/close', '/api/closing/reopen', '/api/closing/agree', '/api/closing/refuse']
let other: string
let limited: string
beforeAll(async () => {
  other = await tokenOf(at.server, await addAccount(at.server, 'fuhe', CODES))
  limited = await tokenOf(at.server, await addAccount(at.server, 'xiangmu', CODES, [1]))
  for (const month of [first, former, last]) await receive(`${month}-15`)
  await receive(`${now}-01`)
})

const linesOf = async (flow_id: number) => done(await at.call('/api/journal_line/index', { flow_id: [flow_id] })).data.list
const sumOf = async (month: string) => done(await at.call('/api/month_sum/index', { month })).data.list[0]
/** Has what is undone found anew, as the list of it shows it then. */
const undone = async (params: Record<string, unknown> = {}) => {
  if (nodes.nodes.length === 0) nodes.startDeclared('close_months', 'check_month')
  // The clock's own run may be under way.
  await vi.waitUntil(async () => (await at.ask('/api/close_item/run')).code === 200, { timeout: 30_000 })
  const asked = "select from job where kind = 'check_month' and state in ('queued', 'running')"
  await vi.waitUntil(async () => (await nodes.rowsOf(asked)).length === 0, { timeout: 30_000 })
  return done(await at.call('/api/close_item/index', params)).data.list
}
const opened = async (month: string): Promise<void> => {
  const { closing_id } = await monthOf(month)
  done(await at.ask('/api/closing/reopen', { closing_id, reason: '水费记错科目' }))
  done(await at.ask('/api/closing/agree', { closing_id }, other))
}

describe('closing', () => {
  test('a month is there from its first posting on, with what was posted in it', async () => {
    const { list } = done(await at.call('/api/closing/index', { order: 'month' })).data
    expect(list.map(({ month }: { month: string }) => month)).toEqual([first, former, last, now])
    expect(list[0]).toMatchObject({ status: 1, seal: null })
    expect(await sumOf(first)).toMatchObject({ lines: 2, debit: 10_000, credit: 10_000, revenue: 0, p_id: 1 })
  })

  test('what is still undone has to be said why; the dialog says what it is, and its list names each', async () => {
    const { closing_id } = await monthOf(first)
    const { facts, table } = done(await at.call('/api/closing/check', { closing_id })).data
    expect(facts).toEqual([{ label: '结账月份', value: first }])
    expect(table.rows).toEqual([['收款未核销', '1', '¥100.00']])
    expect(await undone()).toMatchObject([{ item: 2, day: `${first}-15`, resource: 'flow', price: 10_000, p_id: 1, state: 1 }])
    expect(await at.ask('/api/closing/close', { closing_id })).toMatchObject({ code: 400, data: { field: 'note' } })
    expect((await monthOf(first)).status).toBe(1)
    // A month is closed with those before it: what is undone of any of them counts.
    const through = done(await at.call('/api/closing/check', { closing_id: (await monthOf(former)).closing_id })).data
    expect(through.facts).toEqual([{ label: '结账月份', value: `${first} 至 ${former}` }])
    expect(through.table.rows).toEqual([['收款未核销', '2', '¥200.00']])
  })

  test('an invoice that is on its way, or was refused, is named; one that was taken back is not', async () => {
    await at.server.db.transaction().execute(async (tx) => {
      // What they are made of is not asked of here.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`
        insert into invoice_request (sn, kind, paper, buyer, title_kind, price, tax, status, fail_reason, created_at, p_id)
        select sn, 1, 1, '购买方', 2, 100, 0, status, '抬头有误', extract(epoch from ${`${first}-16`}::date)::bigint, 1
        from (values ('KP-A', 2), ('KP-B', 4), ('KP-C', 7)) given (sn, status)
      `.execute(tx)
    })
    const list: Record<string, string>[] = await undone({ item: [9] })
    expect(list.map(({ says, resource }: Record<string, string>) => [resource, says?.slice(0, 4)]).sort()).toEqual([
      ['invoice_request', 'KP-A'],
      ['invoice_request', 'KP-B'],
    ])
  })

  test('a month is closed with those before it; what is written down of it later is booked on the first open day, and says so', async () => {
    expect(await close(former)).toMatchObject({
      status: 3,
      closed_by: 1,
      note: '未核销的收款下月处理',
      seal: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await monthOf(first)).toMatchObject({ status: 3, closed_by: 1 })
    const late = await receive(`${first}-20`, 7_700)
    expect((await linesOf(late)).map(({ day }: { day: string }) => day)).toEqual([`${last}-01`, `${last}-01`])
    expect(done(await at.call('/api/flow/detail', { flow_id: late })).data).toMatchObject({ book_day: `${last}-01` })
    expect(await sumOf(first)).toMatchObject({ lines: 2, debit: 10_000 })
    const { transfer_id } = done(
      await at.ask('/api/transfer/add', { day: `${first}-21`, kind: 2, from_account_id: 900_001, price: 800, fee: 0 }),
    ).data
    expect(await nodes.rowsOf(`select distinct day from journal_line where event = 13 and source_id = ${transfer_id}`)).toEqual([
      { day: `${last}-01` },
    ])
    // An entry of a month that is closed is reversed in the open one.
    done(await at.ask('/api/flow/reverse', { flow_id: late, note: '录错' }))
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('the month that is not over, one that is closed, and a person of some projects are refused', async () => {
    expect(await at.ask('/api/closing/close', { closing_id: (await monthOf(now)).closing_id, note: '无' })).toMatchObject({
      code: 409,
      msg: '这个月还没有过完，不能结账',
    })
    expect((await at.ask('/api/closing/close', { closing_id: (await monthOf(first)).closing_id, note: '无' })).code).toBe(409)
    expect(await at.ask('/api/closing/close', { closing_id: (await monthOf(last)).closing_id, note: '无' }, limited)).toMatchObject({
      code: 403,
    })
    const { closing_id } = await monthOf(last)
    expect(await at.call('/api/closing/check', { closing_id }, limited)).toMatchObject({ code: 403 })
    expect(await at.ask('/api/recognition/start', {}, limited)).toMatchObject({ code: 403 })
  })

  test('it is opened again by two people, the last month first; then it takes postings, and is closed anew under another seal', async () => {
    const { closing_id, seal } = await monthOf(former)
    expect(await at.ask('/api/closing/reopen', { closing_id: (await monthOf(first)).closing_id, reason: '记错' })).toMatchObject({
      code: 409,
      msg: `${first} 之后的月份也已结账，须从最后一个月起反结账`,
    })
    expect(await at.ask('/api/closing/reopen', { closing_id, reason: '记错' }, limited)).toMatchObject({ code: 403 })
    done(await at.ask('/api/closing/reopen', { closing_id, reason: '水费记错科目' }))
    // Until it is agreed to, it is closed.
    expect((await linesOf(await receive(`${former}-25`, 100)))[0].day).toBe(`${last}-01`)
    expect(await at.ask('/api/closing/agree', { closing_id })).toMatchObject({ code: 403, msg: '反结账须由申请人以外的人同意' })
    expect(await at.ask('/api/closing/agree', { closing_id }, limited)).toMatchObject({ code: 403 })
    expect(await at.ask('/api/closing/close', { closing_id: (await monthOf(last)).closing_id, note: '无' })).toMatchObject({
      code: 409,
      msg: `${former} 正在申请反结账，请先办完`,
    })
    done(await at.ask('/api/closing/refuse', { closing_id }, other))
    expect(await monthOf(former)).toMatchObject({ status: 3, seal })
    await opened(former)
    expect(await monthOf(former)).toMatchObject({ status: 1, seal: null, closed_at: null })
    expect((await linesOf(await receive(`${former}-26`, 200)))[0].day).toBe(`${former}-26`)
    const again = await close(former)
    expect(again).toMatchObject({ status: 3 })
    expect(await sumOf(former)).toMatchObject({ lines: 4 })
    expect(again.seal).not.toBe(seal)
    expect(await wrongInBooks(at.server.db)).toEqual([])
  })

  test('while one closes, others post: each entry is in the month or after it, and the seal holds', async () => {
    const { closing_id } = await monthOf(last)
    const posting = Array.from({ length: 40 }, (_, n) => receive(`${last}-1${n % 9}`, 1_000 + n))
    done(await second.send('/api/closing/close', { closing_id, note: '无' }))
    nodes.startDeclared('close_months', 'check_month')
    nodes.startDeclared('close_months', 'check_month')
    await Promise.all(posting)
    for (let n = 0; n < 40; n++) posting.push(receive(`${last}-2${n % 9}`, 2_000 + n))
    await Promise.all(posting)
    await expect.poll(async () => (await monthOf(last)).status, { timeout: 30_000 }).toBe(3)
    const late = await receive(`${last}-28`, 1)
    expect((await linesOf(late))[0].day).toBe(`${now}-01`)
    expect(await wrongInBooks(at.server.db)).toEqual([])
    await opened(last)
  })

  proof('who posts for long is waited for with nobody waiting behind, and then the month is closed', async () => {
    let [begun, end] = [() => {}, () => {}]
    const [isPosting, isOver] = [new Promise<void>((resolve) => (begun = resolve)), new Promise<void>((resolve) => (end = resolve))]
    const long = at.server.db.transaction().execute(async (tx) => {
      await sql`lock table closing in row share mode`.execute(tx)
      begun()
      await isOver
    })
    await isPosting
    const { closing_id } = await monthOf(last)
    done(await at.ask('/api/closing/close', { closing_id, note: '无' }))
    nodes.startDeclared('close_months', 'check_month')
    await untilOneWaits(at.server)
    // Until the closer gives up its wait, and again before it is back.
    await receive(`${last}-27`, 3)
    await receive(`${last}-27`, 4)
    expect((await monthOf(last)).status).toBe(2)
    end()
    await long
    await expect.poll(async () => (await monthOf(last)).status, { timeout: 20_000 }).toBe(3)
    expect(await wrongInBooks(at.server.db)).toEqual([])
    await opened(last)
  })

  test('books that do not agree are not closed, and it is said why', async () => {
    const behind = async (by: string) => {
      await sql.raw('alter table journal_line disable trigger user').execute(at.server.db)
      await sql
        .raw(`update journal_line set price = price ${by} where line_id = (select max(line_id) from journal_line)`)
        .execute(at.server.db)
      await sql.raw('alter table journal_line enable trigger user').execute(at.server.db)
    }
    await behind('+ 1')
    expect(await close(last)).toMatchObject({ status: 1, seal: null, said: expect.stringMatching(/^账务自检有 \d+ 处不符，未结账$/) })
    await behind('- 1')
    expect(await close(last)).toMatchObject({ status: 3, said: null })
  })
})

test.each([
  ['an amount', 'journal_line', 'price = price + 1'],
  ['a contract', 'journal_line', 'contract_id = 5'],
  ['a time', 'journal_line', 'created_at = created_at + 1'],
  ['the seal of a day', 'closing_day', 'digest = md5(digest)'],
  ['how many lines a day has', 'closing_day', 'lines = lines + 1'],
])('%s changed in a closed month is found, and the day is named', async (_what, table, set) => {
  const [key, where] =
    table === 'journal_line'
      ? ['line_id', `day between '${first}-01' and '${first}-28'`]
      : ['closing_day_id', `day between '${first}-01' and '${first}-28'`]
  const change = async (to: string, kept: string) => {
    await sql.raw(`alter table ${table} disable trigger user`).execute(at.server.db)
    await sql.raw(`update ${table} set ${to} where ${key} = ${kept}`).execute(at.server.db)
    await sql.raw(`alter table ${table} enable trigger user`).execute(at.server.db)
  }
  const [one] = await nodes.rowsOf<Record<string, unknown>>(`select * from ${table} where ${where} order by ${key} limit 1`)
  const kept = String(one?.[key])
  await change(set, kept)
  const [day] = await nodes.rowsOf<{ closing_day_id: number }>(`select closing_day_id from closing_day where day = '${first}-15'`)
  expect(await wrongInBooks(at.server.db)).toContainEqual(
    expect.objectContaining({ check: 'sealed', resource: 'closing_day', record_id: day?.closing_day_id }),
  )
  const column = set.split(' ')[0] ?? ''
  await change(`${column} = ${one?.[column] === null ? 'null' : `'${one?.[column]}'`}`, kept)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
