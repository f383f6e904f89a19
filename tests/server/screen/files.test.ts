import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cleanUp } from '../../../server/domain/system/cleanUp.ts'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { attach, docx, pdf } from '../../help/attachments.ts'
import { lease } from '../../help/declared/leases.ts'
import { publishScreen } from '../../help/declared/screens.ts'
import { csvRows, exported, startTestJobs } from '../../help/exports.ts'
import { upload } from '../../help/files.ts'
import { fetched, sheetsOf } from '../../help/imports.ts'
import { textOf } from '../../help/pdf.ts'
import { picture } from '../../help/pictures.ts'
import { addAccount, fillGround, permit, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const CODES = [
  '/api/upload/index',
  '/api/upload/del',
  '/api/letting/index',
  '/api/letting/detail',
  '/api/letting/add',
  '/api/letting/edit',
  '/api/letting/more',
]

let server: TestServer
let jobs: Jobs
let admin: string
/** Of project 1, and of project 2; with the same rights. */
const clerk = { id: 0, token: '' }
const other = { id: 0, token: '' }
let seed = 0

beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
  jobs = startTestJobs(server)
  expect((await publishScreen(server, admin, lease())).answer).toMatchObject({ code: 200 })
  for (const [account, name, project] of [
    [clerk, 'clerk', 1],
    [other, 'other', 2],
  ] as const) {
    account.id = await addAccount(server, name, CODES, [project])
    account.token = await tokenOf(server, account.id)
  }
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
})
beforeEach(async () => {
  await permit(server, clerk.id, CODES)
  await sql`update account set projects = '{1}' where user_id = ${clerk.id}`.execute(server.db)
})

const call = (path: string, params: Record<string, unknown>, token = clerk.token) => server.call(path, params, token)
const sent = async (name = '合同.pdf', token = clerk.token): Promise<number> =>
  (await attach(server, token, pdf(`${name}${++seed}`), name)).data.file_id
const add = (papers: unknown, token = clerk.token, more: object = {}) =>
  call('/api/letting/add', { name: '甲', papers, p_id: 1, ...more }, token)
const made = async (...papers: number[]): Promise<number> => {
  const answer = await add(papers)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data.letting_id
}
const get = (path: string, token: string) => fetch(server.url + path, { headers: token ? { cookie: `token=${token}` } : {} })
const status = async (path: string, token = clerk.token): Promise<number> => (await get(path, token)).status
const of = (letting_id: number, file_id: number, resource = 'letting') => `/files/attachments/${resource}/${letting_id}/${file_id}`

