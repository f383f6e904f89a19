import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { callsAt } from './calls.ts'
import { DONE, FAILED } from './jobNodes.ts'
import { type RealServer, startRealServer } from './realServer.ts'
import { readyStore } from './store/readyStore.ts'

const PASSPHRASE = 'correct-horse-battery'

/** A store that is backed up to a folder, or as `given` in its environment says, as an operator keeps it: its node, the commands he types, and what staff do meanwhile. */
export const backedStore = (name: string, given: Readonly<Record<string, string>> | null = null) => {
  const folder = mkdtempSync(join('/var/tmp', `anju-${name}-`))
  // As root PostgreSQL runs as another user, who has to walk through.
  chmodSync(folder, 0o711)
  const dataDir = readyStore('none', name)
  const backups = join(folder, 'backups')
  const env = { ...(given ?? { BACKUP_DIR: backups, BACKUP_PASSPHRASE: PASSPHRASE }), SAMPLE_DATA: 'none' }
  let server: RealServer
  let token: string
  const start = async (where = dataDir): Promise<void> => {
    server = await startRealServer(env, 'dist', where)
    token = await callsAt(server.url).logIn('admin')
  }
  beforeAll(() => start())
  afterAll(async () => {
    await server?.stop()
    for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true })
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  const ask = async (path: string, params: Record<string, unknown> = {}): Promise<any> => {
    const answer = await callsAt(server.url).call(path, params, token)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  const lastRun = async (label: string) =>
    (await ask('/api/job_run/index', { page: 1, page_rows: 200, order: '-job_id' })).list.find((run: { msg: string }) => run.msg === label)
  /** Has a job done now, which may be due by itself at this moment: then when that run is over. Gives the number of the run before. */
  const askFor = async (label: string): Promise<number> => {
    const { list } = await ask('/api/job_kind/index', { page: 1, page_rows: 200 })
    const { job_kind_id } = list.find((kind: { label: string }) => kind.label === label)
    let before = 0
    const run = async (): Promise<number> => {
      before = (await lastRun(label))?.job_id ?? 0
      return (await callsAt(server.url).call('/api/job_kind/run', { job_kind_id, request_id: crypto.randomUUID() }, token)).code
    }
    await expect.poll(run, { timeout: 60_000, interval: 100 }).toBe(200)
    return before
  }
  return {
    folder,
    dataDir,
    backups,
    start,
    ask,
    get server() {
      return server
    },
    get token() {
      return token
    },
    stop: () => server.stop(),
    /** Types a command: `backup`, `restore`. */
    run: async (options: readonly string[], more: Record<string, string> = {}): Promise<{ stdout: string; status: number | null }> => {
      const child = spawn(process.execPath, [resolve('dist/server/main.js'), ...options], {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE, LOG_LEVEL: 'warn', ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let stdout = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
      const [status] = (await once(child, 'close')) as [number | null]
      return { stdout, status }
    },
    askFor,
    /** Has a job done now and waits for it; gives what it said, or what was wrong. */
    runJob: async (label: string): Promise<string> => {
      const before = await askFor(label)
      const isOver = ({ job_id, state }: { job_id: number; state: number }): boolean =>
        job_id > before && (state === DONE || state === FAILED)
      let last = { job_id: 0, state: 0, done: '', error: '' }
      // The next may be due as soon as it is over.
      const look = async (): Promise<boolean> => {
        last = (await lastRun(label)) ?? last
        return isOver(last)
      }
      await expect.poll(look, { timeout: 60_000, interval: 100 }).toBe(true)
      return last.done ?? last.error
    },
  }
}
