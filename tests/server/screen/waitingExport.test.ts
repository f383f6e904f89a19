import { beforeAll, expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { csvRows, ended, fetchFile, startTestJobs } from '../../help/exports.ts'

const at = adminServer()
const { call } = at
let id = 0

/** Keys, and who has them: by the field `name`. */
const keys = (name: string, more: object = {}): Resource =>
  ({
    name: 'borrowing',
    label: '借用',
    path: '/screens/borrowing',
    access: 'screen_borrowing',
    key: 'key_id',
    title: 'what',
    form: ['what', name],
    columns: {
      key_id: { label: '编号', is: 'int', list: 'never' },
      what: { label: '物品', required: true, max: 40 },
      [name]: { label: '借用人', max: 20, filter: true, sort: true, ...more },
    },
  }) as unknown as Resource

beforeAll(async () => {
  const made = await publishScreen(at.server, at.admin, keys('holder'))
  expect(made.answer).toMatchObject({ code: 200, msg: '' })
  id = made.id
  for (const [what, holder] of [
    ['一号楼', '张三'],
    ['二号楼', '李四'],
    ['三号楼', '张五'],
  ])
    expect(await call('/api/borrowing/add', { what, holder })).toMatchObject({ code: 200 })
})

const asked = async (params: object): Promise<number> => {
  const { code, data } = await call('/api/borrowing/export', { format: 2, ...params })
  expect(code).toBe(200)
  return data.id
}

/** Lets a node do what waits, and gives the record of an export. */
const done = async (waiting: number) => {
  const jobs = startTestJobs(at.server)
  const record = await ended(at.server, at.admin, waiting)
  await jobs.stop()
  return record
}

test('an export that waits while its field is renamed is of the rows, the columns and the order that were asked for', async () => {
  const waiting = await asked({ holder: '张', columns: 'what,holder', order: '-holder' })
  const renamed = keys('borrower', { was: ['holder'] })
  expect(await saveAndPublish(at.server, at.admin, id, renamed)).toMatchObject({ code: 200 })
  const { state, handle } = await done(waiting)
  expect(state).toBe('done')
  const rows = csvRows(Buffer.from(await (await fetchFile(at.server, handle, at.admin)).arrayBuffer()))
  expect(rows[0]).toEqual(['物品', '借用人'])
  expect(
    rows
      .slice(1)
      .map(([what]) => what)
      .toSorted(),
  ).toEqual(['一号楼', '三号楼'])
  // So does a page that was open before: its list, and its file.
  const { list } = (await call('/api/borrowing/index', { holder: '张', order: '-holder' })).data
  expect(rows.slice(1).map(([what]) => what)).toEqual(list.map(({ what }: { what: string }) => what))
  expect(await asked({ columns: 'holder', order: 'holder' })).toBeGreaterThan(waiting)
})

test('one whose field is retired meanwhile says so: a file of all rows is not what was asked for', async () => {
  const waiting = await asked({ borrower: '张' })
  const retired = keys('borrower', { was: ['holder'], retired: true, sort: undefined })
  expect(await saveAndPublish(at.server, at.admin, id, retired)).toMatchObject({ code: 200 })
  expect(await done(waiting)).toMatchObject({ state: 'failed', error: '筛选用的字段有的已停用，请重新导出' })
})