describe('what a record has', () => {
  test('is named in its order in lists and in the detail, from one address each, and downloads as it was', async () => {
    const bytes = await docx()
    const [a, b] = [await sent('租赁合同 （终稿）.pdf'), (await attach(server, clerk.token, bytes, '补充协议.docx')).data.file_id]
    const letting_id = await made(b, a)
    const { data } = await call('/api/letting/detail', { letting_id })
    expect(data.papers).toEqual([b, a])
    expect(data.papers_files).toEqual([
      {
        file_id: b,
        name: '补充协议.docx',
        mime: expect.stringMatching(/wordprocessingml\.document$/),
        bytes: bytes.length,
        url: of(letting_id, b),
      },
      { file_id: a, name: '租赁合同 （终稿）.pdf', mime: 'application/pdf', bytes: expect.any(Number), url: of(letting_id, a) },
    ])
    expect(data.later_files).toBeNull()
    const { list } = (await call('/api/letting/index', { page: 1, page_rows: 20 })).data
    expect(list.find((row: { letting_id: number }) => row.letting_id === letting_id).papers_files).toEqual(data.papers_files)
    const response = await get(of(letting_id, b), clerk.token)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="attachment.docx"; filename*=UTF-8''${encodeURIComponent('补充协议.docx')}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    const twisted = (await attach(server, clerk.token, pdf('twisted'), `..\\a';\u202efdp.exe`)).data.file_id
    const path = of(await made(twisted), twisted)
    expect((await get(path, clerk.token)).headers.get('content-disposition')).toBe(
      `attachment; filename="attachment.pdf"; filename*=UTF-8''a%27%3Bfdp.exe.pdf`,
    )
  })

  test('is replaced by an edit, told by the log with the names of then, exported and printed by its names', async () => {
    const [a, b] = [await sent('一.pdf'), await sent('二.pdf')]
    const letting_id = await made(a)
    expect(await call('/api/letting/edit', { letting_id, name: '乙', papers: [b, a], p_id: 1 })).toMatchObject({ code: 200 })
    const logged = (await call('/api/operation_log/index', { page_rows: 5 }, admin)).data.list[0]
    expect(logged.changes).toContainEqual({
      column: 'papers',
      before: [a],
      after: [b, a],
      before_title: '一.pdf',
      after_title: '二.pdf、一.pdf',
    })
    const rows = csvRows(await exported(server, '/api/letting/export', { format: 2, columns: 'name,papers,later', name: '乙' }, admin))
    expect(rows.slice(1)).toEqual([['乙', '二.pdf、一.pdf', '']])
    const { data } = await call('/api/letting/sheet', { letting_id }, admin)
    expect(await textOf(new Uint8Array(await (await get(data.handle, admin)).arrayBuffer()))).toContain('乙的附件：二.pdf、一.pdf。')
    expect(await call('/api/letting/edit', { letting_id, name: '乙', papers: [b], p_id: 1 })).toMatchObject({ code: 200 })
    expect([await status(of(letting_id, a)), await status(of(letting_id, b))]).toEqual([404, 200])
    expect(JSON.stringify(sheetsOf(await fetched(server, '/files/imports/template/letting', admin)))).not.toContain('附件')
  })

  test('comes by an action too, and only what is one’s own to use', async () => {
    const letting_id = await made()
    const [own, foreign] = [await sent(), await sent('别人的.pdf', other.token)]
    const refused = { code: 400, msg: '附件不存在或已被删除，请重新上传', data: { field: 'later' } }
    expect(await call('/api/letting/more', { letting_id, later: [foreign] })).toMatchObject(refused)
    const photo = async (token: string): Promise<number> =>
      (await upload(server, token, (await picture('a', 'png', ++seed)).buffer)).data.img_id
    const gone = { code: 400, msg: '图片不存在或已被删除，请重新上传' }
    expect(await call('/api/letting/more', { letting_id, photos: [await photo(other.token)] })).toMatchObject(gone)
    const photos = [await photo(clerk.token)]
    expect(await call('/api/letting/more', { letting_id, later: [own], photos })).toMatchObject({ code: 200 })
    expect(await call('/api/upload/del', { img_id: photos[0] })).toMatchObject({ code: 409 })
    expect((await call('/api/letting/detail', { letting_id })).data).toMatchObject({ later: [own], state: 2 })
    expect(await status(of(letting_id, own))).toBe(200)
  })
})

describe('what is refused', () => {
  test('more than so many, one twice, one that is none, a picture for an attachment and the other way about', async () => {
    const some = [await sent(), await sent(), await sent(), await sent()]
    const photo = (await upload(server, clerk.token, (await picture('a', 'png', 7)).buffer)).data.img_id
    const at = (msg: string, field = 'papers') => ({ code: 400, msg, data: { field } })
    const gone = '附件不存在或已被删除，请重新上传'
    expect(await add(some)).toMatchObject(at('最多只能上传3个附件'))
    expect(await add([some[0], some[0]])).toMatchObject(at('附件有重复'))
    expect(await add([2 ** 30 + 5])).toMatchObject(at(gone))
    expect(await add([photo])).toMatchObject(at(gone))
    expect(await add([], clerk.token, { photos: [some[0]] })).toMatchObject(at('图片不存在或已被删除，请重新上传', 'imgs'))
    expect((await call('/api/upload/info', { img_ids: some })).data).toEqual([])
    expect((await call('/api/attachment/info', { file_ids: [photo] })).data).toEqual([])
    expect(await status(`/files/${some[0]}/full`)).toBe(404)
  })

  test('an upload without a session, without the right, without a file', async () => {
    expect(await attach(server, '', pdf(), 'a.pdf')).toMatchObject({ code: 302 })
    await permit(server, clerk.id, ['/api/letting/index'])
    expect(await attach(server, clerk.token, pdf(), 'a.pdf')).toMatchObject({ code: 403 })
    expect(await call('/api/attachment/index', {}, admin)).toMatchObject({ code: 400, msg: '请选择要上传的文件', data: { field: 'file' } })
  })

  test('the same bytes under two names in one second are two', async () => {
    const bytes = pdf('twins')
    const [a, b] = await Promise.all([attach(server, admin, bytes, 'a.pdf'), attach(server, admin, bytes, 'b.pdf')])
    expect([a.data.name, b.data.name]).toEqual(['a.pdf', 'b.pdf'])
    expect(a.data.file_id).not.toBe(b.data.file_id)
  })
})

