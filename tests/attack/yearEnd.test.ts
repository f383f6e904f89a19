import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../help/adminServer.ts'
import { closingOn, monthBack } from '../help/closing.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { secondNode } from '../help/secondNode.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'
import { yearEndOn } from '../help/yearEnd.ts'

const at = adminServer()
const nodes = jobNodes(at)
const second = secondNode(at)
const { receive, close, monthOf } = closingOn(at, nodes)
const { setClosing, pastBill, creditOf } = yearEndOn({ server: () => at, rowsOf: nodes.rowsOf })
const run = (text: string) => sql.raw(text).execute(at.server.db)
const last = monthBack(1)
const READS = ['/api/allowance/index', '/api/allowance/detail', '/api/allowance_share/index', '/api/year_close/index']

let nobody: string
let first: string
beforeAll(async () => {
  nobody = await tokenOf(at.server, await addAccount(at.server, 'wuquan', ['/api/closing/index']))
  first = await tokenOf(at.server, await addAccount(at.server, 'yixiangmu', [...READS, '/api/closingSetting/detail'], [1]))
  await run(`insert into project (p_id, name) overriding system value values (2, '二号') on conflict do nothing`)
  await receive(`${last}-01`)
  await setClosing({ age_1: 10, age_2: 10, age_3: 10, age_4: 10, age_5: 10, age_6: 10, year_close: 1 })
  for (const p_id of [1, 2])
    await pastBill({ price: 1_000 * p_id, due: `${last}-02`, made: `${last}-02`, from: 2, from_id: at.ground.cost, p_id })
})

test('who has no right is told nothing and changes nothing; who has one project sees its rows alone', async () => {
  expect(await close(last)).toMatchObject({ status: 3 })
  for (const path of READS) expect((await at.call(path, {}, nobody)).code).toBe(403)
  const { values, version } = done(await at.ask('/api/closingSetting/detail', {}, first)).data
  expect((await at.ask('/api/closingSetting/save', { ...values, age_1: 99, version }, first)).code).toBe(403)
  const all = done(await at.call('/api/allowance/index')).data.list
  expect(all.map(({ p_id, price }: Record<string, number>) => [p_id, price]).toSorted()).toEqual([
    [1, 100],
    [2, 200],
  ])
  const theirs = all.find(({ p_id }: { p_id: number }) => p_id === 2)
  expect(done(await at.call('/api/allowance/index', {}, first)).data.list.map(({ p_id }: { p_id: number }) => p_id)).toEqual([1])
  expect(done(await at.call('/api/allowance_share/index', { allowance_id: [theirs.allowance_id] }, first)).data.list).toEqual([])
  expect((await at.call('/api/allowance/detail', { allowance_id: theirs.allowance_id }, first)).code).toBe(404)
})

test('what was allowed for and carried is neither changed nor taken away, not even in the store', async () => {
  await run(`insert into year_close (year, p_id, ledger_account_id, side, price) values ('1999', 1, 17, 1, 5), ('1999', 1, 17, 1, -5)`)
  for (const text of [
    'update allowance set price = 1',
    'delete from allowance',
    'truncate allowance cascade',
    'update allowance_share set price = 1',
    'delete from allowance_share',
    'truncate allowance_share',
    'update year_close set price = 1',
    'delete from year_close',
    'truncate year_close',
  ])
    await expect(run(text)).rejects.toThrow(/追加/)
  await expect(
    run(`insert into allowance (month, p_id, owed, age_1, age_2, age_3, age_4, age_5, age_6, rates, required, balance, price)
      values ('${last}', 1, 0, 0, 0, 0, 0, 0, 0, '0', 5, 0, 4)`),
  ).rejects.toThrow('allowance_sums')
})

test('an allowance that was changed behind the back of everything is found', async () => {
  await run('alter table allowance disable trigger user')
  await run('update allowance set price = price + 1, balance = balance - 1 where p_id = 2')
  expect(await wrongInBooks(at.server.db)).toContainEqual(expect.objectContaining({ check: 'allowance', resource: 'allowance', p_id: 2 }))
  await run('update allowance set price = price - 1, balance = balance + 1 where p_id = 2')
  await run('alter table allowance enable trigger user')
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a setting that is saved while a month is closed counts for it or not at all: the rows are all by one, and 1231 has them', async () => {
  const other = await tokenOf(at.server, await addAccount(at.server, 'tongyi', ['/api/closing/agree']))
  const { closing_id } = await monthOf(last)
  for (const rate of [20, 30, 40]) {
    done(await at.ask('/api/closing/reopen', { closing_id, reason: '试' }))
    done(await at.ask('/api/closing/agree', { closing_id }, other))
    done(await second.send('/api/closing/close', { closing_id, note: '无', request_id: crypto.randomUUID() }))
    nodes.startDeclared('close_months')
    nodes.startDeclared('close_months')
    await setClosing({ age_1: rate, age_2: rate, age_3: rate })
    await expect.poll(async () => (await monthOf(last)).status, { timeout: 30_000 }).not.toBe(2)
    expect(await monthOf(last)).toMatchObject({ status: 3, said: null })
    const rows = await nodes.rowsOf<{ p_id: number; rates: string; required: number }>(
      'select distinct on (p_id) p_id, rates, required from allowance order by p_id, allowance_id desc',
    )
    expect(new Set(rows.map(({ rates }) => rates)).size).toBe(1)
    const by = Number(rows[0]?.rates.split('/')[0])
    expect(rows.map(({ required }) => required)).toEqual([by * 10, by * 20])
    expect([await creditOf('1231', '9999-12-31', 1), await creditOf('1231', '9999-12-31', 2)]).toEqual([by * 10, by * 20])
    expect(await wrongInBooks(at.server.db)).toEqual([])
  }
})
