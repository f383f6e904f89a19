import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../help/adminServer.ts'
import { closingOn, monthBack } from '../help/closing.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, permit, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

const at = adminServer()
const nodes = jobNodes(at)
const { monthOf, receive, close } = closingOn(at, nodes)
const [last, former] = [monthBack(1), monthBack(2)]

beforeAll(async () => {
  for (const month of [former, last]) await receive(`${month}-15`)
  await run(`with made as (
      insert into bill (sn, type, "from", price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, p_id)
      values ('ZD', 1, 1, 100, '${former}-05', '${former}-01', '${former}-20', 1, 100, '租客', 1) returning bill_id
    ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, 100, 1 from made`)
})

const run = (text: string) => sql.raw(text).execute(at.server.db)

test('a hundred who close the same month at once: one does, and it is closed once', async () => {
  const { closing_id } = await monthOf(former)
  const answers = await Promise.all(Array.from({ length: 100 }, () => at.ask('/api/closing/close', { closing_id, note: '无' })))
  const codes = answers.map(({ code }) => code)
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code !== 200).every((code) => code === 409)).toBe(true)
  nodes.startDeclared('close_months')
  await expect.poll(async () => (await monthOf(former)).status, { timeout: 30_000 }).toBe(3)
})

test('nothing gets into a closed month, and what it was made of is neither changed nor taken away, not even in the store', async () => {
  await expect(
    run(`insert into journal_line (event, source_id, day, place, ledger_account_id, side, price)
      values (4, 999999, '${former}-10', 1, 1, 1, 5), (4, 999999, '${former}-10', 2, 11, 2, 5)`),
  ).rejects.toThrow('刚刚结账')
  const flow_id = await receive(`${former}-11`)
  expect((await run(`select to_char(day, 'YYYY-MM') as month from journal_line where flow_id = ${flow_id}`)).rows).toEqual([
    { month: last },
    { month: last },
  ])
  for (const text of [
    `update journal_line set price = 1 where day = '${former}-15'`,
    `delete from journal_line where day = '${former}-15'`,
    'truncate journal_line cascade',
    'update bill_line set price = 1',
    'delete from bill_line',
    'update recognition set price = 1',
    'truncate bill_line',
    'truncate recognition',
  ])
    await expect(run(text)).rejects.toThrow(/追加/)
})

test('a reopening that is agreed to and refused at once is one of both; a right that was taken away a moment ago agrees to nothing', async () => {
  const codes = ['/api/closing/index', '/api/closing/agree', '/api/closing/refuse', '/api/closing/reopen']
  const [one, two] = [await addAccount(at.server, 'jia', codes), await addAccount(at.server, 'yi', codes)]
  const [jia, yi] = [await tokenOf(at.server, one), await tokenOf(at.server, two)]
  const { closing_id } = await monthOf(former)
  done(await at.ask('/api/closing/reopen', { closing_id, reason: '记错' }, jia))
  await permit(at.server, two, [])
  expect((await at.ask('/api/closing/agree', { closing_id }, yi)).code).toBe(403)
  await permit(at.server, two, codes)
  const answers = await Promise.all([
    at.ask('/api/closing/agree', { closing_id }, yi),
    at.ask('/api/closing/refuse', { closing_id }),
    at.ask('/api/closing/agree', { closing_id }, jia),
  ])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers[2]?.code).not.toBe(200)
  const { status, seal } = await monthOf(former)
  expect([1, 3]).toContain(status)
  expect(seal === null).toBe(status === 1)
  if (status === 1) expect(await close(former)).toMatchObject({ status: 3 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a seal that was made anew for a changed month does not fit the months after it', async () => {
  const closed = await close(last)
  expect(closed.status).toBe(3)
  await run('alter table journal_line disable trigger user')
  await run(`update journal_line set created_at = created_at + 60 where day = '${former}-15'`)
  await run('alter table journal_line enable trigger user')
  const { closing_id } = await monthOf(former)
  await run(`update closing_day d set lines = j.lines, digest = j.digest
    from journal_digests('${former}-01', '${former}-28') j where d.closing_id = ${closing_id} and d.day = j.day`)
  await run(`update closing set seal = seal_of(null, ${closing_id}) where closing_id = ${closing_id}`)
  const wrong = await wrongInBooks(at.server.db)
  expect(wrong).toContainEqual(expect.objectContaining({ check: 'sealed', resource: 'closing', record_id: closed.closing_id }))
})
