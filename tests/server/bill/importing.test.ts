import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { startTestJobs } from '../../help/exports.ts'
import { imported, mistakes, sendImport, tried, workbook } from '../../help/imports.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addRow, addTenant, cardOf, flat, flowOf, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const PATH = '/api/bill/import'
let jobs: ReturnType<typeof startTestJobs>
let room = ''
let org_id = 0
beforeAll(async () => {
  jobs = startTestJobs(at.server)
  org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  const [found] = done(await ask('/api/org/find', { p_id: 1, keyword: '1' })).data.filter(
    (one: { org_id: number }) => one.org_id === org_id,
  )
  room = `${found.region_name} ${found.unit_floor}`
  const custom_id = await addTenant(at.server, { name: '王停车' })
  // Who was entered twice by mistake, and is one again, is named as before.
  const twice = await addTenant(at.server, { name: '王停车', card: cardOf(8) })
  done(await ask('/api/lessee/merge', { custom_id: twice, merged_into: custom_id }))
  await addRow(at.server, 'cost', { name: '停车费' })
  await addRow(at.server, 'pledge', { name: '门禁押金' })
})
afterAll(() => jobs.stop())

const HEADS = [
  '项目',
  '小区和房号*',
  '账单类型*',
  '账单名目*',
  '账单金额（元）*',
  '应支付日*',
  '付款方*',
  '付款比例*',
  '租客是否付清',
  '租客付款时间',
]
const MORE = ['账单周期开始时间*', '账单周期结束时间*', '租客姓名', '备注']
const row = (changes: Record<number, unknown> = {}): unknown[] =>
  [null, room, '费用项', '停车费', 300.5, '2026-12-05', '租客', '100%', null, null, '2026-12-01', '2026-12-31', '王停车', '地下 B12'].map(
    (cell, place) => (place in changes ? changes[place] : cell),
  )
const file = (rows: readonly unknown[][]): Buffer => workbook([[...HEADS, ...MORE], ...rows])
const bills = async (import_id: number) =>
  done(await ask('/api/bill/index', { state: [1, 2, 3, 4, 5], order: 'bill_date', page_rows: 100 })).data.list.filter(
    ({ note }: { note: string }) => note === `批 ${import_id}`,
  )

test('a table of charges is tried, told of cell by cell, and each row is a bill like one by hand; taken back they are void', async () => {
  const wrong = await tried(
    at.server,
    PATH,
    file([
      row(),
      row({ 3: '门禁押金' }),
      row({ 3: '没有的' }),
      row({ 4: -1 }),
      row({ 6: '组织部门', 8: '是' }),
      row({ 12: '不认识' }),
      row({ 11: '2026-11-30' }),
    ]),
    at.admin,
  )
  expect(mistakes(wrong)).toEqual([
    'D3：账单名目“门禁押金”不存在，或不在您负责的项目内',
    'D4：账单名目“没有的”不存在，或不在您负责的项目内',
    'E5：账单金额须大于0',
    'H6：组织部门的付款比例为50%或30%',
    'J6：租客付款时间必填',
    'M7：租客姓名“不认识”不存在，或不在您负责的项目内',
    'L8：账单周期结束时间不能早于开始时间',
  ])
  const trial = await tried(at.server, PATH, file([row({ 13: '批 1' }), row({ 2: '押金项', 3: '门禁押金', 4: 100, 13: '批 1' })]), at.admin)
  expect(mistakes(trial)).toEqual([])
  expect((await imported(at.server, at.admin, trial.import_id)).state).toBe('done')
  const made = await bills(1)
  expect(made).toMatchObject([
    { price: 30_050, from: 2, item: '停车费', custom_name: '王停车', bill_date: '2026-12-05', type: 2, owed: 30_050 },
    { price: 10_000, from: 3, item: '门禁押金', org_id },
  ])
  expect(await wrongInBooks(at.server.db)).toEqual([])
  // One that was voided by hand meanwhile is no hindrance.
  done(await ask('/api/bill/void', { bill_id: made[0].bill_id, void_why: '错' }))
  done(await ask('/api/import/undo', { import_id: trial.import_id }))
  expect((await bills(1)).map(({ state }: { state: number }) => state)).toEqual([5, 5])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('of those of which one is paid none is taken back, and it is named', async () => {
  const trial = await tried(at.server, PATH, file([row({ 13: '批 2' }), row({ 4: 20, 13: '批 2' })]), at.admin)
  await imported(at.server, at.admin, trial.import_id)
  const [first] = await bills(2)
  done(await ask('/api/flow/add', flowOf(at.ground, { bill_id: first.bill_id, org_id, price: 1 })))
  expect(await ask('/api/import/undo', { import_id: trial.import_id })).toMatchObject({
    code: 409,
    msg: `账单 ${first.sn} 已收款，不能作废：请先撤销核销或红冲`,
  })
  expect((await bills(2)).map(({ state }: { state: number }) => state)).not.toContain(5)
})

test('who may not import does not, and of another project’s rooms there is none', async () => {
  const nobody = await tokenOf(at.server, await addAccount(at.server, 'nobody', ['key:bill_list', '/api/bill/index'], [1]))
  expect((await sendImport(at.server, PATH, file([row()]), nobody)).code).toBe(403)
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', [PATH], [2]))
  const trial = await tried(at.server, PATH, file([row()]), elsewhere)
  expect(mistakes(trial).join()).toMatch(/小区和房号“.*”不存在，或不在您负责的项目内/)
})
