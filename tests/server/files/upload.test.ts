import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from '../../../server/domain/system/cleanUp.ts'
import { sendFiles, upload } from '../../help/files.ts'
import { picture } from '../../help/pictures.ts'
import { addAccount, fillGround, flowOf, type Ground, tokenOf } from '../../help/store/ground.ts'
import { signed, startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string
let seed = 10

beforeAll(async () => {
  server = await startTestServer({ UPLOAD_MAX_MB: '1' })
  ground = await fillGround(server)
  admin = await tokenOf(server)
})
afterAll(() => server.close())

const some = async (format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> => (await picture('a', format, ++seed)).buffer
const get = (path: string, token = admin) => fetch(server.url + path, { headers: { cookie: `other=1; token=${token}` } })
const bytesOf = async (path: string): Promise<Buffer> => Buffer.from(await (await get(path)).arrayBuffer())
const rows = async (): Promise<number> => (await sql<{ n: number }>`select count(*) as n from file`.execute(server.db)).rows[0]?.n ?? -1

describe('what is taken', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('%s, whatever its name says, with a thumbnail', async (format) => {
    const { code, data } = await upload(server, admin, await some(format), 'photo.txt')
    expect(code).toBe(200)
    const signed = (size: string) => expect.stringMatching(new RegExp(`^/files/${data.img_id}/${size}\\?until=\\d{10}&sign=[\\w-]{43}$`))
    expect(data).toEqual({ img_id: expect.any(Number), url: signed('full'), thumb: signed('thumb') })
    const full = await get(data.url)
    expect([full.status, full.headers.get('content-type'), full.headers.get('cache-control')]).toEqual([
      200,
      `image/${format}`,
      expect.stringMatching(/^private, max-age=\d{3,4}, immutable$/),
    ])
    expect(await sharp(await bytesOf(data.url)).metadata()).toMatchObject({ format, width: 40, height: 30 })
    expect(await sharp(await bytesOf(data.thumb)).metadata()).toMatchObject({ format: 'webp', width: 240, height: 240 })
    expect((await server.call('/api/upload/info', { img_ids: [data.img_id] }, admin)).data).toEqual([{ ...data, width: 40, height: 30 }])
  })

  test('it is turned upright, and place and device are gone', async () => {
    const original = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } })
      .jpeg()
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '31/1 13/1 49/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const before = await sharp(original).metadata()
    expect(before.orientation).toBe(6)
    expect(before.exif).toBeDefined()
    const { data } = await upload(server, admin, original)
    const stored = await bytesOf(data.url)
    const after = await sharp(stored).metadata()
    expect(after).toMatchObject({ width: 20, height: 60 })
    expect([after.exif, after.orientation, after.xmp, after.icc]).toEqual([undefined, undefined, undefined, undefined])
    expect(stored.includes('SecretCamera')).toBe(false)
  })
})

describe('what is refused', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const truncated = async () => {
    const whole = await sharp(Buffer.from(Array.from({ length: 30_000 }, (_, n) => (n * 7919) % 251)), {
      raw: { width: 100, height: 100, channels: 3 },
    })
      .jpeg()
      .toBuffer()
    return whole.subarray(0, whole.length / 2)
  }
  const bomb = () =>
    sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
  test.each([
    ['an SVG', () => svg, '只能上传 JPG、PNG 或 WebP 图片'],
    ['a GIF', () => gif, '只能上传 JPG、PNG 或 WebP 图片'],
    ['HTML called .jpg', () => Buffer.from('<html><script>1</script></html>'), '图片已损坏或过大，请换一张'],
    ['a ZIP', () => Buffer.from('504b0304140000000000', 'hex'), '图片已损坏或过大，请换一张'],
    ['a JPEG that breaks off', truncated, '图片已损坏或过大，请换一张'],
    ['64 million pixels in a small file', bomb, '图片已损坏或过大，请换一张'],
    ['a JPEG head alone', () => Buffer.from('ffd8ffe000104a464946', 'hex'), '图片已损坏或过大，请换一张'],
  ])('%s', async (_what, bytes, msg) => {
    const before = await rows()
    expect(await upload(server, admin, await bytes())).toMatchObject({ code: 400, msg, data: { field: 'file' } })
    expect(await rows()).toBe(before)
  })

  test('nothing at all', async () => {
    for (const answer of [await upload(server, admin, Buffer.alloc(0)), await sendFiles(server, signed({ key: 'fang' }, admin), [])])
      expect(answer).toMatchObject({ code: 400, msg: expect.stringMatching(/图片/) })
  })

  test('one over UPLOAD_MAX_MB is 413', async () => {
    const answer = await upload(server, admin, Buffer.alloc(1024 * 1024 + 1, 1))
    expect(answer).toMatchObject({ code: 413, status: 413, msg: '文件超过 1 MB，没有上传' })
  })

  test('a field given twice: which one was signed cannot be told', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(signed({ key: 'fang' }, admin))) form.append(name, String(value))
    form.append('key', 'fang')
    form.append('file', new Blob([(await some()).slice()]), 'a.jpg')
    const response = await fetch(`${server.url}/api/upload/index`, { method: 'POST', body: form })
    expect(await response.json()).toMatchObject({ code: 400, msg: '参数 key 重复' })
  })

  test('two files at once, a wrong use, no right, no session', async () => {
    const before = await rows()
    const bytes = await some()
    expect(
      await sendFiles(server, signed({ key: 'fang' }, admin), [
        { name: 'a', bytes },
        { name: 'b', bytes },
      ]),
    ).toMatchObject({ code: 400, msg: '一次只能上传一个文件' })
    expect(await sendFiles(server, signed({ key: 'other' }, admin), [{ name: 'a', bytes }])).toMatchObject({
      code: 400,
      msg: 'key 须为 fang',
    })
    expect(await upload(server, await tokenOf(server, await addAccount(server, 'reader', [])), bytes)).toMatchObject({ code: 403 })
    expect(await upload(server, '', bytes)).toMatchObject({ code: 302 })
    expect(await rows()).toBe(before)
  })
})

