import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Envelope } from '../../src/protocol/envelope.ts'
import { proof, rounds } from '../help/depth.ts'
import { PASSWORD, type RealServer, startRealServer } from '../help/realServer.ts'
import { building, type Ground } from '../help/store/ground.ts'
import { readyStore } from '../help/store/readyStore.ts'
import { md5, signed } from '../help/testServer.ts'

const dataDir = readyStore('none', 'fault')
let server: RealServer | null = null

afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const post = async <T>(path: string, params: Record<string, unknown>): Promise<Envelope<T>> => {
  const response = await fetch(`${server?.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  return (await response.json()) as Envelope<T>
}

/** Every process that works inside this store. */
const storeProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'pg')
      } catch {
        return false
      }
    })

/** kill -9 of node first, so that it cannot start the store anew in between, then of every process of the store. */
const killEverything = async (): Promise<void> => {
  const { child } = server as RealServer
  child.kill('SIGKILL')
  for (const pid of storeProcesses()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended with its parent.
    }
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  server = null
}

const logIn = async (): Promise<string> =>
  (await post<{ token: string }>('/login', { userName: 'admin', password: md5(PASSWORD) })).data.token
const start = async (): Promise<string> => {
  server = await startRealServer({ SAMPLE_DATA: 'none' }, 'dist', dataDir)
  return logIn()
}

const flowOf = (name: string, from_id: number) => ({
  type: 1,
  price: 12_345,
  custom_name: name,
  from: 2,
  from_id,
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  way: 3,
  request_id: name,
})

/** What the operator's `npm run audit` says of this store. */
const audited = (): string =>
  spawnSync(process.execPath, [resolve('dist/server/main.js'), '--audit'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    encoding: 'utf8',
  }).stdout

beforeAll(async () => void (await start()))

proof('what is kept is what it is made of when everything is killed in the middle of changes to it', async () => {
  const token = await logIn()
  const made = async (path: string, params: Record<string, unknown>) =>
    (await post<Record<string, number> & { org_id: number[] }>(path, signed(params, token))).data
  const p_id = (await made('/api/project/add', { name: '浦东一期' })).p_id
  const kind = (await made('/api/kind/add', { name: '整栋', show_type: 1 })).id as number
  const rooms = (await made('/api/org/add', building({ kind: { 1: kind, 2: kind, 3: kind } } as Ground, { p_id }))).org_id
  expect(rooms).toHaveLength(3)
  let [done, isDown] = [0, false]
  const toggle = async (org_id: number): Promise<void> => {
    for (let n = 0; !isDown; n++) {
      const path = n % 2 === 0 ? '/api/org/repair' : '/api/org/enable'
      const answer = await post(path, signed({ org_id, request_id: `t${org_id}.${n}` }, token)).catch(() => null)
      if (answer?.code === 200) done++
    }
  }
  const writers = rooms.map(toggle)
  await expect.poll(() => done, { timeout: 30_000, interval: 5 }).toBeGreaterThan(60)
  await killEverything()
  isDown = true
  await Promise.all(writers)
  await start()
  const said = audited()
  expect(said).toContain('相符')
  expect(said).not.toContain('不符')
})

test('whatever was acknowledged before kill -9 of everything is there once; what was not can be sent again', async () => {
  let token = await logIn()
  const item = (await post<{ id: number }>('/api/cost/add', signed({ name: '物业费' }, token))).data.id
  const acknowledged = new Set<string>()
  const sent: string[] = []
  for (let round = 0; round < rounds(1, 3); round++) {
    let isDown = false
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !isDown; n++) {
        const name = `r${round}w${writer}n${n}`
        sent.push(name)
        const answer = await post('/api/flow/add', signed(flowOf(name, item), token)).catch(() => null)
        if (answer?.code === 200) acknowledged.add(name)
      }
    }
    const enough = acknowledged.size + 60
    const writers = [0, 1, 2, 3].map(write)
    await expect.poll(() => acknowledged.size, { timeout: 30_000, interval: 5 }).toBeGreaterThan(enough)
    await killEverything()
    isDown = true
    await Promise.all(writers)
    token = await start()
  }
  const unsure = sent.filter((name) => !acknowledged.has(name))
  // The same request_id under a new session is another caller's: so look what is there before sending again, as a client would.
  const read = async (): Promise<string[]> => {
    const names: string[] = []
    for (let page = 1; ; page++) {
      const { data } = await post<{ list: { custom_name: string }[]; count: number }>(
        '/api/flow/index',
        signed({ page, page_rows: 1000 }, token),
      )
      names.push(...data.list.map((row) => row.custom_name))
      if (names.length >= data.count || data.list.length === 0) return names
    }
  }
  const before = await read()
  for (const name of unsure.filter((other) => !before.includes(other))) await post('/api/flow/add', signed(flowOf(name, item), token))
  const after = await read()
  expect(after.toSorted()).toEqual([...new Set(sent)].toSorted())
  expect([...acknowledged].filter((name) => !before.includes(name))).toEqual([])
})

proof('a second node on the same data directory joins, and a stopped first leaves the store to it', async () => {
  const first = server as RealServer
  const second = await startRealServer({ SAMPLE_DATA: 'none' }, 'dist', dataDir)
  await first.stop()
  server = second
  const answer = await post<{ token: string }>('/login', { userName: 'admin', password: md5(PASSWORD) })
  expect(answer.code).toBe(200)
})

test('a graceful stop finishes the call that is running', async () => {
  const token = (await post<{ token: string }>('/login', { userName: 'admin', password: md5(PASSWORD) })).data.token
  const item = (await post<{ list: { id: number }[] }>('/api/cost/index', signed({ page: 1, page_rows: 100 }, token))).data.list[0]?.id ?? 0
  const running = Array.from({ length: 8 }, (_, n) => post('/api/flow/add', signed(flowOf(`last${n}`, item), token)).catch(() => null))
  await Promise.race(running)
  await server?.stop()
  server = null
  const answers = await Promise.all(running)
  expect(answers.filter((answer) => answer !== null && answer.code !== 200)).toEqual([])
  expect(readFileSync(join(dataDir, 'pg.log'), 'utf8')).toContain('database system is shut down')
})
