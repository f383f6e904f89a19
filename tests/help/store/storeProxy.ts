import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Connection } from '../../../server/store/connection/database.ts'

/** A line to a PostgreSQL that a test can break: what lies between a node and its store. */
export interface StoreProxy {
  /** Where it is, in place of the store. */
  connection(): Connection
  url(): string
  /** Resets every connection there is; new ones are taken. */
  cutAll(): void
  /** Resets every connection and refuses new ones, as a machine that is gone, until `up`. */
  down(): Promise<void>
  up(): Promise<void>
  /** Passes nothing on any more and resets nothing, as a machine that lost its power; new connections are as silent, until the function given is called. */
  vanish(): () => void
  /** Does all of the next transaction that sends this text, and resets its connection before the store's answer to its commit comes through; settles then. */
  loseCommitOf(text: string): Promise<void>
  /** Lets the beginning of the next COPY's rows through and holds the rest; settles then, with what lets it go on. */
  holdNextCopy(): Promise<() => void>
  close(): Promise<void>
}

const COMMIT = Buffer.from('Q\0\0\0\u000bcommit\0', 'latin1')
const COPY = /Q.{4}copy /is
/** Of a COPY, how many bytes come through before it is held. */
const BEGINNING = 64 * 1024

/** A start-up message without its `options`, as PgBouncer passes it on where it is told to ignore them. */
const withoutOptions = (message: Buffer): Buffer => {
  const fields = message.subarray(8).toString('latin1').split('\0')
  const kept: string[] = []
  for (let at = 0; at + 1 < fields.length && fields[at] !== ''; at += 2)
    if (fields[at] !== 'options') kept.push(fields[at] ?? '', fields[at + 1] ?? '')
  const body = Buffer.from(`${kept.join('\0')}\0\0`, 'latin1')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  message.copy(head, 4, 4, 8)
  return Buffer.concat([head, body])
}

/** Puts a line on 127.0.0.1 before a PostgreSQL. `dropsOptions`: start-up options do not reach it, as behind some poolers. */
export const storeProxy = async (store: () => Connection, { dropsOptions = false } = {}): Promise<StoreProxy> => {
  /** The nodes' ends. */
  const nears = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let isGone = false
  let lost: { text: string; done: () => void } | null = null
  let held: ((goOn: () => void) => void) | null = null

  const join = (near: Socket): void => {
    const { host = '', port = 5432 } = store()
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    let isFirst = true
    let isMeant = false
    let isLosing = false
    let beforeHold = Number.POSITIVE_INFINITY
    nears.add(near)
    if (isGone) silent.add(near)
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        nears.delete(near)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes: Buffer) => {
      if (silent.has(near)) return
      isMeant ||= lost !== null && bytes.includes(lost.text)
      isLosing ||= isMeant && bytes.includes(COMMIT)
      if (held && COPY.test(bytes.toString('latin1'))) beforeHold = BEGINNING
      far.write(isFirst && dropsOptions ? withoutOptions(bytes) : bytes)
      isFirst = false
    })
    far.on('data', (bytes: Buffer) => {
      if (silent.has(near)) return
      if (!isLosing) {
        near.write(bytes)
        beforeHold -= bytes.length
        if (beforeHold > 0 || !held) return
        far.pause()
        held(() => far.resume())
        held = null
        beforeHold = Number.POSITIVE_INFINITY
        return
      }
      lost?.done()
      lost = null
      near.resetAndDestroy()
    })
  }
  const listening = async (port: number): Promise<Server> => {
    const made = createServer(join)
    made.listen(port, '127.0.0.1')
    await once(made, 'listening')
    return made
  }
  let server = await listening(0)
  const { port } = server.address() as { port: number }
  const cutAll = (): void => {
    for (const near of nears) near.resetAndDestroy()
  }
  const down = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cutAll()
    await closed
  }
  return {
    connection: () => ({ ...store(), host: '127.0.0.1', port }),
    url() {
      const { user = '', password = '', database = '' } = store()
      return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
    },
    cutAll,
    down,
    async up() {
      server = await listening(port)
    },
    vanish() {
      isGone = true
      for (const near of nears) silent.add(near)
      return () => {
        isGone = false
      }
    },
    loseCommitOf: (text) =>
      new Promise((done) => {
        lost = { text, done }
      }),
    holdNextCopy: () =>
      new Promise((done) => {
        held = done
      }),
    close: down,
  }
}
