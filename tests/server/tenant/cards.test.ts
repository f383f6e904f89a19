import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { today } from '../../../src/protocol/dates.ts'
import { ageOf, checkDigitOf } from '../../../src/protocol/idCard.ts'
import { parking, publishScreen } from '../../help/declared/screens.ts'
import { csvRows, exported, startTestJobs } from '../../help/exports.ts'
import { mistakes, tried, workbook } from '../../help/imports.ts'
import { addRow, addTenant, cardOf, fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const ALERT = { code: 400, msg: '请检查身份证号', data: { field: 'card' } }
const valid = (digits: string): string => digits + checkDigitOf(digits)

const tomorrow = new Date(Date.now() + 40 * 3600_000).toISOString().slice(0, 10).replaceAll('-', '')
/** Each breaks one rule of spec.md section 5. */
const WRONG: Readonly<Record<string, string>> = {
  'check digit': '310101199003070011',
  'no such day': valid('31010119900230001'),
  'older than 110': valid('31010119100101001'),
  'not born yet': valid(`310101${tomorrow}001`),
  'too short': '31010119900307001',
}
const GOOD = valid('31010119900307002')

let server: TestServer
let admin: string
let jobs: Jobs
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  await fillGround(server)
  jobs = startTestJobs(server)
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
})

const call = (path: string, params: Record<string, unknown>) => server.call(path, params, admin)
const applicant = (card: string) => ({
  custom_name: '申请人',
  card,
  phone: '13812345678',
  p_id: 1,
  nature: 1,
  priority: 2,
  room_type: 1,
  family_size: 1,
  income: 1,
  housing_area: 1,
})

test('a card number that is sent obeys every rule: new, changed, of a family member', async () => {
  const { data } = await call('/api/qualification/add', applicant(GOOD))
  for (const [rule, card] of Object.entries(WRONG)) {
    const sent = {
      add: await call('/api/qualification/add', applicant(card)),
      edit: await call('/api/qualification/edit', { ...applicant(card), apply_id: data.apply_id }),
      member: await call('/api/member/add', { apply_id: data.apply_id, name: '家人', relation: 1, card }),
    }
    for (const [way, answer] of Object.entries(sent)) expect([rule, way, answer]).toMatchObject([rule, way, ALERT])
  }
  const masked = (await call('/api/qualification/detail', { apply_id: data.apply_id })).data.card
  expect(await call('/api/qualification/add', applicant(masked))).toMatchObject(ALERT)
  expect(await call('/api/qualification/edit', { ...applicant(masked), apply_id: data.apply_id })).toMatchObject({ code: 200 })
  expect((await call('/api/qualification/reveal', { apply_id: data.apply_id })).data.card).toBe(GOOD)
})

test('a file is told of each wrong card number by its cell', async () => {
  const heads = ['申请人', '身份证号', '手机号', '申请项目', '性质', '保障类别', '申请户型', '家庭人数', '家庭月收入', '人均住房面积']
  const rows = [...Object.values(WRONG), GOOD].map((card) => [
    '甲',
    card,
    '13812345678',
    '浦东一期',
    '市筹公租房',
    '优先保障',
    '一室',
    1,
    1,
    1,
  ])
  const trial = await tried(server, '/api/qualification/import', workbook([heads, ...rows]), admin)
  expect(mistakes(trial)).toEqual(Object.keys(WRONG).map((_, index) => `B${index + 2}：${ALERT.msg}`))
})

/** A page of an admin's own whose dialog says nothing of its card field but that there is one. */
const visitors = (): Resource =>
  parking(
    {
      columns: {
        lot_id: { label: '编号', is: 'int', list: 'never' },
        lot: { label: '访客', max: 20, required: true, filter: true, sort: true },
        card: { label: '身份证号', is: 'card' },
        state: { label: '状态', is: 'enum', of: { 1: '在', 2: '离开' }, default: 1, fixed: true },
      },
      sort: ['lot', 'asc'],
      form: ['lot', 'card'],
      dialogs: {
        note: {
          title: '登记证件',
          type: 'object',
          properties: { card: { type: 'string', title: '身份证号', maxLength: 18 } },
          required: ['card'],
          additionalProperties: false,
        },
      },
      actions: { note: { label: '登记证件', on: 'row', can: '/api/visitor/note', opens: 'note', when: { state: 1 }, set: { state: 2 } } },
    },
    'visitor',
  )

test('sex and age stand wherever a card is, without a word in the declaration, and sex in files', async () => {
  const age = ageOf(GOOD, today())
  const { apply_id } = (await call('/api/qualification/add', applicant(GOOD))).data
  await call('/api/member/add', { apply_id, name: '家人', relation: 1, card: cardOf(3) })
  const queued = { custom_name: '等', card: GOOD, phone: '13812345678', p_id: 1, nature: 1, room_type: 1, priority: 2, qualified_at: 1 }
  await addRow(server, 'waiting', queued)
  const custom_id = await addTenant(server, { card: cardOf(4) })
  expect((await publishScreen(server, admin, visitors())).answer).toMatchObject({ code: 200 })
  const made = (await call('/api/visitor/add', { lot: '来客', card: GOOD })).data
  const facts = async (path: string, params = {}) => (await call(path, params)).data.list[0]
  expect(await facts('/api/qualification/index')).toMatchObject({ card_sex: 2, card_age: age })
  expect(await facts('/api/member/index', { apply_id: [apply_id] })).toMatchObject({ card_sex: 1, card_age: age })
  expect(await facts('/api/Waiting/index')).toMatchObject({ card_sex: 2, card_age: age })
  expect((await call('/api/visitor/detail', made)).data).toMatchObject({ card_sex: 2, card_age: age })
  expect((await call('/api/lessee/detail', { custom_id })).data).toMatchObject({ sex: 2, age })
  const file = await exported(server, '/api/lessee/export', { format: 2, columns: 'name,sex' }, admin)
  expect(csvRows(file)).toContainEqual(['租客', '女'])
})

test('a dialog of one’s own that keeps a field in a card column judges it as one', async () => {
  const { lot_id } = (await call('/api/visitor/add', { lot: '无证' })).data
  expect(await call('/api/visitor/note', { lot_id, card: WRONG['check digit'] })).toMatchObject(ALERT)
  expect(await call('/api/visitor/note', { lot_id, card: GOOD })).toMatchObject({ code: 200 })
  expect((await call('/api/visitor/reveal', { lot_id })).data.card).toBe(GOOD)
})
