import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { defineJob } from '../../../server/jobs/defineJob.ts'
import { startJobs } from '../../../server/jobs/startJobs.ts'
import { isTracing } from '../../../server/load/trace.ts'
import { startTracing, type Tracing } from '../../../server/tracing.ts'
import { proof } from '../../help/depth.ts'
import { addTenant, fillGround, tokenOf } from '../../help/store/ground.ts'
import { md5, signed, startTestServer, type TestServer } from '../../help/testServer.ts'
import { type ReceivedSpan, traceReceiver } from '../../help/traceReceiver.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const [SERVER, CLIENT, ERROR] = [2, 3, 2]
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

const receiver = traceReceiver()
let server: TestServer
let token: string
let tracing: Tracing | null = null
const warned: string[] = []

const trace = async (url = receiver.url): Promise<void> => {
  warned.length = 0
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`, OTEL_SERVICE_NAME: 'anju-pudong' })
  tracing = await startTracing(config, { warn: (_fields, message) => warned.push(message) })
}
const stop = async (): Promise<number> => {
  const from = performance.now()
  await tracing?.stop()
  tracing = null
  return performance.now() - from
}
beforeAll(async () => {
  await trace()
  server = await startTestServer()
  await fillGround(server)
  token = await tokenOf(server)
  await stop()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await stop()
})
afterAll(() => server.close())

const ask = async (path: string, params: Record<string, unknown>, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(signed(params, token)),
  })
  return response.json()
}
const spanOf = (name: string): ReceivedSpan => {
  const found = receiver.spans().filter((span) => span.name === name)
  expect(found).toHaveLength(1)
  return found[0] as ReceivedSpan
}
const childrenOf = ({ spanId }: ReceivedSpan) => receiver.spans().filter(({ parentSpanId }) => parentSpanId === spanId)
const millis = (nanos: string): number => Number(BigInt(nanos) / 1000n) / 1000

test('a call is one span of its caller’s trace, its statements are within it, and no value of a row, a name or a token is in it', async () => {
  const secret = { name: '赵钱孙不露', phone: '13987654321', card: '310101199003070019' }
  await addTenant(server, secret)
  await trace()
  const page = { page: 1, page_rows: 10 }
  const before = Date.now()
  const found = await ask('/api/lessee/index', { ...page, name: secret.name }, { traceparent: `00-${TRACE}-${CALLER}-01` })
  expect(found.data.list).toHaveLength(1)
  expect(await ask('/api/cost/add', { name: '电梯费不露' })).toMatchObject({ code: 200 })
  expect(await ask('/api/cost/index', { ...page, page: 'x' })).toMatchObject({ code: 400 })
  await server.login()
  await stop()

  const call = spanOf('/api/lessee/index')
  expect(call).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: SERVER, said: { 'anju.code': 200, 'enduser.id': '1' } })
  const asked = childrenOf(call)
  expect(asked.length).toBeGreaterThan(1)
  expect(call.said['anju.statements']).toBe(asked.length)
  for (const { traceId, kind, said, name, ...times } of asked) {
    expect({ traceId, kind, said }).toMatchObject({ traceId: TRACE, kind: CLIENT, said: { 'db.system.name': 'postgresql' } })
    expect(String(said['db.query.text'])).toMatch(/^.{3,200}$/)
    expect(name).toMatch(/^(select|with|start|commit|update)$/i)
    expect(millis(times.startTimeUnixNano)).toBeGreaterThanOrEqual(millis(call.startTimeUnixNano))
    expect(millis(times.endTimeUnixNano)).toBeLessThanOrEqual(millis(call.endTimeUnixNano))
  }
  expect(millis(call.startTimeUnixNano)).toBeGreaterThanOrEqual(before - 1)

  const written = childrenOf(spanOf('/api/cost/add'))
  expect(written.map(({ said }) => said['db.query.text'])).toContainEqual(
    expect.stringMatching(/^start transaction .*set_config\(\?, E\?, true\)/),
  )
  expect(spanOf('/api/cost/add').traceId).not.toBe(TRACE)
  expect(spanOf('/api/cost/index')).toMatchObject({ said: { 'anju.code': 400 }, status: {} })
  expect(receiver.services()[0]).toMatchObject({ 'service.name': 'anju-pudong' })
  const all = receiver.bodies.join()
  const { card, name, phone } = secret
  const never = [name, phone, card, '电梯费不露', token, md5('anju2026'), 'admin', '127.0.0.1', '新增']
  for (const value of never) expect(all).not.toContain(value)
})

test('a fault of ours is an error in its trace, and the trace’s number is in the line of the log', async () => {
  await sql`alter table pledge rename to pledge_away`.execute(server.db)
  const lines: Record<string, unknown>[] = []
  const noting = Object.create(server.app.log, { error: { value: (fields: Record<string, unknown>) => lines.push(fields) } })
  vi.spyOn(server.app.log, 'child').mockReturnValue(noting)
  await trace()
  expect(await ask('/api/pledge/index', { page: 1, page_rows: 10 })).toMatchObject({ code: 500 })
  await stop()
  await sql`alter table pledge_away rename to pledge`.execute(server.db)
  const call = spanOf('/api/pledge/index')
  expect(call).toMatchObject({ said: { 'anju.code': 500 }, status: { code: ERROR } })
  expect(childrenOf(call).some(({ status }) => status.code === ERROR)).toBe(true)
  expect(lines).toEqual([expect.objectContaining({ trace_id: call.traceId })])
})

test('each run of a job is a span: what it asks, as far as two hundred, is within it, and all is counted', async () => {
  await trace()
  const ran = vi.fn()
  const busy = defineJob({
    name: 'busy',
    label: '很忙的任务',
    every: 86_400,
    async run({ own }) {
      for (let n = 0; n < 250; n++) await sql`select ${`第 ${n} 次不露`}::text`.execute(own.db)
      ran()
      return { total: 0, said: '办了' }
    },
  })
  const { db, open, config } = server
  const jobs = startJobs({ db, open, config, atOnce: 1, beatMs: 20, log: quiet }, [busy])
  await expect.poll(() => ran.mock.calls.length, { timeout: 20_000 }).toBe(1)
  await expect.poll(async () => (await sql`select from job where kind = 'busy' and state = 'done'`.execute(db)).rows.length).toBe(1)
  await jobs.stop()
  await stop()
  const job = spanOf('busy')
  expect(job.said).toMatchObject({ 'anju.outcome': 'done', 'anju.job': expect.any(Number) })
  expect(job.said['anju.statements']).toBeGreaterThanOrEqual(252)
  expect(childrenOf(job)).toHaveLength(200)
  expect(receiver.bodies.join()).not.toContain('不露')
})

proof(
  'where traces do not arrive calls are answered, the log says so once and when they do again, and no stop waits for them',
  async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '200')
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '100')
    receiver.isAway = true
    await trace()
    const list = () => ask('/api/cost/index', { page: 1, page_rows: 10 })
    const becomes = <T>(seen: () => T) => expect.poll(seen, { timeout: 20_000 })
    expect(await list()).toMatchObject({ code: 200 })
    await becomes(() => warned).toEqual(['traces do not arrive'])
    const { broken } = receiver
    expect(await list()).toMatchObject({ code: 200 })
    await becomes(() => receiver.broken).toBeGreaterThan(broken)
    receiver.isAway = false
    expect(await list()).toMatchObject({ code: 200 })
    await becomes(() => warned).toEqual(['traces do not arrive', 'traces arrive again'])
    await stop()

    // Long enough to try again, which a stop would have to wait for.
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '3000')
    await trace('http://127.0.0.1:1')
    expect(await list()).toMatchObject({ code: 200 })
    await becomes(() => warned).toEqual(['traces do not arrive'])
    expect(await list()).toMatchObject({ code: 200 })
    expect(await stop()).toBeLessThan(500)
  },
)

proof('one that takes traces and never answers holds a stop for two seconds at most', async () => {
  await trace()
  receiver.isHeld = true
  expect(await ask('/api/cost/index', { page: 1, page_rows: 10 })).toMatchObject({ code: 200 })
  expect(await stop()).toBeLessThan(2_500)
  expect(receiver.bodies).toHaveLength(1)
})

test('where nobody asks for traces nothing is loaded: the packages are imported in one place, when it is asked', async () => {
  expect(await startTracing(readConfig({}), quiet)).toBeNull()
  expect(isTracing()).toBe(false)
  expect(await ask('/api/cost/index', { page: 1, page_rows: 10 })).toMatchObject({ code: 200 })
  const files = readdirSync('server', { recursive: true }).map(String)
  const asking = files.filter((name) => name.endsWith('.ts') && readFileSync(join('server', name), 'utf8').includes('@opentelemetry/'))
  expect(asking).toEqual(['tracing.ts'])
  expect(readFileSync('server/tracing.ts', 'utf8')).not.toMatch(/^import (?!type\b).*@opentelemetry/m)
})
