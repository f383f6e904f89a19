import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chunk } from 'es-toolkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Resource } from '../../src/core/resource.ts'
import { parking, publishScreen } from '../help/declared/screens.ts'
import { upload } from '../help/files.ts'
import { picture } from '../help/pictures.ts'
import { addAccount, addRow, fillGround, flat, flowOf, type Ground, permit, tokenOf } from '../help/store/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

interface Told {
  img_id: number
  url: string
  thumb: string
}

let server: TestServer
let ground: Ground
let admin: string
/** Of project 1, who keeps flows; of project 2, the same; and one with no right at all. */
const clerk = { id: 0, token: '' }
const other = { id: 0, token: '' }
const bare = { id: 0, token: '' }
let seed = 40

const CLERK = ['/api/upload/index', '/api/upload/del', '/api/flow/index', '/api/flow/add']

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
  for (const [account, name, codes, projects] of [
    [clerk, 'clerk', CLERK, [1]],
    [other, 'other', CLERK, [2]],
    [bare, 'bare', [], null],
  ] as const) {
    account.id = await addAccount(server, name, codes, projects)
    account.token = await tokenOf(server, account.id)
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  await permit(server, clerk.id, CLERK)
  await sql`update account set projects = '{1}', is_active = true where user_id = ${clerk.id}`.execute(server.db)
})
afterEach(() => vi.useRealTimers())

const call = (path: string, params: Record<string, unknown> = {}, token = admin) => server.call(path, params, token)
const sent = async (token: string): Promise<Told> => (await upload(server, token, (await picture('a', 'jpeg', ++seed)).buffer)).data as Told
const get = (path: string, token: string) => fetch(server.url + path, { headers: token ? { cookie: `token=${token}` } : {} })
const status = async (path: string, token: string): Promise<number> => (await get(path, token)).status
const told = async (ids: readonly number[], token: string): Promise<Told[]> =>
  (await call('/api/upload/info', { img_ids: ids }, token)).data
const seen = async (ids: readonly number[], token: string): Promise<number[]> => (await told(ids, token)).map(({ img_id }) => img_id)
/** A picture that a flow of project 1 names. */
const shown = async (): Promise<Told> => {
  const one = await sent(clerk.token)
  expect(await call('/api/flow/add', flowOf(ground, { imgs: [one.img_id] }), clerk.token)).toMatchObject({ code: 200 })
  return one
}

