import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { built } from './built.mjs'

/** Where the large sample is kept between runs: making it takes some minutes. */
export const dataDir = process.env.BENCH_DATA_DIR ?? '/var/tmp/anju-bench'
export const password = 'bench-2026'

const started = new Set()

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Runs a program of ours and waits until a line of its output matches. */
export const launch = (args, env, ready, patienceMs = 2_700_000) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    started.add(child)
    let said = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    const hear = (text) => {
      said = (said + text).slice(-20_000)
      const match = ready.exec(said)
      if (!match) return
      clearTimeout(timer)
      resolve({ child, match })
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    child.once('exit', (code) => {
      started.delete(child)
      clearTimeout(timer)
      reject(new Error(`ended with ${code} before it was ready:\n${said}`))
    })
  })

export const ended = (child) =>
  new Promise((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', () => resolve())))

/** Ends every process that this run has started, by its id; PostgreSQL ends with the server that supervises it. */
export const endAll = async () => {
  await Promise.all(
    [...started].map(async (child) => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 25_000)
      await ended(child)
      clearTimeout(timer)
    }),
  )
}

/** How to reach the embedded PostgreSQL of a data directory while its server runs. */
const connectionOf = (dir) => {
  const lines = readFileSync(join(dir, 'pg', 'postmaster.pid'), 'utf8').split('\n')
  return {
    host: lines[4].trim() || lines[5].trim(),
    port: Number(lines[3]),
    user: 'anju',
    password: readFileSync(join(dir, 'pg.password'), 'utf8').trim(),
    database: 'postgres',
  }
}

/** Every PostgreSQL process of this data directory: they all work inside it. Linux only. */
export const postgresOf = (dir) => {
  const home = realpathSync(join(dir, 'pg'))
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === home
      } catch {
        return false
      }
    })
}

/** Starts the real server, within five minutes unless told otherwise; `stop` ends it in order, `killHard` as a power cut would end the processes. */
export const startServer = async ({ dir = dataDir, sample = 'large', env = {}, patienceMs } = {}) => {
  mkdirSync(dir, { recursive: true })
  const folder = built()
  const settings = { DATA_DIR: dir, SAMPLE_DATA: sample, ADMIN_PASSWORD: password, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env }
  const { child, match } = await launch([join(folder, 'server', 'main.js')], settings, /安居已启动：(http:\S+)/, patienceMs)
  return {
    url: match[1],
    pid: child.pid,
    dir,
    connection: () => connectionOf(dir),
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
    },
    async killHard() {
      // The supervisor first: otherwise it would start PostgreSQL anew in between.
      child.kill('SIGKILL')
      for (const pid of postgresOf(dir)) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // Gone with its postmaster.
        }
      }
      await ended(child)
      const deadline = Date.now() + 10_000
      while (postgresOf(dir).some(isAlive) && Date.now() < deadline) await new Promise((done) => setTimeout(done, 5))
    },
  }
}
