import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesOf, registry } from '../../../server/calls/registry.ts'
import { resources } from '../../../src/declared/declared.ts'
import { rowCounts, tokenOf } from '../../help/store/ground.ts'
import { nowSeconds, startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ API_DOCS: 'staff' })
})
afterAll(() => server.close())

describe('beside the calls', () => {
  test('security headers are on every answer', async () => {
    for (const path of ['/healthz', '/api/local/index', '/nothing', '/config.json']) {
      const { headers } = await fetch(server.url + path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe-eval')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  test('/healthz, /readyz, /metrics and /config.json answer', async () => {
    const get = (path: string) => fetch(server.url + path)
    expect(await (await get('/healthz')).json()).toEqual({ status: 'up' })
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
    await server.send('/api/local/index', {})
    const metrics = await (await get('/metrics')).text()
    expect(metrics).toContain('anju_call_seconds_count{path="/api/local/index",code="401"}')
    expect(metrics).toContain('# TYPE anju_job_failed gauge')
    expect(await (await get('/config.json')).json()).toEqual({
      host: '',
      brokerHost: '',
      signKey: '',
      tokenDays: 1,
      timeoutMs: 200_000,
      chunkTimeoutMs: 120_000,
      uploadMaxMb: 20,
    })
  })

  test('/docs lists every call with its permission', async () => {
    const get = async (path: string) => fetch(server.url + path, { headers: { cookie: `token=${await tokenOf(server)}` } })
    expect((await get('/docs/')).status).toBe(200)
    const document = (await (await get('/docs/json')).json()) as { paths: Record<string, { post: { description: string } }> }
    expect(Object.keys(document.paths).sort()).toEqual([...registry().keys()].sort())
    for (const [path, call] of registry()) for (const code of codesOf(call)) expect(document.paths[path]?.post.description).toContain(code)
  })

  test('/docs shows how records live: the list of what has states names its picture, and the picture is there', async () => {
    const get = async (path: string) => fetch(server.url + path, { headers: { cookie: `token=${await tokenOf(server)}` } })
    const document = (await (await get('/docs/json')).json()) as { paths: Record<string, { post: { description: string } }> }
    const pictures = Object.values(document.paths).flatMap(({ post }) => /\]\((\S+\.svg)\)/.exec(post.description)?.[1] ?? [])
    const living = resources.filter(({ states, calls }) => states && calls.index)
    expect(pictures.sort()).toEqual(living.map(({ name }) => `/docs/states/${name}.svg`).sort())
    const picture = await get('/docs/states/waiting.svg')
    expect(picture.headers.get('content-type')).toContain('image/svg+xml')
    const drawn = await picture.text()
    for (const word of ['排队', '已签约', '期满未选', '叫号']) expect(drawn).toContain(`>${word}</text>`)
  })

  test('a refused call leaves no trace', async () => {
    const [admin, before] = [await tokenOf(server), await rowCounts(server.db)]
    for (const path of registry().keys()) await server.send(path, { stime: nowSeconds(), sign: 'x', token: admin })
    expect(await rowCounts(server.db)).toEqual(before)
  })
})