describe('reading', () => {
  test('needs the session cookie; what is not there is 404', async () => {
    const { data } = await upload(server, admin, await some())
    expect((await fetch(server.url + data.url)).status).toBe(401)
    expect((await get(data.url, 'f'.repeat(64))).status).toBe(401)
    expect((await fetch(`${server.url}${data.url}?token=${admin}`)).status).toBe(401)
    for (const path of [
      '/files/999999/full',
      '/files/1/huge',
      '/files/x/full',
      '/files/0/full',
      '/files/9999999999/full',
      '/files/..%2f..%2fetc%2fpasswd/full',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

describe('deleting', () => {
  const del = (img_id: number, token = admin) => server.call('/api/upload/del', { img_id }, token)
  test('only one’s own that no record names', async () => {
    const [own, used] = [(await upload(server, admin, await some())).data.img_id, (await upload(server, admin, await some())).data.img_id]
    await server.call('/api/flow/add', flowOf(ground, { imgs: [used] }), admin)
    const other = await tokenOf(server, await addAccount(server, 'other', ['*']))
    expect(await del(own, other)).toMatchObject({ code: 409 })
    expect(await del(used)).toMatchObject({ code: 409, msg: '图片已被使用或不是您上传的，不能删除' })
    expect(await del(own)).toMatchObject({ code: 200 })
    expect(await del(999_999)).toMatchObject({ code: 409 })
    expect(
      (await server.call('/api/upload/info', { img_ids: [own, used] }, admin)).data.map((row: { img_id: number }) => row.img_id),
    ).toEqual([used])
  })
})

test('the clean-up takes orphans older than a day with their bytes, and leaves used, young and shared ones', async () => {
  const make = async (bytes?: Buffer): Promise<number> => (await upload(server, admin, bytes ?? (await some()))).data.img_id
  const shared = await some()
  const [orphan, young, used, twinA] = [await make(), await make(), await make(), await make(shared)]
  const clerk = await tokenOf(server, await addAccount(server, 'twin', ['/api/upload/index', '/api/flow/add']))
  const twinB: number = (await upload(server, clerk, shared)).data.img_id
  await server.call('/api/flow/add', flowOf(ground, { imgs: [used] }), admin)
  // Nobody else may put it into a record.
  await server.call('/api/flow/add', flowOf(ground, { imgs: [twinB], p_id: 1 }), clerk)
  await sql`update file set created_at = epoch_now() - 90000 where img_id <> ${young}`.execute(server.db)
  const hashes = new Map(
    (await sql<{ img_id: number; hash: string }>`select img_id, hash from file`.execute(server.db)).rows.map((row) => [
      row.img_id,
      row.hash,
    ]),
  )
  await Promise.all([cleanUp(server.db, server.config), cleanUp(server.db, server.config)])
  const left = (await sql<{ img_id: number }>`select img_id from file`.execute(server.db)).rows.map((row) => row.img_id)
  expect(left).toEqual(expect.arrayContaining([young, used, twinB]))
  expect(left).not.toContain(orphan)
  expect(left).not.toContain(twinA)
  const isThere = (id: number): boolean[] => {
    const hash = hashes.get(id) ?? ''
    return ['full', 'thumb'].map((size) =>
      existsSync(join(server.config.dataDir, 'files', hash.slice(0, 2), hash.slice(2, 4), `${hash}.${size}`)),
    )
  }
  expect([orphan, young, used, twinB].map(isThere)).toEqual([
    [false, false],
    [true, true],
    [true, true],
    [true, true],
  ])
})