describe('who sees a picture', () => {
  test('until a record names it, its uploader and nobody else, the administrator neither', async () => {
    const { img_id, url, thumb } = await sent(clerk.token)
    expect([await status(url, clerk.token), await status(thumb, clerk.token)]).toEqual([200, 200])
    for (const token of [admin, other.token, bare.token])
      expect([await seen([img_id], token), await status(`/files/${img_id}/full`, token), await status(url, token)]).toEqual([[], 404, 404])
    expect(await status(`/files/${img_id}/full`, '')).toBe(401)
  })

  test('then who may read that record: the same call, the same projects', async () => {
    const { img_id } = await shown()
    expect(await seen([img_id], clerk.token)).toEqual([img_id])
    expect(await seen([img_id], admin)).toEqual([img_id])
    expect(await seen([img_id], other.token)).toEqual([])
    expect(await seen([img_id], bare.token)).toEqual([])
    const [found] = await told([img_id], admin)
    expect(await status(found?.url ?? '', admin)).toBe(200)
  })

  test('its uploader no longer, without the right to read the record', async () => {
    const writer = await tokenOf(server, await addAccount(server, 'writer', ['/api/upload/index', '/api/flow/add'], [1]))
    const { img_id, url } = await sent(writer)
    expect(await status(url, writer)).toBe(200)
    expect(await call('/api/flow/add', flowOf(ground, { imgs: [img_id] }), writer)).toMatchObject({ code: 200 })
    expect([await seen([img_id], writer), await status(url, writer)]).toEqual([[], 404])
  })

  test('rooms, by their own call; a company’s seal, only who has all projects', async () => {
    const [front, seal] = [await sent(admin), await sent(admin)]
    expect(await call('/api/org/add', flat(ground, { imgs: [front.img_id], p_id: 1 }))).toMatchObject({ code: 200 })
    const company_id = await addRow(server, 'company', { name: '甲', code: '913101155000000001', contact: '王', phone: '13812345678' })
    const made = await call('/api/FddUser/add_signature', { holder: 1, kind: 1, company_id, name: '章', imgs: [seal.img_id] })
    expect(made).toMatchObject({ code: 200 })
    const codes = ['/api/org/list', '/api/FddUser/get_signature']
    const [scoped, all] = [await addAccount(server, 'scoped', codes, [1]), await addAccount(server, 'all', codes)]
    expect(await seen([front.img_id, seal.img_id], await tokenOf(server, scoped))).toEqual([front.img_id])
    expect(await seen([front.img_id, seal.img_id], await tokenOf(server, all))).toEqual([front.img_id, seal.img_id])
    expect(await seen([front.img_id, seal.img_id], clerk.token)).toEqual([])
  })

  test('a screen made at run time is no exception', async () => {
    const columns = { ...parking().columns, photos: { label: '照片', is: 'images', max: 3 } } as Resource['columns']
    await publishScreen(server, admin, parking({ scope: 'p_id', columns, form: ['lot', 'rent', 'p_id', 'photos'] }))
    const { img_id } = await sent(admin)
    expect(await call('/api/parking/add', { lot: 'A-1', rent: 1, p_id: 2, photos: [img_id] })).toMatchObject({ code: 200 })
    const [one, two] = [
      await addAccount(server, 'p1', ['/api/parking/index'], [1]),
      await addAccount(server, 'p2', ['/api/parking/index'], [2]),
    ]
    expect(await seen([img_id], await tokenOf(server, one))).toEqual([])
    expect(await seen([img_id], await tokenOf(server, two))).toEqual([img_id])
    expect(await seen([img_id], other.token)).toEqual([])
  })

  test('a portrait is its account’s alone', async () => {
    const { img_id } = await sent(clerk.token)
    expect(await call('/api/user/save_info', { nickname: '小张', avatar: [img_id] }, clerk.token)).toMatchObject({ code: 200 })
    expect([await seen([img_id], clerk.token), await seen([img_id], admin), await seen([img_id], other.token)]).toEqual([[img_id], [], []])
  })

  test('the logo in force anyone, a former one only who reads the setting', async () => {
    const [first, second] = [await sent(admin), await sent(admin)]
    const save = async (logo_img: number[]) =>
      call('/api/LogoSetting/save', { logo_name: '安居', logo_img, version: (await call('/api/LogoSetting/detail')).data.version })
    expect(await save([first.img_id])).toMatchObject({ code: 200 })
    const { logo_img } = (await server.call('/api/sys/update_logo')).data
    expect([await status(logo_img, ''), await status(logo_img, bare.token)]).toEqual([200, 200])
    expect(await save([second.img_id])).toMatchObject({ code: 200 })
    expect([await status(logo_img, ''), await status(logo_img, bare.token)]).toEqual([401, 404])
    expect(await seen([first.img_id], admin)).toEqual([first.img_id])
    expect(await seen([first.img_id, second.img_id], bare.token)).toEqual([])
  })

  test('someone who looks as another role sees what that role sees, by the browser’s own cookie', async () => {
    const { img_id } = await shown()
    const { rows } = await sql<{ role_id: number; user_id: number }>`
      select role_id, user_id from account where user_id in (${clerk.id}, ${bare.id})`.execute(server.db)
    const viewAs = async (user: number): Promise<string> =>
      (await call('/api/role/view', { role_id: rows.find(({ user_id }) => user_id === user)?.role_id })).data.token
    expect(await seen([img_id], await viewAs(bare.id))).toEqual([])
    const view = await viewAs(clerk.id)
    const [found] = await told([img_id], view)
    expect([
      await status(found?.url ?? '', admin),
      await status(found?.url ?? '', view),
      await status(found?.url ?? '', clerk.token),
    ]).toEqual([200, 200, 404])
  })
})

describe('a right taken away a moment ago', () => {
  test('the code, the projects, the account: the address that was given is worth nothing', async () => {
    const { img_id } = await shown()
    const [found] = await told([img_id], clerk.token)
    const url = found?.url ?? ''
    expect(await status(url, clerk.token)).toBe(200)
    await permit(server, clerk.id, ['/api/upload/index'])
    expect(await status(url, clerk.token)).toBe(404)
    await permit(server, clerk.id, CLERK)
    expect(await status(url, clerk.token)).toBe(200)
    await sql`update account set projects = '{2}' where user_id = ${clerk.id}`.execute(server.db)
    expect(await status(url, clerk.token)).toBe(404)
    await sql`update account set projects = '{1}' where user_id = ${clerk.id}`.execute(server.db)
    expect(await status(url, clerk.token)).toBe(200)
    await sql`update account set is_active = false where user_id = ${clerk.id}`.execute(server.db)
    expect(await status(url, clerk.token)).toBe(401)
  })
})

