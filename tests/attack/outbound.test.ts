import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { fadadaProvider } from '../../server/domain/netSign/fadada/provider.ts'
import { ask } from '../../server/outbound/ask.ts'
import { md5, startTestServer, type TestServer } from '../help/testServer.ts'

const NOWHERE = { outboundHosts: [] }
const credentials = { app_id: 'a', app_secret: 's', open_corp_id: 'c', business_id: '' }
const INNER = '外部接口不能是内网地址；确需连接的须由运维写进 OUTBOUND_HOSTS'
const CLOSED = '外部接口须用 https；内网或不加密的地址须由运维写进 OUTBOUND_HOSTS'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})
const listening = async (answer: RequestListener): Promise<{ host: string; asked: () => number }> => {
  let count = 0
  const server = createServer((request, response) => {
    count++
    answer(request, response)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => count }
}
const trial = (host: string, outboundHosts: readonly string[]) => fadadaProvider({ outboundHosts }, { host, ...credentials }).test()

describe('an address that someone typed reaches no machine of the house', () => {
  test('nothing without TLS, and not the answer of whoever is there', async () => {
    const inner = await listening((_request, response) => response.end('{"msg":"机密：db password is 123"}'))
    expect(await trial(`http://${inner.host}`, [])).toEqual({ ok: false, msg: CLOSED })
    expect(inner.asked()).toBe(0)
  })

  test.each([
    'https://127.0.0.1:1',
    'https://localhost:1',
    'https://[::1]:1',
    'https://[::ffff:127.0.0.1]:1',
    'https://0.0.0.0:1',
    'https://10.0.0.1:1',
    'https://192.168.1.1:1',
    'https://172.16.0.1:1',
    'https://169.254.169.254',
    'https://[fe80::1]:1',
    'https://[fd00::1]:1',
    'https://2130706433:1',
    'https://0x7f.1:1',
  ])('%s is refused before anything is sent', async (host) => {
    await expect(ask(NOWHERE, { url: `${host}/`, method: 'GET' })).rejects.toThrow(INNER)
  })

  test('what the operator names may be asked; of its answer only the code is told, and nowhere else it leads', async () => {
    const secret = await listening((_request, response) => response.end('{"code":"1","msg":"内网"}'))
    const named = await listening((request, response) => {
      if (request.url?.startsWith('/redirect')) return void response.writeHead(302, { location: `http://${secret.host}/` }).end()
      response.writeHead(503).end('{"code":"<b>机密</b>","msg":"db password is 123"}')
    })
    expect(await trial(`http://${named.host}`, [named.host])).toEqual({ ok: false, msg: '法大大没有接受，代码 HTTP 503' })
    expect(await trial(`http://${named.host}/redirect`, [named.host])).toEqual({ ok: false, msg: '法大大没有接受，代码 HTTP 302' })
    expect(secret.asked()).toBe(0)
    expect(await trial(`http://${secret.host}`, [named.host])).toEqual({ ok: false, msg: CLOSED })
  })

  test('an answer without end is read no further than it could be understood', async () => {
    let sent = 0
    const endless = await listening((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 32))) sent += 65_536
      }
      response.on('drain', more)
      more()
    })
    expect(await trial(`http://${endless.host}`, [endless.host])).toEqual({ ok: false, msg: '连不上法大大，请检查接口地址与网络' })
    expect(sent).toBeLessThan(20_000_000)
  })
})

describe('an address that a caller claims', () => {
  let behind: TestServer
  let alone: TestServer
  beforeAll(async () => {
    behind = await startTestServer({ TRUST_PROXY: '1' })
    alone = await startTestServer()
  })
  afterAll(async () => {
    await behind.close()
    await alone.close()
  })

  /** Sends exactly these lines, as no HTTP client would, and gives the answer's first line. */
  const raw = (server: TestServer, path: string, headers: string[], body = ''): Promise<string> =>
    new Promise((done, failed) => {
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          [
            `POST ${path} HTTP/1.1`,
            'host: anju',
            'connection: close',
            `content-length: ${Buffer.byteLength(body)}`,
            ...headers,
            '',
            body,
          ].join('\r\n'),
        )
      })
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('end', () => done(text))
      socket.on('error', failed)
    })
  const wrongLogin = (server: TestServer, forwarded: string, userName: string) =>
    raw(
      server,
      '/login',
      ['content-type: application/json', `x-forwarded-for: ${forwarded}`],
      JSON.stringify({ userName, password: '0'.repeat(32) }),
    )

  test('in front of the proxy’s own word does not evade the limit of logins', async () => {
    for (const server of [behind, alone]) {
      // One proxy appends the address that it saw; whatever stands before it is the caller's own word.
      const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => wrongLogin(server, `9.9.9.${n}, 203.0.113.7`, `nobody${n}`)))
      expect(answers.filter((answer) => answer.includes('"code":429')).length).toBeGreaterThan(0)
      expect(answers.filter((answer) => answer.includes('"code":400')).length).toBeLessThanOrEqual(30)
    }
  })

  test('opens no metrics', async () => {
    const get = (server: TestServer, forwarded?: string) =>
      fetch(`${server.url}/metrics`, { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }).then(({ status }) => status)
    expect(await get(alone)).toBe(200)
    expect(await get(alone, '127.0.0.1')).toBe(403)
    expect(await get(behind, '127.0.0.1, 203.0.113.7')).toBe(403)
    expect(await get(behind, '203.0.113.7')).toBe(403)
    expect(await get(behind)).toBe(200)
  })

  test('is an address or nothing wherever it is kept', async () => {
    const login = (forwarded: string) =>
      fetch(`${behind.url}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
        body: JSON.stringify({ userName: 'guanjia', password: md5('anju2026') }),
      }).then((response) => response.json())
    for (const forwarded of ['"><script>alert(1)</script>', '203.0.113.7 or whatever', '203.0.113.9'])
      expect(await login(forwarded)).toMatchObject({ code: 200 })
    const { rows } = await sql<{ address: string }>`select address from session order by created_at, session_id`.execute(behind.db)
    expect(rows.map(({ address }) => address)).toEqual(['', '', '203.0.113.9'])
  })

  test.each(['on', '0', '10', 'proxy', '10.0.0.0/40', `${'10.0.0.1,'.repeat(2).slice(0, -1)};`])(
    'TRUST_PROXY=%s is refused in a sentence',
    (text) => {
      expect(() => readConfig({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY.*允许：off、1–9 的层数/)
    },
  )
})
