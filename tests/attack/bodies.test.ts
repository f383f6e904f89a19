import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refuseCrowdedForm, refuseCrowdedJson } from '../../server/http/request/bodies.ts'
import { proof, rounds } from '../help/depth.ts'
import { upload } from '../help/files.ts'
import { picture } from '../help/pictures.ts'
import { addAccount, tokenOf } from '../help/store/ground.ts'
import { type Answer, md5, signed, startTestServer, type TestServer } from '../help/testServer.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
})
beforeEach(async () => {
  await sql`delete from login_failure`.execute(server.db)
  await sql`delete from error_log`.execute(server.db)
})
afterAll(() => server.close())

const FORM = 'application/x-www-form-urlencoded'
const post = async (path: string, type: string, body: string): Promise<Answer> => {
  const response = await fetch(server.url + path, { method: 'POST', headers: { 'content-type': type }, body })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}
const asJson = (entries: readonly string[]): string => `{${entries.map((name) => `"${name}":1`).join(',')}}`
const asForm = (entries: readonly string[]): string => entries.map((name) => `${name}=1`).join('&')
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}`)

describe('a body of many params', () => {
  test.each([
    ['JSON', 'application/json', asJson(names(100_000))],
    ['a form', FORM, asForm(names(100_000))],
  ])('%s of 100,000 names is refused, wherever it is sent', async (_what, type, body) => {
    expect(await post('/login', type, body)).toMatchObject({ status: 413, code: 413 })
    expect(await post('/api/cost/add', type, body.slice(0, 900_000) + (type === FORM ? '' : '}'))).toMatchObject({
      status: 200,
      code: 400,
      msg: '参数过多',
    })
  })

  test.each([
    ['JSON', 'application/json', asJson(names(5_000))],
    ['a form', FORM, asForm(names(5_000))],
  ])('%s of 5,000 names is refused by their count, before any of them is judged', async (_what, type, body) => {
    expect(await post('/login', type, body)).toMatchObject({ status: 200, code: 400, msg: '参数过多', data: null })
  })

  test('names deeper down, and levels, are counted, in texts they are not', () => {
    const many = `{"a":[${Array.from({ length: 21_000 }, () => '{"b":1}').join(',')}]}`
    expect(() => refuseCrowdedJson(many)).toThrow('参数过多')
    expect(() => refuseCrowdedJson(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)).toThrow('参数嵌套过深')
    expect(() => refuseCrowdedJson(JSON.stringify({ text: `${'"a":'.repeat(30_000)}${'[{\\'.repeat(10_000)}` }))).not.toThrow()
    expect(() => refuseCrowdedJson(asJson(names(200)))).not.toThrow()
    expect(() => refuseCrowdedJson(asJson(names(201)))).toThrow('参数过多')
    expect(() => refuseCrowdedForm(asForm(names(200)))).not.toThrow()
    expect(() => refuseCrowdedForm(asForm(names(201)))).toThrow('参数过多')
  })

  test('deep nesting', async () => {
    const body = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(await post('/api/cost/add', 'application/json', body)).toMatchObject({ code: 400, msg: '参数嵌套过深' })
  })
})

/** A POST that says what it will send and sends only its beginning. */
const halfOpen = async (type: string, length: number, beginning: string): Promise<Socket & { heard: string }> => {
  const { hostname, port } = new URL(server.url)
  const socket = Object.assign(connect(Number(port), hostname), { heard: '' })
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    socket.heard += bytes.toString()
  })
  await once(socket, 'connect')
  socket.write(`POST /api/upload/index HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${beginning}`)
  return socket
}
const field = (name: string, value: string): string => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const FILE = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
const fields = (token: string): string =>
  Object.entries(signed({ key: 'fang' }, token))
    .map(([name, value]) => field(name, String(value)))
    .join('')

describe('a body that does not come to its end', () => {
  proof('thirty multipart bodies are ended by a limit of time, and others answer meanwhile', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        halfOpen('multipart/form-data; boundary=b', 9_000_000, index % 2 ? field('key', 'fang') : '--b\r\n'),
      ),
    )
    const others = await Promise.all([...Array(20)].map(() => server.call('/api/cost/index', { page: 1 }, admin)))
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set([200]))
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
    for (const { heard } of sockets) expect(heard).toContain('提交的内容没有按时传完，请重试')
  })

  proof('a form too', async () => {
    const socket = await halfOpen(FORM, 1000, 'token=')
    await once(socket, 'close')
    expect(socket.heard).toContain('提交的内容没有按时传完，请重试')
  })

  test('an address holds no more than its part, and gets it back', async () => {
    const sockets = await Promise.all(Array.from({ length: 40 }, () => halfOpen('multipart/form-data; boundary=b', 9_000_000, '--b\r\n')))
    const refused = (): number => sockets.filter(({ heard }) => heard.includes('同时提交的内容太多，请稍后再试')).length
    // 8 MB of an address, a quarter of one for the fields of each.
    await expect.poll(refused, { interval: 5, timeout: 5_000 }).toBe(8)
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await server.call('/api/cost/index', { page: 1 }, admin)).code, { timeout: 5_000 }).toBe(200)
  })
})

describe('a file', () => {
  test('is not waited for where its sender may not send it', async () => {
    const reader = await tokenOf(server, await addAccount(server, 'no-upload', []))
    for (const [sent, told] of [
      [fields('f'.repeat(64)), '"code":302'],
      [fields(reader), '"code":403'],
      [field('key', 'fang'), '"code":401'],
      ['', '"code":401'],
    ] as const) {
      // Nine MB are announced; the answer comes when the file begins.
      const socket = await halfOpen('multipart/form-data; boundary=b', 9_000_000, `${sent}${FILE}the first bytes`)
      await expect.poll(() => socket.heard, { interval: 5, timeout: 5_000 }).toContain(told)
      socket.destroy()
    }
  })

  test('goes with a call that takes one only', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(signed({ name: '费用' }, admin))) form.append(name, String(value))
    form.append('file', new Blob(['x']), 'a.jpg')
    const response = await fetch(`${server.url}/api/cost/add`, { method: 'POST', body: form })
    expect(await response.json()).toMatchObject({ code: 400, msg: '这个接口不收文件', data: { field: 'file' } })
  })

  test('of several MB from who may send it is taken', async () => {
    expect((await upload(server, admin, (await picture('a', 'jpeg')).buffer)).code).toBe(200)
    const noise = await sharp({
      create: { width: 1600, height: 1600, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
    })
      .jpeg({ quality: 100 })
      .toBuffer()
    expect(noise.length).toBeGreaterThan(2_000_000)
    expect((await upload(server, admin, noise)).code).toBe(200)
  })
})

describe('tries sent at once', () => {
  test('of 120 wrong logins no more than thirty are judged, and then nothing else is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => server.send('/login', { userName: `nobody${index}`, password: md5('wrong') }, 'B')),
    )
    expect(answers.filter(({ code }) => code === 400).length).toBe(30)
    expect(answers.filter(({ code }) => code === 429).length).toBe(90)
    // Before the rules: what it sends is not looked at any more.
    expect(await server.send('/login', { userName: '', strange: 1 }, 'B')).toMatchObject({ code: 429 })
  })

  test('a right password takes none', async () => {
    const logIn = async () => (await server.send('/login', { userName: 'admin', password: md5('anju2026') }, 'B')).code
    const codes = await Promise.all(Array.from({ length: 40 }, logIn))
    expect(new Set(codes)).toEqual(new Set([200]))
    const { rows } = await sql<{ n: number }>`select count(*) as n from login_failure`.execute(server.db)
    expect(rows[0]?.n).toBe(0)
  })

  test('of many reports of errors thirty are kept', async () => {
    const answers = await Promise.all(
      Array.from({ length: rounds(80, 300) }, (_, index) => server.send('/save_error_logger', { mes: `第${index}次` }, 'B')),
    )
    expect(answers.filter(({ code }) => code === 200).length).toBe(30)
    const { rows } = await sql<{ n: number }>`select count(*) as n from error_log`.execute(server.db)
    expect(rows[0]?.n).toBe(30)
    expect(await server.send('/save_error_logger', { strange: 1 }, 'B')).toMatchObject({ code: 429 })
  })
})
