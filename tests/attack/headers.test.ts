import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillGround, tokenOf } from '../help/store/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
})
afterAll(() => server.close())

const asked = (
  path: string,
  method: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> =>
  new Promise((done, failed) => {
    const out = request(new URL(path, server.url), { method, headers }, (answer) => {
      answer.resume()
      done({ status: answer.statusCode ?? 0, headers: answer.headers })
    })
    out.on('error', failed)
    out.end()
  })

test('an answer is for the page that asked: not kept, not sniffed, not framed, not told elsewhere, and for no other origin', async () => {
  const token = await tokenOf(server)
  const response = await fetch(`${server.url}/get_info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify({ token }),
  })
  const { headers } = response
  expect(
    Object.fromEntries(
      ['cache-control', 'x-content-type-options', 'referrer-policy', 'content-type'].map((name) => [name, headers.get(name)]),
    ),
  ).toEqual({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/)
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test('a preflight is granted nothing', async () => {
  const { headers } = await asked('/api/org/list', 'OPTIONS', { origin: 'https://evil.example', 'access-control-request-method': 'POST' })
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'GET'])('%s does nothing', async (method) => {
  expect([404, 405]).toContain((await asked('/api/org/list', method)).status)
})

test.each(['/assets/', '/files/', '/files/imports/', '/.git/config', '/..%2f..%2fetc/passwd', '/package.json'])(
  '%s lists and gives nothing',
  async (path) => {
    expect([401, 404]).toContain((await asked(path, 'GET')).status)
  },
)
