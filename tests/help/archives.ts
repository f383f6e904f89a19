import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import { callsAt } from './calls.ts'
import { type RealServer, startRealServer } from './realServer.ts'
import { storeFolder } from './store/storeFolder.ts'

/** The key of the stores in tests/fixtures. */
const SECRET_KEY = 'fixture'

/** Archives of the stores of former releases, the oldest first; the last is this one's. */
export const fixtures: readonly string[] = readdirSync('tests/fixtures/stores').toSorted((a, b) =>
  a.localeCompare(b, 'en', { numeric: true }),
)
export const fixturePath = (name: string): string => resolve('tests/fixtures/stores', name)

/** What an operator types, and the nodes that he starts, in folders that go with the test file. */
export const operator = (name: string) => {
  // Where there is room, PostgreSQL's folders lie in memory.
  const folder = storeFolder(name)
  const work = mkdtempSync(join('/var/tmp', `anju-${name}-`))
  // As root PostgreSQL runs as another user, who has to walk through.
  chmodSync(folder, 0o711)
  const nodes: RealServer[] = []
  afterAll(async () => {
    for (const node of nodes) await node.stop()
    for (const made of [folder, work]) rmSync(made, { recursive: true, force: true })
  })
  const begin = (options: readonly string[], env: Record<string, string>): ChildProcess =>
    spawn(process.execPath, [resolve('dist/server/main.js'), ...options], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'warn', SAMPLE_DATA: 'none', SECRET_KEY, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  return {
    /** Where its archives lie. */
    work,
    dataDir: (part: string): string => join(folder, part),
    begin,
    run: async (options: readonly string[], env: Record<string, string>): Promise<{ stdout: string; status: number | null }> => {
      const child = begin(options, env)
      let stdout = ''
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
      const [status] = (await once(child, 'close')) as [number | null]
      return { stdout, status }
    },
    /** Starts a node, and gives what it said and calls as the administrator. */
    start: async (dataDir: string, env: Record<string, string> = {}) => {
      const node = await startRealServer({ SAMPLE_DATA: 'none', SECRET_KEY, ...env }, 'dist', dataDir)
      nodes.push(node)
      const calls = callsAt(node.url)
      const token = await calls.logIn('admin')
      return {
        node,
        // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
        ask: async (path: string, params: Record<string, unknown> = {}): Promise<any> => {
          const answer = await calls.call(path, params, token)
          if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
          return answer.data
        },
      }
    },
  }
}
