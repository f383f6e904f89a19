import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../../../server/store/connection/database.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Debian's PgBouncer; installed where it is not there and may be. Throws in a sentence where it cannot be had. */
const program = (): string => {
  const has = (): boolean => {
    try {
      execFileSync(PROGRAM, ['--version'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  if (has()) return PROGRAM
  try {
    execFileSync('apt-get', ['install', '-y', 'pgbouncer'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  } catch {
    // What was wanted of it is asked below.
  }
  if (!has()) throw new Error('this proof needs PgBouncer: apt-get install pgbouncer')
  return PROGRAM
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })

/** Starts a PgBouncer of its own before a PostgreSQL that listens on a socket; it runs as that PostgreSQL's user, who alone may enter there. */
export const startPooler = async (
  { host = '', port = 5432, user, password, database = '' }: Connection,
  { mode = 'transaction', size = 5 }: { mode?: 'transaction' | 'session'; size?: number } = {},
) => {
  const { uid, gid } = statSync(host)
  const folder = mkdtempSync('/tmp/pooler-')
  const own = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
${database} = host=${host} port=${port} dbname=${database} user=${user} password='${password}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
admin_users = ${user}
pool_mode = ${mode}
default_pool_size = ${size}
logfile = ${join(folder, 'log')}
`,
  )
  for (const path of [folder, config]) chownSync(path, uid, gid)
  const child = spawn(program(), ['-q', config], { uid, gid, stdio: 'ignore' })
  while (!(await answers(own))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    await wait(20)
  }
  return {
    url: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${own}/${database}`,
    /** As the operator does at its console: each connection to the store is closed as soon as nobody has it. */
    async reconnect() {
      const console = new pg.Client({ host: '127.0.0.1', port: own, user, password, database: 'pgbouncer' })
      await console.connect()
      await console.query('RECONNECT')
      await console.end()
    },
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