describe('an address', () => {
  test('is worth nothing to another session, of the same account neither, nor with anything in it changed', async () => {
    const [one, two] = [await shown(), await shown()]
    const again = await tokenOf(server, clerk.id)
    const [, path = '', until = '', sign = ''] = /^(.*)\?until=(\d+)&sign=(.*)$/.exec(one.url) ?? []
    expect(await status(one.url, clerk.token)).toBe(200)
    for (const [url, token] of [
      [one.url, again],
      [one.url, admin],
      [one.url.replace('/full', '/thumb'), clerk.token],
      [one.url.replace(String(one.img_id), String(two.img_id)), clerk.token],
      [`${path}?until=${Number(until) + 1}&sign=${sign}`, clerk.token],
      [`${path}?until=${until}&sign=${sign.slice(0, -2)}`, clerk.token],
      [`${path}?until=${until}&sign=${sign}&sign=${sign}`, clerk.token],
      [`${path}?until=${until}`, clerk.token],
      [path, clerk.token],
    ] as const)
      expect([url, await status(url, token)]).toEqual([url, 404])
    expect(await status(one.url, '')).toBe(401)
  })

  test('ends within an hour', async () => {
    const { url } = await shown()
    const in_ = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    in_(29)
    expect(await status(url, clerk.token)).toBe(200)
    in_(31)
    const late = await get(url, clerk.token)
    expect([late.status, (await late.json()) as unknown]).toEqual([404, expect.objectContaining({ msg: '图片的地址已过期，请刷新页面' })])
  })

  test('a picture whose file is gone from the disk is 404', async () => {
    const { img_id, url, thumb } = await shown()
    const { rows } = await sql<{ hash: string }>`select hash from file where img_id = ${img_id}`.execute(server.db)
    const hash = rows[0]?.hash ?? ''
    for (const size of ['full', 'thumb'])
      rmSync(join(server.config.dataDir, 'files', hash.slice(0, 2), hash.slice(2, 4), `${hash}.${size}`))
    for (const path of [url, thumb]) {
      const answer = await get(path, clerk.token)
      expect([answer.status, await answer.json()]).toEqual([404, { code: 404, msg: '图片文件已不在', data: null }])
    }
  })
})

describe('numbers', () => {
  test('are not counted out, and a thousand guesses around a known one find nothing', async () => {
    const some = [await shown(), await shown(), await shown()].map(({ img_id }) => img_id)
    expect(some.every((id) => id >= 2 ** 30)).toBe(true)
    expect(some.slice(1).some((id, index) => Math.abs(id - (some[index] ?? 0)) < 1000)).toBe(false)
    await sql`insert into file (img_id, hash, mime, bytes, width, height, is_used, created_by)
      select n, 'h' || n, 'image/png', 1, 1, 1, n % 2 = 0, 1 from generate_series(1, 500) n`.execute(server.db)
    const guessed = [...Array(500)].map((_, index) => index + 1).concat([...Array(500)].map((_, index) => (some[0] ?? 0) - 250 + index))
    for (const ids of chunk(guessed, 100)) expect(await told(ids, bare.token)).toEqual([])
    for (const ids of chunk(guessed, 100)) {
      const statuses = await Promise.all(ids.map((id) => status(`/files/${id}/full`, bare.token)))
      expect(new Set(statuses)).toEqual(new Set([404]))
    }
  }, 60_000)

  test('of another’s picture cannot be put into a record of one’s own, nor deleted', async () => {
    const [named, loose] = [(await shown()).img_id, (await sent(clerk.token)).img_id]
    const refused = { code: 400, msg: '图片不存在或已被删除，请重新上传' }
    for (const id of [named, loose]) {
      expect(await call('/api/flow/add', flowOf(ground, { imgs: [id] }), other.token)).toMatchObject(refused)
      expect(await call('/api/user/save_info', { nickname: '他', avatar: [id] }, other.token)).toMatchObject(refused)
      expect(await call('/api/user/save_info', { nickname: '她', avatar: [id] }, bare.token)).toMatchObject(refused)
      expect(await call('/api/upload/del', { img_id: id }, other.token)).toMatchObject({ code: 409 })
      expect(await seen([id], other.token)).toEqual([])
    }
    expect(await seen([named, loose], clerk.token)).toEqual([named, loose])
  })

  test('in a record that one may change, but not read, stay there', async () => {
    const { img_id } = await sent(admin)
    const added = await call('/api/parking/add', { lot: 'B-1', rent: 1, p_id: 1, photos: [img_id] })
    const editor = await tokenOf(server, await addAccount(server, 'editor', ['/api/parking/edit'], [1]))
    const edit = { lot_id: added.data.lot_id, lot: 'B-1', rent: 2, p_id: 1, photos: [img_id] }
    expect(await call('/api/parking/edit', edit, editor)).toMatchObject({ code: 200 })
    expect(await seen([img_id], editor)).toEqual([])
    const [found] = await told([img_id], admin)
    expect(await status(found?.url ?? '', admin)).toBe(200)
    expect(await call('/api/parking/edit', { ...edit, photos: [] }, editor)).toMatchObject({ code: 200 })
    // Taken off the record it is nobody's.
    expect([await seen([img_id], admin), await status(found?.url ?? '', admin)]).toEqual([[], 404])
    expect(await call('/api/parking/edit', { ...edit, request_id: 'again' }, editor)).toMatchObject({
      code: 400,
      msg: '图片不存在或已被删除，请重新上传',
    })
  })
})
