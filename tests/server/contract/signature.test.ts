import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../../help/files.ts'
import { picture } from '../../help/pictures.ts'
import { addAccount, addRow, addTenant, cardOf, fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const ADD = '/api/FddUser/add_signature'
const GET = '/api/FddUser/get_signature'

let server: TestServer
let admin: string
let company: number
let tenant: number
let img: number
const add = (params: object, token = admin) => server.call(ADD, { name: '合同章', imgs: [img], ...params }, token)
const list = async (params: object) => (await server.call(GET, { order: 'signature_id', ...params }, admin)).data.list
const defaults = async (params: object) => (await list(params)).map((row: { is_default: number }) => row.is_default)

beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
  company = await addRow(server, 'company', { name: '甲公司', code: '913101155000000001', contact: '王', phone: '13812345678' })
  tenant = await addTenant(server, { name: '李雷' })
  img = (await upload(server, admin, (await picture('seal.png', 'png')).buffer, 'seal.png')).data.img_id
})
afterAll(() => server.close())

test('the first of a holder is the default; another is made it, and a retired one is it no more', async () => {
  const of = { company_id: [company] }
  const ids: number[] = []
  for (const kind of [1, 2, 3]) {
    const { code, data } = await add({ holder: 1, company_id: company, kind, name: `章${kind}` })
    expect(code).toBe(200)
    ids.push(data.signature_id)
  }
  expect(await defaults(of)).toEqual([1, 0, 0])
  expect(await server.call('/api/signature/makeDefault', { signature_id: ids[2] }, admin)).toMatchObject({ code: 200 })
  expect(await defaults(of)).toEqual([0, 0, 1])
  expect(await server.call('/api/signature/retire', { signature_id: ids[2] }, admin)).toMatchObject({ code: 200 })
  expect(await defaults(of)).toEqual([0, 0, 0])
  expect(await server.call('/api/signature/makeDefault', { signature_id: ids[2], request_id: 'again' }, admin)).toMatchObject({
    code: 409,
  })
  expect((await list({ ...of, retired: [1] })).map((row: { name: string }) => row.name)).toEqual(['章3'])
  const both = await Promise.all([0, 1].map((n) => server.call('/api/signature/makeDefault', { signature_id: ids[n] }, admin)))
  expect(both.some(({ code }) => code === 200)).toBe(true)
  expect((await defaults(of)).filter((value: number) => value === 1)).toHaveLength(1)
  const { rows } = await sql<{ is_used: boolean }>`select is_used from file where img_id = ${img}`.execute(server.db)
  expect(rows[0]?.is_used).toBe(true)
})

test.each([
  [{ holder: 1, kind: 1 }, '企业必填'],
  [{ holder: 2 }, '租客必填'],
  [{ holder: 2, custom_id: 999_999 }, '租客不存在，或不在您负责的项目内'],
  [{ holder: 1, company_id: 1 }, '印章种类必填'],
  [{ holder: 2, custom_id: 1, imgs: [] }, '请上传或手写图样'],
  [{ holder: 2, custom_id: 1, imgs: [987_654] }, '图片不存在或已被删除，请重新上传'],
])('what is wrong is said: %j', async (params, msg) => {
  expect(await add(params)).toMatchObject({ code: 400, msg })
})

test('a tenant’s signature is of the tenant’s project, a company’s seal of whoever sees all', async () => {
  const codes = [ADD, GET, '/api/upload/index']
  const [one, two] = [
    await tokenOf(server, await addAccount(server, 'one', codes, [1])),
    await tokenOf(server, await addAccount(server, 'two', codes, [2])),
  ]
  // Each with a picture of their own: another's is not theirs to use.
  const own = async (token: string) => (await upload(server, token, (await picture('seal.png', 'png')).buffer, 'seal.png')).data.img_id
  const person = { holder: 2, custom_id: tenant, name: '李雷' }
  expect(await add({ ...person, imgs: [await own(two)] }, two)).toMatchObject({ code: 400, msg: '租客不存在，或不在您负责的项目内' })
  expect(await add({ ...person, imgs: [await own(one)] }, one)).toMatchObject({ code: 200 })
  const seen = async (token: string) => (await server.call(GET, {}, token)).data.list.map((row: { name: string }) => row.name)
  expect(await seen(one)).toEqual(['李雷'])
  expect(await seen(two)).toEqual([])
  expect(await add({ holder: 1, company_id: company, kind: 1 }, one)).toMatchObject({
    code: 403,
    msg: '企业的印章由负责全部项目的账号管理',
  })
})

test('nothing, or hardly anything, is no signature: white, transparent, black, a dot', async () => {
  const paper = (background: string) => sharp({ create: { width: 600, height: 200, channels: 4, background } })
  const dot = { input: { create: { width: 4, height: 4, channels: 3 as const, background: 'black' } }, left: 300, top: 100 }
  const blanks = [paper('white'), paper('#ffffff00'), paper('black'), paper('white').composite([dot])]
  for (const blank of blanks) {
    const { data } = await upload(server, admin, await blank.png().toBuffer(), '签名.png')
    expect(await add({ holder: 2, custom_id: tenant, imgs: [data.img_id] })).toMatchObject({
      code: 400,
      msg: '图片上几乎是空白，请重新手写或上传',
      data: { field: 'imgs' },
    })
  }
  const thin =
    '<svg width="600" height="200"><path d="M200 120 q30 -60 60 0 t60 0 t60 -10" fill="none" stroke="#222" stroke-width="3"/></svg>'
  const { data } = await upload(
    server,
    admin,
    await paper('white')
      .composite([{ input: Buffer.from(thin) }])
      .png()
      .toBuffer(),
    '签名.png',
  )
  const other = await addTenant(server, { name: '细笔', card: cardOf(9901) })
  expect(await add({ holder: 2, custom_id: other, name: '细笔', imgs: [data.img_id] })).toMatchObject({ code: 200 })
})