describe('who gets one', () => {
  test('who may read the record now: not another project, not without the right, not a moment after it was taken away', async () => {
    const file = await sent()
    const letting_id = await made(file)
    const path = of(letting_id, file)
    expect([await status(path), await status(path, admin), await status(path, other.token), await status(path, '')]).toEqual([
      200, 200, 404, 401,
    ])
    expect((await call('/api/attachment/info', { file_ids: [file] }, other.token)).data).toEqual([])
    await permit(
      server,
      clerk.id,
      CODES.filter((code) => !/letting\/(index|detail)/.test(code)),
    )
    expect(await status(path)).toBe(404)
    await permit(server, clerk.id, ['/api/letting/detail'])
    expect(await status(path)).toBe(200)
    await sql`update account set projects = '{2}' where user_id = ${clerk.id}`.execute(server.db)
    expect(await status(path)).toBe(404)
    await sql`update account set projects = '{1}', is_active = false where user_id = ${clerk.id}`.execute(server.db)
    expect(await status(path)).toBe(401)
    await sql`update account set is_active = true where user_id = ${clerk.id}`.execute(server.db)
  })

  test('nobody by guessing: the record has to name it, under its own name and number', async () => {
    const [file, loose] = [await sent(), await sent()]
    const letting_id = await made(file)
    const bare = await made()
    for (const path of [
      of(bare, file),
      of(letting_id, loose),
      of(letting_id, file, 'org'),
      of(letting_id, file, 'audit'),
      of(letting_id, file, 'none'),
      of(letting_id, file, '__proto__'),
      `/files/attachments/lease/${letting_id}/0`,
      `/files/attachments/lease/${letting_id} or 1=1/${file}`,
      `/files/attachments/lease/99999999999/${file}`,
      `/files/attachments/lease/${letting_id}/..%2f..%2fetc`,
    ])
      for (const token of [clerk.token, admin]) expect([path, await status(path, token)]).toEqual([path, 404])
    expect((await call('/api/attachment/info', { file_ids: [loose] }, admin)).data).toEqual([])
    expect((await call('/api/attachment/info', { file_ids: [loose] })).data).toMatchObject([{ file_id: loose, name: '合同.pdf' }])
    // Nor by putting it into a record of one's own.
    expect(await add([file], other.token, { p_id: 2 })).toMatchObject({ code: 400 })
    expect(await add([loose], other.token, { p_id: 2 })).toMatchObject({ code: 400 })
  })

  test('nobody once the record is gone', async () => {
    const file = await sent()
    const letting_id = await made(file)
    expect(await call('/api/letting/del', { letting_id }, admin)).toMatchObject({ code: 200 })
    expect([await status(of(letting_id, file)), await status(of(letting_id, file), admin)]).toEqual([404, 404])
  })
})

test('the clean-up takes what no record came to name within a day, and leaves the rest', async () => {
  const [used, orphan, young] = [await sent(), await sent(), await sent()]
  const letting_id = await made(used)
  await sql`update file set created_at = epoch_now() - 90000 where img_id <> ${young}`.execute(server.db)
  await cleanUp(server.db, server.config)
  expect(
    (await call('/api/attachment/info', { file_ids: [used, orphan, young] })).data.map((one: { file_id: number }) => one.file_id),
  ).toEqual([used, young])
  expect(await status(of(letting_id, used))).toBe(200)
  expect(await call('/api/upload/del', { img_id: young })).toMatchObject({ code: 200 })
  expect(await call('/api/upload/del', { img_id: used })).toMatchObject({ code: 409 })
})
